package guard

import (
	"context"

	"github.com/portolan-seo/portolan/crawler/audit"
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
