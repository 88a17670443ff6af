package crawler

import (
	"context"

	"github.com/portolan-seo/portolan/crawler/traps"
	"github.com/portolan-seo/portolan/frontier"
)

// stacked are the scheduler's addresses in stacks of folders where what stands in front says nothing: each page is
// fetched at its shortest one, and at others only until that is known.
type stacked struct {
	of    *traps.Quarantine
	known *frontier.Stacks
	aside []frontier.ID // held back before that was known
}

// maxAside are kept in mind.
const maxAside = 20_000

// readStacks takes what has become known of stacks, and returns what was held back until then. It reports whether there is any.
func (s *scheduler) readStacks() (more bool) {
	q := s.c.quarantine.Load()
	if q == s.stacked.of {
		return false
	}
	s.stacked.of = q
	found, err := q.Stacks()
	if err != nil {
		s.c.fail(err)
		return false
	}
	if before := s.stacked.known; found.Count() == 0 || before != nil && before.Count() == found.Count() {
		return false
	}
	s.c.mu.Lock()
	defer s.c.mu.Unlock()
	if err = found.Read(context.Background(), s.c.store); err == nil {
		err = s.c.store.Return(s.stacked.aside...)
	}
	if err != nil {
		s.c.fail(err)
		return false
	}
	more = len(s.stacked.aside) > 0
	s.stacked.known, s.stacked.aside = found, nil
	s.leased.drained = s.leased.drained && !more
	return more
}

// stackHolds tells whether a URL that is in quarantine stays there: not if it is one of stacked folders, and the address of its page.
func (s *scheduler) stackHolds(item frontier.Item) bool {
	s.readStacks()
	if !s.c.quarantine.Load().OfStack(item.URL) {
		return true
	}
	if known := s.stacked.known; known != nil {
		known.See(item.URL)
		if known.Stands(item.URL) {
			return false
		}
	}
	if len(s.stacked.aside) < maxAside {
		s.stacked.aside = append(s.stacked.aside, item.ID)
	}
	return true
}
