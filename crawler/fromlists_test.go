package crawler_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/crawltest"
)

const (
	soldProducts = 800
	soldLists    = 40
	soldIn       = 8 // lists, each product
)

// A shop leads to its products by the list that they stand in, from pages that
// have no parameters. Each names the address without the list as canonical: once
// some have been the same, the others are not asked for.
func TestProductsFromLists(t *testing.T) {
	site := &crawltest.Site{}
	site.HandleFunc("http://a.example/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		name, isList := strings.CutPrefix(r.URL.Path, "/list/")
		n, _ := strconv.Atoi(r.URL.Query().Get("id"))
		switch {
		case r.URL.Path == "/":
			fmt.Fprint(w, "<title>Shop</title><h1>Shop</h1>")
			for list := range soldLists {
				fmt.Fprintf(w, " <a href=/list/%s>%[1]s</a>", letters(list*29+500))
			}
		case isList:
			fmt.Fprintf(w, "<title>%s</title><h1>%[1]s</h1><a href=/>shop</a>", name)
			for n := range soldProducts {
				for in := range soldIn {
					if letters((n+in*5)%soldLists*29+500) == name {
						fmt.Fprintf(w, "<p><a href='/product?list=%s&amp;id=%d'>%s</a>", name, n+100, letters(n*31+900))
					}
				}
			}
		case r.URL.Path == "/product":
			fmt.Fprintf(w, "<title>%[1]s</title><link rel=canonical href='http://a.example/product?id=%[2]d'><h1>%[1]s</h1><a href=/>shop</a> Made of %[3]s, %[4]s and %[5]s.",
				letters((n-100)*31+900), n, letters(n*7+3000), letters(n*11+5000), letters(n*17+800))
		default:
			http.NotFound(w, r)
		}
	})
	c := crawl(t, site, "http://a.example/", nil)
	if listed := len(c.listed(t)); listed != 1+soldLists+soldProducts {
		t.Errorf("%d URLs are listed, want %d", listed, 1+soldLists+soldProducts)
	}
	if fetched, most := int(c.store.Counts().Settled), 3*soldProducts; fetched > most {
		t.Errorf("%d requests, want %d at most", fetched, most)
	}
}

// Pages that differ in figures alone, all with a parameter that the site overlooks, are pages: an address with another value
// of it is one of them.
func TestFiguresUnderOneParameter(t *testing.T) {
	const parts = 120
	for name, values := range map[string]func(n int) string{"one value": func(int) string { return "en" }, "a value each": func(n int) string { return "v" + letters(n) }} {
		t.Run(name, func(t *testing.T) {
			site := &crawltest.Site{}
			site.HandleFunc("http://a.example/", func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				n, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/part/"))
				switch {
				case r.URL.Path == "/":
					n = 0
					fmt.Fprint(w, "<title>Spare parts</title><main><h1>Spare parts</h1>")
				case err != nil || n >= parts:
					http.NotFound(w, r)
					return
				default:
					fmt.Fprintf(w, "<title>Part %d</title><main><h1>Part %[1]d</h1><p>Fits the machines AX%d, BK%d and TR%d", n, n*7919, n*104729, n*1299709)
				}
				for k := 1; k < 8; k++ {
					fmt.Fprintf(w, " <a href=/part/%d?lang=%s>next</a>", (n+k)%parts, values((n+k)%parts))
				}
			})
			if listed := crawl(t, site, "http://a.example/", nil).listed(t); len(listed) != parts+1 {
				t.Errorf("%d URLs are listed, want %d", len(listed), parts+1)
			}
		})
	}
}
