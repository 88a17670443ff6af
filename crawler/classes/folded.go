package classes

import (
	"context"
	"iter"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// unfolded is a crawl as it would be had the rules that it learned held from
// its beginning: links to a URL that folds lead to its form, and a form that
// was found by folding was found where the URL was. How many URLs were found
// before a rule was learned is a matter of the order of answers.
type unfolded struct {
	Facts
	to, via map[frontier.ID]frontier.ID
}

// unfold gives the crawl itself where nothing folds in it.
func unfold(ctx context.Context, crawl Facts) (Facts, error) {
	u := &unfolded{Facts: crawl, to: map[frontier.ID]frontier.ID{}, via: map[frontier.ID]frontier.ID{}}
	for row, err := range crawl.Pointers(ctx) {
		if err != nil {
			return nil, err
		}
		if row.Page.Outcome == record.Folded && row.Location != frontier.NoID {
			u.to[row.ID] = row.Location
		}
	}
	if len(u.to) == 0 {
		return crawl, nil
	}
	for id := range u.to {
		row, err := crawl.Row(id)
		if err != nil {
			return nil, err
		}
		u.via[id] = row.Via
	}
	return u, nil
}

// Graph implements Facts. Targets are in no order.
func (u *unfolded) Graph(ctx context.Context, pick ...func(frontier.ID) bool) iter.Seq2[*frontier.Edge, error] {
	if len(pick) > 1 {
		wanted := pick[1]
		pick = []func(frontier.ID) bool{pick[0], func(id frontier.ID) bool {
			if to, folds := u.to[id]; folds {
				id = to
			}
			return wanted(id)
		}}
	}
	return func(yield func(*frontier.Edge, error) bool) {
		for e, err := range u.Facts.Graph(ctx, pick...) {
			if err == nil {
				if to, folds := u.to[e.To]; folds {
					e.To = to
				}
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// Brief implements Facts.
func (u *unfolded) Brief(ctx context.Context, from frontier.ID, with ...frontier.Detail) iter.Seq2[*frontier.Row, error] {
	return func(yield func(*frontier.Row, error) bool) {
		for row, err := range u.Facts.Brief(ctx, from, with...) {
			if err == nil {
				u.found(row)
			}
			if !yield(row, err) {
				return
			}
		}
	}
}

// Row implements Facts.
func (u *unfolded) Row(id frontier.ID) (*frontier.Row, error) {
	row, err := u.Facts.Row(id)
	if row != nil {
		u.found(row)
	}
	return row, err
}

// found mends by what a row was found, and its canonical.
func (u *unfolded) found(row *frontier.Row) {
	if via, folds := u.via[row.Via]; folds {
		row.Via = via
	}
	if to, folds := u.to[row.Canonical]; folds {
		row.Canonical = to
	}
}
