package audit_test

import (
	"slices"
	"testing"

	"github.com/portolan-seo/portolan/crawler/audit"
)

// Numbers are stored in crawl files: that of a code never changes.
func TestCodesKeepTheirNumbers(t *testing.T) {
	for want, c := range map[uint8]audit.Code{
		1: audit.InvalidURL, 10: audit.TooLong, 13: audit.RobotsBlocked, 22: audit.Pending, 28: audit.Redirect,
		41: audit.FilterList, 42: audit.LimitDisk, 62: audit.ListedCarried, 63: audit.Listed,
	} {
		if uint8(c) != want {
			t.Errorf("%s is %d, stored as %d before", c, c, want)
		}
	}
	codes := audit.Codes()
	if at := slices.Index(codes, audit.LimitDisk); at < 1 || codes[at-1] != audit.LimitMemory || codes[at+1] != audit.Pending {
		t.Errorf("limit-disk stands at %d in %v", at, codes)
	}
	if n := len(codes); codes[n-1] != audit.Listed || codes[n-2] != audit.ListedCarried {
		t.Errorf("the last codes are %v", codes[n-2:])
	}
}

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
