package crawler_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/frontier"
)

// earlier gives what a crawl has read of sitemaps to the next one.
func earlier(t *testing.T, c *crawled) crawler.EarlierSitemaps {
	t.Helper()
	files, read := crawler.SitemapFiles(c.store.Meta)
	if !read {
		t.Fatal("the earlier crawl has read no sitemaps")
	}
	return crawler.EarlierSitemaps{Files: files, Named: func(yield func(crawler.Mention, error) bool) {
		for row, err := range c.store.Rows(t.Context()) {
			if err != nil {
				yield(crawler.Mention{}, err)
				return
			}
			details, err := c.store.Sources(row.ID)
			for _, d := range details {
				if d.Source == frontier.FromSitemap && !yield(crawler.Mention{URL: row.URL, Source: d.Source, Detail: d.Detail}, err) {
					return
				}
			}
		}
	}}
}

// mapped is a site whose sitemaps answer with one ETag, or with a date, each.
func mapped(more string) string {
	set := func(name string) string {
		return "HTTP 200\nContent-Type: text/xml\n" + name + "\n\n"
	}
	return "origin: https://shop.example\n-- /robots.txt --\nSitemap: https://shop.example/index.xml\n-- / --\nHome\n" +
		"-- /a --\nA\n-- /b --\nB\n-- /c --\nC\n-- /d --\nD\n-- /index.xml --\n" + set(`ETag: "index"`) +
		`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>https://shop.example/one.xml</loc></sitemap>
<sitemap><loc>https://shop.example/two.xml</loc></sitemap>
<sitemap><loc>https://shop.example/three.xml</loc></sitemap>
</sitemapindex>
-- /one.xml --
` + set(`ETag: "one"`) + urlset("https://shop.example/a", "https://shop.example/b") + `-- /two.xml --
` + set(`Last-Modified: Sun, 09 Mar 2025 07:15:00 GMT`) + urlset("https://shop.example/b", "ftp://shop.example/no", "https://other.example/") + more
}

// conditions gives the conditional requests that a site has got, and its
// answers.
func conditions(c *crawled) []string {
	var got []string
	for _, r := range c.server.Log() {
		if match := r.Header.Get("If-None-Match") + r.Header.Get("If-Modified-Since"); match != "" {
			got = append(got, r.URL+" "+match)
		}
	}
	slices.Sort(got)
	return got
}

// TestUnchangedSitemaps: sitemaps that did not change since the last crawl are
// not sent again, and name what they named.
func TestUnchangedSitemaps(t *testing.T) {
	const changing = "-- /three.xml --\nHTTP 200\nETag: \"%s\"\nContent-Type: text/xml\n\n"
	before := crawl(t, parseSite(t, mapped(fmt.Sprintf(changing, "old")+urlset("https://shop.example/c"))), "https://shop.example/", findSitemaps)
	if got := conditions(before); got != nil {
		t.Errorf("conditional requests without an earlier crawl: %q", got)
	}
	after := crawl(t, parseSite(t, mapped(fmt.Sprintf(changing, "new")+urlset("https://shop.example/d"))), "https://shop.example/", func(o *crawler.Options) {
		findSitemaps(o)
		o.Sitemaps.Before = earlier(t, before)
	})
	want := []string{
		`https://shop.example/one.xml "one"`,
		`https://shop.example/three.xml "old"`,
		"https://shop.example/two.xml Sun, 09 Mar 2025 07:15:00 GMT",
	}
	if diff := cmp.Diff(want, conditions(after)); diff != "" {
		t.Errorf("conditional requests (-want +got):\n%s", diff)
	}
	want = []string{
		"listed https://shop.example/", "listed https://shop.example/a", "listed https://shop.example/b",
		"listed https://shop.example/d", "scope-host https://other.example/",
	}
	if diff := cmp.Diff(want, after.verdicts(t)); diff != "" {
		t.Errorf("verdicts (-want +got):\n%s", diff)
	}
	sameSources(t, after, map[string]string{
		"https://shop.example/b": "https://shop.example/one.xml:4, https://shop.example/two.xml:3",
		"https://shop.example/d": "https://shop.example/three.xml:3",
	})
	states := map[string]string{}
	files, _ := crawler.SitemapFiles(after.store.Meta)
	for _, f := range files {
		states[f.URL] = fmt.Sprint(f.Status, f.Read, f.Unchanged, f.URLs) + " " + f.ETag + f.LastModified
	}
	if diff := cmp.Diff(map[string]string{
		"https://shop.example/index.xml": `200 true false 0 "index"`,
		"https://shop.example/one.xml":   `304 true true 2 "one"`,
		"https://shop.example/two.xml":   "304 true true 2 Sun, 09 Mar 2025 07:15:00 GMT",
		"https://shop.example/three.xml": `200 true false 1 "new"`,
	}, states); diff != "" {
		t.Errorf("sitemaps (-want +got):\n%s", diff)
	}
	third := crawl(t, parseSite(t, mapped(fmt.Sprintf(changing, "new")+urlset("https://shop.example/d"))), "https://shop.example/", func(o *crawler.Options) {
		findSitemaps(o)
		o.Sitemaps.Before = earlier(t, after)
	})
	if diff := cmp.Diff(after.verdicts(t), third.verdicts(t)); diff != "" {
		t.Errorf("a third crawl knows other URLs (-second +third):\n%s", diff)
	}
}

// TestUnusableEarlierCrawl: where the earlier crawl does not tell what an
// unchanged sitemap names, it is asked for again without conditions.
func TestUnusableEarlierCrawl(t *testing.T) {
	text := mapped("")
	before := crawl(t, parseSite(t, text), "https://shop.example/", findSitemaps)
	for name, named := range map[string]crawler.Mentions{
		"it knows no URL": func(func(crawler.Mention, error) bool) {},
		"it cannot be read": func(yield func(crawler.Mention, error) bool) {
			if yield(crawler.Mention{URL: "https://shop.example/a", Source: frontier.FromSitemap, Detail: "https://shop.example/one.xml:3"}, nil) {
				yield(crawler.Mention{}, errors.New("the file is damaged"))
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			after := crawl(t, parseSite(t, text), "https://shop.example/", func(o *crawler.Options) {
				findSitemaps(o)
				o.Sitemaps.Before = earlier(t, before)
				o.Sitemaps.Before.Named = named
			})
			if diff := cmp.Diff(before.verdicts(t), after.verdicts(t)); diff != "" {
				t.Errorf("verdicts differ (-before +after):\n%s", diff)
			}
			asked := 0
			for _, r := range after.server.Log() {
				if strings.HasSuffix(r.URL, "/one.xml") {
					asked++
				}
			}
			if got := len(conditions(after)); got != 2 || asked != 2 {
				t.Errorf("%d conditional requests, %d of one sitemap in all; want 2 and 2", got, asked)
			}
			files, _ := crawler.SitemapFiles(after.store.Meta)
			for _, f := range files {
				if f.Unchanged || f.Status == 304 {
					t.Errorf("%s is noted as unchanged", f.URL)
				}
			}
		})
	}
}
