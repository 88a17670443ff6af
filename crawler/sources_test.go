package crawler_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/testdata"
)

// TestDemoSitemap reads the demo's own, sloppy sitemap as well.
func TestDemoSitemap(t *testing.T) {
	site, err := crawltest.Parse(testdata.Demo)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := site.Part("expected")
	more, _ := site.Part("expected-from-sitemap")
	c := crawl(t, site, "demo.example", findSitemaps)
	if c.result.End != crawler.Complete {
		t.Errorf("ended as %q", c.result.End)
	}
	lines := sortedLines(slices.Concat(want, []byte("\n"), more))
	lines = slices.DeleteFunc(lines, func(l string) bool { return l == "" })
	if diff := cmp.Diff(lines, c.verdicts(t)); diff != "" {
		t.Errorf("verdicts (-want +got):\n%s", diff)
	}
	sameSources(t, c, map[string]string{
		"https://demo.example/":                         "https://demo.example/sitemap.xml:3 2025-03-09",
		"https://demo.example/shop/":                    "https://demo.example/sitemap.xml:4",
		"https://demo.example/shop/atlas.html":          "https://demo.example/sitemap.xml:5",
		"https://demo.example/archive/night-watch.html": "https://demo.example/sitemap.xml:9 2031-01-01",
		"https://www.harbour-museum.example/":           "https://demo.example/sitemap.xml:10",
		"https://demo.example/contact.html":             "",
	})
}

func findSitemaps(o *crawler.Options) { o.Sitemaps.Find = true }

// sameSources compares where in sitemaps URLs were found, joined by comma.
func sameSources(t *testing.T, c *crawled, want map[string]string) {
	t.Helper()
	got := map[string]string{}
	for url := range want {
		row, err := c.store.Find(url)
		if err != nil || row == nil {
			t.Fatalf("%s is not known: %v", url, err)
		}
		details, err := c.store.Sources(row.ID)
		if err != nil {
			t.Fatal(err)
		}
		var places []string
		for _, d := range details {
			if d.Source == frontier.FromSitemap {
				places = append(places, d.Detail)
			}
		}
		got[url] = strings.Join(places, ", ")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sources (-want +got):\n%s", diff)
	}
}

func packed(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func urlset(locs ...string) string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	for _, l := range locs {
		fmt.Fprintf(&b, "<url><loc>%s</loc></url>\n", l)
	}
	b.WriteString("</urlset>\n")
	return b.String()
}

// TestSloppySitemaps: an index with a packed, a missing, a nested and a
// foreign sitemap.
func TestSloppySitemaps(t *testing.T) {
	site := parseSite(t, `
origin: https://shop.example
-- /robots.txt --
User-agent: *
Disallow: /hidden/
Sitemap: https://shop.example/maps/index.xml
Sitemap: http://shop.example/news.rss
Sitemap: /relative.xml
Sitemap: https://shop.example/hidden/map.xml
-- / --
<a href="/a">a</a> <a href="/dead">dead</a>
-- /a --
A
-- /orphan --
An orphan that <a href="/from-orphan">links</a>.
-- /from-orphan --
So
-- /draft --
<meta name="robots" content="noindex">Draft
-- /moved --
HTTP 301
Location: /a

-- /from-feed --
News
-- /maps/index.xml --
<?xml version="1.0"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>https://shop.example/maps/pages.xml.gz</loc></sitemap>
<sitemap><loc>https://shop.example/maps/gone.xml</loc></sitemap>
<sitemap><loc>https://shop.example/maps/index.xml</loc></sitemap>
<sitemap><loc>https://cdn.example/foreign.xml</loc></sitemap>
<sitemap><loc>https://shop.example/maps/page.html</loc></sitemap>
</sitemapindex>
-- /maps/page.html --
<html><body>Not a sitemap: https://shop.example/no</body></html>
-- http://shop.example/news.rss --
HTTP 301
Location: https://shop.example/news.rss

-- /news.rss --
<?xml version="1.0"?>
<rss version="2.0"><channel><title>News</title>
<item><link>https://shop.example/from-feed?utm_source=rss</link><pubDate>Sun, 09 Mar 2025 07:15:00 GMT</pubDate></item>
</channel></rss>
`)
	pages := packed(t, urlset("https://shop.example/a", "https://shop.example/orphan", "https://shop.example/gone", "https://shop.example/moved",
		"https://shop.example/draft", "https://shop.example/hidden/x", "https://other.example/"))
	site.HandleFunc("https://shop.example/maps/pages.xml.gz", serveBytes("application/x-gzip", pages))
	c := crawl(t, site, "https://shop.example/", findSitemaps)
	want := []string{
		"http-4xx https://shop.example/dead",
		"http-4xx https://shop.example/gone",
		"listed https://shop.example/",
		"listed https://shop.example/a",
		"listed https://shop.example/from-feed",
		"listed https://shop.example/from-orphan",
		"listed https://shop.example/orphan",
		"noindex-meta https://shop.example/draft",
		"redirect https://shop.example/moved",
		"robots-blocked https://shop.example/hidden/x",
		"scope-host https://other.example/",
	}
	if diff := cmp.Diff(want, c.verdicts(t)); diff != "" {
		t.Errorf("verdicts (-want +got):\n%s", diff)
	}
	const gz = "https://shop.example/maps/pages.xml.gz"
	sameSources(t, c, map[string]string{
		"https://shop.example/a":         gz + ":3",
		"https://shop.example/orphan":    gz + ":4",
		"https://shop.example/from-feed": "https://shop.example/news.rss:3 2025-03-09T07:15:00Z",
	})
	sameFiles(t, c, []string{
		"robots https://shop.example/maps/index.xml sitemapindex 5 sitemaps",
		"robots https://shop.example/news.rss rss 1 URLs",
		"robots https://shop.example/hidden/map.xml: robots.txt forbids it, line 2: Disallow: /hidden/",
		"index https://shop.example/maps/pages.xml.gz urlset 7 URLs",
		"index https://shop.example/maps/gone.xml: status 404",
		"index https://shop.example/maps/page.html: not a sitemap",
	})
}

// sameFiles compares the sitemaps that were asked for, in any order.
func sameFiles(t *testing.T, c *crawled, want []string) {
	t.Helper()
	files, read := crawler.SitemapFiles(c.store.Meta)
	if !read {
		t.Fatal("sitemaps were not read")
	}
	var got []string
	for _, f := range files {
		line := string(f.Found) + " " + f.URL
		switch {
		case f.Sitemaps > 0:
			line += fmt.Sprintf(" %s %d sitemaps", f.Kind, f.Sitemaps)
		case f.Read:
			line += fmt.Sprintf(" %s %d URLs", f.Kind, f.URLs)
		default:
			line += ": " + f.Note
		}
		got = append(got, line)
	}
	slices.Sort(got)
	if diff := cmp.Diff(slices.Sorted(slices.Values(want)), got); diff != "" {
		t.Errorf("sitemaps (-want +got):\n%s", diff)
	}
}

func TestUsualPlaces(t *testing.T) {
	list := urlset("https://shop.example/orphan")
	tests := []struct {
		name  string
		robot string // lines of robots.txt
		site  string
		want  []string
	}{
		{"the first that is there", "", "-- /sitemap_index.xml --\n" + list, []string{
			"usual-place https://shop.example/sitemap.xml: status 404",
			"usual-place https://shop.example/sitemap_index.xml urlset 1 URLs",
		}},
		{"none where robots.txt names one", "Sitemap: https://shop.example/map.xml\n", "-- /map.xml --\n" + list + "-- /sitemap.xml --\n" + list, []string{
			"robots https://shop.example/map.xml urlset 1 URLs",
		}},
		{"where robots.txt names a dead one", "Sitemap: https://shop.example/map.xml\n", "-- /sitemap.xml --\n" + list, []string{
			"robots https://shop.example/map.xml: status 404",
			"usual-place https://shop.example/sitemap.xml urlset 1 URLs",
		}},
		{"behind a redirect", "", "-- /sitemap.xml --\nHTTP 301\nLocation: /maps/x.xml\n\n-- /maps/x.xml --\n" + list, []string{
			"usual-place https://shop.example/sitemap.xml: redirects to https://shop.example/maps/x.xml",
			"usual-place https://shop.example/maps/x.xml urlset 1 URLs",
		}},
		{"after an answer that is temporary", "", "-- /sitemap.xml --\nHTTP 503\n\nlater\n-- /sitemap.xml --\n" + list, []string{
			"usual-place https://shop.example/sitemap.xml urlset 1 URLs",
		}},
		{"after one that breaks off", "", "-- /sitemap.xml --\nHTTP 200\nCrawltest-Fault: truncate\n\n" + list + "-- /sitemap.xml --\n" + list, []string{
			"usual-place https://shop.example/sitemap.xml urlset 1 URLs",
		}},
		{"not behind a page that says 200 to all", "", "-- /* --\n<title>Welcome</title>", []string{
			"usual-place https://shop.example/sitemap.xml: not a sitemap",
			"usual-place https://shop.example/sitemap_index.xml: not a sitemap",
			"usual-place https://shop.example/sitemap-index.xml: not a sitemap",
			"usual-place https://shop.example/sitemap.xml.gz: not a sitemap",
			"usual-place https://shop.example/wp-sitemap.xml: not a sitemap",
			"usual-place https://shop.example/sitemap.txt: not a sitemap",
		}},
		{"an empty list", "", "-- /sitemap.txt --\n", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			site := parseSite(t, "origin: https://shop.example\n-- /robots.txt --\nUser-agent: *\nDisallow:\n"+tt.robot+"-- / --\nHome\n-- /orphan --\nO\n"+tt.site)
			c := crawl(t, site, "https://shop.example/", findSitemaps)
			if tt.want != nil {
				sameFiles(t, c, tt.want)
			}
			row, err := c.store.Find("https://shop.example/orphan")
			if err != nil {
				t.Fatal(err)
			}
			if found := len(tt.want) > 0 && strings.HasSuffix(tt.want[len(tt.want)-1], "1 URLs"); found != (row != nil) {
				t.Errorf("the orphan is known: %t, want %t", row != nil, found)
			}
		})
	}
}

// TestSitemapBreaksOff: a packed sitemap of unknown length that ends early may
// have been cut on its way, and is asked for again; one that came whole is not.
func TestSitemapBreaksOff(t *testing.T) {
	locs := []string{"https://shop.example/a"}
	for i := range 100 {
		locs = append(locs, fmt.Sprintf("https://other.example/%x", i*i*i*104729))
	}
	whole := packed(t, urlset(append(locs, "https://shop.example/b")...))
	for _, tt := range []struct {
		name   string
		length bool
		asked  int64
	}{{"length unknown", false, 2}, {"length known", true, 1}} {
		t.Run(tt.name, func(t *testing.T) {
			site := parseSite(t, "origin: https://shop.example\n-- / --\nHome\n-- /a --\nA\n-- /b --\nB\n")
			var asked atomic.Int64
			site.HandleFunc("/sitemap.xml", func(w http.ResponseWriter, _ *http.Request) {
				body := whole
				if asked.Add(1) == 1 {
					body = body[:len(body)/2]
				}
				w.Header().Set("Content-Type", "application/gzip")
				if tt.length {
					w.Header().Set("Content-Length", fmt.Sprint(len(body)))
				}
				_, _ = io.WriteString(w, body)
				_ = http.NewResponseController(w).Flush()
			})
			c := crawl(t, site, "https://shop.example/", findSitemaps)
			if n := asked.Load(); n != tt.asked {
				t.Errorf("asked for %d times, want %d", n, tt.asked)
			}
			row, err := c.store.Find("https://shop.example/b")
			if err != nil || (row != nil) != (tt.asked == 2) {
				t.Errorf("the last URL is known: %t, %v", row != nil, err)
			}
		})
	}
}

// TestSitemapsComeLast: what links reach keeps its depth, and a sitemap is
// not read under limits that the user typed.
func TestSitemapsComeLast(t *testing.T) {
	const text = "origin: https://shop.example\n-- / --\n<a href='/a'>a</a>\n-- /a --\n<a href='/b'>b</a>\n-- /b --\nB\n-- /c --\nC\n-- /sitemap.xml --\n"
	list := urlset("https://shop.example/b", "https://shop.example/c")
	for name, tt := range map[string]struct {
		change func(*crawler.Options)
		depths map[string]int // -1: not known
	}{
		"all":         {findSitemaps, map[string]int{"a": 1, "b": 2, "c": frontier.NoDepth}},
		"off":         {nil, map[string]int{"b": 2, "c": -1}},
		"given":       {func(o *crawler.Options) { o.Sitemaps.URLs = []string{"https://shop.example/sitemap.xml"} }, map[string]int{"b": 2, "c": frontier.NoDepth}},
		"depth limit": {func(o *crawler.Options) { findSitemaps(o); o.Limits.Depth = 1 }, map[string]int{"b": 2, "c": -1}},
		"page limit":  {func(o *crawler.Options) { findSitemaps(o); o.Limits.Pages = 2 }, map[string]int{"b": 2, "c": -1}},
	} {
		t.Run(name, func(t *testing.T) {
			c := crawl(t, parseSite(t, text+list), "https://shop.example/", tt.change)
			for path, want := range tt.depths {
				row, err := c.store.Find("https://shop.example/" + path)
				if err != nil {
					t.Fatal(err)
				}
				got := -1
				if row != nil {
					got = int(row.Depth)
				}
				if got != want {
					t.Errorf("depth of /%s is %d, want %d", path, got, want)
				}
			}
		})
	}
}

// TestLongSitemap: a sitemap goes to the store in parts, and none is lost.
func TestLongSitemap(t *testing.T) {
	var locs []string
	for n := range 5001 {
		locs = append(locs, fmt.Sprintf("https://other.example/%d", n))
	}
	site := parseSite(t, "origin: https://shop.example\n-- / --\nHome\n")
	site.HandleFunc("https://shop.example/sitemap.xml", serveBytes("text/xml", urlset(locs...)))
	c := crawl(t, site, "https://shop.example/", findSitemaps)
	if known := c.store.Counts().Known; known != 5002 || c.result.End != crawler.Complete {
		t.Errorf("%d URLs are known, want 5002; ended as %s", known, c.result.End)
	}
}

func serveBytes(mediaType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", mediaType)
		fmt.Fprint(w, body)
	}
}
