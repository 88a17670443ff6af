package classes_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler/classes"
)

// history is a list of what has happened that begins at any moment, or at an entry, and its
// entries: the list of all leads to them, too, or the history alone does, and they are not read yet.
func history(alone bool) site {
	s := site{}
	entry := func(n int) string { return fmt.Sprintf("/entry-%s", commit(n)) }
	var all, moments []string
	for n := range 90 {
		at := time.Date(2026, 3, 1, 7, 30, 11, 0, time.UTC).Add(time.Duration(n) * 31 * time.Hour)
		url := "/history?from=" + at.Format("2006-01-02T15:04:05Z") + "&exact=1"
		var links []string
		for i := range 10 {
			links = append(links, entry((n+i)%90))
		}
		s[url] = sitePage{content: uint64(5000 + n), links: links}
		from := "/history?from=" + commit(n) + "&exact=1"
		if !alone {
			s[entry(n)] = sitePage{content: uint64(1000 + n), links: []string{url, from}}
		}
		if n%3 == 0 {
			s[from] = sitePage{content: uint64(9000 + n), links: links}
		}
		all, moments = append(all, entry(n)), append(moments, url)
	}
	if alone {
		all = nil
	}
	s["/history"] = sitePage{content: 1, links: append(all, moments[0])}
	return s
}

// A list that begins at any moment is one list, unless it alone leads to what is in it.
func TestHistory(t *testing.T) {
	for _, alone := range []bool{false, true} {
		m, c, _ := relationsOf(t, history(alone))
		views := 0
		for row, err := range m.Rows(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			if c.Of(row).Kind == classes.Variant {
				views++
			}
		}
		if want := map[bool]int{false: 180}[alone]; views != want {
			t.Errorf("entries that the history alone leads to %t: %d views, want %d", alone, views, want)
		}
	}
}

// What was seen at a moment is a page, though all have one title.
func TestPhotosOfMoments(t *testing.T) {
	s := site{"/photo": {content: 1}}
	var all []string
	for n := range 90 {
		at := time.Date(2026, 3, 1, 7, 30, 11, 0, time.UTC).Add(time.Duration(n) * 31 * time.Hour)
		url := "/photo?taken=" + at.Format("2006-01-02T15:04:05Z")
		s[url] = sitePage{content: uint64(5000 + n), links: []string{"/photo"}}
		all = append(all, url)
	}
	s["/"] = sitePage{content: 2, links: append(all, "/photo")}
	m, c, _ := relationsOf(t, s)
	for row, err := range m.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Of(row).Kind != classes.Page {
			t.Errorf("%s is a view", row.URL)
			break
		}
	}
}
