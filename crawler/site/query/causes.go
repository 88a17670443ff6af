package query

import (
	"context"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// CausesFound are the causes of what is wrong with a site, and what has become
// of those of the complete crawl before.
type CausesFound struct {
	Now    []findings.Cause
	Mended []findings.Cause // that the crawl before had, and this one has not
	Before bool             // there is a complete crawl before

	had     map[string]bool
	hadOnes findings.Found
}

// State is "new" or "open", "" where there is no complete crawl before.
func (c *CausesFound) State(x *findings.Cause) string {
	switch {
	case !c.Before:
		return ""
	case c.had[x.ID] || c.hadOnes.Any(x):
		return "open"
	}
	return "new"
}

// Causes groups what is wrong with a site by its causes, and compares them with
// those of the complete crawl before. An incomplete crawl mends nothing, and what
// is only grouped otherwise is neither mended nor new.
func Causes(ctx context.Context, crawl *stored.Crawl, asked stored.Asked, skipped func(file string, err error)) (*CausesFound, error) {
	c := &CausesFound{had: map[string]bool{}}
	var err error
	if c.Now, _, err = crawl.Causes(ctx, asked); err != nil {
		return nil, err
	}
	before, err := Before(crawl, skipped)
	if err != nil || before == nil {
		return c, err
	}
	defer before.Close() // read only
	c.Before = true
	old, _, err := before.Causes(ctx, asked)
	if err != nil {
		return nil, err
	}
	c.hadOnes = findings.FoundIn(old)
	now, ones := map[string]bool{}, findings.FoundIn(c.Now)
	for _, x := range c.Now {
		now[x.ID] = true
	}
	for _, x := range old {
		if c.had[x.ID] = true; !now[x.ID] && !ones.Any(&x) && crawl.WhyIncomplete() == "" {
			c.Mended = append(c.Mended, x)
		}
	}
	return c, nil
}
