package rewrite

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/option"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/listing"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// sets are the sets to write: one by default, else one for each URL.
func (r *rewriter) sets(f *rewriteFlags, dir string) ([]*listing.Set, error) {
	if len(f.urls) == 0 {
		return []*listing.Set{r.set(dir, "", r.defaultURL(f), r.crawl.Options.Scope)}, nil
	}
	rules, err := canonical.New(r.crawl.Options.Identity)
	if err != nil {
		return nil, exit.Failf("read the rules of URL identity: %w", err)
	}
	var sets []*listing.Set
	seen := map[string]bool{}
	for _, text := range f.urls {
		form, err := option.SitemapForm(rules, text)
		if err != nil {
			return nil, err
		}
		scope, err := canonical.ScopeOf(form)
		if err != nil {
			return nil, exit.Usagef("--sitemap-url %q: %w", text, err)
		}
		if r.crawl.Options.Scope.Check([]byte(scope.String())) != canonical.OK {
			return nil, exit.Usagef("--sitemap-url %q: it would list what lies outside of %s, which is all that was crawled", text, r.crawl.Options.Scope)
		}
		set := r.set(dir, strings.TrimPrefix(scope.Dir, r.crawl.Options.Scope.Dir), form, scope)
		if seen[set.Dir] {
			return nil, exit.Usagef("--sitemap-url %q: another one lies in the same directory, or in one of the same name in the site folder", text)
		}
		seen[set.Dir] = true
		sets = append(sets, set)
	}
	return sets, nil
}

// defaultURL is where the crawl's sitemap is served; --gzip names the packed
// one beside it, --gzip=false the other.
func (r *rewriter) defaultURL(f *rewriteFlags) string {
	bare, packed := strings.CutSuffix(r.crawl.MapURL, ".gz")
	typed := slices.ContainsFunc(f.given, func(g stored.Given) bool { return g.Flag == "gzip" })
	switch {
	case typed && f.Gzip:
		return bare + ".gz"
	case typed && packed:
		return bare
	}
	return r.crawl.MapURL
}

func (r *rewriter) set(dir, below, url string, scope canonical.Scope) *listing.Set {
	return &listing.Set{Options: &r.opts.Options, Crawl: r.crawl, Dir: filepath.Join(dir, folder.Below(below)), URL: url, Scope: scope, Now: time.Now()}
}
