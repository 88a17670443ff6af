package report

import (
	"testing"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Of pages that say the same search engines index one.
func TestCopiesAreNotIndexable(t *testing.T) {
	page := &record.Page{Exchange: record.Exchange{Status: 200}, Facts: record.Facts{HTML: true}}
	for code, want := range map[audit.Code]string{audit.Listed: "Indexable", audit.DuplicateContent: "Non-Indexable", audit.DuplicateVariant: "Non-Indexable", audit.FilterList: "Indexable"} {
		if got, why := Indexability(code, page); got != want || (why == "") != (want == "Indexable") {
			t.Errorf("%s: %s, %q", code, got, why)
		}
	}
}
