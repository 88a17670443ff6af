package verify

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

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/outcome"
	"github.com/portolan-seo/portolan/sitemap"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// maxLocalDepth is how many levels of index files are read. The protocol knows
// one.
const maxLocalDepth = 4

// part is a sitemap that a local index lists.
type part struct {
	url  string
	line int
}

// file checks one local file, and what lies beside an index that it lists. One
// that was checked before is not checked again.
func (c *checker) file(name string, several bool, depth int) error {
	if c.told[filepath.Clean(name)] {
		return nil
	}
	c.told[filepath.Clean(name)] = true
	file, err := os.Open(name)
	if err != nil {
		c.cannotRead(err)
		return nil
	}
	defer file.Close()
	at, namedBy := c.servedAt(name, several)
	o := c.options(at)
	o.NamedBy = namedBy
	var rest unchecked
	err = c.local(name, o, file, func(rep *sitemap.Report, parts []part) (err error) {
		oneFile := c.f.at != "" && !strings.HasSuffix(c.f.at, "/") // is what --at tells of
		if rep.Kind == sitemap.KindIndex && !c.f.noFollow && !oneFile && depth < maxLocalDepth {
			rest, err = c.parts(name, at, parts, depth)
		}
		return err
	})
	if err != nil || rest == "" || c.p.JSON || c.p.Quiet {
		return err
	}
	if _, err := fmt.Fprintf(c.p.Out, "%s: %s\n\n", safe.OneLine(name), rest); err != nil {
		return exit.Failf("write the report: %w", err)
	}
	return nil
}

// unchecked says which sitemaps of a local index are left unchecked, "" if none
// is.
type unchecked string

// local checks a file or standard input. then is called with what it lists,
// before it is reported.
func (c *checker) local(name string, o sitemap.ReadOptions, in io.Reader, then func(*sitemap.Report, []part) error) error {
	if name != "-" {
		o.Name = filepath.Base(name)
	}
	var parts []part
	rep, err := sitemap.Read(in, o, func(it sitemap.Item) error {
		if it.Sitemap && len(parts) < c.f.maxFiles {
			parts = append(parts, part{it.Loc, it.Line})
		}
		if !it.Sitemap && c.urls != nil {
			return c.listed(it.Loc, name, it.Line)
		}
		return nil
	})
	if err != nil {
		c.cannotRead(fmt.Errorf("%s: %w", name, err))
		return nil
	}
	if then != nil {
		if err := then(rep, parts); err != nil {
			return err
		}
	}
	return c.report(name, rep)
}

// parts checks the files that a local index lists and that lie beside it. An
// index that portolan did not publish here, and none of whose files is there,
// was taken from elsewhere without them. One that it did publish may list
// sitemaps of others, which lie elsewhere.
func (c *checker) parts(index, at string, parts []part, depth int) (rest unchecked, err error) {
	known := at != "" && c.f.at == ""
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
		c.cannotRead(err)
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
	return outcome.FileNames(dir, set)
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
func (c *checker) published(dir string) {
	for _, name := range ownFiles(dir) {
		if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) && !c.told[name] {
			c.told[name] = true
			c.cannotRead(fmt.Errorf("%s is missing: portolan published it there", name))
		}
	}
}
