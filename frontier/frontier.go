// Package frontier holds what is known of a site and answers "which next?".
//
// One URL's life:
//
//	discovered ─► known ─┬─ decided by the URL alone: Reason on its row, done
//	                     └─► pending ──Lease──► leased ──Settle──► settled
//	                            ▲                 │
//	                            └── lease lost or retry due
//
// Discovery and settling are one call, Settle: it appends page records, the
// links they gave and the URLs first seen in them in one transaction. A URL
// is settled because its record is there; a lease lives in memory only, so a
// lost one is pending again after a restart. No URL's record is ever updated:
// facts are appended once, verdicts are computed from them.
//
// A URL met only through nofollow links is known but not pending, until a
// followed link reaches it. One that was named by something else than a link
// has no depth, until a followed link of a page that has one reaches it.
package frontier

import (
	"context"
	"errors"
	"time"

	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// ID is a URL's number in order of discovery, from 0, without gaps.
type ID uint32

// NoID stands for "none": no referrer, no target.
const NoID ID = 1<<32 - 1

// NoDepth is the depth of a URL that no link has reached.
const NoDepth = 1<<16 - 1

// ErrNotLeased is returned by Settle for a page whose URL was not leased.
var ErrNotLeased = errors.New("URL is not leased")

// Frontier is the durable record of every known URL. Its methods do not
// block on anything but the store, and are called from one goroutine at a
// time. Politeness is no part of it.
type Frontier interface {
	// Lease hands out up to max pending URLs of the ranks up to last, the
	// soonest rank first, in a rank those nearest to the start (depth, then
	// discovery order). Retries come before them once due, whatever their
	// rank, the longest due first. When it returns none, next is the time when
	// a retry falls due, or zero if none waits.
	Lease(max int, last Rank, now time.Time) (items []Item, next time.Time, err error)

	// Rerank calls rank for each URL that waits to be leased in the rank from or
	// a later one, by ID, and stores what changes in one transaction: all of it,
	// or after an error, which may be that of ctx, nothing. Retries that wait,
	// and what is leased or left, keep their rank. The Item is reused.
	Rerank(ctx context.Context, from Rank, rank func(*Item) Rank) error

	// Release returns leased URLs to pending, unchanged. Others are ignored.
	Release(ids ...ID)

	// Leave sets leased URLs aside: they stay pending, but Lease does not hand
	// them out before the crawl file is opened again, or Return names them. They cost no memory.
	// Others are ignored.
	Leave(ids ...ID)

	// Return makes URLs pending again that were left, each at most once. What
	// was not left must not be named.
	Return(ids ...ID) error

	// Settle appends the batch in one transaction: all of it is durable, or
	// none of it. Seeds become known before the pages' links, links in the
	// order of the batch. The batch is not retained. After ErrNotLeased the
	// store is as it was; after any other error it must be opened again.
	Settle(*Batch) error

	// Counts tells where the known URLs are.
	Counts() Counts

	// Meta gives the value of a key set by a batch, "" if it was never set.
	Meta(key string) string

	// Rules gives the learned rules in the order in which they were settled.
	Rules() []canonical.Rule

	// Disk gives the bytes that the file takes, with its log; 0 without one.
	Disk() int64

	// Close ends the crawl file's use. Leased URLs are pending again.
	Close() error
}

// Store is what a crawl runs on: a Frontier whose URLs and links can be read
// again.
type Store interface {
	Frontier
	URLs
	Links
	Renderings
}

// Item is a leased URL.
type Item struct {
	ID    ID
	URL   string
	Depth uint16 // clicks from the start, NoDepth if no link reached it
	Via   ID     // the page whose link gave it its depth, or was the first; NoID for seeds
	Tries int    // requests made so far
	Rank  Rank
}

// Deeper reports a URL beyond a limit of clicks from the start: 0 is no limit,
// less than 0 lets the start alone pass. What only pages without depth link to is
// too deep: nothing tells how far it is from the start. What a source names
// (Named) never is, wherever links lead to it, which is for the caller to ask.
func Deeper(limit int, depth uint16, via ID) bool {
	switch {
	case limit == 0:
		return false
	case depth == NoDepth:
		return via != NoID
	}
	return int(depth) > max(limit, 0)
}

// Rank says how soon a URL is leased: lower ones sooner. It is given when a URL
// becomes known (Batch.Rank); a seed may make it sooner, Rerank changes it.
// There is room for more between the ones that have names.
type Rank uint8

const (
	RankFirst Rank = 0
	RankPage  Rank = 1 // of what a batch without Rank makes known
	LastRank  Rank = 7
)

// Counts tells where the known URLs are. Known is the sum of the others.
type Counts struct {
	Known    int
	Settled  int
	Decided  int // by the URL alone
	NoFollow int // known by nofollow links alone
	Pending  int // leased and delayed ones included
	Leased   int // of Pending
	Delayed  int // of Pending: retries that wait
}

// Batch is what one commit appends. Byte slices are the caller's and are not
// kept after Settle returns.
type Batch struct {
	Pages []Settled
	// Rendered are of pages that are settled, by this batch or before, and were
	// not rendered yet.
	Rendered []Rendered
	Seeds    []Seed
	Retries  []Retry
	Rules    []canonical.Rule
	Folds    []Fold
	Robots   []RobotsFile
	Meta     map[string]string

	// Measures take the place of what sources of the same kind knew of the URL.
	Measures []Measured

	// Decide gives the reason for which a URL is not to be fetched, from the
	// URL alone. It is called once for each URL that the batch makes known,
	// unless the link or seed has a Reason of its own or the seed is the
	// start URL, which is fetched whatever the rules say. Nil decides nothing.
	Decide func(url []byte) Reason

	// Rank gives the rank of each URL that the batch makes known and that is
	// not decided by the URL alone: depth is the one that the URL gets, source
	// FromLink or that of the seed. It is called for seeds that are known, too:
	// they move to that rank if it is sooner than theirs. Nil is RankPage for
	// all.
	Rank func(url []byte, depth uint16, source Source) Rank
}

// Note has a text stored under a key of Meta.
func (b *Batch) Note(key, text string) {
	if b.Meta == nil {
		b.Meta = map[string]string{}
	}
	b.Meta[key] = text
}

// Settled is one URL's outcome with the links it gave. Its URL must be
// leased.
type Settled struct {
	ID     ID
	Record record.Page
	Links  []Link // in document order; repeated targets are kept
	// Location and Canonical are places in Links, -1 for none: the target of
	// a redirect (or of Folded), the canonical URL if it is not void.
	Location  int
	Canonical int
}

// Link is one reference from a page to a URL in canonical form.
type Link struct {
	Key   uint64 // canonical.Rules.Key of URL
	URL   []byte
	Flags LinkFlags
	// Anchor is the link text or image alt, white space folded, at most 200
	// bytes; of a LinkAlternate the hreflang.
	Anchor []byte
	Reason Reason // why URL is no fetchable form (InvalidURL, TooLong), else Undecided
}

// LinkFlags holds a link's kind in the low four bits and its rel above.
type LinkFlags uint16

const (
	LinkA LinkFlags = iota
	LinkArea
	LinkFrame
	LinkIFrame
	LinkNext
	LinkPrev
	LinkAlternate
	LinkCanonical
	LinkRefresh
	LinkRedirect
	LinkFold   // the form a learned rule gives
	LinkScript // a URL that scripts gave the page, without a link: by history.pushState
	// LinkPlace is what another link of the page says besides its target: the
	// fragment, as Anchor, without #. Crawl gives it where it is asked for alone.
	LinkPlace

	LinkKind = LinkFlags(0x0f)

	NoFollow  LinkFlags = 1 << 4 // by rel or by the page, whether respected or not
	UGC       LinkFlags = 1 << 5
	Sponsored LinkFlags = 1 << 6
	InHeader  LinkFlags = 1 << 7 // of a Link: or Refresh: header
	Unlinked  LinkFlags = 1 << 8 // does not make its target pending: nofollow respected

	regionShift = 9 // three bits: where in the page it stands
	linkRegion  = LinkFlags(7) << regionShift

	InRendered LinkFlags = 1 << 12 // only once the page's scripts have run
)

// Kind gives what sort of reference it is.
func (f LinkFlags) Kind() LinkFlags { return f & LinkKind }

// Region gives where in the page the link stands.
func (f LinkFlags) Region() record.Region { return record.Region(f & linkRegion >> regionShift) }

// In gives the flags with a region.
func (f LinkFlags) In(r record.Region) LinkFlags {
	return f&^linkRegion | LinkFlags(r)<<regionShift&linkRegion
}

// SameDepth reports kinds whose target is as near to the start as the page
// itself: the reader does not click.
func (f LinkFlags) SameDepth() bool {
	switch f.Kind() {
	case LinkRedirect, LinkRefresh, LinkFold, LinkCanonical, LinkFrame, LinkIFrame:
		return true
	}
	return false
}

// Clickable reports the kinds of link by which a reader comes to their target, or
// sees it framed.
func (f LinkFlags) Clickable() bool {
	switch f.Kind() {
	case LinkA, LinkArea, LinkFrame, LinkIFrame:
		return true
	}
	return false
}

// Seed is a URL known from elsewhere than a link. A seed already known only
// adds its source, makes pending what was known by nofollow links alone, and
// may make the rank sooner.
type Seed struct {
	Key    uint64
	URL    []byte
	Depth  uint16 // 0 for the start URL, else NoDepth
	Reason Reason // as in Link
	Source Source
	Detail string // where in the source: file and line
}

// Source is a bit set of the ways in which a URL became known.
type Source uint8

// All bits are used. What an export names is FromList, with its evidence.
const (
	FromStart Source = 1 << iota
	FromLink
	FromSitemap
	FromLog
	FromList
	FromDirectory
	FromPrevious
)

// FromHreflang is the source of what a sitemap names as a translation of its entries
// (see SitemapTranslation). Only a seed has it: crawl files keep something else in its
// bit of what tells how a URL became known first.
const FromHreflang Source = 1 << 7

// Named are the sources that a user gives, or asks for, to have URLs fetched: no
// limit of depth holds for these.
const Named = FromStart | FromSitemap | FromLog | FromList | FromDirectory

// Retry returns a leased URL to pending until Due, with the requests made so
// far.
type Retry struct {
	ID    ID
	Tries int
	Due   time.Time
	Err   record.ErrClass
	// Status of the answer that made it wait, 0 if none came.
	Status int
}

// Fold counts spellings folded into canonical forms, per host and rule.
type Fold struct {
	Host     string
	Kind     string // as canonical.Removal.Kind
	Name     string
	Count    int      // spellings met since the last fold of this host and rule
	Examples []string // raw spellings; five are kept per host and rule
}

// RobotsFile is a robots.txt as it was fetched.
type RobotsFile struct {
	Origin    string // scheme://host[:port]
	Status    int    // 0 = no answer
	FetchedAt time.Time
	Body      []byte
	Note      string // how it was read: redirects, errors; for people
}

// Reason is why a URL is not fetched, decided by the URL alone.
type Reason uint8

const (
	Undecided Reason = iota
	InvalidURL
	ScopeHost
	ScopeScheme
	ScopePath
	TooLong
	FilterCrawl  // a rule of the user
	FilterEffect // the built-in rule: a link whose GET has effects
)
