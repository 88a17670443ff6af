package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// spammed is the shop once its sitemap names so many pages of somebody else's,
// which answer and lead to each other; linked tells whether the start does, too.
func spammed(spam int, linked bool) incident {
	return func(w http.ResponseWriter, r *http.Request) bool {
		kind, n := shopPage(r.URL.Path)
		switch {
		case r.URL.Path == "/sitemap.xml":
			fmt.Fprint(w, `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
			for _, path := range numbered("/pills/", spam) {
				fmt.Fprintf(w, "<url><loc>%s%s</loc></url>", strings.TrimSuffix(shopURL, "/"), path)
			}
			fmt.Fprint(w, "</urlset>")
		case kind == "/pills/" && n <= spam:
			writePage(w, r.URL.Path, "", links(fmt.Sprintf("/pills/%d", n%spam+1), "/"))
		case r.URL.Path == "/imprint" && linked:
			writePage(w, r.URL.Path, "", links("/pills/1"))
		default:
			return false
		}
		return true
	}
}

// A site's sitemap that was taken over does not become ours, and the repair costs
// nothing. What a person means is published.
func TestFlood(t *testing.T) {
	t.Parallel()
	const size, spam = shopSize - oldPages, 120
	atShop(t, func(t *testing.T, s *shop) {
		s.change(nil)
		s.crawls(0, size)
		s.change(spammed(spam, false))
		out, errOut := s.crawls(4, size)
		if !strings.HasPrefix(out, "NOT PUBLISHED: 120 of the 221 URLs that would be listed are new, ") {
			t.Errorf("it does not begin with the reason:\n%s", out)
		}
		if !strings.Contains(errOut, "all 120 in /pills/* are new, ") || !strings.Contains(errOut, "portolan sitemap "+s.dir+" --force") {
			t.Errorf("it does not tell what is new, or what to do:\n%s", errOut)
		}
		s.change(nil)
		s.crawls(0, size)
		s.change(spammed(spam, false))
		s.crawls(4, size)
		s.runs(4, "sitemap", s.dir)
		s.runs(0, "sitemap", s.dir, "--force")
		s.crawls(0, size+spam)
	})
}

// Growth to which links lead is published, and so is what comes by a hundred.
func TestGrowth(t *testing.T) {
	inLongForm(t)
	t.Parallel()
	for _, befalls := range []incident{spammed(120, true), spammed(100, false)} {
		atShop(t, func(t *testing.T, s *shop) {
			s.change(nil)
			s.crawls(0, shopSize-oldPages)
			s.change(befalls)
			if code, out, errOut := s.crawl(); code != 0 {
				t.Errorf("exit %d\n%s%s", code, out, errOut)
			}
		})
	}
}
