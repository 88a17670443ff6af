package main

import (
	"fmt"
	"net/http"
	"path"
	"strconv"
	"testing"
)

// printable is the shop with news of which each leads to a page of its own that says it again, to be printed.
func printable(news int) incident {
	return func(w http.ResponseWriter, r *http.Request) bool {
		kind, day := path.Split(r.URL.Path)
		n, err := strconv.Atoi(day)
		subject := fmt.Sprintf("News of day %d", n)
		switch {
		case r.URL.Path == "/imprint":
			writePage(w, r.URL.Path, "", links(numbered("/news/", news)...))
		case kind == "/news/" && err == nil && n <= news:
			writePage(w, subject, "", "<p>What do you think of it? Write to us.</p>"+links(fmt.Sprintf("/print/%d", n)))
		case kind == "/print/" && err == nil && n <= news:
			writePage(w, subject, "", "")
		default:
			return false
		}
		return true
	}
}

// Once there are enough of them, views to be printed are told from pages; that they leave the sitemap then is no loss:
// what they say again stays.
func TestPrintableLater(t *testing.T) {
	inLongForm(t)
	t.Parallel()
	const few, many, size = 15, 30, shopSize - oldPages
	atShop(t, func(t *testing.T, s *shop) {
		s.change(printable(few))
		s.crawls(0, size+2*few)
		s.change(printable(many))
		s.crawls(0, size+many)
	})
}
