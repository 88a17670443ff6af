package classes_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/frontier"
)

// dayURL is that of a day of a calendar, counted from 1 on.
func dayURL(n int) string {
	return time.Date(2026, 1, n, 0, 0, 0, 0, time.UTC).Format("http://a.example/day/2006-01-02")
}

// seeDays shows pages that lead to one another, each with the text that textOf gives, and takes the questions they raise.
func seeDays(t *testing.T, e *classes.Echoes, days int, url func(int) string, textOf func(int) uint64) (asked []classes.Question) {
	t.Helper()
	for n := 1; n <= days; n++ {
		row := alike(frontier.ID(n), frontier.ID(n-1), url(n))
		row.Page.ContentOwn = textOf(n)
		e.See(row)
		if !e.Raised() {
			continue
		}
		list, err := e.Ask(func(id frontier.ID) (string, error) { return url(int(id)), nil }, func(string) uint64 { return 1 })
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range list {
			if q.Dates {
				asked = append(asked, q)
			}
		}
	}
	return asked
}

// Twelve days that say the same, or have no text, are compared with those of 28 years on; nothing else raises a question.
func TestCalendarQuestions(t *testing.T) {
	one, none, own := func(int) uint64 { return 7 }, func(int) uint64 { return 0 }, func(n int) uint64 { return uint64(n) + 100 }
	for _, c := range []struct {
		about  string
		days   int
		url    func(int) string
		textOf func(int) uint64
		asked  int
	}{
		{"days of one text", 12, dayURL, one, 1},
		{"days without a text", 12, dayURL, none, 1},
		{"too few", 11, dayURL, one, 0},
		{"days with texts of their own", 2000, dayURL, own, 0},
		{"no dates", 40, func(n int) string { return fmt.Sprintf("http://a.example/day/%d", n) }, none, 0},
		{"another answer each time", 20_000, dayURL, one, 5},
	} {
		asked := seeDays(t, classes.NewEchoes(), c.days, c.url, c.textOf)
		if len(asked) != c.asked {
			t.Errorf("%s: %d questions, want %d", c.about, len(asked), c.asked)
		}
		for _, q := range asked {
			for i := 0; i < len(q.Pages); i += 2 {
				other, year, to := classes.OtherYear(q.Pages[i])
				if i == 0 && len(q.Pages) != 14 || other != q.Pages[i+1] || to-year != 28 && year-to != 28 {
					t.Errorf("%s: pages %v", c.about, q.Pages)
				}
			}
		}
	}
}

// Once it is proven, what empty days lead to is fetched within a year of a day that a page without a date leads to; a refusal ends the questions.
func TestCalendarProof(t *testing.T) {
	one := func(int) uint64 { return 7 }
	proven := classes.NewEchoes()
	asked := seeDays(t, proven, 12, dayURL, one)
	if len(asked) != 1 {
		t.Fatalf("%d questions", len(asked))
	}
	proofs, err := classes.ReadProofs(classes.ProofsText([]classes.Proof{asked[0].Proof}))
	if err != nil {
		t.Fatal(err)
	}
	proven.Told(asked[0].Proof)
	again := classes.NewEchoes(proofs...)
	seeDays(t, again, 12, dayURL, one)
	for _, e := range []*classes.Echoes{proven, again} {
		for _, c := range []struct {
			via   frontier.ID
			url   string
			holds bool
		}{
			{12, dayURL(370), false}, {12, dayURL(400), true}, {12, "http://a.example/about", false}, {500, dayURL(400), false}, {frontier.NoID, dayURL(400), false},
		} {
			if got := e.Holds(900, c.via, c.url); got != c.holds {
				t.Errorf("%s, found on %d: held %t", c.url, c.via, got)
			}
		}
	}
	gone := classes.NewEchoes()
	asked = seeDays(t, gone, 12, dayURL, one)
	asked[0].Gone = true
	gone.Told(asked[0].Proof)
	if more := seeDays(t, gone, 2000, dayURL, one); len(more) > 0 || gone.Holds(900, 12, dayURL(400)) {
		t.Errorf("after a 404 %d questions more, and days far from all others held", len(more))
	}
}
