package catalog_test

import (
	"flag"
	"fmt"
	"testing"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

var showClasses = flag.Bool("classes", false, "with -table: print what the parameters of URLs were found to do, too")

// printClasses prints what a crawl has found out of the parameters of URLs.
func printClasses(tb testing.TB, store *sqlite.Store) {
	tb.Helper()
	found, err := classes.Read(tb.Context(), store)
	if err != nil {
		tb.Fatal(err)
	}
	for c := range found.All() {
		fmt.Printf("  %s %s: %s; %d known, %d fetched, %d values, %s: %s | %s\n",
			c.Pattern, c.Param, c.Relation, c.Known, c.Fetched, c.Values, c.Words(), c.Sample, c.Base)
	}
}
