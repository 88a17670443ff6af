package guard

import (
	"cmp"
	"context"
	"slices"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
)

// findMoves takes URLs for moved that redirect for good to pages that are
// listed, name one as canonical that shows the same, or say again what one says,
// but no more than movesToOne to one page, unless that said the same before. Where too
// many come to pages that a set listed beside them these have not moved: one of both is
// lost (a language that leads its visitors to another one).
func (c *Comparison) findMoves(ctx context.Context) error {
	list, err := c.movedToTwins(ctx)
	if err != nil {
		return err
	}
	for _, a := range c.away {
		if a.move && c.fates[a.at] == Lost && c.listsEnd(a.id) {
			list = append(list, move{end: c.ends.Of(a.id).ID, at: a.at})
		}
	}
	if list, err = c.sayAgain(list); err != nil {
		return err
	}
	// Those that come first in order of discovery count: c.away is in order.
	slices.SortStableFunc(list, func(a, b move) int { return cmp.Compare(a.end, b.end) })
	if list, err = c.leaveLonger(ctx, list); err != nil {
		return err
	}
	if list, err = c.leaveUnlinked(ctx, list); err != nil {
		return err
	}
	if err := c.findBeside(ctx, list); err != nil {
		return err
	}
	c.takeMoves(list)
	if err := c.loseMerged(ctx, inStanding); err != nil {
		return err
	}
	if c.o.Reference != nil {
		if err := c.loseMerged(ctx, inReference); err != nil {
			return err
		}
	}
	for _, m := range c.moves {
		c.fates[m.at] = Moved
		c.marks[m.at] |= hasMoved
		if m.same {
			c.marks[m.at] |= losesNothing
		}
	}
	return nil
}

// takeMoves takes those that may be moves of a list that is sorted by end.
func (c *Comparison) takeMoves(list []move) {
	n := 0 // to one page
	for i, m := range list {
		if i == 0 || list[i-1].end != m.end {
			n = 0
		}
		if !m.same {
			n++
		}
		if m.same || n <= movesToOne {
			c.moves = append(c.moves, m)
			continue
		}
		for k := len(c.moves) - 1; n == movesToOne+1 && k >= 0 && c.moves[k].end == m.end; k-- {
			c.marks[c.moves[k].at] |= amongMany
		}
	}
}

// sayAgain adds URLs that say again what a page says, as views to be printed do, and did so when the set that stands was
// made: that crawl may have had too few to tell them by.
func (c *Comparison) sayAgain(list []move) ([]move, error) {
	if len(c.again) == 0 {
		return list, nil
	}
	of := audit.Retold(c.crawl)
	for _, a := range c.again {
		page, err := of(a.end)
		if err != nil {
			return nil, err
		}
		if page == frontier.NoID || c.code(page) != audit.Listed {
			continue
		}
		if same, err := c.saidThen(a.end); err != nil {
			return nil, err
		} else if same {
			list = append(list, move{end: page, at: a.at, again: true})
		}
	}
	return list, nil
}

// saidThen tells whether a page said the same in the earlier crawl.
func (c *Comparison) saidThen(id frontier.ID) (bool, error) {
	if c.o.Earlier == nil {
		return false, nil
	}
	now, err := c.crawl.Row(id)
	if err != nil {
		return false, err
	}
	then, err := c.o.Earlier.Find(now.URL)
	if err != nil || then == nil || then.Page == nil || now.Page == nil {
		return false, err
	}
	return nearText(now.Page, then.Page), nil
}

// move is a URL, by its place in the book, that has moved to a page.
type move struct {
	end    frontier.ID
	at     uint32
	beside uint32 // the place of that page in the book and 1, 0 if no set lists it
	named  bool   // its page names that one as canonical
	again  bool   // it says again what that says
	same   bool   // both said the same when the set that stands was made
}

// shownFor gives the place of the URL of the set that stands for which a page
// is shown: its own, else the first that has moved to it.
func (c *Comparison) shownFor(row *frontier.Row) (at int, ok bool) {
	if row.Page == nil {
		return 0, false
	}
	counts := func(at int) bool { return c.book.keys[at]&(inStanding|isAccepted) == inStanding }
	if at, ok = c.book.find(row.URL); ok && c.fates[at] == Kept && counts(at) {
		return at, true
	}
	first, ok := slices.BinarySearchFunc(c.moves, row.ID, func(m move, id frontier.ID) int { return cmp.Compare(m.end, id) })
	if !ok {
		return 0, false
	}
	at = int(c.moves[first].at)
	return at, counts(at)
}

// listsEnd tells whether a page is listed where the redirects of a URL end.
func (c *Comparison) listsEnd(id frontier.ID) bool {
	end := c.ends.Of(id)
	return end.ID != frontier.NoID && end.ID != id && c.code(end.ID) == audit.Listed
}

// findMovedBack takes URLs for moved whose page had moved to them when the set
// that stands was made, and answers under its old URL again.
func (c *Comparison) findMovedBack(ctx context.Context) error {
	if c.o.Earlier == nil || !heavy(c.gone(inStanding)) {
		return nil
	}
	ends, err := audit.ReadEnds(ctx, c.o.Earlier)
	if err != nil {
		return err
	}
	var lost []known
	for row, err := range c.o.Earlier.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		if at, ok := c.book.find(row.URL); ok && (c.fates[at] == Lost || c.fates[at] == Unknown) {
			lost = append(lost, known{row.ID, uint32(at)})
		}
	}
	var old, named []spelling
	for row, err := range c.o.Earlier.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		end := ends.Of(row.ID)
		if at, found := lostAt(lost, end.ID); found && end.Hops > 0 {
			old = append(old, spelling{c.book.key(row.URL), at})
		}
		if at, found := lostAt(lost, row.Canonical); found && end.Hops == 0 && row.Canonical != row.ID {
			named = append(named, spelling{c.book.key(row.URL), at})
		}
	}
	if err := c.findSpellings(ctx, old); err != nil {
		return err
	}
	return c.findTakenBack(ctx, named)
}

// gone counts the URLs of a set that are lost or seem to be, and all of it.
func (c *Comparison) gone(set uint64) (n, of int) {
	for at, key := range c.book.keys {
		if key&(set|isAccepted) != set || c.fates[at] == Own {
			continue
		}
		if of++; gone(c.fates[at]) {
			n++
		}
	}
	return n, of
}

// findUnknown looks for URLs that the crawl does not know: the user may have
// typed what keeps them out, or another spelling of them is known.
func (c *Comparison) findUnknown(ctx context.Context) error {
	if c.o.Elsewhere == nil || !slices.Contains(c.fates, Unknown) {
		return nil
	}
	var folded []spelling
	for _, set := range []URLs{c.o.Standing, c.o.Reference} {
		if set == nil {
			continue
		}
		for url, err := range set() {
			if err != nil {
				return err
			}
			at, ok := c.book.find(url)
			if !ok || c.fates[at] != Unknown {
				continue
			}
			own, form := c.o.Elsewhere(url)
			switch {
			case own:
				c.fates[at] = Own
			case form != "":
				c.fates[at] = Lost
				folded = append(folded, spelling{c.book.key(form), uint32(at)})
			}
		}
	}
	return c.findSpellings(ctx, folded)
}

// spelling is a URL that is known under another form.
type spelling struct {
	form uint64
	at   uint32
}

// findSpellings takes URLs for moved whose form is listed.
func (c *Comparison) findSpellings(ctx context.Context, folded []spelling) error {
	if len(folded) == 0 {
		return nil
	}
	slices.SortFunc(folded, func(a, b spelling) int { return cmp.Or(cmp.Compare(a.form, b.form), cmp.Compare(a.at, b.at)) })
	for row, err := range c.crawl.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		if c.code(row.ID) != audit.Listed {
			continue
		}
		form := c.book.key(row.URL)
		first, found := slices.BinarySearchFunc(folded, form, func(s spelling, form uint64) int { return cmp.Compare(s.form, form) })
		for i := first; found && i < len(folded) && i < first+movesToOne && folded[i].form == form; i++ {
			c.fates[folded[i].at] = Moved
		}
	}
	return nil
}
