package audit_test

import (
	"fmt"

	"github.com/portolan-seo/portolan/crawler/audit"
)

// Verdicts, in their order of precedence.
func ExampleCatalogue() {
	for _, e := range audit.Catalogue() {
		if e.Code.State() == audit.ListedInFile {
			fmt.Println(e.Code, "-", e.Code.Meaning())
		}
	}
	// Output:
	// listed-unverified - by your sources alone, not fetched
	// listed-carried - listed last time, not read now
	// listed - an indexable page
}
