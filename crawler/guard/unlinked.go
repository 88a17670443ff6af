package guard

import (
	"context"

	"github.com/portolan-seo/portolan/frontier"
)

// maxSteps is how many links a page may be away from those whose rows tell how the
// start leads there; each step is a pass over all links.
const maxSteps = 8

// findLinked takes those from Unlinked to which the start leads all the same. Rows do
// not tell where pages were read before those that lead to them, as in a run that goes
// on with one in which the site was down.
func (c *Comparison) findLinked(ctx context.Context) error {
	if !c.ManyUnlinked() {
		return nil
	}
	reached := make([]bool, len(c.codes))
	for row, err := range c.crawl.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		if int(row.ID) < len(reached) {
			reached[row.ID] = row.Depth != frontier.NoDepth
		}
	}
	asked := make(map[frontier.ID]bool, len(c.unlinked))
	for _, id := range c.unlinked {
		asked[id] = true
	}
	for grew, steps := true, 0; grew && steps < maxSteps && c.ManyUnlinked(); steps++ {
		grew = false
		for e, err := range c.crawl.Graph(ctx, func(frontier.ID) bool { return true }, func(to frontier.ID) bool { return asked[to] }) {
			if err != nil {
				return err
			}
			if int(max(e.From, e.To)) < len(reached) && reached[e.From] && !reached[e.To] && e.Flags.Kind() <= frontier.LinkIFrame && e.Flags&frontier.Unlinked == 0 {
				reached[e.To], grew = true, true
				c.Unlinked--
			}
		}
	}
	return nil
}
