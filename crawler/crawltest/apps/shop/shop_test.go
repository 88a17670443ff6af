package shop_test

import (
	"html"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/shop"
)

var productRE = regexp.MustCompile(`<h3><a href="(/p/[^"]*)"`)

// TestRelations shows that a list stands to the plain one as its kind says.
func TestRelations(t *testing.T) {
	app := shop.New(shop.Config{Seed: 1, Categories: 3, Products: 60, PartSize: 12, Past: shop.Empty, Multi: true}).
		App("shop", "", apps.Limit{})
	run := app.Run()
	products := func(path string) []string {
		rec := httptest.NewRecorder()
		run.ServeHTTP(rec, httptest.NewRequest("GET", path, nil))
		_, main, _ := strings.Cut(rec.Body.String(), "<main>")
		var found []string
		for _, m := range productRE.FindAllStringSubmatch(main, -1) {
			found = append(found, html.UnescapeString(m[1]))
		}
		return found
	}
	union := func(paths ...string) []string {
		var all []string
		for _, p := range paths {
			all = append(all, products(p)...)
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	whole := union("/acorns", "/acorns?page=2")
	if len(whole) != 20 {
		t.Fatalf("the two parts have %d products", len(whole))
	}
	for _, path := range []string{"/acorns?sort=price", "/acorns?dir=desc"} {
		if parts := union(path, path+"&page=2"); !slices.Equal(parts, whole) || slices.Equal(products(path), products("/acorns")) {
			t.Errorf("%s is not the same list in another order", path)
		}
	}
	if !slices.Equal(union("/acorns?limit=24"), whole) || !slices.Equal(products("/acorns?view=list"), products("/acorns")) {
		t.Error("page size or view change the list")
	}
	red, both := union("/acorns?colour=red"), union("/acorns?colour=red,blue")
	if len(red) == 0 || len(red) >= len(both) || len(both) >= len(whole) {
		t.Errorf("%d red, %d red or blue, %d in all", len(red), len(both), len(whole))
	}
	for _, p := range both {
		if !slices.Contains(whole, p) {
			t.Errorf("%s is not in the plain list", p)
		}
	}
	if past := products("/acorns?page=3"); len(past) != 0 {
		t.Errorf("past the end there are %v", past)
	}
}

// Every spelling is read as it is written.
func TestStyles(t *testing.T) {
	for style := shop.Query; style <= shop.Bare; style++ {
		for _, paging := range []shop.Paging{shop.PageParam, shop.PagePath, shop.Start, shop.More} {
			s := shop.New(shop.Config{Seed: 2, Categories: 3, Products: 60, PartSize: 6, Style: style, Paging: paging})
			n := 0
			for path := range s.Required() {
				v := s.Look(apps.ParseURL(path))
				if v.Word != apps.Required {
					t.Errorf("style %d, paging %d: %s is read as %s %s", style, paging, path, v.Word, v.Kind)
				}
				if v.Kind == "landing page" || v.Kind == "part" {
					n++
				}
			}
			if n < 3+3*2 {
				t.Errorf("style %d, paging %d: %d landing pages and parts", style, paging, n)
			}
		}
	}
}
