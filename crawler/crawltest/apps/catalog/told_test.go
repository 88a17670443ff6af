package catalog_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// sameViews compares what a judged crawl file tells of some of its views of pages,
// and of an address that no crawl knows, with what a look at the whole crawl does.
func sameViews(tb testing.TB, store *sqlite.Store, o audit.Options) {
	tb.Helper()
	const some = 20
	o.Single = true
	read, err := audit.NewJudge(context.WithoutCancel(tb.Context()), store, o)
	if err != nil {
		tb.Fatal(err)
	}
	told, err := audit.NewJudge(context.WithoutCancel(tb.Context()), store, o)
	if err != nil {
		tb.Fatal(err)
	}
	told.TrustStored()
	views, pages := viewsOf(tb, store)
	rows := []*frontier.Row{{ID: frontier.NoID, URL: pages[0].URL + "never-met", Depth: frontier.NoDepth, Via: frontier.NoID, Location: frontier.NoID, Canonical: frontier.NoID}}
	for _, list := range [][]*frontier.Row{views, pages} {
		for i := 0; i < len(list); i += len(list)/some + 1 {
			rows = append(rows, list[i])
		}
	}
	for _, row := range rows {
		want, err := read.Explain(row)
		if err != nil {
			tb.Fatal(err)
		}
		got, err := told.Explain(row)
		if err != nil {
			tb.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			tb.Errorf("%s is told of otherwise than the crawl is read (-read +told):\n%s", row.URL, diff)
		}
	}
}

// viewsOf gives all known URLs, views of pages apart.
func viewsOf(tb testing.TB, store *sqlite.Store) (views, pages []*frontier.Row) {
	tb.Helper()
	for id := range frontier.ID(store.Counts().Known) {
		v, err := store.VerdictOf(id)
		if err != nil {
			tb.Fatal(err)
		}
		row, err := store.Row(id)
		if err != nil {
			tb.Fatal(err)
		}
		if v.View != 0 {
			views = append(views, row)
		} else {
			pages = append(pages, row)
		}
	}
	return views, pages
}
