package guard

import (
	"context"

	"github.com/portolan-seo/portolan/crawler/lookalike"
)

// Growth is the template to which most URLs belong that are listed for the first
// time. A catalogue grows where it was before; what somebody has put into a site
// that was broken into lies in a place of its own.
type Growth struct {
	Pattern string // for people
	URLs    int
}

// findGrown finds where a set has grown that has grown by as much as would be a
// heavy loss.
func (c *Comparison) findGrown(ctx context.Context) error {
	if !heavy(c.New(), c.Listed) {
		return nil
	}
	var templates lookalike.Templates
	if err := c.eachNew(ctx, func(url string) { templates.Add(url, false) }); err != nil {
		return err
	}
	count := map[string]int{}
	err := c.eachNew(ctx, func(url string) { count[templates.Of(url).Pattern]++ })
	for pattern, n := range count {
		if n > c.Grown.URLs || n == c.Grown.URLs && pattern < c.Grown.Pattern {
			c.Grown = Growth{pattern, n}
		}
	}
	c.Grown.Pattern, _ = forPeople(c.Grown.Pattern)
	return err
}

// eachNew gives the listed URLs that the set that stands does not list.
func (c *Comparison) eachNew(ctx context.Context, do func(url string)) error {
	return c.eachListed(ctx, func(url string) {
		if at, known := c.book.find(url); !known || c.book.keys[at]&inStanding == 0 {
			do(url)
		}
	})
}
