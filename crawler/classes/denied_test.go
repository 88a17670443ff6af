package classes_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler/classes"
)

// What is denied while other pages are shown is not asked for in hundreds; what is denied once nothing is shown any more
// may be shown tomorrow.
func TestDenied(t *testing.T) {
	for _, c := range []struct {
		later time.Duration
		held  bool
	}{{time.Nanosecond, true}, {time.Hour, false}} {
		for _, form := range []string{"/posts/%d/report", "/report?post=%d"} {
			s, waiting := site{"/": {content: 1}}, []string(nil)
			for i := range 300 {
				s["/page-"+word(i)] = sitePage{content: uint64(10 + i)}
				s[fmt.Sprintf(form, 1000+i)] = sitePage{content: 2, denied: c.later}
				waiting = append(waiting, fmt.Sprintf(form, 2000+i))
			}
			held := 0
			_, fates := roundOf(t, s, 1, waiting...)
			for _, fate := range fates {
				if fate == classes.Hold {
					held++
				}
			}
			if want := len(waiting) * 9 / 10; c.held && held < want || !c.held && held > 0 {
				t.Errorf("%s, denied %s later: %d of %d held back", form, c.later, held, len(waiting))
			}
		}
	}
}
