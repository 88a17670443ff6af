package guard

import (
	"context"
	"hash/maphash"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// texts are those that the set that stands shows, now and in the earlier crawl.
type texts struct {
	was  []record.Sketch // by place in the book, of the earlier crawl
	had  []uint32        // words, of the same
	rows int             // that are shown now

	looks   [len(looksOf)]hits
	changed []nearPage // pages most of whose text is another one than then
}

const oneTitle = "title"

// findTexts finds one text that many pages of the set that stands show now.
func (c *Comparison) findTexts(ctx context.Context) error {
	if c.o.Earlier == nil {
		return nil
	}
	t, err := c.readTexts(ctx)
	if err == nil {
		err = c.markAccepted(ctx, t)
	}
	if err == nil && c.book.hasAccepted() {
		err = c.findLikeAccepted(ctx, t)
	}
	if err == nil {
		err = c.findSameText(ctx, t)
	}
	if err == nil && c.SameText == "" {
		err = c.findNearText(ctx, t)
	}
	if err == nil {
		err = c.findSays()
	}
	return err
}

func (c *Comparison) readTexts(ctx context.Context) (*texts, error) {
	codes, err := c.o.Earlier.Codes(ctx)
	if err != nil {
		return nil, err
	}
	t := &texts{was: make([]record.Sketch, len(c.book.keys)), had: make([]uint32, len(c.book.keys))}
	for row, err := range c.o.Earlier.Brief(ctx, 0, frontier.DetailLook, frontier.DetailText, frontier.TextsPass) {
		if err != nil {
			return nil, err
		}
		if at, ok := c.book.find(row.URL); ok && wasRead(codes, row) {
			t.was[at], t.had[at] = row.Page.Sketch, uint32(row.Page.Words)
		}
	}
	return t, c.eachShown(ctx, func(row *frontier.Row, at int) {
		t.rows++
		for i, of := range looksOf {
			t.looks[i].add(of(row))
		}
		p := nearPage{at: at, was: t.was[at], is: row.Page.Sketch, had: int(t.had[at]), has: row.Page.Words}
		if otherText(p.is, p.was) {
			t.changed = append(t.changed, p)
		}
	}, frontier.DetailText)
}

// otherText tells of a page most of whose text is another one than it was.
func otherText(is, was record.Sketch) bool {
	differ, of := is.Differ(was)
	return was != 0 && is != 0 && differ*2 > of
}

// findSameText finds a text, or a title, that many pages of the set that stands
// show now and did not before: a login in the place of each page, a parked
// domain, pages that have come out blank. On sites whose pages are made by
// scripts all look alike to us; they did so in the earlier crawl, too.
func (c *Comparison) findSameText(ctx context.Context, t *texts) (err error) {
	for i, of := range looksOf {
		if err != nil || c.SameWhat != "" {
			return err
		}
		err = c.findSame(ctx, &t.looks[i], of, i > 0, t.was)
	}
	return err
}

// findSame looks for what has come to look the same in one way.
func (c *Comparison) findSame(ctx context.Context, h *hits, look func(*frontier.Row) uint64, isTitle bool, before []record.Sketch) error {
	enough := manyAlike
	if isTitle {
		enough = many
	}
	what, n, err := h.most(enough, func(each func(uint64)) error {
		return c.eachShown(ctx, func(row *frontier.Row, _ int) { each(look(row)) })
	})
	lost, _ := c.gone(inStanding)
	of := h.rows + lost
	if err != nil || !enough(n, of) {
		return err
	}
	for at := range c.marks {
		c.marks[at] &^= looksSame
	}
	err = c.eachShown(ctx, func(row *frontier.Row, at int) {
		if look(row) == what {
			c.marks[at] |= looksSame
		}
	})
	if err != nil {
		return err
	}
	if is, err := c.sameIsNew(ctx, look); err != nil || !is {
		return err
	}
	c.SameWhat = "text"
	if isTitle {
		if n, err = c.unmarkUnchanged(ctx, n, before); err != nil || !many(n, of) {
			c.SameWhat = ""
			return err
		}
		c.SameWhat = oneTitle
	}
	return c.tellSame(ctx)
}

// tellSame gives the marked URLs their fate, and names the first.
func (c *Comparison) tellSame(ctx context.Context) error {
	return c.eachShown(ctx, func(row *frontier.Row, at int) {
		if c.marks[at]&looksSame != 0 {
			c.fates[at] = Alike
			if c.SameText == "" {
				c.SameText = strings.Clone(row.URL)
			}
		}
	})
}

// eachShown gives the pages that are shown for URLs of the set that stands,
// with the place of each such URL in the book.
func (c *Comparison) eachShown(ctx context.Context, do func(row *frontier.Row, at int), more ...frontier.Detail) error {
	for row, err := range c.crawl.Brief(ctx, 0, append(more, frontier.DetailLook, frontier.TextsPass)...) {
		if err != nil {
			return err
		}
		if at, ok := c.shownFor(row); ok {
			do(row, at)
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
	each := func(do func(uint64)) error {
		for row, err := range c.o.Earlier.Brief(ctx, 0, frontier.DetailLook, frontier.TextsPass) {
			if err != nil {
				return err
			}
			if at, ok := c.book.find(row.URL); ok && c.marks[at]&looksSame != 0 && wasRead(codes, row) {
				do(of(row))
			}
		}
		return nil
	}
	var earlier hits
	if err := each(earlier.add); err != nil {
		return false, err
	}
	_, before, err := earlier.most(half, each)
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
func (c *Comparison) unmarkUnchanged(ctx context.Context, n int, before []record.Sketch) (int, error) {
	err := c.eachShown(ctx, func(row *frontier.Row, at int) {
		if c.marks[at]&looksSame == 0 || before[at] == 0 {
			return
		}
		if differ, of := row.Page.Sketch.Differ(before[at]); differ*2 <= of {
			c.marks[at] &^= looksSame
			n--
		}
	})
	return n, err
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

// hits finds what most rows share. A few counts are enough: what more than a
// seventeenth of all have is among them at the end, with a count that is too low
// by a seventeenth of all at most (Misra and Gries, 1982).
type hits struct {
	counts map[uint64]int
	rows   int
}

const hitCounts = 16

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

// most gives what most share of all that were added, and how many do, 0 if they
// are not enough. Only if they may be, it has all given once more.
func (h *hits) most(enough func(n, of int) bool, again func(each func(uint64)) error) (what uint64, n int, err error) {
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
	err = again(func(what uint64) {
		if count, counted := exact[what]; counted {
			exact[what] = count + 1
		}
	})
	for w, count := range exact {
		if count > n || count == n && w < what {
			what, n = w, count
		}
	}
	return what, n, err
}
