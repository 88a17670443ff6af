package causes

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/portolan-seo/portolan/frontier"
)

// Clicks are those in search results that exports of the user know of.
type Clicks struct {
	All float64
	of  map[uint64]float64 // by URL
}

// maxClicked are the URLs whose clicks are kept: some 20 bytes each.
const maxClicked = 2 << 20

// ReadClicks takes them; nil without any.
func ReadClicks(ctx context.Context, crawl frontier.Crawl) (*Clicks, error) {
	var c *Clicks
	for m, err := range crawl.Measures(ctx) {
		if err != nil {
			return nil, fmt.Errorf("read the clicks of exports: %w", err)
		}
		var facts struct {
			Clicks float64 `json:"clicks"`
		}
		if m.Source != "export" || json.Unmarshal([]byte(m.Facts), &facts) != nil || facts.Clicks <= 0 {
			continue
		}
		if c == nil {
			c = &Clicks{of: map[uint64]float64{}}
		}
		if c.All += facts.Clicks; len(c.of) < maxClicked {
			c.of[memberKey(0, m.URL)] += facts.Clicks
		}
	}
	return c, nil
}

// Of gives the clicks of a URL.
func (c *Clicks) Of(url string) float64 {
	if c == nil {
		return 0
	}
	return c.of[memberKey(0, url)]
}
