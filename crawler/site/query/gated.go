package query

import (
	"context"
	"fmt"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// gated tells of a page that shows what stands before it, a login say, and did not then:
// it was not read, whatever it answers.
func gated(now, then *record.Page) bool {
	gate := gateOf(now)
	return gate != "" && gate != gateOf(then)
}

// gateOf tells what a page seems to be that stands before others, by its title and heading.
func gateOf(p *record.Page) page.Gate {
	if p == nil || p.Outcome != record.Answered {
		return ""
	}
	if gate := page.GateOf(p.Title, p.H1[0], ""); gate != page.GateMissing { // a page that is gone was read
		return gate
	}
	return ""
}

// shut takes for unread what shows a gate now, and another one then, or none.
func (g *goneFrom) shut(ctx context.Context) error {
	if len(g.gates) == 0 {
		return nil
	}
	for row, err := range g.before.Brief(ctx, 0, frontier.DetailLook, frontier.DetailText, frontier.TextsPass) {
		if err != nil {
			return fmt.Errorf("read the URLs of %s: %w", g.before.Path(), err)
		}
		key := g.now.key("", row.URL)
		if gate := g.gates[key]; gate != "" && gateOf(row.Page) == gate {
			delete(g.gates, key)
		}
	}
	for key := range g.gates {
		at := g.seen[key]
		at.read = false
		g.seen[key] = at
	}
	return nil
}
