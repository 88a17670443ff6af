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
	carried, stated := dateUnread(crawl)
	return audit.NewLastMods(ctx, crawl, feedsOf(crawl), carried, stated)
}

// LastModOf gives the date of one URL of a judged crawl, as LastMods does.
func LastModOf(ctx context.Context, crawl frontier.Crawl, row *frontier.Row) (string, audit.LastModSource, error) {
	carried, stated := dateUnread(crawl)
	return audit.LastModOf(ctx, crawl, feedsOf(crawl), carried, stated, row)
}

// dateUnread tells of URLs that may have a date without having been read: those that
// are carried, and those that sources of the user state one of.
func dateUnread(crawl frontier.Crawl) (carried, stated bool) {
	n := crawl.Meta(metaCarried)
	return n != "" && n != "0", slices.ContainsFunc([]string{"from-list", "from-dir"}, func(source string) bool { return IsGiven(crawl, source) })
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
