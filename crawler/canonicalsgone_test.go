package crawler_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
)

// TestCanonicalsThatAreGone: pages whose canonicals are not there stand for themselves, however many such canonicals
// show that nothing of their kind may be listed.
func TestCanonicalsThatAreGone(t *testing.T) {
	const folders, pages = 4, 40
	site := &fakeSite{answer: func(url string, _, _ int) reply {
		path := strings.TrimPrefix(url, fakeOrigin)
		var folder, n int
		switch _, err := fmt.Sscanf(path, "/f%d/p%d", &folder, &n); {
		case strings.Contains(path, "?") || strings.Contains(path, "portolan-"):
			return reply{status: 404}
		case path != "/" && err != nil:
			return reply{status: 404}
		}
		var to []string
		for f := range folders {
			for p := range pages {
				if path == "/" || f == folder && p == n+1 {
					to = append(to, fmt.Sprintf("/f%d/p%d", f, p))
				}
			}
		}
		return reply{body: fmt.Sprintf("<title>Of %s</title><link rel=canonical href=%q>%s%s", path, path+"?v=1", ownText(path), links(to...))}
	}}
	synctest.Test(t, func(t *testing.T) {
		f := crawlFake(t, site, nil)
		if got := f.verdicts(t); f.err != nil || got["listed"] != folders*pages+1 {
			t.Errorf("%v (%v), want %d listed", got, f.err, folders*pages+1)
		}
	})
}
