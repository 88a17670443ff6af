package causes

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/portolan-seo/portolan/frontier"
)

// maxClicked are the URLs whose clicks are kept: some 20 bytes each.
const maxClicked = 2 << 20

// readClicks takes the clicks in search results that exports of the user know of.
func (c *finder) readClicks(ctx context.Context, crawl frontier.Crawl) error {
	for m, err := range crawl.Measures(ctx) {
		if err != nil {
			return fmt.Errorf("read the clicks of exports: %w", err)
		}
		var facts struct {
			Clicks float64 `json:"clicks"`
		}
		if m.Source != "export" || json.Unmarshal([]byte(m.Facts), &facts) != nil || facts.Clicks <= 0 {
			continue
		}
		if c.allClicks += facts.Clicks; len(c.clicks) < maxClicked {
			if c.clicks == nil {
				c.clicks, c.clicked = map[uint64]float64{}, map[frontier.ID]float64{}
			}
			c.clicks[memberKey(0, m.URL)] += facts.Clicks
		}
	}
	return nil
}
