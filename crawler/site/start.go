package site

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/crawler/start"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// ErrInterrupted is the error of Make for a crawl that was asked to stop. The
// next one goes on with it.
var ErrInterrupted = errors.New("it was interrupted")

// find resolves the start, and draws the scope around it where none is given.
func (o *Options) find(ctx context.Context, url string) error {
	polite := pace.NewPoliteFetcher(o.Crawl.NewFetcher(), o.Crawl.Politeness)
	resolver := start.Resolver{
		Fetcher: polite, Identity: o.Crawl.Identity, Robots: o.Crawl.Robots, ListAgent: o.Crawl.ListAgent, EnableCookies: o.Crawl.EnableCookies,
	}
	found, err := resolver.Resolve(ctx, url)
	if err != nil {
		return err
	}
	o.Crawl.Start, o.Crawl.Rules, o.Crawl.Asked = found.URL, found.Rules, polite.Asked()
	o.Front, o.TwoSites = found.Front, found.TwoSites
	if o.MapURL == "" {
		o.MapURL = MapURL(found.URL, "sitemap.xml")
	}
	if o.Crawl.Scope == (canonical.Scope{}) {
		if o.Crawl.Scope, err = canonical.ScopeOf(o.MapURL); err != nil {
			return fmt.Errorf("draw the scope of %s: %w", o.MapURL, err)
		}
	}
	return nil
}

// MapURL gives the URL at which a sitemap of that file name is served that may
// list start and all below its directory.
func MapURL(start, file string) string {
	start, _, _ = strings.Cut(start, "?")
	return start[:strings.LastIndex(start, "/")+1] + file
}

// joined keeps an error that is alone as it is.
func joined(err, then error) error {
	if err == nil || then == nil {
		return cmp.Or(err, then)
	}
	return errors.Join(err, then)
}
