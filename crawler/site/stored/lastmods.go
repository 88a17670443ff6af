package stored

import (
	"context"
	"slices"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
)

// LastMods reads what the dates of a judged crawl rest on.
func LastMods(ctx context.Context, crawl frontier.Crawl) (*audit.LastMods, error) {
	carried := crawl.Meta(metaCarried)
	stated := slices.ContainsFunc([]string{"from-list", "from-dir"}, func(source string) bool { return IsGiven(crawl, source) })
	return audit.NewLastMods(ctx, crawl, feedsOf(crawl), carried != "" && carried != "0", stated)
}

// feedsOf gives the feeds that a crawl has read URLs from.
func feedsOf(crawl frontier.Crawl) []string {
	var feeds []string
	files, _ := crawler.SitemapFiles(crawl.Meta)
	for _, f := range files {
		if f.Read && f.Feed() {
			feeds = append(feeds, f.URL)
		}
	}
	return feeds
}
