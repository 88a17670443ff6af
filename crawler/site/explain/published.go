package explain

import (
	"errors"
	"fmt"
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
	x.Unwritten, x.Refused = !published, e.crawl.Refused()
	set, stands, err := publish.Current(e.dir)
	if err != nil {
		return fmt.Errorf("read the sitemap in %s: %w", e.dir, err)
	}
	if !stands {
		return nil
	}
	current := published && stored.MadeOf(e.crawl, set)
	made := Listed{MadeOf: filepath.Base(e.crawl.Path())}
	if current || set.MadeOf == made.MadeOf {
		changed, source, err := stored.LastModOf(e.ctx, e.crawl, row)
		if err != nil {
			return err
		}
		made.LastMod, made.LastModSource = changed, string(source)
	} else {
		if made.MadeOf, err = e.madeOf(set); err != nil {
			return err
		}
		x.Standing = made.MadeOf
	}
	among := slices.DeleteFunc(set.Files, func(f publish.File) bool { return row.URL < f.First || f.Last < row.URL })
	for _, f := range among {
		if current && len(among) == 1 || lists(filepath.Join(e.dir, f.Name), row.URL) {
			made.File, made.URL = f.Name, f.URL
			x.Listed = &made
			break
		}
	}
	return nil
}

// madeOf names the crawl of which the set that stands was made, where that is not the
// one that is asked.
func (e *explainer) madeOf(set *publish.Result) (string, error) {
	crawl, err := stored.OpenMadeOf(e.dir, set, nil)
	if err != nil || crawl == nil {
		return AnotherCrawl, err
	}
	return filepath.Base(crawl.Path()), crawl.Close()
}

// lists tells whether a sitemap file lists a URL; one that cannot be read does
// not.
func lists(name, url string) bool {
	file, err := publish.Open(name)
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
