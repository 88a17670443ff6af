package frontier

import (
	"fmt"
	"time"

	"github.com/portolan-seo/portolan/frontier/record"
)

// MaxExamples is the number of raw spellings kept per host and rule.
const MaxExamples = 5

// MetaVerdicts is the key of Meta under which PutVerdicts keeps its digest.
const MetaVerdicts = "verdicts"

// MetaVerdictNames is the key of Meta that holds the names of verdicts by code,
// as a JSON array, for people who read the crawl file with tools of their own.
const MetaVerdictNames = "verdict.names"

// Check reports what forbids to settle the batch: a page or retry whose URL
// is not leased, or comes twice (ErrNotLeased), or a place that is not in
// Links. Every store calls it before it changes anything.
func (b *Batch) Check(leased func(ID) bool) error {
	seen := make(map[ID]bool, len(b.Pages)+len(b.Retries))
	check := func(id ID) error {
		if seen[id] || !leased(id) {
			return fmt.Errorf("settle URL %d: %w", id, ErrNotLeased)
		}
		seen[id] = true
		return nil
	}
	for i := range b.Pages {
		p := &b.Pages[i]
		if err := check(p.ID); err != nil {
			return err
		}
		if !placeIn(p.Location, p.Links) || !placeIn(p.Canonical, p.Links) {
			return fmt.Errorf("settle URL %d: location %d or canonical %d is no place in its %d links", p.ID, p.Location, p.Canonical, len(p.Links))
		}
	}
	for i := range b.Retries {
		if err := check(b.Retries[i].ID); err != nil {
			return err
		}
	}
	return b.checkRendered()
}

func placeIn(i int, links []Link) bool { return i >= -1 && i < len(links) }

// DepthFrom gives the depth of a link's target whose page lies at depth: one
// click further, unless its kind keeps the depth. What is linked from a page
// that no link has reached is not reached either.
func (f LinkFlags) DepthFrom(depth uint16) uint16 {
	if depth >= NoDepth-1 || f.SameDepth() {
		return depth
	}
	return depth + 1
}

// Milli gives a time as stores keep it: in UTC, cut to the millisecond; the
// zero time and others before 1970 are the zero time.
func Milli(t time.Time) time.Time {
	if ms := t.UnixMilli(); ms > 0 {
		return time.UnixMilli(ms).UTC()
	}
	return time.Time{}
}

// stored gives an exchange as stores keep it: times cut to the millisecond,
// durations to the microsecond.
func stored(x record.Exchange) record.Exchange {
	x.FetchedAt = Milli(x.FetchedAt)
	x.TTFB = x.TTFB.Truncate(time.Microsecond)
	x.Total = x.Total.Truncate(time.Microsecond)
	return x
}

// LinkReason gives the reason for which a link's target, new to the frontier,
// is not fetched.
func (b *Batch) LinkReason(l *Link) Reason { return b.reason(l.URL, l.Reason) }

// SeedReason is LinkReason for a seed. The start URL is fetched whatever the
// rules say.
func (b *Batch) SeedReason(s *Seed) Reason {
	if s.Source&FromStart != 0 {
		return Undecided
	}
	return b.reason(s.URL, s.Reason)
}

// RankOf gives the rank of a URL that the batch makes known, or names as a seed.
func (b *Batch) RankOf(url []byte, depth uint16, source Source) Rank {
	if b.Rank == nil {
		return RankPage
	}
	return min(b.Rank(url, depth, source), LastRank)
}

func (b *Batch) reason(url []byte, given Reason) Reason {
	if given != Undecided || b.Decide == nil {
		return given
	}
	return b.Decide(url)
}
