package guard

import (
	"context"
	"iter"
	"slices"

	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/frontier"
)

// measureSlowLoss finds a loss that has come bit by bit: what the reference
// lists and is gone by now, less what has come in its place. A shop whose
// products come and go loses nothing as long as their kind does not become
// fewer.
func (c *Comparison) measureSlowLoss(ctx context.Context) (err error) {
	t := &c.Reference
	if c.shrank = t.Left(); c.shrank*100 > t.URLs {
		counts := func(at int) bool { return c.book.keys[at]&isAccepted == 0 && c.fates[at] != Own }
		left := func(at int) bool { return c.fates[at] == Lost || c.fates[at] == Unknown }
		if c.shrank, err = c.shrunk(ctx, counts, left); err != nil {
			return err
		}
	}
	if lost := t.Gone() - t.Left() + c.shrank; heavy(lost, t.URLs) {
		c.slowLoss = lost
	}
	return nil
}

// shrunk counts the URLs of the reference, by their places in the book and as far as
// they count, that have left without another one of their template having come.
func (c *Comparison) shrunk(ctx context.Context, counts, left func(at int) bool) (int, error) {
	var templates lookalike.Templates
	err := c.eachOfReference(counts, func(url string, _ int) { templates.Add(url, false) })
	if err != nil {
		return 0, err
	}
	if err := c.eachListed(ctx, func(url string) { templates.Add(url, false) }); err != nil {
		return 0, err
	}
	type change struct{ before, left, now int }
	changes := map[string]change{}
	err = c.eachOfReference(counts, func(url string, at int) {
		pattern := templates.Of(url).Pattern
		n := changes[pattern]
		if n.before++; left(at) {
			n.left++
		}
		changes[pattern] = n
	})
	if err != nil {
		return 0, err
	}
	err = c.eachListed(ctx, func(url string) {
		at := templates.Of(url).Pattern
		if n, ok := changes[at]; ok {
			n.now++
			changes[at] = n
		}
	})
	sum := 0
	for _, n := range changes {
		sum += min(n.left, max(0, n.before-n.now))
	}
	return sum, err
}

// eachOfReference gives the URLs of the reference that count, with their places in the book.
func (c *Comparison) eachOfReference(counts func(at int) bool, do func(url string, at int)) error {
	for url, err := range c.reference()() {
		if err != nil {
			return err
		}
		if at, ok := c.book.find(url); ok && counts(at) {
			do(url, at)
		}
	}
	return nil
}

// SlowLoss counts the URLs of the reference that are lost, or seem to be for
// now, where they are too many; else 0.
func (c *Comparison) SlowLoss() int { return c.slowLoss }

// SameAsReference tells whether the crawl lists what the reference does.
func (c *Comparison) SameAsReference() bool {
	n := 0
	for at, key := range c.book.keys {
		if key&inReference == 0 {
			continue
		}
		n++
		if !c.isListed(at) {
			return false
		}
	}
	return n == c.Listed
}

// Replaces tells whether what the crawl lists can be the reference: as many
// URLs as the old one has, and for one in a hundred of those at most nothing
// has come. What pages beside them have taken up counts with these.
func (c *Comparison) Replaces() bool {
	merged := 0
	for at, key := range c.book.keys {
		if key&(inReference|isAccepted) == inReference && c.fates[at] == Moved && c.marks[at]&hasMerged != 0 {
			merged++
		}
	}
	return c.Listed >= c.Reference.URLs && (c.shrank+merged)*100 <= c.Reference.URLs
}

// Changes tells whether StillExpected gives something else than the reference.
func (c *Comparison) Changes() bool {
	for at, key := range c.book.keys {
		if key&inReference != 0 && c.isDone(at) {
			return true
		}
	}
	return slices.ContainsFunc(c.moves, c.isRenamed)
}

// StillExpected gives the reference less the URLs whose loss was accepted and
// that are gone, and those that pages beside them have taken up which said the same. Of a page
// that has moved to an address that it does not have it gives that: once nobody asks for the old one
// any more it would seem to be lost.
func (c *Comparison) StillExpected() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		to := map[uint32]frontier.ID{}
		taken := map[frontier.ID]bool{}
		for _, m := range c.moves {
			if c.isRenamed(m) && !taken[m.end] {
				to[m.at], taken[m.end] = m.end, true
			}
		}
		for url, err := range c.reference()() {
			if err == nil {
				at, ok := c.book.find(url)
				if ok && c.isDone(at) {
					continue
				}
				if end, moved := to[uint32(at)]; ok && moved {
					url, err = c.newName(url, end)
				}
			}
			if !yield(url, err) || err != nil {
				return
			}
		}
	}
}

// isRenamed tells of a move of a URL of the reference that neither set has at its new address.
func (c *Comparison) isRenamed(m move) bool {
	return m.beside == 0 && c.book.keys[m.at]&(inReference|isAccepted) == inReference && c.fates[m.at] == Moved && c.marks[m.at]&(hasMerged|losesNothing) == 0
}

// newName gives the address of a page, or the old one where the reference has that, too.
func (c *Comparison) newName(url string, id frontier.ID) (string, error) {
	row, err := c.crawl.Row(id)
	if err != nil {
		return "", err
	}
	if at, known := c.book.find(row.URL); known && c.book.keys[at]&inReference != 0 {
		return url, nil
	}
	return row.URL, nil
}

// isDone tells of a URL, by its place in the book, that nobody waits for any more.
func (c *Comparison) isDone(at int) bool {
	if c.book.keys[at]&isAccepted != 0 {
		return gone(c.fates[at]) || c.marks[at]&hasMerged != 0
	}
	return c.marks[at]&losesNothing != 0
}

// reference is the set to measure slow losses by.
func (c *Comparison) reference() URLs {
	if c.o.Reference != nil {
		return c.o.Reference
	}
	return c.o.Standing
}
