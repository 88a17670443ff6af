package classes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/frontier"
)

// mostlyViews has 150 lists with a parameter that changes nothing in most of
// them, and chooses another page in three.
func mostlyViews(values int) site {
	s := site{}
	for n := range 150 {
		list := fmt.Sprintf("/lists/%s", word(n))
		s["/"] = sitePage{content: 1, links: append(s["/"].links, list)}
		page := sitePage{content: uint64(1000 + n)}
		for i := range 8 {
			page.links = append(page.links, fmt.Sprintf("/items/%d-%d", n, i))
		}
		s[list] = page
		for v := range values {
			if n%50 == 7 {
				page.content = uint64(100_000 + 100*n + v)
				page.links = []string{fmt.Sprintf("/extra/%d-%d", n, v)}
			}
			s[fmt.Sprintf("%s?look=%s", list, word(v))] = page
		}
	}
	return s
}

func word(n int) string { return string([]byte{'k' + byte(n%13), 'a' + byte(n/13)}) }

// Where a parameter does nothing in most lists of a class, its pages are
// pages all the same in those in which it does.
func TestParameterThatIsAViewInMostLists(t *testing.T) {
	for seed := range uint64(3) {
		m := crawled(t, mostlyViews(6), seed, nil)
		c, err := classes.Read(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		views, lost := 0, 0
		for row, err := range m.Rows(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			switch isView := c.Of(row).Kind == classes.Variant; {
			case !isView:
			case row.Page.Content >= 100_000:
				lost++
			default:
				views++
			}
		}
		if lost > 0 || views < 147*6 {
			t.Errorf("seed %d: %d pages of their own are taken for views, and %d views for such; want none, and %d at least", seed, lost, views, 147*6)
		}
	}
}

// While a site is crawled, one view of each list is read before the others are
// held back.
func TestRoundLooksAtEachFamily(t *testing.T) {
	s, known := mostlyViews(6), mostlyViews(6)
	read := site{}
	for path, page := range s {
		if len(path) < len("/lists/aa?") || path < "/lists/kd" {
			read[path] = page // all lists, and the views of a dozen of them
		}
	}
	m := crawled(t, read, 1, nil)
	b := &frontier.Batch{}
	for path := range known {
		if _, is := read[path]; !is {
			b.Seeds = append(b.Seeds, frontier.Seed{Key: uint64(len(b.Seeds)) + 1<<60, URL: []byte(origin + path), Depth: frontier.NoDepth, Source: frontier.FromLink})
		}
	}
	if err := m.Settle(b); err != nil {
		t.Fatal(err)
	}
	c, err := classes.ReadParams(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	before, err := classes.ReadPlan("")
	if err != nil {
		t.Fatal(err)
	}
	round, waiting := c.NewRound(before), 0
	each := func(do func(id frontier.ID, url string)) {
		for row, err := range m.Rows(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			if row.Page == nil && strings.Contains(row.URL, "?look=") {
				do(row.ID, row.URL)
			}
		}
	}
	each(round.Note)
	released := map[string]int{}
	each(func(id frontier.ID, url string) {
		if waiting++; round.Of(id, url, false) == classes.Sample {
			released[url[:len(origin)+len("/lists/aa")]]++
		}
	})
	if waiting < 500 || len(released) != waiting/6 {
		t.Errorf("%d views wait in %d lists; of %d one is read", waiting, waiting/6, len(released))
	}
}
