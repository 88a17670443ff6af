package report

import (
	"strings"

	"github.com/portolan-seo/portolan/crawler/diff"
)

// changed tells what a client asks for first of what has changed since the crawl
// before, in sentences; "" where that is nothing.
func (r *Report) changed(w *words) string {
	of := map[string]int{}
	for _, c := range r.Changes {
		of[c.Kind] = c.N
	}
	var said []string
	if n := of[diff.Added.String()]; n > 0 {
		said = append(said, w.nn(n, "1 page is newly listed.", "%s pages are newly listed."))
	}
	if n := of[diff.Removed.String()]; n > 0 {
		said = append(said, w.nn(n, "1 page is not listed any more.", "%s pages are not listed any more."))
	}
	if n := of[diff.Moved.String()]; n > 0 {
		said = append(said, w.nn(n, "1 page has moved.", "%s pages have moved."))
	}
	if n := of[diff.NoIndex.String()]; n > 0 {
		said = append(said, w.nn(n, "1 page says noindex now.", "%s pages say noindex now."))
	}
	return strings.Join(said, " ")
}
