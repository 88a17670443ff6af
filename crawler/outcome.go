package crawler

import (
	"slices"
	"time"

	"github.com/portolan-seo/portolan/crawler/traps"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

type outcomeKind uint8

const (
	outcomePage outcomeKind = iota
	outcomeRetry
	outcomeRobots
	outcomeSeeds
	outcomeRendered
	outcomeNothing // nothing to settle: an errand, or a page whose request was cancelled
)

// outcome is what the committer settles for one job. Its slices are reused.
type outcome struct {
	kind     outcomeKind
	page     frontier.Settled
	retry    frontier.Retry
	robots   frontier.RobotsFile
	seeds    []frontier.Seed   // of a sitemap
	rendered frontier.Rendered // without its Settled, which is page
	part     bool              // more of the same job follows
	huge     bool              // it holds a place in crawl.huge
	held     bool              // it is not settled yet: see refusal
	folds    []frontier.Fold

	seen traps.Page // of a page, for the trap detector
	lead string     // how its text begins, where that is kept

	arena []byte // what the last links' URLs and anchors point into
	kept  int    // bytes that were kept, in this arena and those before it
	long  int    // of them, those of links beyond longLink
}

// outcome gives an empty outcome, a used one where there is one.
func (c *crawl) outcome(kind outcomeKind) *outcome {
	var o *outcome
	select {
	case o = <-c.free:
	default:
		o = &outcome{}
	}
	*o = outcome{
		kind:  kind,
		page:  frontier.Settled{Links: o.page.Links[:0], Location: -1, Canonical: -1},
		seeds: o.seeds[:0],
		folds: o.folds[:0],
		arena: o.arena[:0],
	}
	return o
}

// unfetched is the outcome of a URL that is settled without a request.
func (c *crawl) unfetched(item frontier.Item, how record.Outcome, now time.Time) *outcome {
	o := &outcome{kind: outcomePage, page: frontier.Settled{Location: -1, Canonical: -1}} // those for reuse have room for links
	o.page.ID = item.ID
	o.page.Record.Outcome = how
	o.page.Record.FetchedAt = now
	o.page.Record.Tries = 0
	return o
}

// hold makes of an outcome one that is not settled for long: without room for
// other pages, which goes to them.
func (c *crawl) hold(o *outcome) *outcome {
	own := *o
	own.held, own.kept, own.arena = true, 0, make([]byte, 0, o.kept)
	own.page.Links, own.seeds, own.folds = slices.Clone(o.page.Links), slices.Clone(o.seeds), slices.Clone(o.folds)
	for i := range own.page.Links {
		l := &own.page.Links[i]
		l.URL, l.Anchor = own.keep(l.URL), own.keep(l.Anchor)
	}
	if own.seen.Settled != nil {
		own.seen.Settled = &own.page
	}
	c.reuse(o)
	return &own
}

// keep copies b into the outcome's arena. What does not fit begins another
// one: an arena that grew would be held as often as it had grown, by what
// points into its former places.
func (o *outcome) keep(b []byte) []byte {
	if len(b) > cap(o.arena)-len(o.arena) {
		o.arena = make([]byte, 0, max(len(b), firstArena, min(2*cap(o.arena), maxKept)))
	}
	at := len(o.arena)
	o.arena = append(o.arena, b...)
	o.kept += len(b)
	return o.arena[at:len(o.arena):len(o.arena)]
}

// firstArena is how large an arena is made at least.
const firstArena = 4 << 10
