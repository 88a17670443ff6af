package site_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/filter"
	"github.com/portolan-seo/portolan/crawler/render"
	"github.com/portolan-seo/portolan/crawler/site"
)

// charts is the archive of the React site of testdata/render, with so many
// charts. Chart 2 is withdrawn (noindex), chart 3 is of chart 1 (canonical).
func charts(t *testing.T, n int) string {
	t.Helper()
	file := func(name string) string {
		text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "render", "react", "dist", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
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
	if os.Getenv("PORTOLAN_TEST_ALL") == "" {
		t.Skip("pages are rendered by a Chromium where PORTOLAN_TEST_ALL is set")
	}
	r := newRunner(t)
	with := func(o *site.Options) {
		o.Crawl.Render.Tabs = 2
		o.Crawl.Render.Open = func(ctx context.Context, asker render.Asker) (crawler.Renderer, error) {
			return render.New(ctx, render.Options{Asker: asker, Effect: filter.HasEffect, Tabs: 2, NoSandbox: os.Geteuid() == 0})
		}
	}
	run := r.mustMake(charts(t, 12), with)
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
	var got []string
	for line := range strings.SplitSeq(r.sitemap(), "<loc>") {
		if url, _, found := strings.Cut(line, "</loc>"); found {
			got = append(got, url)
		}
	}
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
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
