package classes_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/frontier"
)

// roundOf makes a round of a crawl in which these URLs wait. It gives what
// becomes of them.
func roundOf(t *testing.T, s site, seed uint64, waiting ...string) (*classes.Round, map[string]classes.Fate) {
	t.Helper()
	m := crawled(t, s, seed, nil)
	b := &frontier.Batch{}
	for i, url := range waiting {
		b.Seeds = append(b.Seeds, frontier.Seed{Key: uint64(i + 1), URL: []byte(origin + url), Depth: frontier.NoDepth, Source: frontier.FromLink})
	}
	if err := m.Settle(b); err != nil {
		t.Fatal(err)
	}
	c, err := classes.Read(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	none, err := classes.ReadPlan("")
	if err != nil {
		t.Fatal(err)
	}
	r, first := c.NewRound(none), frontier.ID(len(s))
	for i, url := range waiting {
		r.Note(first+frontier.ID(i), origin+url)
	}
	fates := map[string]classes.Fate{}
	for i, url := range waiting {
		fates[url] = r.Of(first+frontier.ID(i), origin+url, false)
	}
	return r, fates
}

// What is known of a shop decides which of its URLs are fetched.
func TestPlan(t *testing.T) {
	want := map[string]bool{
		"/c1": true, "/p/1-5": true, "/c1?colour=red": true, "/c9?page=2": true, "/c1?page=5": true, "/c1?colour=red&page=2": true,
		"/c1?page=6":                false, // is there an end?
		"/c1?colour=red&brand=acme": false, "/c1?colour=red,blue": false, "/c1?sort=price": false, "/p/1-5?from=list": false,
		"/c1?unknown=7": false, "/elsewhere?colour=red": false,
	}
	for seed := range uint64(3) {
		r, _ := roundOf(t, shop(), seed)
		text := r.Plan.Text(false)
		p, err := classes.ReadPlan(text)
		if err != nil {
			t.Fatal(err)
		}
		if again := p.Text(false); again != text {
			t.Fatalf("seed %d: read again it is\n%s, and was\n%s", seed, again, text)
		}
		for url, free := range want {
			if p.Free(origin+url) != free {
				t.Errorf("seed %d: %s is free: %t, want %t", seed, url, !free, free)
			}
		}
	}
	if _, err := classes.ReadPlan("{"); err == nil || !strings.Contains(err.Error(), "parameters of URLs") {
		t.Errorf("a broken plan is read: %v", err)
	}
}

// Of what waits, pages are released, views held back, and what is not known is
// released a part at a time, until nothing waits any more.
func TestRound(t *testing.T) {
	want := map[string]classes.Fate{
		"/c1?colour=red&brand=acme&page=7": classes.Hold, "/p/1-7?from=mail": classes.Hold, "/c1?sort=name&colour=red": classes.Hold,
		"/c1?colour=red&page=4": classes.Hold, "/c1?page=9": classes.Hold, // these lists have ended
		"/c4?colour=pink": classes.Free, "/c4?colour=pink&page=7": classes.Free,
		"/c4?colour=pink&sort=name": classes.Later, // until the page is known that it is a view of
	}
	waiting := slices.Sorted(maps.Keys(want))
	for i := range 60 {
		waiting = append(waiting, "/c1?unknown="+strings.Repeat("x", i+1), "/c1?unknown="+strings.Repeat("x", i+1)+"&colour=red")
	}
	_, fates := roundOf(t, shop(), 1, waiting...)
	n := map[classes.Fate]int{}
	for url, fate := range fates {
		if n[fate]++; strings.HasSuffix(url, "x&colour=red") && fate != classes.Later {
			t.Errorf("%s does not wait for the same with one parameter", url)
		}
		if want, told := want[url]; told && fate != want {
			t.Errorf("%s: %d, want %d", url, fate, want)
		}
	}
	if n[classes.Release] < 20 || n[classes.Release] > 30 || n[classes.Later] < 90 {
		t.Errorf("fates %v", n)
	}
}
