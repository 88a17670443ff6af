package guard

import (
	"context"
	"iter"

	"github.com/portolan-seo/portolan/crawler/lookalike"
)

// measureSlowLoss finds a loss that has come bit by bit: what the reference
// lists and is gone by now, less what has come in its place. A shop whose
// products come and go loses nothing as long as their kind does not become
// fewer.
func (c *Comparison) measureSlowLoss(ctx context.Context) (err error) {
	t := &c.Reference
	if c.shrank = t.Left(); c.shrank*100 > t.URLs {
		if c.shrank, err = c.shrunk(ctx); err != nil {
			return err
		}
	}
	if lost := t.Gone() - t.Left() + c.shrank; heavy(lost, t.URLs) {
		c.slowLoss = lost
	}
	return nil
}

// shrunk counts the URLs of the reference that have left without another one
// of their template having come.
func (c *Comparison) shrunk(ctx context.Context) (int, error) {
	var templates lookalike.Templates
	err := c.eachOfReference(func(url string, _ Fate) { templates.Add(url, false) })
	if err != nil {
		return 0, err
	}
	if err := c.eachListed(ctx, func(url string) { templates.Add(url, false) }); err != nil {
		return 0, err
	}
	type change struct{ before, left, now int }
	changes := map[string]change{}
	err = c.eachOfReference(func(url string, fate Fate) {
		at := templates.Of(url).Pattern
		n := changes[at]
		if n.before++; fate == Lost || fate == Unknown {
			n.left++
		}
		changes[at] = n
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

// eachOfReference gives the URLs of the reference that count.
func (c *Comparison) eachOfReference(do func(url string, fate Fate)) error {
	for url, err := range c.reference()() {
		if err != nil {
			return err
		}
		if at, ok := c.book.find(url); ok && c.book.keys[at]&isAccepted == 0 && c.fates[at] != Own {
			do(url, c.fates[at])
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
// has come.
func (c *Comparison) Replaces() bool {
	return c.Listed >= c.Reference.URLs && c.shrank*100 <= c.Reference.URLs
}

// StillExpected gives the reference less the URLs whose loss was accepted and
// that are gone.
func (c *Comparison) StillExpected() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for url, err := range c.reference()() {
			if err == nil {
				if at, ok := c.book.find(url); ok && c.book.keys[at]&isAccepted != 0 && gone(c.fates[at]) {
					continue
				}
			}
			if !yield(url, err) || err != nil {
				return
			}
		}
	}
}

// reference is the set to measure slow losses by.
func (c *Comparison) reference() URLs {
	if c.o.Reference != nil {
		return c.o.Reference
	}
	return c.o.Standing
}
