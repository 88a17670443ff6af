package frontier

import (
	"context"
	"iter"
	"slices"
	"unsafe"

	"github.com/portolan-seo/portolan/frontier/record"
)

// Detail is a part of a page record that Crawl.Brief gives if it is asked for.
type Detail uint8

// The details.
const (
	DetailTime    Detail = iota // record.Exchange.FetchedAt
	DetailLook                  // record.Facts.Title, TextHash and Sketch
	DetailContent               // record.Facts.Content and ContentOwn
	DetailText                  // record.Facts.Description, H1[0], Lang and Words
	DetailPrint                 // record.Facts.Print
	DetailPlaces                // record.Facts.Places
	// TextsPass is no detail: texts hold until the next row alone, and are read faster.
	TextsPass
)

// Brief implements Crawl.
func (m *Memory) Brief(ctx context.Context, from ID, with ...Detail) iter.Seq2[*Row, error] {
	return func(yield func(*Row, error) bool) {
		var passing [][]byte
		for row, err := range m.Rows(ctx) {
			if err == nil && row.ID < from {
				continue
			}
			if err == nil && row.Page != nil {
				row.Page = brief(row.Page, with)
			}
			if err == nil && slices.Contains(with, TextsPass) {
				passing = letPass(row, passing[:0])
			}
			more := yield(row, err)
			for _, text := range passing {
				clear(text) // who has kept it finds nothing
			}
			if !more {
				return
			}
		}
	}
}

// letPass gives a row texts of its own, in bytes that it appends to passing.
func letPass(row *Row, passing [][]byte) [][]byte {
	texts := []*string{&row.URL}
	if p := row.Page; p != nil {
		texts = append(texts, &p.Type, &p.Title, &p.Description, &p.H1[0], &p.Lang, (*string)(&p.Print), (*string)(&p.Places))
	}
	for _, text := range texts {
		b := []byte(*text)
		*text = unsafe.String(unsafe.SliceData(b), len(b))
		passing = append(passing, b)
	}
	return passing
}

func brief(r *record.Page, with []Detail) *record.Page {
	b := &record.Page{
		Exchange: record.Exchange{Outcome: r.Outcome, Err: r.Err, Status: r.Status},
		Facts: record.Facts{
			HTML: r.HTML, Type: r.Type, Problems: r.Problems, MetaRobots: r.MetaRobots, HeaderRobots: r.HeaderRobots, Canonical: r.Canonical,
			PlaceLinks: r.PlaceLinks,
		},
	}
	for _, detail := range with {
		switch detail {
		case DetailTime:
			b.FetchedAt = r.FetchedAt
		case DetailLook:
			b.Title, b.TextHash, b.Sketch = r.Title, r.TextHash, r.Sketch
		case DetailContent:
			b.Content, b.ContentOwn = r.Content, r.ContentOwn
		case DetailPrint:
			b.Print = r.Print
		case DetailPlaces:
			b.Places = r.Places
		case DetailText:
			b.Description, b.H1[0], b.Lang, b.Words = r.Description, r.H1[0], r.Lang, r.Words
		}
	}
	return b
}

// Pointers implements Crawl.
func (m *Memory) Pointers(ctx context.Context) iter.Seq2[*Row, error] {
	return func(yield func(*Row, error) bool) {
		for row, err := range m.Rows(ctx) {
			if err != nil {
				yield(nil, err)
				return
			}
			p := row.Page
			if p == nil || row.Location == NoID && p.Canonical != record.CanonicalOther && p.Status != 404 && p.Status != 410 {
				continue
			}
			pointer := &Row{ID: row.ID, Location: row.Location, Canonical: row.Canonical, Page: &record.Page{}}
			pointer.Page.Outcome, pointer.Page.Status, pointer.Page.Canonical = p.Outcome, p.Status, p.Canonical
			if !yield(pointer, nil) {
				return
			}
		}
	}
}
