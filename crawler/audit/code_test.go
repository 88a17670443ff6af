package audit_test

import (
	"testing"

	"github.com/portolan-seo/portolan/crawler/audit"
)

// Names and meanings stand in tables of 80 columns.
func TestCodesFitTheirColumns(t *testing.T) {
	seen := map[string]audit.Code{}
	for _, c := range audit.Codes() {
		if n := len(c.String()); n == 0 || n > 21 {
			t.Errorf("name %q has %d characters, want 1 to 21", c, n)
		}
		if n := len(c.Meaning()); n == 0 || n > 35 {
			t.Errorf("%s: meaning %q has %d characters, want 1 to 35", c, c.Meaning(), n)
		}
		if other, again := seen[c.String()]; again {
			t.Errorf("%d and %d are both called %q", other, c, c)
		}
		seen[c.String()] = c
	}
}
