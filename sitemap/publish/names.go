package publish

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
)

// names are the file names and URLs of a set, drawn from its sitemap URL.
type names struct {
	main   string // the file that the sitemap URL names
	url    string // the sitemap URL
	dirURL string // its directory, with the slash
	base   string // main without .xml and .gz
	packed bool   // main ends in .gz
	suffix string // of parts
}

// CheckURL gives the error that Publish would give for the sitemap URL, nil if
// it can name the files of a set.
func CheckURL(url string) error {
	_, err := newNames(Options{URL: url})
	return err
}

func newNames(o Options) (names, error) {
	u, err := url.Parse(o.URL)
	if err != nil {
		return names{}, fmt.Errorf("read the sitemap URL: %w", err)
	}
	if (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return names{}, fmt.Errorf("the sitemap URL %q is not an absolute http or https URL", o.URL)
	}
	path := u.EscapedPath()
	slash := strings.LastIndexByte(path, '/')
	name, err := url.PathUnescape(path[slash+1:])
	if err != nil || !goodName(name) {
		return names{}, fmt.Errorf("the sitemap URL %q does not end in a usable file name", o.URL)
	}
	n := names{
		main:   name,
		url:    o.URL,
		dirURL: u.Scheme + "://" + u.Host + path[:slash+1],
		packed: strings.HasSuffix(name, ".gz"),
		suffix: ".xml.gz",
	}
	n.base = strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".xml")
	if o.PlainParts {
		n.suffix = ".xml"
	}
	return n, nil
}

// goodName reports a name that is one plain file in the folder, and none of
// portolan's own.
func goodName(name string) bool {
	return name != "" && len(name) <= 200 && filepath.IsLocal(name) &&
		!strings.ContainsAny(name, "/\\") && !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "-") &&
		!strings.ContainsFunc(name, func(r rune) bool { return r < 0x20 || r == 0x7f })
}

// part is the name of a numbered file of a series.
func (n names) part(series string, number int) string {
	if series != "" {
		series = "-" + series
	}
	return fmt.Sprintf("%s%s-%05d%s", n.base, series, number, n.suffix)
}

// text is the name of the text sitemap beside a urlset.
func (n names) text(urlset string) string {
	stem, packed := strings.CutSuffix(urlset, ".gz")
	stem = strings.TrimSuffix(stem, ".xml") + ".txt"
	if packed {
		stem += ".gz"
	}
	return stem
}

// index is the name of the i-th index file. The first is the sitemap URL's.
func (n names) index(i int) string {
	if i == 0 {
		return n.main
	}
	if n.packed {
		return fmt.Sprintf("%s-index-%05d.xml.gz", n.base, i+1)
	}
	return fmt.Sprintf("%s-index-%05d.xml", n.base, i+1)
}

// urlOf is where a file of the set will be served.
func (n names) urlOf(name string) string {
	if name == n.main {
		return n.url
	}
	return n.dirURL + url.PathEscape(name)
}

// seriesName makes a caller's series name fit for a file name. "index" is
// taken by the index files.
func seriesName(s string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(s) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() == 60 {
			break
		}
	}
	name := strings.Trim(b.String(), "-")
	if name == "index" || name != "" && strings.Trim(name, "0123456789") == "" {
		return "series-" + name
	}
	return name
}

// Own reports the URL of a file that a set at a sitemap URL has or may have had.
func Own(sitemapURL, file string) bool {
	n, err := newNames(Options{URL: sitemapURL})
	if err != nil || file == n.url {
		return err == nil
	}
	name, beside := strings.CutPrefix(file, n.dirURL)
	name, ours := strings.CutPrefix(name, url.PathEscape(n.base)+"-")
	if !beside || !ours || strings.Contains(name, "/") {
		return false
	}
	stem, _, _ := strings.Cut(name, ".")
	number := stem[strings.LastIndexByte(stem, '-')+1:]
	return len(number) >= 5 && strings.Trim(number, "0123456789") == ""
}
