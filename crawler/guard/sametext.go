package guard

import (
	"context"
	"errors"
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
	for i, of := range looksOf {
		h := &c.looks[i]
		what, n, err := h.most(ctx, c.crawl, c.keptNow, of, many)
		if err != nil {
			return err
		}
		if !many(n, h.rows) {
			continue
		}
		if err := c.markSame(ctx, func(row *frontier.Row) bool { return of(row) == what }); err != nil {
			return err
		}
		is, err := c.sameIsNew(ctx, of)
		if is && i > 0 {
			n, err = c.unmarkUnchanged(ctx, n)
			is = many(n, h.rows)
		}
		if err != nil || is {
			c.SameWhat = looksNamed[i]
			return errors.Join(err, c.settleSame(ctx))
		}
	}
	return nil
}

// markSame marks the kept URLs that look the same.
func (c *Comparison) markSame(ctx context.Context, same func(*frontier.Row) bool) error {
	for row, err := range c.crawl.Brief(ctx, 0, frontier.DetailLook) {
		if err != nil {
			return err
		}
		if at, ok := c.book.find(row.URL); ok {
			if c.marks[at] &^= looksSame; c.keptNow(row) && same(row) {
				c.marks[at] |= looksSame
			}
		}
	}
	return nil
}

// settleSame gives the marked URLs their fate.
func (c *Comparison) settleSame(ctx context.Context) error {
	for row, err := range c.crawl.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		if at, ok := c.book.find(row.URL); ok && c.marks[at]&looksSame != 0 {
			c.fates[at] = Alike
			if c.SameText == "" {
				c.SameText = strings.Clone(row.URL)
			}
		}
	}
	return nil
}

// sameIsNew tells whether most of the marked URLs that the earlier crawl has
// read did not look the same then, whatever they looked like.
func (c *Comparison) sameIsNew(ctx context.Context, of func(*frontier.Row) uint64) (bool, error) {
	codes, err := c.o.Earlier.Codes(ctx)
	if err != nil {
		return false, err
	}
	marked := func(row *frontier.Row) bool {
		at, ok := c.book.find(row.URL)
		return ok && c.marks[at]&looksSame != 0 && wasRead(codes, row)
	}
	var earlier hits
	for row, err := range c.o.Earlier.Brief(ctx, 0, frontier.DetailLook) {
		if err != nil {
			return false, err
		}
		if marked(row) {
			earlier.add(of(row))
		}
	}
	_, before, err := earlier.most(ctx, c.o.Earlier, marked, of, half)
	return !half(before, earlier.rows), err
}

// wasRead reports a page that was listed because it was read.
func wasRead(codes []uint8, row *frontier.Row) bool {
	return row.Page != nil && int(row.ID) < len(codes) && codes[row.ID] == uint8(audit.Listed)
}

// half tells of URLs that are no fewer than the others.
func half(n, of int) bool { return n*2 >= of }

// unmarkUnchanged takes the mark from pages whose text is what it was: of a
// title that is the same by mistake nothing follows. n are marked before, and
// the result are after it.
func (c *Comparison) unmarkUnchanged(ctx context.Context, n int) (int, error) {
	codes, err := c.o.Earlier.Codes(ctx)
	if err != nil {
		return n, err
	}
	before := make([]page.Sketch, len(c.book.keys))
	for row, err := range c.o.Earlier.Brief(ctx, 0, frontier.DetailLook) {
		if err != nil {
			return n, err
		}
		if at, ok := c.book.find(row.URL); ok && wasRead(codes, row) {
			before[at] = row.Page.Sketch
		}
	}
	for row, err := range c.crawl.Brief(ctx, 0, frontier.DetailLook) {
		if err != nil {
			return n, err
		}
		at, ok := c.book.find(row.URL)
		if !ok || c.marks[at]&looksSame == 0 || before[at] == 0 {
			continue
		}
		if differ, of := row.Page.Sketch.Differ(before[at]); differ*2 <= of {
			c.marks[at] &^= looksSame
			n--
		}
	}
	return n, nil
}

// keptNow reports a URL of the set that stands that is kept.
func (c *Comparison) keptNow(row *frontier.Row) bool {
	at, ok := c.book.find(row.URL)
	return ok && c.book.keys[at]&(inStanding|isAccepted) == inStanding && c.fates[at] == Kept && row.Page != nil
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

// looksOf give numbers that pages share which look the same: by their text, by
// their title as it is, and by the words of that, those with digits aside.
var looksOf = [...]func(*frontier.Row) uint64{
	textOf,
	func(row *frontier.Row) uint64 { return maphash.String(titleSeed, row.Page.Title) },
	func(row *frontier.Row) (sum uint64) {
		var room [32]uint64
		for _, word := range page.AppendWords(room[:0], []byte(row.Page.Title)) {
			sum = sum*31 + word
		}
		return sum
	},
}

var looksNamed = [len(looksOf)]string{"text", "title", "title"}

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
// if they are not enough. It takes another pass only if they may be.
func (h *hits) most(ctx context.Context, crawl frontier.Crawl, added func(*frontier.Row) bool, of func(*frontier.Row) uint64, enough func(n, of int) bool) (what uint64, n int, err error) {
	likely := false
	for _, count := range h.counts {
		likely = likely || enough(count+h.rows/(hitCounts+1), h.rows)
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
