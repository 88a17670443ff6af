package frontiertest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

var details = []frontier.Detail{frontier.DetailTime, frontier.DetailLook, frontier.DetailContent, frontier.DetailText, frontier.DetailPrint, frontier.DetailPlaces}

// collectRows collects rows with what they point to.
func collectRows(seq iter.Seq2[*frontier.Row, error]) ([]frontier.Row, error) {
	var all []frontier.Row
	for row, err := range seq {
		if err != nil {
			return nil, err
		}
		r := *row
		if r.Page != nil {
			p := *r.Page
			r.Page = &p
		}
		if r.Retry != nil {
			retry := *r.Retry
			r.Retry = &retry
		}
		all = append(all, r)
	}
	return all, nil
}

// testBrief: a brief row is that of Rows, with the parts of its page that are
// promised and no others, whatever bytes they are.
func testBrief(w *world) {
	const many = 2500
	url := func(n int) string {
		if n == 1500 {
			return "two\nlines"
		}
		return fmt.Sprintf("u%04d", n)
	}
	pageOf := func(n int) record.Page {
		r := fullRecord(n)
		switch n % 50 {
		case 17:
			r = record.Page{}
		case 18:
			r.Type, r.Title = "text/\n", "\n\n\n"
		case 19:
			r.Type, r.Title = "a\x00b", "\xff"
		}
		if n < 1000 { // a lot without line feeds
			r.Type, r.Title = "text/html", "title"
		}
		return r
	}
	b := &frontier.Batch{}
	for n := range many {
		b.Seeds = append(b.Seeds, w.seedOf(url(n), 0, frontier.FromStart, ""))
	}
	w.commit(b)
	// What is settled after a pass is among what the next one gives.
	odd, even := &frontier.Batch{}, &frontier.Batch{}
	for _, item := range w.lease(many) {
		b := [...]*frontier.Batch{even, odd}[item.ID%2]
		switch {
		case item.ID%100 == 99:
			b.Retries = append(b.Retries, frontier.Retry{ID: item.ID, Tries: 2, Due: now.Add(time.Hour), Err: record.ErrTimeout})
			continue
		case item.ID > many-10:
			continue
		}
		p := outcome(item.ID, w.links("u0001", "u0002")...)
		p.Record = pageOf(int(item.ID))
		p.Location, p.Canonical = int(item.ID)%3-1, int(item.ID)%4%3-1
		b.Pages = append(b.Pages, p)
	}
	var want []frontier.Row
	for _, b := range []*frontier.Batch{odd, even} {
		w.settleWithin(b, len(want)/2-100)
		var err error
		if want, err = collectRows(w.Rows(w.Context())); err != nil {
			w.Fatal(err)
		}
		w.sameBrief(want, 0, nil)
		w.sameBrief(want, 0, []frontier.Detail{frontier.DetailContent})
	}
	for _, with := range [][]frontier.Detail{nil, {frontier.DetailTime}, {frontier.DetailLook}, details, {frontier.DetailLook, frontier.DetailTime}} {
		for _, from := range []frontier.ID{0, 1, 1023, 1024, 1500, many - 1, many, many + 1, frontier.NoID} {
			w.sameBrief(want, from, with)
		}
	}
	w.briefEnds()
}

// settleWithin commits a batch, and passes over all, within a pass, which gives the pages
// that were settled before nonetheless, so many at least.
func (w *world) settleWithin(b *frontier.Batch, least int) {
	n, pages := 0, 0
	for row, err := range w.Brief(w.Context(), 0) {
		if err != nil {
			w.Fatal(err)
		}
		if row.Page != nil {
			pages++
		}
		if n++; n == 100 {
			w.commit(b)
			if _, err := collectRows(w.Brief(w.Context(), 0)); err != nil {
				w.Fatal(err)
			}
		}
	}
	if pages < least {
		w.Errorf("a pass within which more pages are settled gives %d, want %d and more", pages, least)
	}
}

func (w *world) sameBrief(rows []frontier.Row, from frontier.ID, with []frontier.Detail) {
	w.Helper()
	got, err := collectRows(w.Brief(w.Context(), from, with...))
	if err != nil {
		w.Fatal(err)
	}
	var want []frontier.Row
	for _, row := range rows[min(int(from), len(rows)):] {
		if p := row.Page; p != nil {
			row.Page = &record.Page{
				Exchange: record.Exchange{Outcome: p.Outcome, Err: p.Err, Status: p.Status},
				Facts:    record.Facts{HTML: p.HTML, Type: p.Type, Problems: p.Problems, MetaRobots: p.MetaRobots, HeaderRobots: p.HeaderRobots, Canonical: p.Canonical, PlaceLinks: p.PlaceLinks},
			}
			for _, detail := range with {
				switch detail {
				case frontier.DetailTime:
					row.Page.FetchedAt = p.FetchedAt
				case frontier.DetailLook:
					row.Page.Title, row.Page.TextHash, row.Page.Sketch = p.Title, p.TextHash, p.Sketch
				case frontier.DetailContent:
					row.Page.Content, row.Page.ContentOwn = p.Content, p.ContentOwn
				case frontier.DetailPrint:
					row.Page.Print = p.Print
				case frontier.DetailPlaces:
					row.Page.Places = p.Places
				case frontier.DetailText:
					row.Page.Description, row.Page.H1[0], row.Page.Lang, row.Page.Words = p.Description, p.H1[0], p.Lang, p.Words
				}
			}
		}
		want = append(want, row)
	}
	w.same(fmt.Sprintf("brief rows from %d with %v", from, with), want, got)
}

// briefEnds: what is nested, and what ends early.
func (w *world) briefEnds() {
	n := 0
	for row, err := range w.Brief(w.Context(), 7) {
		if err != nil || int(row.ID) != 7+n {
			w.Fatalf("row %d: %v, %v", n, row, err)
		}
		for inner, err := range w.Brief(w.Context(), row.ID) {
			if err != nil || inner.ID != row.ID {
				w.Fatalf("within row %d: %v, %v", row.ID, inner, err)
			}
			break
		}
		if n++; n == 2 {
			break
		}
	}
	ctx, cancel := context.WithCancel(w.Context())
	cancel()
	for name, rows := range map[string]iter.Seq2[*frontier.Row, error]{"brief": w.Brief(ctx, 0), "pointers": w.Pointers(ctx)} {
		n := 0
		for _, err := range rows {
			if n++; !errors.Is(err, context.Canceled) {
				w.Errorf("%s, canceled: %v", name, err)
			}
		}
		w.same(name+", canceled: how often it yields", 1, n)
	}
	for row, err := range w.Pointers(w.Context()) {
		if err != nil || row.Page == nil {
			w.Fatalf("pointers: %v, %v", row, err)
		}
		break
	}
}

// testPointers: who leads to another URL, and who is gone.
func testPointers(w *world) {
	const all = 12
	b := &frontier.Batch{}
	for n := range all {
		b.Seeds = append(b.Seeds, w.seedOf(fmt.Sprintf("u%02d", n), 0, frontier.FromStart, ""))
	}
	w.commit(b)
	const none = frontier.NoID
	var want []frontier.Row
	b = &frontier.Batch{}
	for n, c := range []struct {
		location, canonical int // of links to u05 and u06
		status              int
		outcome             record.Outcome
		state               record.CanonicalState
		is                  bool
	}{
		{-1, -1, 200, record.Answered, record.CanonicalAbsent, false},
		{0, -1, 301, record.Answered, record.CanonicalAbsent, true},
		{-1, 1, 200, record.Answered, record.CanonicalOther, true},
		{-1, 1, 200, record.Answered, record.CanonicalSelf, false},
		{1, 0, 200, record.Answered, record.CanonicalOther, true},
		{-1, -1, 404, record.Answered, record.CanonicalAbsent, true},
		{-1, -1, 410, record.Answered, record.CanonicalAbsent, true},
		{-1, -1, 403, record.Answered, record.CanonicalAbsent, false},
		{-1, -1, 404, record.NoAnswer, record.CanonicalAbsent, true},
		{0, -1, 0, record.Folded, record.CanonicalAbsent, true},
		{-1, -1, 200, record.Answered, record.CanonicalInvalid, false},
		{-1, -1, 200, record.Answered, record.CanonicalOther, true},
	} {
		p := outcome(w.lease(1)[0].ID, w.links("u05", "u06")...)
		p.Record = fullRecord(n)
		p.Location, p.Canonical = c.location, c.canonical
		p.Record.Status, p.Record.Outcome, p.Record.Canonical = c.status, c.outcome, c.state
		b.Pages = append(b.Pages, p)
		if !c.is {
			continue
		}
		id := func(link int) frontier.ID {
			if link < 0 {
				return none
			}
			return frontier.ID(5 + link)
		}
		row := frontier.Row{ID: p.ID, Location: id(c.location), Canonical: id(c.canonical), Page: &record.Page{Facts: record.Facts{Canonical: c.state}}}
		row.Page.Outcome, row.Page.Status = c.outcome, c.status
		want = append(want, row)
	}
	w.commit(b)
	got, err := collectRows(w.Pointers(w.Context()))
	if err != nil {
		w.Fatal(err)
	}
	w.same("pointers", want, got)
}
