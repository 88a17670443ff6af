package crawler

import (
	"time"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/robots"
)

// job is what the scheduler hands to a worker: a leased URL, or the origin
// whose robots.txt is wanted.
type job struct {
	item    frontier.Item
	origin  *origin
	robots  bool   // fetch origin's robots.txt instead of item
	probe   *probe // make this request instead
	again   string // ask for this URL again: is its host well?
	unknown string // with again: the URL cannot exist; the directory it is in
	hop     robotsHop
	source  *source // read this sitemap

	pace    *pace // of the host that is asked; by default the origin's
	started time.Time
}

// report is what a worker tells the scheduler once a job's requests are made.
type report struct {
	job      job
	x        exchange
	robots   robotsAnswer     // of a robots job
	sketch   sketch           // of a probe
	suspects []suspect        // of a page
	unknown  frontier.Unknown // the answer to a URL that cannot exist
	source   sourceAnswer     // of a sitemap
}

// url gives the URL that the job asks for.
func (j *job) url() string {
	switch {
	case j.probe != nil:
		return j.probe.url
	case j.robots:
		return j.hop.url
	case j.again != "":
		return j.again
	case j.source != nil:
		return j.source.file.URL
	}
	return j.item.URL
}

// robotsAnswer is a robots.txt as it was found.
type robotsAnswer struct {
	next       string // ask this URL, to which it redirects; all else is void
	rules      *robots.Rules
	retryAfter time.Duration
	maxAge     time.Duration // by Cache-Control, negative if it says nothing
}

type outcomeKind uint8

const (
	outcomePage outcomeKind = iota
	outcomeRetry
	outcomeRobots
	outcomeSeeds
	outcomeNothing // a request that was cancelled: the URL stays pending
)

// outcome is what the committer settles for one job. Its slices are reused.
type outcome struct {
	kind   outcomeKind
	page   frontier.Settled
	retry  frontier.Retry
	robots frontier.RobotsFile
	seeds  []frontier.Seed // of a sitemap
	part   bool            // more of the same job follows
	huge   bool            // it holds a place in crawl.huge
	folds  []frontier.Fold

	// Of a page, for the trap detector: what was asked for, and a hash of the
	// page's letters where figures do not count, else 0.
	url     string
	key     uint64
	via     frontier.ID
	letters uint64

	arena []byte // what the links' URLs and anchors point into
}

// What is kept of a used outcome at most.
const (
	keepLinks = 4096
	keepArena = 1 << 20 // bytes
)

// Of bodies of more than hugeBody bytes, or of more than keepLinks links,
// maxHuge are parsed and settled at a time: each may take tens of megabytes.
const (
	maxHuge  = 2
	hugeBody = 2 << 20
)

// takeRoom waits until the page at hand may be made an outcome.
func (w *worker) takeRoom() {
	if !w.huge {
		w.c.huge <- struct{}{}
		w.huge = true
	}
}

// outcome gives an empty outcome, a used one where there is one.
func (c *crawl) outcome(kind outcomeKind) *outcome {
	var o *outcome
	select {
	case o = <-c.free:
	default:
		o = &outcome{}
	}
	if cap(o.page.Links) > keepLinks || cap(o.arena) > keepArena {
		o = &outcome{} // one page of very many links must not bind memory for good
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
func (c *crawl) unfetched(item frontier.Item, how page.Outcome, now time.Time) *outcome {
	o := c.outcome(outcomePage)
	o.page.ID = item.ID
	o.page.Record.Outcome = how
	o.page.Record.FetchedAt = now
	o.page.Record.Tries = 0
	return o
}

// keep copies b into the outcome's arena.
func (o *outcome) keep(b []byte) []byte {
	at := len(o.arena)
	o.arena = append(o.arena, b...)
	return o.arena[at:len(o.arena):len(o.arena)]
}
