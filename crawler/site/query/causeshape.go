package query

import "github.com/portolan-seo/portolan/crawler/audit/causes"

// Cause is what findings have in common.
type Cause = causes.Cause

// CauseStates are what has become of causes since the complete crawl before.
var CauseStates = []string{"new", "open", "back", "mended", "gone", "unseen"}

// CauseShape is a cause for programs.
type CauseShape struct {
	Type      string   `json:"type"` // "cause"
	ID        string   `json:"id"`
	Finding   string   `json:"finding"`
	Severity  string   `json:"severity"`
	State     string   `json:"state"` // new, open, back, mended, gone, unseen; "" where there is no complete crawl before
	By        string   `json:"by"`    // site, template, target, line, page, url
	What      string   `json:"what"`
	Findings  int      `json:"findings"`
	Likely    int      `json:"likely"`
	LinkScore float64  `json:"link_score"` // 0 to 1
	Clicks    float64  `json:"clicks"`     // of the URLs in search results, by exports
	Fix       string   `json:"fix"`
	Examples  []string `json:"examples"`
}

// ShapeOf gives a cause for programs.
func ShapeOf(x *Cause, state string) CauseShape {
	return CauseShape{"cause", x.ID, x.Rule.ID, x.Severity.String(), state, x.By, x.What, x.N, x.Likely, x.Score, x.Clicks, x.Rule.Fix, append([]string{}, x.Examples...)}
}

// Each calls give for each cause with its state: those that are there in their
// order, then those that are mended, gone with their pages, or were not seen.
func (c *CausesFound) Each(give func(x *Cause, state string) error) error {
	for i := range c.Now {
		if err := give(&c.Now[i], c.State(&c.Now[i])); err != nil {
			return err
		}
	}
	for _, gone := range []struct {
		state string
		list  []Cause
	}{{"mended", c.Mended}, {"gone", c.Gone}, {"unseen", c.Unseen}} {
		for i := range gone.list {
			if err := give(&gone.list[i], gone.state); err != nil {
				return err
			}
		}
	}
	return nil
}
