package spelling

import (
	"testing"
)

func TestEditDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"demo", "demo", 0}, {"dmeo", "demo", 1}, {"dem", "demo", 1}, {"demoo", "demo", 1},
		{"crwal", "crawl", 1}, {"wlcra", "crawl", 4}, {"robot", "crawl", 9}, {"", "ab", 2}, {"max-pags", "max-pages", 1},
	} {
		if got := editDistance(c.a, c.b, 9); got != c.want && !(c.want == 9 && got > 3) {
			t.Errorf("editDistance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
		if got := editDistance(c.a, c.b, 1); got != min(c.want, 1) {
			t.Errorf("editDistance(%q, %q), at most 1, = %d", c.a, c.b, got)
		}
	}
}
