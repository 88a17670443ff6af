package page_test

import (
	"testing"

	"github.com/portolan-seo/portolan/crawler/page"
)

// What a page says of the day in its address is no text of its own: the names of the month and the day of the week, too.
func TestDatesOfURLs(t *testing.T) {
	own := func(path, date string) uint64 {
		doc := "<title>Events</title><main><h1>Events of " + date + "</h1><p>There is nothing to be seen here.</main>"
		return page.NewParser(page.Options{}).Parse(page.Input{URL: "http://a.example" + path, Status: 200, Header: htmlHeader(), Body: []byte(doc)}).ContentOwn
	}
	plain := own("/events/", "")
	for _, c := range []struct {
		path, date string
		same       bool
	}{
		{"/events/2026/11/28/", "Saturday, 28 November 2026", true},
		{"/events/2026-11-28", "Sat, Nov 28", true},
		{"/events/2026/11/24/", "terça-feira, 24 novembro", true},
		{"/events/20261128", "Samstag, 28. November", true},
		{"/events/28.11.2026", "samedi 28 novembre", true},
		{"/events?day=2026-02-03", "martes 3 febrero", true},
		{"/events/2026/11/28/", "Sunday, 28 November 2026", false},
		{"/events/2026/10/28/", "28 November 2026", false},
		{"/events/2026/11/", "November 2026", false}, // a month's page may tell of it by links alone
		{"/events/2026/13/28/", "28 November 2026", false},
		{"/events/99999999999999999999/1/1/", "1 January", false},
		{"/events/1/2/3/4/5/", "January", false},
	} {
		if got := own(c.path, c.date) == plain; got != c.same {
			t.Errorf("%s, %q: the text of a page without a date: %t, want %t", c.path, c.date, got, c.same)
		}
	}
}
