package crawler_test

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/crawltest"
)

const (
	contextProducts = 144
	contextLists    = 12 // categories; as many makers lead to the same products
	contextPart     = 8  // products on a part
)

// contexts is a shop whose products carry on where they were found: list, order
// and part. Each page leads to itself in two currencies, with its parameters in
// one more order; each list to itself in four orders.
func contexts() *crawltest.Site {
	site := &crawltest.Site{}
	site.HandleFunc("http://a.example/", func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, "<title>Shop</title><h1>Shop</h1>")
			for n := range contextLists {
				fmt.Fprintf(w, " <a href='/list?cat=%d'>%s</a> <a href='/list?maker=%d'>%s</a>", n+20, letters(n*77+900), n+50, letters(n*91+700))
			}
		case "/list":
			contextList(w, r.URL.RawQuery, q)
		case "/product":
			id, _ := strconv.Atoi(q.Get("id"))
			fmt.Fprintf(w, "<title>%s</title><h1>%[1]s</h1><p>Nothing else is like %s, which is made of %s and %s for %s%d.90 each.<a href=/>shop</a>",
				letters(id*7+1000), letters(id*31+5000), letters(id*17+4000), letters(id*13+2000), map[string]string{"": "$", "EUR": "€", "GBP": "£"}[q.Get("currency")], id*map[string]int{"": 4, "EUR": 3, "GBP": 2}[q.Get("currency")])
		default:
			http.NotFound(w, r)
			return
		}
		kept := slices.DeleteFunc(strings.Split(r.URL.RawQuery, "&"), func(p string) bool { return p == "" || strings.HasPrefix(p, "currency=") })
		for at, currency := range []string{"EUR", "GBP"} {
			order := slices.Insert(slices.Clone(kept), min(at, len(kept)), "currency="+currency)
			fmt.Fprintf(w, " <a href='%s?%s'>%s</a>", r.URL.Path, strings.Join(order, "&amp;"), currency)
		}
	})
	return site
}

func contextList(w http.ResponseWriter, raw string, q url.Values) {
	name, list := "cat", q.Get("cat")
	if list == "" {
		name, list = "maker", q.Get("maker")
	}
	n, _ := strconv.Atoi(list)
	sort, page, by := cmp.Or(q.Get("sort"), "1a"), 1, 7
	if p, err := strconv.Atoi(q.Get("page")); err == nil {
		page = p
	}
	if sort != "1a" {
		by = 5 + 6*int(sort[0]-'0')
	}
	var ids []int
	for i := range contextProducts {
		if name == "cat" && i%contextLists == n-20 || name == "maker" && i/contextLists%contextLists == n-50 {
			ids = append(ids, i+100)
		}
	}
	slices.SortFunc(ids, func(a, b int) int { return cmp.Compare(a*by%251, b*by%251) })
	fmt.Fprintf(w, "<title>%s %s</title><h1>%s</h1><a href=/>shop</a>", name, list, letters(n*77+900))
	for _, to := range []string{"1d", "2a", "3a", "4a"} {
		fmt.Fprintf(w, " <a href='/list?%s=%s&amp;sort=%s'>%[3]s</a>", name, list, to)
	}
	for p := range (len(ids) + contextPart - 1) / contextPart {
		fmt.Fprintf(w, " <a href='/list?%s=%s&amp;sort=%s&amp;page=%d'>%[4]d</a>", name, list, sort, p+1)
	}
	part := ""
	if q.Has("page") {
		part = fmt.Sprintf("&amp;page=%d", page)
	}
	currency := ""
	if q.Has("currency") {
		currency = "&amp;currency=" + q.Get("currency")
	}
	for _, id := range ids[min((page-1)*contextPart, len(ids)):min(page*contextPart, len(ids))] {
		fmt.Fprintf(w, "<p><a href='/product?%s=%s&amp;sort=%s%s&amp;id=%d%s'>%s</a>", name, list, sort, part, id, currency, letters(id*7+1000))
	}
}

// Of products that are met by the lists that lead to them alone, each has one
// address in the list, and so has each part of a list, though neither says which
// is its canonical.
func TestProductsInContext(t *testing.T) {
	c := crawl(t, contexts(), "http://a.example/", nil)
	products, lists := map[string]int{}, map[string]int{}
	for _, u := range c.listed(t) {
		parsed, err := url.Parse(u)
		if err != nil {
			t.Fatal(err)
		}
		q := parsed.Query()
		switch {
		case q.Has("currency"):
		case parsed.Path == "/product":
			products[q.Get("id")]++
		default:
			lists[q.Encode()]++
		}
	}
	for id, n := range products {
		if n > 1 {
			t.Errorf("product %s is listed %d times", id, n)
		}
	}
	if len(products) != contextProducts || c.result.Fetched > 20*contextProducts {
		t.Errorf("%d products of %d, with %d requests; lists are %v", len(products), contextProducts, c.result.Fetched, lists)
	}
	for list, n := range lists {
		if n > 1 {
			t.Errorf("the list %s has %d addresses", list, n)
		}
	}
}
