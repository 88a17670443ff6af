package summary

import (
	"context"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/coverage"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
)

// CoverageOf joins a judged crawl with what its sources know.
func CoverageOf(ctx context.Context, crawl *stored.Crawl) (*coverage.Coverage, error) {
	files, _ := crawler.SitemapFiles(crawl.Meta)
	o := coverage.Options{}
	find := findings.Options{Scope: crawl.Options.Scope, Incomplete: crawl.WhyIncomplete(), Only: []string{"orphan"}}
	for _, f := range files {
		o.SitemapsRead = o.SitemapsRead || f.Read && f.URLs > 0
		find.Sitemaps = append(find.Sitemaps, findings.SitemapFile{URL: f.URL, Named: string(f.Found), Status: f.Status, Read: f.Read, URLs: f.URLs})
	}
	var orphans []frontier.ID
	found, err := findings.Find(ctx, crawl, find, func(f *findings.Finding) error {
		orphans = append(orphans, f.ID)
		return nil
	})
	if err != nil {
		return nil, err
	}
	o.NoOrphans = found.Of("orphan").Withheld
	o.Orphans = func(_ context.Context, give func(frontier.ID)) error {
		for _, id := range orphans {
			give(id)
		}
		return nil
	}
	return coverage.Read(ctx, crawl, o)
}
