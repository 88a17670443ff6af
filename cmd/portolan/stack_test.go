package main

import (
	"net/http"
	"strings"
	"testing"
)

// A site that answers any address, each with another text and with the same menu of
// relative links, comes to an end: what lies in two folders of the menu is told of,
// and is not listed, though some of it was read before that was found out.
func TestStackedFolders(t *testing.T) {
	t.Parallel()
	atShop(t, func(t *testing.T, s *shop) {
		s.change(func(w http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path != "/robots.txt" && r.URL.Path != "/sitemap.xml" {
				writePage(w, r.URL.Path, "", links("team/", "jobs/", "news/", "terms.html"))
				return true
			}
			return false
		})
		code, out, errOut := s.crawl()
		if code != 0 || s.count() > 300 || !strings.Contains(out, "relative links that stack up") || !strings.Contains(errOut, "kind=stack") {
			t.Errorf("exit %d after %d requests\n%s%s", code, s.count(), out, errOut)
		}
		for _, url := range s.published() {
			if strings.Count(url, "/") > 4 {
				t.Errorf("%s is listed", url)
			}
		}
		if n := len(s.published()); n != 8 {
			t.Errorf("%d URLs are listed, want the menu of four, once at home and once in each folder: home, 3 folders, 4 leaves", n)
		}
	})
}
