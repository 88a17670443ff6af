package guard

import (
	"context"
	"hash/maphash"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
)

// findSameText finds a text, or a title, that many pages of the set that stands
// show now and did not before: a login in the place of each page, a parked
// domain, pages that have come out blank. On sites whose pages are made by
// scripts all look alike to us; they did so in the earlier crawl, too.
func (c *Comparison) findSameText(ctx context.Context) error {
	if c.o.Earlier == nil {
		return nil
	}
	text, err := c.newInCommon(ctx, &c.texts, textOf)
	if err != nil {
		return err
	}
	if text.is {
		c.SameWhat = "text"
		return c.markAlike(ctx, func(row *frontier.Row, _ int) bool { return textOf(row) == text.of })
	}
	for i, of := range titlesOf {
		title, err := c.newInCommon(ctx, &c.titles[i], of)
		if err != nil {
			return err
		}
		if title.is {
			return c.findSameTitle(ctx, func(row *frontier.Row) bool { return of(row) == title.of })
		}
	}
	return nil
}

// findSameTitle marks pages that have got the same title. Of one that is the
// same by mistake nothing follows, as long as the pages are what they were.
func (c *Comparison) findSameTitle(ctx context.Context, titled func(*frontier.Row) bool) error {
	before, err := c.textsBefore(ctx)
	if err != nil {
		return err
	}
	other := func(row *frontier.Row, at int) bool {
		differ, of := row.Page.Sketch.Differ(before[at])
		return titled(row) && differ*2 > of
	}
	n := 0
	for row, err := range c.crawl.Brief(ctx, 0, frontier.DetailLook) {
		if err != nil {
			return err
		}
		if at, _ := c.book.find(row.URL); c.keptNow(row) && other(row, at) {
			n++
		}
	}
	if !many(n, c.texts.rows) {
		return nil
	}
	c.SameWhat = "title"
	return c.markAlike(ctx, other)
}

// markAlike notes which of the kept URLs are alike.
func (c *Comparison) markAlike(ctx context.Context, alike func(row *frontier.Row, at int) bool) error {
	for row, err := range c.crawl.Brief(ctx, 0, frontier.DetailLook) {
		if err != nil {
			return err
		}
		at, _ := c.book.find(row.URL)
		if !c.keptNow(row) || !alike(row, at) {
			continue
		}
		if c.SameText == "" {
			c.SameText = strings.Clone(row.URL)
		}
		c.fates[at] = Alike
	}
	return nil
}

// common is what many pages have in common, if anything.
type common struct {
	is bool
	of uint64
}

// newInCommon gives what many of the kept URLs have in common and at most half
// as many pages had in the earlier crawl, whatever it was then.
func (c *Comparison) newInCommon(ctx context.Context, counted *hits, of func(*frontier.Row) uint64) (common, error) {
	what, n, err := counted.most(ctx, c.crawl, c.keptNow, of)
	if err != nil || !many(n, counted.rows) {
		return common{}, err
	}
	codes, err := c.o.Earlier.Codes(ctx)
	if err != nil {
		return common{}, err
	}
	listed := func(row *frontier.Row) bool { return int(row.ID) < len(codes) && codes[row.ID] == uint8(audit.Listed) }
	var earlier hits
	for row, err := range c.o.Earlier.Brief(ctx, 0, frontier.DetailLook) {
		if err != nil {
			return common{}, err
		}
		if listed(row) {
			earlier.add(of(row))
		}
	}
	_, before, err := earlier.most(ctx, c.o.Earlier, listed, of)
	return common{before*2 < n, what}, err
}

// keptNow reports a URL of the set that stands that is kept.
func (c *Comparison) keptNow(row *frontier.Row) bool {
	at, ok := c.book.find(row.URL)
	return ok && c.book.keys[at]&(inStanding|isAccepted) == inStanding && c.fates[at] == Kept && row.Page != nil
}

// textsBefore gives the sketches that the URLs of the book had in the earlier
// crawl.
func (c *Comparison) textsBefore(ctx context.Context) ([]page.Sketch, error) {
	before := make([]page.Sketch, len(c.book.keys))
	for row, err := range c.o.Earlier.Brief(ctx, 0, frontier.DetailLook) {
		if err != nil {
			return nil, err
		}
		if at, ok := c.book.find(row.URL); ok && row.Page != nil {
			before[at] = row.Page.Sketch
		}
	}
	return before, nil
}

// textOf gives a number that pages of the same main text share. Words of the
// page's own address and those with digits make no difference.
func textOf(row *frontier.Row) uint64 {
	if row.Page.Sketch != 0 {
		return uint64(row.Page.Sketch)
	}
	return row.Page.TextHash
}

var titleSeed = maphash.MakeSeed()

// titlesOf give numbers that pages of the same title share: as it is, and by
// its words, those with digits aside.
var titlesOf = [...]func(*frontier.Row) uint64{
	func(row *frontier.Row) uint64 { return maphash.String(titleSeed, row.Page.Title) },
	func(row *frontier.Row) (sum uint64) {
		var room [32]uint64
		for _, word := range page.AppendWords(room[:0], []byte(row.Page.Title)) {
			sum = sum*31 + word
		}
		return sum
	},
}

// hits finds what most rows share. A few counts are enough: what more than a
// ninth of all have is among them at the end, with a count that is too low by
// a ninth of all at most (Misra and Gries, 1982).
type hits struct {
	counts map[uint64]int
	rows   int
}

const hitCounts = 8

func (h *hits) add(what uint64) {
	if h.counts == nil {
		h.counts = map[uint64]int{}
	}
	h.rows++
	if _, counted := h.counts[what]; counted || len(h.counts) < hitCounts {
		h.counts[what]++
		return
	}
	for other := range h.counts {
		if h.counts[other]--; h.counts[other] == 0 {
			delete(h.counts, other)
		}
	}
}

// most gives what most of the rows share that were added, and how many do, 0
// if they are not many. It takes another pass only if they may be.
func (h *hits) most(ctx context.Context, crawl frontier.Crawl, added func(*frontier.Row) bool, of func(*frontier.Row) uint64) (what uint64, n int, err error) {
	likely := false
	for _, count := range h.counts {
		likely = likely || many(count+h.rows/(hitCounts+1), h.rows)
	}
	if !likely {
		return 0, 0, nil
	}
	exact := make(map[uint64]int, len(h.counts))
	for what := range h.counts {
		exact[what] = 0
	}
	for row, err := range crawl.Brief(ctx, 0, frontier.DetailLook) {
		if err != nil {
			return 0, 0, err
		}
		if added(row) {
			if count, counted := exact[of(row)]; counted {
				exact[of(row)] = count + 1
			}
		}
	}
	for w, count := range exact {
		if count > n || count == n && w < what {
			what, n = w, count
		}
	}
	return what, n, nil
}
