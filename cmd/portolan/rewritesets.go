package main

import (
	"path/filepath"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// sets are the sets to write: one by default, else one for each URL.
func (r *rewriter) sets(f *rewriteFlags) ([]*setWriter, error) {
	if len(f.urls) == 0 {
		return []*setWriter{r.set("", r.defaultURL(f), r.crawl.scope)}, nil
	}
	rules, err := canonical.New(r.crawl.rules.Identity)
	if err != nil {
		return nil, failf("read the rules of URL identity: %w", err)
	}
	var sets []*setWriter
	seen := map[string]bool{}
	for _, text := range f.urls {
		form, err := sitemapForm(rules, text)
		if err != nil {
			return nil, err
		}
		scope, err := canonical.ScopeOf(form)
		if err != nil {
			return nil, usagef("--sitemap-url %q: %w", text, err)
		}
		if r.crawl.scope.Check([]byte(scope.String())) != canonical.OK {
			return nil, usagef("--sitemap-url %q: it would list what lies outside of %s, which is all that was crawled", text, r.crawl.scope)
		}
		set := r.set(strings.TrimPrefix(scope.Dir, r.crawl.scope.Dir), form, scope)
		if seen[set.dir] {
			return nil, usagef("--sitemap-url %q: another one lies in the same directory, or in one of the same name in the site folder", text)
		}
		seen[set.dir] = true
		sets = append(sets, set)
	}
	return sets, nil
}

// sitemapForm gives the canonical form of a --sitemap-url.
func sitemapForm(rules *canonical.Rules, text string) (string, error) {
	form := rules.Canonical(text)
	if form.Reason != canonical.OK || strings.HasSuffix(string(form.URL), "/") {
		return "", usagef("--sitemap-url %q: it is the whole URL of a file, such as https://example.com/sitemap.xml", text)
	}
	place, _, _ := strings.Cut(string(form.URL), "?")
	if err := publish.CheckURL(string(form.URL)); err != nil || strings.HasSuffix(place, "/"+crawlsDir) {
		return "", usagef("--sitemap-url %q: its last segment cannot be the name of a file in the site folder", text)
	}
	return string(form.URL), nil
}

// defaultURL is where the crawl's sitemap is served; --gzip names the packed
// one beside it.
func (r *rewriter) defaultURL(f *rewriteFlags) string {
	if f.gzip && !strings.HasSuffix(r.crawl.mapURL, ".gz") {
		return r.crawl.mapURL + ".gz"
	}
	return r.crawl.mapURL
}

func (r *rewriter) set(below, url string, scope canonical.Scope) *setWriter {
	return &setWriter{publishing: r.opts, crawl: r.crawl, dir: safePath(below), url: url, scope: scope, now: time.Now()}
}

// safePath makes a path below the site folder of a URL's: of [a-z0-9._-]
// alone, no part hidden, an option, or the place of the crawl files.
func safePath(path string) string {
	var parts []string
	for part := range strings.SplitSeq(strings.Trim(path, "/"), "/") {
		if part == "" {
			continue
		}
		if part = folderName(canonical.Scope{Host: part}); part == crawlsDir {
			part += "-"
		}
		parts = append(parts, part)
	}
	return filepath.Join(parts...)
}
