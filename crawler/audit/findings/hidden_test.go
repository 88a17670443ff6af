package findings_test

import (
	"testing"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
)

// What becomes of a finding whose page is there in another way now: it may be as it was, or has gone with the page.
func TestHidden(t *testing.T) {
	for _, c := range []struct {
		rule         string
		then, now    audit.Code
		hidden, gone bool
	}{
		{"noindex-prominent", audit.NoIndexMeta, audit.NoIndexMeta, true, false}, // an accepted loss: the pages still say it
		{"noindex-prominent", audit.NoIndexMeta, audit.NoIndexHeader, true, false},
		{"noindex-prominent", audit.NoIndexMeta, audit.Listed, false, false},
		{"canonical-missing", audit.Listed, audit.DuplicateVariant, true, false},
		{"canonical-missing", audit.Listed, audit.Redirect, false, true},
		{"canonical-missing", audit.Listed, audit.Listed, false, false},
		{"description-missing", audit.Listed, audit.NoIndexMeta, true, false},
		{"description-missing", audit.Listed, audit.Redirect, false, false},
		{"title-duplicate", audit.Listed, audit.NoIndexMeta, false, false},
		{"title-duplicate", audit.Listed, audit.RobotsBlocked, true, false},
	} {
		r := findings.RuleOf(c.rule)
		if hidden, gone := r.Hidden(c.then, c.now), r.Gone(c.then, c.now); hidden != c.hidden || gone != c.gone {
			t.Errorf("%s, %s and then %s: hidden %t, gone %t, want %t and %t", c.rule, c.then, c.now, hidden, gone, c.hidden, c.gone)
		}
	}
}
