package traps_test

import (
	"testing"

	"github.com/portolan-seo/portolan/crawler/filter"
	"github.com/portolan-seo/portolan/crawler/traps"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// TestBudget: a directory's own pages count, those of its subdirectories do
// not, and a later run goes on from what an earlier one has counted.
func TestBudget(t *testing.T) {
	b := traps.NewBudget(2, nil)
	for _, url := range []string{"https://h/a/1", "https://h/a/b/1", "https://h/a/2?x=/y/"} {
		if b.Spent(url) {
			t.Errorf("%s is beyond the budget", url)
		}
		b.Count(url)
	}
	if len(b.List()) != 0 {
		t.Errorf("before a page is left alone the budgets %+v are told", b.List())
	}
	for url, want := range map[string]bool{"https://h/a/3": true, "https://h/a/b/2": false, "https://h/": false} {
		if got := b.Spent(url); got != want {
			t.Errorf("%s: spent %t, want %t", url, got, want)
		}
	}
	list := b.List()
	if len(list) != 1 || list[0].Pattern != "https://h/a/*" || list[0].Fetched != 2 {
		t.Fatalf("budgets %+v, want that of /a/ with two pages", list)
	}
	match, err := list[0].Match()
	if err != nil {
		t.Fatal(err)
	}
	for url, want := range map[string]bool{"https://h/a/9?q": true, "https://h/a/b/9": false} {
		if match.MatchString(url) != want {
			t.Errorf("the pattern %s matches %s: %t", list[0].Expr, url, !want)
		}
	}
	if !traps.NewBudget(2, list).Spent("https://h/a/4") {
		t.Error("a later run begins to count anew")
	}
	if traps.NewBudget(0, list).Spent("https://h/a/4") {
		t.Error("without a limit a budget is spent")
	}
}

// TestTakenBack: what the user has allowed since is no longer in quarantine,
// and a caller learns of that once.
func TestTakenBack(t *testing.T) {
	scope, err := canonical.ScopeOf("https://h/")
	if err != nil {
		t.Fatal(err)
	}
	before := []frontier.Quarantine{
		{Pattern: "https://h/cal/#", Expr: `^https://h/cal/[0-9]+$`, Examples: []string{"https://h/cal/1"}},
		{Pattern: "https://h/p/#", Expr: `^https://h/p/[0-9]+$`, Examples: []string{"https://h/p/1"}},
	}
	var allow filter.List
	if err := allow.Add("*/cal/*", true); err != nil {
		t.Fatal(err)
	}
	d := traps.New(scope, allow, before)
	if added, changed := d.Changed(); !changed || len(added) > 0 || len(d.List()) != 1 {
		t.Errorf("changed %t, added %+v, list %+v; want the calendar taken out", changed, added, d.List())
	}
	if _, changed := d.Changed(); changed {
		t.Error("it has changed again by itself")
	}
	q, err := traps.Compile(before, allow)
	if err != nil {
		t.Fatal(err)
	}
	for url, want := range map[string]bool{"https://h/p/7": true, "https://h/cal/7": false, "https://h/q/7": false} {
		if q.Holds(url) != want {
			t.Errorf("%s in quarantine: %t", url, !want)
		}
	}
}
