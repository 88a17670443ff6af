package recheck_test

import (
	"testing"

	"github.com/portolan-seo/portolan/crawler/site/recheck"
)

// So many have to be found well that, if one in twenty were not, all of them
// would be in fewer than one draw of twenty.
func TestSampleSize(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 1, 5: 5, 20: 19, 21: 16, 100: 45, 1000: 57, 1_000_000: 59} {
		if got := recheck.SampleSize(n); got != want {
			t.Errorf("of %d %d, want %d", n, got, want)
		}
	}
}
