package sitemapgen

import (
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// Plan is how portolan does what a configuration says.
type Plan struct {
	Args  []string // of portolan, without its name
	Notes []string // where the outcome differs, sentences for people
	// List is what <url> elements say, a line each in the form of --from-list;
	// Args name it by ListFile. Nil where there are none.
	List []string
	// Sitemaps are local sitemaps whose URLs belong to the list, too.
	Sitemaps []string
	Paths    []string // all files and folders that are read or written
}

// ListFile is the name of the list in the site folder.
const ListFile = "sitemap-gen-urls.txt"

// Plan says how portolan makes the same set.
func (c *Config) Plan() (*Plan, error) {
	dir, name := filepath.Dir(c.StoreInto), filepath.Base(c.StoreInto)
	p := &Plan{Args: []string{"crawl", c.BaseURL, "--no-crawl", "--ignore-robots", "--sitemap-url", c.BaseURL + name, "-o", dir}, Paths: []string{c.StoreInto}}
	for _, u := range c.URLs {
		p.List = append(p.List, c.line(u))
	}
	for _, s := range c.Sitemaps {
		p.Sitemaps = append(p.Sitemaps, s.Path)
		p.Paths = append(p.Paths, s.Path)
	}
	if len(p.List)+len(p.Sitemaps) > 0 {
		p.Args = append(p.Args, "--from-list", filepath.Join(dir, ListFile))
	}
	for _, in := range []struct {
		flag  string
		files []Input
	}{{"--from-list", c.Lists}, {"--from-log", c.Logs}} {
		for _, f := range in.files {
			p.Args, p.Paths = append(p.Args, in.flag, f.Path), append(p.Paths, f.Path)
			if e := strings.ToUpper(f.Encoding); e != "" && e != "UTF-8" && e != "UTF8" && e != "ASCII" && e != "US-ASCII" {
				p.note("%s is said to be %s: it is read as UTF-8 or UTF-16", f.Path, f.Encoding)
			}
		}
	}
	for _, d := range c.Dirs {
		p.Args, p.Paths = append(p.Args, "--from-dir", d.Path+"="+d.URL), append(p.Paths, d.Path)
		if d.DefaultFile != "" {
			p.Args = append(p.Args, "--dir-index", d.DefaultFile)
		}
		p.note("of %s dot files, backups, archives and keys are not listed, nor folders without an index file", d.Path)
	}
	if err := p.filters(c.Filters); err != nil {
		return nil, err
	}
	if len(p.List)+len(p.Sitemaps)+len(c.Lists)+len(c.Logs)+len(c.Dirs) == 0 {
		return nil, fmt.Errorf("it names no URL: it has no <url>, <urllist>, <directory>, <accesslog> or <sitemap>")
	}
	p.note("pictures, style sheets and other files that are no pages are not listed; --list-types adds documents")
	p.note("session ids and tracking parameters are removed; a URL with what looks like a secret, or that does something when asked for, is left out")
	p.note("without a priority none is written, where the original counted sightings; no search engine is pinged, since none takes pings any more")
	if strings.Contains(name, ".gz") {
		p.note("of more than one file the index is packed, too, and the files are named %s-00001.xml.gz and so on", strings.SplitN(name, ".", 2)[0])
	}
	return p, nil
}

func (p *Plan) note(format string, args ...any) {
	p.Notes = append(p.Notes, fmt.Sprintf(format, args...))
}

// line is a <url> in the form of a list: absolute, since it may be relative to
// the base. A blank in it would end the URL.
func (c *Config) line(u URL) string {
	text := strings.ReplaceAll(strings.TrimSpace(u.Href), " ", "%20")
	if base, err := url.Parse(c.BaseURL); err == nil {
		if ref, err := url.Parse(text); err == nil {
			text = base.ResolveReference(ref).String()
		}
	}
	for _, a := range [...][2]string{{"lastmod", u.LastMod}, {"changefreq", u.ChangeFreq}, {"priority", u.Priority}} {
		if v := strings.TrimSpace(a[1]); v != "" && !strings.ContainsAny(v, " \t\r\n") {
			text += " " + a[0] + "=" + v
		}
	}
	return text
}

// filters turns filters into rules: in both the first one that matches decides,
// and what none matches stays.
func (p *Plan) filters(all []Filter) error {
	passes := false
	for i, f := range all {
		pattern := f.Pattern
		switch {
		case f.Regexp:
			pattern = "re:" + f.Pattern
		case strings.ContainsAny(f.Pattern, "?["):
			pattern = "re:" + wildcard(f.Pattern)
		}
		if expr, is := strings.CutPrefix(pattern, "re:"); is {
			if _, err := regexp.Compile(expr); err != nil {
				return fmt.Errorf("filter %d, %q: %w; it uses what Python knows and Go does not", i+1, f.Pattern, err)
			}
		}
		flag := "--exclude"
		if f.Pass {
			flag, passes = "--include", true
		}
		p.Args = append(p.Args, flag, pattern)
	}
	if passes {
		p.Args = append(p.Args, "--include", "*")
	}
	return nil
}

// wildcard turns a pattern of Python's fnmatch into an expression.
func wildcard(pattern string) string {
	var b strings.Builder
	b.WriteString(`\A`)
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; c {
		case '*':
			b.WriteString(`(?s:.*)`)
		case '?':
			b.WriteString(`(?s:.)`)
		case '[':
			end := strings.IndexByte(pattern[min(i+2, len(pattern)):], ']')
			if end < 0 {
				b.WriteString(`\[`)
				continue
			}
			set := pattern[i+1 : i+2+end]
			if rest, not := strings.CutPrefix(set, "!"); not {
				set = "^" + rest
			}
			b.WriteString("[" + strings.NewReplacer(`\`, `\\`, `[`, `\[`).Replace(set) + "]")
			i += end + 2
		default:
			b.WriteString(regexp.QuoteMeta(string(c)))
		}
	}
	return b.String() + `\z`
}

// Inside tells whether a path stays in the current folder.
func Inside(name string) bool {
	name = path.Clean(filepath.ToSlash(name))
	return !path.IsAbs(name) && filepath.VolumeName(name) == "" && name != ".." && !strings.HasPrefix(name, "../")
}
