package crawler

import (
	"context"
	"time"

	"github.com/portolan-seo/portolan/crawler/ask"
	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/crawler/traps"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// job is what the scheduler hands to a worker: a leased URL, or the origin
// whose robots.txt is wanted.
type job struct {
	item    frontier.Item
	origin  *origin
	robots  bool        // fetch origin's robots.txt instead of item
	probe   *probe      // make this request instead
	again   string      // ask for this URL again: is its host well?
	unknown string      // with again: the URL cannot exist; the directory it is in
	look    *look       // with again: does the page still look like the answer to such a URL?
	walk    *cookieWalk // with again: whose request it is
	hop     ask.Hop
	source  *source // read this sitemap

	translation *translation // ask this page on another host for its translations

	ctx     context.Context // by which it may be given up, nil = that of all
	pace    *pace.Pace      // of the host that is asked; by default the origin's
	started time.Time
}

// report is what a worker tells the scheduler once a job's requests are made.
type report struct {
	job      job
	x        pace.Exchange
	robots   ask.Answer       // of a robots job
	sketch   sketch           // of a probe
	suspects []suspect        // of a page
	walk     *cookieWalk      // to begin
	walkTo   string           // of a request of a walk: it redirects to this URL of the same host
	walkSet  bool             // of a request of a walk: the answer sets a cookie
	held     *outcome         // of a page that a firewall may have refused: not settled yet
	unknown  frontier.Unknown // the answer to a URL that cannot exist
	text     *lookalike.Text  // of a page asked for again, nil where it is none
	source   sourceAnswer     // of a sitemap

	translation translationAnswer // of a page on another host
}

// url gives the URL that the job asks for.
func (j *job) url() string {
	switch {
	case j.probe != nil:
		return j.probe.url
	case j.robots:
		return j.hop.URL
	case j.again != "":
		return j.again
	case j.source != nil:
		return j.source.file.URL
	case j.translation != nil:
		return j.translation.url
	}
	return j.item.URL
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

	seen traps.Page // of a page, for the trap detector

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
	o := c.outcome(outcomePage)
	o.page.ID = item.ID
	o.page.Record.Outcome = how
	o.page.Record.FetchedAt = now
	o.page.Record.Tries = 0
	return o
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
