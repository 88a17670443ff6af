package crawler_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/crawltest"
)

// TestLoginLeadsBack crawls a site whose members' pages redirect to a login that is told where to lead back: however few
// they are, it is not listed, under no address, and they are behind it.
func TestLoginLeadsBack(t *testing.T) {
	for _, members := range []int{2, 3, 12} {
		for _, form := range []string{"/log-in?next=%s", "/log-in?return=http%%3A%%2F%%2Fa.example%s", "/log-in?lang=en&next=%s"} {
			site := &crawltest.Site{}
			site.HandleFunc("http://a.example/", func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				switch {
				case r.URL.Path == "/":
					fmt.Fprint(w, "<title>Home</title><p>all our charts <a href=/about>about</a>")
					for n := range members {
						fmt.Fprintf(w, " <a href=/members/%s>m</a>", letters(n))
					}
				case r.URL.Path == "/about":
					fmt.Fprint(w, "<title>About</title><p>who we are, and since when")
				case strings.HasPrefix(r.URL.Path, "/members/"):
					http.Redirect(w, r, fmt.Sprintf(form, strings.ReplaceAll(r.URL.Path, "/", "%2F")), http.StatusFound)
				case r.URL.Path == "/log-in":
					fmt.Fprint(w, "<title>Log in</title><p>your name and the word <form><input type=password></form>")
				default:
					http.NotFound(w, r)
				}
			})
			c := crawl(t, site, "http://a.example/", nil)
			logins := slices.DeleteFunc(slices.Clone(c.listed(t)), func(url string) bool { return !strings.Contains(url, "/log-in") })
			if len(logins) > 0 || len(c.listed(t)) != 2 {
				t.Errorf("%d members, %s: listed are %q", members, form, c.listed(t))
			}
		}
	}
}
