package explain

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/sitemap"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// sitemap finds the published file to which a listed URL belongs: the files of
// a series hold ranges of sorted URLs. Where several series have a range that
// takes it in, the files are read.
func (e *explainer) sitemap(x *Explanation, row *frontier.Row) error {
	if x.Verdict.State != audit.ListedInFile.String() {
		return nil
	}
	published := stored.Published(e.crawl)
	x.Unwritten = !published
	set, stands, err := publish.Current(e.dir)
	if err != nil {
		return fmt.Errorf("read the sitemap in %s: %w", e.dir, err)
	}
	if !stands {
		return nil
	}
	current := published && stored.MadeOf(e.crawl, set)
	changed, source, err := stored.LastModOf(e.ctx, e.crawl, row)
	if err != nil {
		return err
	}
	among := slices.DeleteFunc(set.Files, func(f publish.File) bool { return row.URL < f.First || f.Last < row.URL })
	for _, f := range among {
		if current && len(among) == 1 || lists(filepath.Join(e.dir, f.Name), row.URL) {
			x.Listed = &Listed{f.Name, f.URL, changed, string(source)}
			break
		}
	}
	return nil
}

// lists tells whether a sitemap file lists a URL; one that cannot be read does
// not.
func lists(name, url string) bool {
	file, err := os.Open(name)
	if err != nil {
		return false
	}
	defer file.Close()
	found := errors.New("found")
	_, err = sitemap.Read(file, sitemap.ReadOptions{}, func(it sitemap.Item) error {
		if it.Loc == url {
			return found
		}
		return nil
	})
	return err == found
}
