package site_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler"
	_ "github.com/portolan-seo/portolan/crawler/crawltest/lazygc"
	"github.com/portolan-seo/portolan/crawler/filter"
	"github.com/portolan-seo/portolan/crawler/render"
	"github.com/portolan-seo/portolan/crawler/site"
)

func needsChromium(t *testing.T) {
	t.Helper()
	if os.Getenv("PORTOLAN_TEST_ALL") == "" {
		t.Skip("pages are rendered by a Chromium where PORTOLAN_TEST_ALL is set")
	}
}

// withChromium has a crawl render by a real browser.
func withChromium(settings render.Options) func(*site.Options) {
	settings.Effect, settings.Tabs, settings.NoSandbox = filter.HasEffect, 2, os.Geteuid() == 0
	settings.MaxTime = time.Minute // on a busy machine pages would be cut
	return func(o *site.Options) {
		o.Crawl.Render.Tabs = 2
		o.Crawl.Render.Open = func(ctx context.Context, asker render.Asker) (crawler.Renderer, error) {
			settings.Asker = asker
			return render.New(ctx, settings)
		}
	}
}

// allLocs are the URLs of a sitemap, sorted.
func allLocs(sitemap string) (urls []string) {
	for line := range strings.SplitSeq(sitemap, "<loc>") {
		if url, _, found := strings.Cut(line, "</loc>"); found {
			urls = append(urls, url)
		}
	}
	slices.Sort(urls)
	return urls
}

// built is a file of a site of testdata/render that npm has built.
func built(t *testing.T, app, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "render", app, "dist", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// charts is the archive of the React site of testdata/render, with so many
// charts. Chart 2 is withdrawn (noindex), chart 3 is of chart 1 (canonical).
func charts(t *testing.T, n int) string {
	t.Helper()
	file := func(name string) string { return built(t, "react", name) }
	var b, list strings.Builder
	fmt.Fprintf(&b, "origin: http://charts.example\n-- /robots.txt --\nHTTP 404\n\n-- /app.js --\n%s\n-- /* --\n%s\n-- /api/* --\nHTTP 404\n\n{}\n", file("app.js"), file("index.html"))
	for id := 1; id <= n; id++ {
		extra := map[int]string{2: `,"withdrawn":true`, 3: `,"of":1`}[id]
		fmt.Fprintf(&list, `,{"id":%d,"name":"Chart %d","scale":"1:%d000"}`, id, id, id)
		fmt.Fprintf(&b, "-- /api/chart-%d.json --\n{\"name\":\"Chart %d\",\"scale\":\"1:%d000\",\"next\":%d%s,\"text\":%q}\n", id, id, id, id%n+1, extra,
			strings.Repeat(fmt.Sprintf("Sheet %d shows rocks and lights. ", id), 40))
	}
	fmt.Fprintf(&b, "-- /api/charts.json --\n[%s]\n", list.String()[1:])
	return b.String()
}

// The site that npm has built is listed by a real browser, all its routes, and
// by a crawl without one after it.
func TestRenderedByChromium(t *testing.T) {
	needsChromium(t)
	r := newRunner(t)
	run := r.mustMake(charts(t, 12), withChromium(render.Options{}))
	var want []string
	for _, path := range []string{"", "harbour", "tides"} {
		want = append(want, "http://charts.example/"+path)
	}
	for id := 1; id <= 12; id++ {
		if id != 2 && id != 3 {
			want = append(want, fmt.Sprintf("http://charts.example/chart/%d", id))
		}
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, allLocs(r.sitemap())); diff != "" {
		t.Errorf("listed (-want +got):\n%s", diff)
	}
	verdicts, _, _ := crawledFile(t, run)
	if v := verdicts["http://charts.example/nowhere"]; v != "soft-404" {
		t.Errorf("/nowhere is %s", v)
	}
	published := r.sitemap()
	r.mustMake(charts(t, 12), func(o *site.Options) {
		o.Crawl.Render.Open = func(context.Context, render.Asker) (crawler.Renderer, error) { return nil, render.ErrNone }
	})
	if r.sitemap() != published {
		t.Error("without a browser another set was published")
	}
}

// tides is the archive of the Vue site of testdata/render: one page of scripts
// with routes behind #, and the tables, which the server makes.
func tides(t *testing.T) string {
	t.Helper()
	var b, list strings.Builder
	for id := range 8 {
		fmt.Fprintf(&list, `,{"id":%d,"harbour":"Harbour %d"}`, id, id)
		fmt.Fprintf(&b, "-- /tables/%d.html --\n<title>Tides of harbour %d</title><h1>Harbour %d</h1><p>%s</p>\n", id, id, id,
			strings.Repeat(fmt.Sprintf("High water %d. ", id), 60))
	}
	return fmt.Sprintf("origin: http://tides.example\n-- /robots.txt --\nHTTP 404\n\n-- / --\n%s\n-- /app.js --\n%s\n-- /api/tables.json --\n[%s]\n%s",
		built(t, "vue", "index.html"), built(t, "vue", "app.js"), list.String()[1:], b.String())
}

// A site whose list comes by a question in JSON.
const asks = `origin: http://asks.example
-- /robots.txt --
HTTP 404

-- / --
<title>Asks</title><div id="root"></div><script src="/app.js"></script>
-- /app.js --
fetch("/search", {method: "POST", headers: {"Content-Type": "application/json"}, body: '{"q":"all"}'}).then(a => a.text()).then(
	text => document.getElementById("root").innerHTML = "<h1>All</h1>" + text, () => document.getElementById("root").innerHTML = "<h1>None</h1>")
-- /search --
<a href="/found">found</a>
-- /found --
<title>Found</title><h1>Found</h1>
`

// What a crawl is told to do in pages brings what they show later, and no more.
func TestActsOfCrawls(t *testing.T) {
	needsChromium(t)
	list := func(host, form string, ids ...int) (urls []string) {
		urls = append(urls, "http://"+host+"/")
		for _, id := range ids {
			urls = append(urls, fmt.Sprintf("http://"+host+form, id))
		}
		slices.Sort(urls)
		return urls
	}
	upTo := func(n int) (ids []int) {
		for id := range n {
			ids = append(ids, id)
		}
		return ids
	}
	for name, c := range map[string]struct {
		archive string
		set     render.Options
		want    []string
	}{
		"Vue, as it comes":   {tides(t), render.Options{}, list("tides.example", "/tables/%d.html", upTo(3)...)},
		"Vue, clicked once":  {tides(t), render.Options{Click: "#more", Clicks: 1}, list("tides.example", "/tables/%d.html", upTo(6)...)},
		"Vue, clicked often": {tides(t), render.Options{Click: "#more", Clicks: 9}, list("tides.example", "/tables/%d.html", upTo(8)...)},
		"asked":              {asks, render.Options{Post: true}, []string{"http://asks.example/", "http://asks.example/found"}},
		"not asked":          {asks, render.Options{}, []string{"http://asks.example/"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRunner(t)
			r.mustMake(c.archive, withChromium(c.set))
			if diff := cmp.Diff(c.want, allLocs(r.sitemap())); diff != "" {
				t.Errorf("listed (-want +got):\n%s", diff)
			}
		})
	}
	for scrolls, want := range []int{10, 20, 30} {
		r := newRunner(t)
		set := withChromium(render.Options{Scroll: scrolls})
		r.mustMake(charts(t, 40), func(o *site.Options) {
			set(o)
			o.Crawl.Limits.Depth = 1
		})
		if got := strings.Count(r.sitemap(), "/chart/"); got != want-min(2, want) {
			t.Errorf("%d scrolls: %d charts, want %d but for the two that are not to be listed", scrolls, got, want)
		}
	}
}
