// Package guard compares the set of URLs that a crawl would list with the one
// that stands, URL by URL, and says what would leave it and why. A set that
// would lose too much is not published without a person's word: sites break
// between two crawls, and a sitemap that follows them down is worse than none.
//
// Of the URLs of the set that stands each is kept (listed again, or moved: it
// redirects for good to a page that is listed, names one as canonical that
// shows the same, or is a view to be printed of one), carried (listed without having
// been read, since what kept it from being read may be a fault), left out by
// what the user typed, or lost. So that small losses do not add up unseen, the
// largest complete set of late, the reference, is compared in the same way.
//
// What comes anew is nobody's loss, and is published, unless it is most of the
// set and nothing but the site's own sitemaps knows of it.
//
// The package is pure over what it is given: the crawl with its verdicts, and
// the URLs of both sets.
package guard

import (
	"context"
	"iter"
	"slices"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
)

// A set is refused that would lose more than so many URLs, and more than this
// share; or more than half of a small one; or its start page.
const (
	LossURLs    = 5
	LossPercent = 10

	smallLoss = 3 // URLs that are more than half of a set
)

// A page or a host is a wall to which so many URLs of the set that stands
// redirect, or smaller ones to which so many do.
const (
	wallURLs, wallPercent   = 20, 20
	smallURLs, smallPercent = 5, 50
)

// movesToOne are the URLs that may have moved to one page: more of them were
// sent there because they are gone.
const movesToOne = 5

// heavy tells of a loss that a person has to look at.
func heavy(lost, of int) bool {
	return lost > LossURLs && lost*100 > of*LossPercent || lost >= smallLoss && lost*2 > of
}

// many tells of URLs that have so much in common that one cause is behind it.
func many(n, of int) bool {
	return n >= wallURLs && n*100 >= of*wallPercent || n >= smallURLs && n*100 >= of*smallPercent
}

// URLs is a set as it is read. Each call gives all of it again.
type URLs func() iter.Seq2[string, error]

// manyAlike tells of URLs that show the same text anew: of as many as are too much
// to be lost nothing is left of what they showed.
func manyAlike(n, of int) bool {
	return many(n, of) || n > LossURLs && n*100 > of*LossPercent
}

// Options are what a comparison rests on besides the crawl.
type Options struct {
	Standing  URLs // the set that stands
	Reference URLs // nil if it is the set that stands, or none is kept

	// In tells which URLs of the crawl the new set may list, where it is that of a part
	// of the site; nil: all of them.
	In func(url string) bool

	// Accepted tells of URLs whose loss a person has accepted; nil: of none.
	Accepted func(url string) bool
	// Own tells of verdicts that come of what the user has typed: filters,
	// limits, options that differ from those of the set that stands.
	Own func(code audit.Code, row *frontier.Row) bool
	// Elsewhere says of a URL that the crawl does not know whether what the user
	// typed keeps it out, and under which other spelling it is known, "" if none.
	Elsewhere func(url string) (own bool, form string)
	// Widened tells that the user asks for more of the site than was asked for the
	// set that stands.
	Widened bool
	// Earlier is the crawl that the set that stands was made of, nil if it is
	// not at hand.
	Earlier frontier.Crawl
}

// mark is what the crawl knows of a URL besides its fate.
type mark uint8

const (
	isNoted      mark = 1 << iota // that the set that stands lists it
	mayCarry                      // once that is noted it may be carried
	looksSame                     // as many others
	hasMoved                      // to a page that is listed in its stead
	hasChanged                    // its loss is accepted, and it shows another text than before
	hasMerged                     // it has moved to a page that a set lists beside it, and that said something else
	losesNothing                  // it has moved to a page that said the same
	amongMany                     // it has moved to a page to which more lead than may
)

// Fate is what becomes of a URL of the set that stands.
type Fate uint8

const (
	Unknown Fate = iota // the crawl does not know it
	Kept
	Moved   // leads for good to a page that is listed, names it as canonical and shows the same, or says it again
	Carried // listed, though not read
	Alike   // listed, but shows the same text as many others, which is new
	Own     // left out by what the user typed
	Lost
	fates
)

// Tally counts the URLs of a set by fate, those aside whose loss was accepted.
type Tally struct {
	URLs int // of the set, less those that are left out by the user's own wish
	Of   [fates]int
}

// Gone are the URLs that are lost, or seem to be for now.
func (t *Tally) Gone() int { return t.Of[Unknown] + t.Of[Lost] + t.Of[Carried] + t.Of[Alike] }

// Left are the URLs that the set would no longer list.
func (t *Tally) Left() int { return t.Of[Unknown] + t.Of[Lost] }

// Comparison is what becomes of the set that stands, and of the reference.
type Comparison struct {
	Standing, Reference Tally
	Listed              int // URLs that the crawl would list, accepted or not
	Accepted            int // URLs of either set that would leave with a person's leave
	// AcceptedNow are those of them that leave the set that stands now,
	// AcceptedBefore those that had left it before.
	AcceptedNow, AcceptedBefore int
	// LikeAccepted are URLs of the set that stands that stay, and show what most of the
	// accepted ones show now; LikeAcceptedURL is the start page, if it is one, else the first.
	LikeAccepted    int
	LikeAcceptedURL string
	// Unlinked are URLs of the set that stands that the crawl lists, and knows
	// from nowhere else: nothing on the site names them now. Where they are few, some
	// may be linked to all the same.
	Unlinked int
	// NoIndex are URLs of the set that stands that are lost since they say noindex;
	// NoIndexURL is the first of them.
	NoIndex    int
	NoIndexURL string
	// LostAs counts the URLs of the set that stands that are lost, those that have moved
	// among them, by their verdicts.
	LostAs map[audit.Code]int
	// Unread are URLs of the set that stands that could not be read: no answer, an
	// error of the server, a redirect for the time being, or they asked for a permission.
	Unread int
	// Walls are pages and hosts to which many URLs of the set that stands
	// redirect, those with most first; Sent are pages that it lists, and that
	// have not changed, to which more redirect than can have moved there.
	Walls, Sent []frontier.Wall
	// SameText is a URL that shows what many others show, too, which they did
	// not before; "" if there is none. What is "text", "text but for a few
	// words", or "title" where that stands above other texts than before.
	SameText, SameWhat string
	SameSays           Says // what they say
	// One is what is known of it, zero where titles differ in digits, and where pages are blank.
	One frontier.OneAnswer
	// Shrunk are pages that have lost most of their words, zero unless many have.
	Shrunk Shrunk
	// Start is the start page, if the set that stands lists it, and it is lost
	// without having moved to a page that is listed: "" else.
	Start string
	// Renamed are pages of the set that stands that are not found any more, and listed at new addresses.
	Renamed Renamed
	// Orphans are URLs that the site's own sitemaps alone name and neither set
	// lists, 0 unless they are more than all others that would be listed.
	// OrphanCauses has them by pattern.
	Orphans      int
	OrphanCauses []Cause
	// Grown is where most of the new URLs lie, zero if there are few.
	Grown Growth

	o        Options
	crawl    frontier.Crawl
	book     *book
	start    frontier.ID // that the set that stands lists, NoID if there is none
	startAt  int         // its place in the book
	startURL string
	fates    []Fate // of the URLs of the book
	marks    []mark
	codes    []uint8
	away     []away
	stood    idSet // pages that are kept
	ends     *audit.Ends
	twins    []twin
	again    []move // each to itself: what shows the content of another page
	moves    []move // by where they end
	shrank   int    // URLs of the reference that nothing has come for
	slowLoss int    // of the reference, 0 where it is not heavy
	orphans  int    // new ones, as far as rows tell

	unlinked  []frontier.ID  // as far as rows tell
	dead      idSet          // places in the book of what is lost and not found any more
	origin    string         // of the set that stands
	elsewhere map[string]int // its URLs that are linked to on another host, by its scheme and host
}

// Compare reads what becomes of both sets by the verdicts that the crawl
// holds. It takes some twenty bytes a URL of the sets and one a known URL; where
// many URLs redirect, or show another text than before, forty bytes each of them.
func Compare(ctx context.Context, crawl frontier.Crawl, o Options) (*Comparison, error) {
	c := &Comparison{o: o, crawl: crawl, start: frontier.NoID, LostAs: map[audit.Code]int{}}
	for _, step := range []func(context.Context) error{
		c.readSets, c.readFates, c.findLinked, c.findWalls, c.findMoves, c.findTexts, c.findUnknown, c.findMovedBack, c.loseTogether, c.findStart, c.count, c.measureSlowLoss, c.findOrphans, c.findGrown, c.findRenamed,
	} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// count adds up the fates.
func (c *Comparison) count(ctx context.Context) error {
	for at, key := range c.book.keys {
		fate := c.fates[at]
		if key&isAccepted != 0 {
			c.countAccepted(at)
			continue
		}
		if key&inStanding != 0 {
			c.Standing.add(fate)
		}
		if key&inReference != 0 {
			c.Reference.add(fate)
		}
	}
	if c.o.In != nil {
		return c.eachListed(ctx, func(string) { c.Listed++ })
	}
	for _, code := range c.codes {
		if audit.Code(code).State() == audit.ListedInFile {
			c.Listed++
		}
	}
	return nil
}

func (c *Comparison) countAccepted(at int) {
	switch {
	case !gone(c.fates[at]):
		return
	case c.book.keys[at]&inStanding == 0:
		c.AcceptedBefore++
	case !c.isListed(at):
		c.AcceptedNow++
	}
	c.Accepted++
}

func (t *Tally) add(f Fate) {
	t.Of[f]++
	if f != Own {
		t.URLs++
	}
}

// New counts the listed URLs that the set that stands does not list.
func (c *Comparison) New() int {
	known := 0
	for at, key := range c.book.keys {
		if key&inStanding != 0 && c.isListed(at) {
			known++
		}
	}
	return c.Listed - known
}

// isListed reports a URL, by its place in the book, that the crawl lists.
func (c *Comparison) isListed(at int) bool {
	f := c.fates[at]
	return f == Kept || f == Carried || f == Alike && c.marks[at]&hasMoved == 0
}

// Noted gives what the crawl's verdicts have to know of walls.
func (c *Comparison) Noted() []frontier.Wall {
	noted := slices.Clone(c.Walls)
	for _, w := range c.Sent {
		if many(w.From, w.Of) {
			noted = append(noted, w)
		}
	}
	return noted
}

// missing tells whether a URL of the set that stands is to be noted in the
// crawl as one, so that it may be carried, or be asked for again later.
func (c *Comparison) missing(at int) bool {
	listed := c.book.keys[at]&(inStanding|isAccepted) == inStanding
	return listed && (c.fates[at] == Lost || c.fates[at] == Unknown) && c.marks[at]&isNoted == 0
}

// Missing tells whether MissingURL has something to tell.
func (c *Comparison) Missing() bool {
	for at := range c.fates {
		if c.missing(at) {
			return true
		}
	}
	return false
}

// MissingURL tells whether the crawl has to note that the set that stands lists
// a URL, and whether the URL's verdict may change by that.
func (c *Comparison) MissingURL(url string) (missing, matters bool) {
	at, ok := c.book.find(url)
	if !ok || !c.missing(at) {
		return false, false
	}
	return true, c.fates[at] == Unknown || c.marks[at]&mayCarry != 0
}

// gone reports fates of URLs that are lost, or seem to be for now.
func gone(f Fate) bool { return f == Unknown || f == Lost || f == Carried || f == Alike }

// eachListed gives the URLs that the new set would list.
func (c *Comparison) eachListed(ctx context.Context, do func(url string)) error {
	for row, err := range c.crawl.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		if c.code(row.ID).State() == audit.ListedInFile && c.in(row.URL) {
			do(row.URL)
		}
	}
	return nil
}

// in tells whether the new set may list a URL.
func (c *Comparison) in(url string) bool { return c.o.In == nil || c.o.In(url) }
