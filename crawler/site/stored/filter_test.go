package stored

import (
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler"
)

// A filter is stored as text and means the same when it is read again.
func FuzzStoredFilter(f *testing.F) {
	f.Add("*/a/*", "re:/b$", "https://a.example/a/b")
	f.Add("exclude *", "include  x", "exclude *")
	f.Fuzz(func(t *testing.T, first, second, url string) {
		var typed crawler.Filter
		if strings.ContainsAny(first+second, "\r\n") || typed.Add(first, true) != nil || typed.Add(second, false) != nil {
			return
		}
		read, err := readFilter(typed.String())
		if err != nil {
			t.Fatalf("read %q: %v", typed.String(), err)
		}
		pass, number, rule := typed.Pass([]byte(url))
		gotPass, gotNumber, gotRule := read.Pass([]byte(url))
		if pass != gotPass || number != gotNumber || rule != gotRule {
			t.Errorf("%q: %t by rule %d %q, read again %t by rule %d %q", url, pass, number, rule, gotPass, gotNumber, gotRule)
		}
	})
}
