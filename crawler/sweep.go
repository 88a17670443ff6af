package crawler

import (
	"context"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

const sweepBatch = 500 // seeds in one transaction

// sweep makes known, once all else is exhausted, what rules learned on the way
// give to URLs that were fetched before. A run that is stopped on the way
// leaves it to the next one.
type sweep struct {
	modest
	s *scheduler
}

func (w *sweep) begin(ctx context.Context) (more bool) {
	s := w.s
	if s.c.meta(metaUnswept) != "yes" {
		return false
	}
	rules := s.c.rules.Load()
	forms := rules.NewResolver()
	forms.RememberNothing()
	batch := frontier.Batch{Meta: map[string]string{}}
	for row, err := range s.c.store.Rows(ctx) {
		if err != nil {
			return s.unread(ctx, err)
		}
		if row.Page == nil || row.Reason != frontier.Undecided {
			continue
		}
		form := forms.Resolve([]byte(row.URL))
		if form.Reason != canonical.OK || string(form.URL) == row.URL {
			continue
		}
		batch.Seeds = append(batch.Seeds, frontier.Seed{
			Key: form.Key, URL: append([]byte(nil), form.URL...), Depth: row.Depth, Source: frontier.FromLink,
		})
		if len(batch.Seeds) == sweepBatch && !s.settleSeeds(&batch) {
			return false
		}
	}
	batch.Meta[metaUnswept] = ""
	return s.settleSeeds(&batch)
}

// unread ends a pass over what is known. Where the crawl was stopped from
// outside that is for stopped to tell; else the store has failed.
func (s *scheduler) unread(ctx context.Context, err error) (again bool) {
	if ctx.Err() != nil {
		return true
	}
	s.c.fail(err)
	return false
}

func (s *scheduler) settleSeeds(b *frontier.Batch) bool {
	if err := s.c.settle(b); err != nil {
		s.c.fail(err)
		return false
	}
	b.Seeds = b.Seeds[:0]
	s.leased.drained = false
	return true
}
