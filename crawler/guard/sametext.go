package guard

import (
	"context"
	"hash/maphash"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// texts are those that the set that stands shows, now and in the earlier crawl.
type texts struct {
	was  []record.Sketch // by place in the book, of the earlier crawl
	had  []uint32        // words, of the same
	rows int             // that are shown now
	both int             // of them, that were read then, too

	looks   [len(looksOf)]lookalike.Commonest
	changed []nearPage // pages most of whose text is another one than then
	shorter []nearPage // pages that have lost many words
	fewer   lengths    // words of pages, now or then, whichever are fewer
	has     lengths    // words now, of pages that were read then, too
	more    lengths    // words that have come to these
	less    lengths    // words that they have lost
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
	if err == nil && c.SameText != "" {
		err = c.findSays()
	}
	if err == nil && c.SameText == "" {
		err = c.findShrunk(ctx, t)
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
			t.looks[i].Add(of(row))
		}
		p := nearPage{at: at, was: t.was[at], is: row.Page.Sketch, had: int(t.had[at]), has: row.Page.Words}
		if otherText(p.is, p.was) {
			t.changed = append(t.changed, p)
		}
		t.count(p)
	}, frontier.DetailText)
}

// otherText tells of a page most of whose text is another one than it was.
func otherText(is, was record.Sketch) bool {
	differ, of := is.Differ(was)
	return was != 0 && is != 0 && differ*2 > of
}

// isNearly tells of a text that is another one but for a few words.
func isNearly(text, of record.Sketch) bool {
	differ, bins := text.Differ(of)
	return differ*4 <= bins
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
		err = c.findSame(ctx, &t.looks[i], of, i > 0, i > 1, t)
	}
	return err
}

// findSame looks for what has come to look the same in one way. Titles with numbers of their own may be those of
// pages: they are not where texts differ in length.
func (c *Comparison) findSame(ctx context.Context, h *lookalike.Commonest, look func(*frontier.Row) uint64, isTitle, numbered bool, t *texts) error {
	enough := manyAlike
	if isTitle {
		enough = many
	}
	what, n, err := h.Most(enough, func(each func(uint64)) error {
		return c.eachShown(ctx, func(row *frontier.Row, _ int) { each(look(row)) })
	})
	lost, _ := c.gone(inStanding)
	of := h.Rows + lost
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
	if !isTitle {
		if n, err = c.markWhatShows(ctx, t); err != nil || !enough(n, of) {
			c.SameWhat, c.One = "", frontier.OneAnswer{}
			return err
		}
	} else {
		n, alike, err := c.unmarkUnchanged(ctx, n, t.was)
		if err != nil || !many(n, of) || numbered && !alike {
			c.SameWhat = ""
			return err
		}
		c.SameWhat = oneTitle
	}
	return c.tellSame(ctx)
}

// markWhatShows marks, beside those that have one main text but for the words of their own
// addresses, the pages that have one whole text with most of them, and takes the mark from those
// that showed it before. Of blank pages it changes nothing. It gives how many are marked: none where
// all that has come to them is something above their own texts, such as a request for consent.
func (c *Comparison) markWhatShows(ctx context.Context, t *texts) (n int, err error) {
	var vote lookalike.Majority[uint64]
	err = c.eachShown(ctx, func(row *frontier.Row, at int) {
		if c.marks[at]&looksSame != 0 {
			n++
			vote.Add(row.Page.TextHash)
			c.One.Sketch = row.Page.Sketch
		}
	})
	if c.One.TextHash = vote.Most; err != nil || c.One.Sketch == 0 {
		return n, err
	}
	var marked []nearPage
	err = c.eachShown(ctx, func(row *frontier.Row, at int) {
		c.marks[at] &^= looksSame
		p := nearPage{at: at, was: t.was[at], is: row.Page.Sketch, had: int(t.had[at]), has: row.Page.Words}
		if c.One.Shows(row) && (p.was == 0 || !isNearly(p.was, c.One.Sketch)) && (row.Page.TextHash == c.One.TextHash || !p.outgrew()) {
			marked = append(marked, p)
		}
	}, frontier.DetailText)
	if err != nil || grewAlike(marked) || t.grewAlike() {
		return 0, err
	}
	for _, p := range marked {
		c.marks[p.at] |= looksSame
	}
	return len(marked), nil
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
	var earlier lookalike.Commonest
	if err := each(earlier.Add); err != nil {
		return false, err
	}
	_, before, err := earlier.Most(half, each)
	return !half(before, earlier.Rows), err
}

// wasRead reports a page that was listed because it was read.
func wasRead(codes []uint8, row *frontier.Row) bool {
	return row.Page != nil && int(row.ID) < len(codes) && codes[row.ID] == uint8(audit.Listed)
}

// half tells of URLs that are no fewer than the others.
func half(n, of int) bool { return n*2 >= of }

// unmarkUnchanged takes the mark from pages whose text is what it was: of a
// title that is the same by mistake nothing follows. n are marked before, left
// are after it, and alike tells whether these are about as long.
func (c *Comparison) unmarkUnchanged(ctx context.Context, n int, before []record.Sketch) (left int, alike bool, err error) {
	var words []int
	err = c.eachShown(ctx, func(row *frontier.Row, at int) {
		if c.marks[at]&looksSame == 0 {
			return
		}
		if differ, of := row.Page.Sketch.Differ(before[at]); before[at] != 0 && differ*2 <= of {
			c.marks[at] &^= looksSame
			n--
			return
		}
		words = append(words, row.Page.Words)
	}, frontier.DetailText)
	return n, len(words) > 0 && sameLength(words, middle(words)), err
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
