package check

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/sitemap"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// maxLocalDepth is how many levels of index files are read. The protocol knows
// one.
const maxLocalDepth = 4

// Files checks sitemaps on disk, and what lies beside an index that they list.
// Each file is checked once.
type Files struct {
	At         string // URL of the file, or with a slash at its end of its folder; "" where it is not known
	MaxFiles   int    // sitemaps of an index that are read at most
	NoFollow   bool   // what an index lists is not read
	Now        time.Time
	HasSession func(url string) bool

	Report     func(name string, rep *sitemap.Report) error
	CannotRead func(error)
	Listed     func(url, file string, line int) error // of each URL that is listed; nil is nobody
	Unchecked  func(index, text string) error         // sitemaps of an index that are left

	told map[string]bool // files that were read, or are missing
}

// File checks one file. several tells that it is one of more.
func (c *Files) File(name string, several bool) error { return c.file(name, several, 0) }

// Folder checks the sitemaps in a folder, and tells what of the set that was
// published there is missing.
func (c *Files) Folder(dir string) error {
	c.begin()
	found, err := os.ReadDir(dir)
	if err != nil {
		c.CannotRead(err)
		return nil
	}
	read := 0
	for _, d := range found {
		if d.Type().IsRegular() && typedurl.IsSitemap(d.Name()) {
			if err := c.file(filepath.Join(dir, d.Name()), true, 0); err != nil {
				return err
			}
			read++
		}
	}
	if read == 0 {
		c.CannotRead(fmt.Errorf("there is no sitemap in %s: no file ends in %s", dir, strings.Join(typedurl.SitemapEndings, " ")))
	}
	c.published(dir)
	return nil
}

func (c *Files) begin() {
	if c.told == nil {
		c.told = map[string]bool{}
	}
}

// Read checks what is read, under a name.
func (c *Files) Read(name string, in io.Reader) error { return c.local(name, c.options(c.At), in, nil) }

// part is a sitemap that a local index lists.
type part struct {
	url  string
	line int
}

// file checks one local file, and what lies beside an index that it lists. One
// that was checked before is not checked again.
func (c *Files) file(name string, several bool, depth int) error {
	c.begin()
	if c.told[filepath.Clean(name)] {
		return nil
	}
	c.told[filepath.Clean(name)] = true
	file, err := os.Open(name)
	if err != nil {
		c.CannotRead(err)
		return nil
	}
	defer file.Close()
	at, namedBy := c.servedAt(name, several)
	o := c.options(at)
	o.NamedBy = namedBy
	var rest unchecked
	err = c.local(name, o, file, func(rep *sitemap.Report, parts []part) (err error) {
		oneFile := c.At != "" && !strings.HasSuffix(c.At, "/") // is what --at tells of
		if rep.Kind == sitemap.KindIndex && !c.NoFollow && !oneFile && depth < maxLocalDepth {
			rest, err = c.parts(name, at, parts, depth)
		}
		return err
	})
	if err != nil || rest == "" || c.Unchecked == nil {
		return err
	}
	return c.Unchecked(name, string(rest))
}

// unchecked says which sitemaps of a local index are left unchecked, "" if none
// is.
type unchecked string

// local checks a file or standard input. then is called with what it lists,
// before it is reported.
func (c *Files) local(name string, o sitemap.ReadOptions, in io.Reader, then func(*sitemap.Report, []part) error) error {
	if name != "-" {
		o.Name = filepath.Base(name)
	}
	var parts []part
	rep, err := sitemap.Read(in, o, func(it sitemap.Item) error {
		if it.Sitemap && len(parts) < c.MaxFiles {
			parts = append(parts, part{it.Loc, it.Line})
		}
		if !it.Sitemap && c.Listed != nil {
			return c.Listed(it.Loc, name, it.Line)
		}
		return nil
	})
	if err != nil {
		c.CannotRead(fmt.Errorf("%s: %w", name, err))
		return nil
	}
	if then != nil {
		if err := then(rep, parts); err != nil {
			return err
		}
	}
	return c.Report(name, rep)
}

// parts checks the files that a local index lists and that lie beside it. An
// index that portolan did not publish here, and none of whose files is there,
// was taken from elsewhere without them. One that it did publish may list
// sitemaps of others, which lie elsewhere.
func (c *Files) parts(index, at string, parts []part, depth int) (rest unchecked, err error) {
	known := at != "" && c.At == ""
	own := ownFiles(filepath.Dir(index))
	var missing []error
	found, others := 0, 0
	for _, p := range parts {
		base, ok := besideIndex(p.url, at)
		if !ok {
			others++ // in another folder
			continue
		}
		name := filepath.Join(filepath.Dir(index), base)
		if known && !slices.Contains(own, name) {
			others++
			continue
		}
		if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
			if !c.told[name] {
				missing = append(missing, fmt.Errorf("%s is missing: line %d of %s lists it", name, p.line, index))
			}
			c.told[name] = c.told[name] || known
			continue
		}
		found++
		if err := c.file(name, true, depth+1); err != nil {
			return "", err
		}
	}
	if !known && found == 0 {
		if len(missing) > 0 {
			rest = "none of the sitemaps that it lists lies beside it: they are not checked"
		}
		return rest, nil
	}
	for _, err := range missing {
		c.CannotRead(err)
	}
	if known && others > 0 {
		rest = unchecked(fmt.Sprintf("it lists %s of others: not checked", prose.Counted(others, "sitemap")))
	}
	return rest, nil
}

// ownFiles gives the files of the set that portolan published into a folder.
func ownFiles(dir string) []string {
	set, ok, err := publish.Current(dir)
	if err != nil || !ok {
		return nil
	}
	return set.Paths(dir)
}

// besideIndex gives the name of the file that a URL means beside an index that
// is served at at, "" where that is not known. ok is false for another folder.
func besideIndex(loc, at string) (name string, ok bool) {
	u, err := url.Parse(loc)
	if err != nil || u.Path == "" {
		return "", false
	}
	name = path.Base(u.Path)
	if strings.HasSuffix(u.Path, "/") || strings.ContainsAny(name, `/\`) || strings.HasPrefix(name, ".") || filepath.Base(name) != name {
		return "", false
	}
	if at == "" {
		return name, true
	}
	index, err := url.Parse(at)
	return name, err == nil && strings.EqualFold(u.Scheme, index.Scheme) && strings.EqualFold(u.Host, index.Host) && path.Dir(u.Path) == path.Dir(index.Path)
}

// published tells which files of the set that portolan published into a folder
// are missing, those aside of which it was told.
func (c *Files) published(dir string) {
	for _, name := range ownFiles(dir) {
		if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) && !c.told[name] {
			c.told[name] = true
			c.CannotRead(fmt.Errorf("%s is missing: portolan published it there", name))
		}
	}
}

// servedAt gives the URL of a local file: by --at, or by what portolan noted
// when it published the file, with the robots.txt that has to name it.
func (c *Files) servedAt(name string, several bool) (url, namedBy string) {
	base := filepath.Base(name)
	switch {
	case strings.HasSuffix(c.At, "/"):
		return c.At + base, ""
	case c.At != "" && several:
		return c.At[:strings.LastIndexByte(c.At, '/')+1] + base, ""
	case c.At != "":
		return c.At, ""
	}
	set, ok, err := publish.Current(filepath.Dir(name))
	if err != nil || !ok {
		return "", ""
	}
	for _, f := range append(set.Files, set.Indexes...) {
		if f.Name == base {
			return f.URL, set.NamedBy
		}
	}
	return "", ""
}

func (c *Files) options(at string) sitemap.ReadOptions {
	return sitemap.ReadOptions{At: at, Now: c.Now, HasSession: c.HasSession}
}
