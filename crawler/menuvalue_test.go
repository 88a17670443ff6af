package crawler_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/portolan-seo/portolan/crawler/crawltest"
)

// A menu leads to a page with a new value each time. That page is listed once, also if
// the first of its addresses in byte order stands on itself alone.
func TestFreshValueInMenu(t *testing.T) {
	const pages = 90
	var n atomic.Int64
	site := &crawltest.Site{}
	site.HandleFunc("http://a.example/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		name, sort := strings.Trim(r.URL.Path, "/"), "f"
		if name == "contact.html" {
			sort = "0"
		}
		var i int
		switch _, err := fmt.Sscanf(name, "p%d.html", &i); {
		case name == "", name == "contact.html", err == nil && i < pages:
		default:
			http.NotFound(w, r)
			return
		}
		fmt.Fprintf(w, "<title>%s</title><nav><a href='/contact.html?visit=%s%019x'>contact</a></nav><h1>%s</h1>", name, sort, n.Add(0x9e3779b97f4a7), name)
		for j := range 30 {
			fmt.Fprint(w, letters(len(name)*1000+i*77+j*j*13), " ")
		}
		for j := range pages {
			if name == "" {
				fmt.Fprintf(w, " <a href='/p%d.html'>%d</a>", j, j)
			}
		}
	})
	c := crawl(t, site, "http://a.example/", nil)
	contacts := 0
	for _, url := range c.listed(t) {
		if strings.Contains(url, "/contact.html") {
			contacts++
		}
	}
	if contacts != 1 || len(c.listed(t)) != pages+2 {
		t.Errorf("listed: %d contacts of %d", contacts, len(c.listed(t)))
	}
}
