package classes

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// isDenied tells whether an answer is for those alone who log in.
func isDenied(row *frontier.Row) bool {
	p := row.Page
	return p != nil && p.Outcome == record.Answered && (p.Status == 401 || p.Status == 403)
}

// span is when the first and the last URL of a class were denied, and how many pages were shown between.
type span struct {
	from, to time.Time
	shown    int
}

func (s *span) see(at time.Time) {
	if s.from.IsZero() || at.Before(s.from) {
		s.from = at
	}
	if at.After(s.to) {
		s.to = at
	}
}

// findDenied counts what is denied as what may not be listed, in classes of which all is, while pages are shown: what is
// denied once a site has had enough of a crawler, or where nothing at all is shown, tells nothing of what it may list.
func (r *reader) findDenied(ctx context.Context) error {
	spans := map[*pair]*span{}
	for _, p := range r.tree.all() {
		if p.denied >= leastUnlisted && p.listable == 0 {
			spans[p] = &span{}
		}
	}
	if len(spans) == 0 {
		return nil
	}
	if err := r.spanDenied(ctx, spans); err != nil {
		return err
	}
	waiting := slices.Collect(maps.Values(spans))
	for row, err := range r.crawl.Brief(ctx, 0, frontier.DetailTime, frontier.TextsPass) {
		if err != nil {
			return err
		}
		if !isPage(row) {
			continue
		}
		waiting = slices.DeleteFunc(waiting, func(s *span) bool {
			if at := row.Page.FetchedAt; at.After(s.from) && at.Before(s.to) {
				s.shown++
			}
			return s.shown >= leastUnlisted
		})
	}
	for p, s := range spans {
		if s.shown >= leastUnlisted {
			p.unlisted += p.denied
		}
	}
	return nil
}

func (r *reader) spanDenied(ctx context.Context, spans map[*pair]*span) error {
	a := &r.addr
	for row, err := range r.crawl.Brief(ctx, 0, frontier.DetailTime, frontier.TextsPass) {
		if err != nil {
			return err
		}
		if !ours(row) || !isDenied(row) {
			continue
		}
		a.read(row.URL)
		s := r.tree.of(a.family)
		for i := range a.params {
			if of := spans[s.pair(a.params[i].name)]; of != nil {
				of.see(row.Page.FetchedAt)
			}
		}
	}
	return nil
}
