package query

import (
	"context"
	"fmt"
	"slices"

	"github.com/portolan-seo/portolan/crawler/audit/causes"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// CausesFound are the causes of what is wrong with a site, and what has become
// of those of the complete crawl before.
type CausesFound struct {
	Now    []causes.Cause
	Mended []causes.Cause // that the crawl before had, and whose pages this one has seen without
	Gone   []causes.Cause // that the crawl before had, and that went with their pages
	Unseen []causes.Cause // that the crawl before had, and whose pages this one has not seen
	Before bool           // there is a complete crawl before
	Basis  string         // with what they are compared, as Basis says it

	sum     *findings.Summary // of the complete crawl before
	had     map[string]bool
	was     map[string]int // findings of those, by ID
	hadOnes causes.Found
	once    map[string]bool // that the crawl before that one had
	onces   causes.Found
}

// State is "new", "open", or "back" where the crawl before did not have it and the
// one before that had; "" where there is no complete crawl before.
func (c *CausesFound) State(x *causes.Cause) string {
	switch {
	case !c.Before:
		return ""
	case c.had[x.ID] || c.hadOnes.Any(x) || c.hadOnes.Kin(x), c.sum.Of(x.Rule.ID).Withheld != "": // it may have been there unseen
		return "open"
	case c.once[x.ID] || c.onces.Any(x) || c.onces.Kin(x):
		return "back"
	}
	return "new"
}

// Was counts the findings that a cause had in the complete crawl before, 0 where
// that did not have it.
func (c *CausesFound) Was(x *causes.Cause) int { return c.was[x.ID] }

// Causes groups what is wrong with a site by its causes, and compares them with
// those of the complete crawl before. An incomplete crawl mends nothing, nor does one whose
// set was refused, nor do pages that were not read this time, or that are gone; what is only
// grouped otherwise is neither mended nor new. Those of a segment are also those that its
// pages make by linking to others.
func Causes(ctx context.Context, crawl *stored.Crawl, asked stored.Asked, skipped func(file string, err error)) (*CausesFound, error) {
	before, err := Before(crawl, skipped)
	if err != nil {
		return nil, err
	}
	if before != nil {
		defer before.Close() // read only
	}
	return CausesSince(ctx, crawl, before, asked, skipped)
}

// CausesSince is Causes, where the crawl before is open: nil if there is none.
func CausesSince(ctx context.Context, crawl, before *stored.Crawl, asked stored.Asked, skipped func(file string, err error)) (*CausesFound, error) {
	asked.Linked = asked.Segment != ""
	c := &CausesFound{Basis: Basis(crawl, before), had: map[string]bool{}, was: map[string]int{}}
	var err error
	var sum *findings.Summary
	if c.Now, sum, err = crawl.Causes(ctx, asked); err != nil || before == nil {
		return c, err
	}
	c.Before = true
	old, then, err := before.Causes(ctx, asked)
	if err != nil {
		return nil, err
	}
	c.sum = then
	c.hadOnes = causes.FoundIn(old)
	now, ones := map[string]bool{}, causes.FoundIn(c.Now)
	look := sight{crawl: crawl, before: before, sum: sum, found: ones}
	for _, x := range c.Now {
		now[x.ID] = true
	}
	var gone []causes.Cause
	for _, x := range old {
		c.was[x.ID] = x.N
		if c.had[x.ID] = true; !now[x.ID] && !ones.Any(&x) && !goesOn(c.Now, &x) {
			gone = append(gone, x)
		}
	}
	behind, err := isBehind(ctx, crawl, before)
	if err != nil {
		return nil, err
	}
	led := func(list []causes.Cause) bool {
		return slices.ContainsFunc(list, func(x causes.Cause) bool { return x.Rule.ID == ledAway })
	}
	if len(gone) == 0 || sum.Seen.Ended != "" || sum.Seen.Doubt != "" || behind || led(c.Now) && !led(old) {
		c.Unseen = gone
		return c, c.lookFurther(ctx, before, asked, skipped)
	}
	if err := look.lookFor(ctx, gone); err != nil {
		return nil, fmt.Errorf("look whether causes are mended: %w", err)
	}
	refused := crawl.Refused() != ""
	for _, x := range gone {
		fate, err := look.fate(ctx, &x)
		if err != nil {
			return nil, fmt.Errorf("look whether cause %s is mended: %w", x.ID, err)
		}
		switch {
		case fate == Fixed && !refused:
			c.Mended = append(c.Mended, x)
		case fate == NoMore:
			c.Gone = append(c.Gone, x)
		default:
			c.Unseen = append(c.Unseen, x)
		}
	}
	return c, c.lookFurther(ctx, before, asked, skipped)
}

// ledAway is the rule by which links lead to wrong addresses: what was wrong with the links
// that were there is not mended by that, nor what they led to.
const ledAway = "links-elsewhere"

// goesOn tells whether an earlier cause is one of another rule now.
func goesOn(now []causes.Cause, old *causes.Cause) bool {
	return slices.ContainsFunc(now, func(x causes.Cause) bool { return old.Rule.Becomes(x.Rule) && x.Shares(old) > 0 })
}

// lookFurther looks whether what seems new was there two crawls ago.
func (c *CausesFound) lookFurther(ctx context.Context, before *stored.Crawl, asked stored.Asked, skipped func(file string, err error)) error {
	if !slices.ContainsFunc(c.Now, func(x causes.Cause) bool { return c.State(&x) == "new" }) {
		return nil
	}
	earlier, err := Before(before, skipped)
	if err != nil || earlier == nil {
		return err
	}
	defer earlier.Close() // read only
	old, _, err := earlier.Causes(ctx, asked)
	if err != nil {
		return err
	}
	c.once, c.onces = map[string]bool{}, causes.FoundIn(old)
	for _, x := range old {
		c.once[x.ID] = true
	}
	return nil
}
