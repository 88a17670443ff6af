package explain

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// sourceNames are the ways in which a URL becomes known, by bit.
var sourceNames = [...]string{"start", "link", "sitemap", "log", "list", "directory", "previous"}

// found tells how the URL became known, and the way to it.
func (e *explainer) found(x *Explanation, row *frontier.Row) error {
	f := &Found{Sources: []Source{}, Path: []string{row.URL}}
	x.Found = f
	details, err := e.crawl.Sources(row.ID)
	if err != nil {
		return err
	}
	for i, name := range sourceNames {
		bit := frontier.Source(1) << i
		if row.Sources&bit == 0 {
			continue
		}
		known := len(f.Sources)
		for _, d := range details {
			if d.Source&bit != 0 {
				f.Sources = append(f.Sources, Source{name, d.Detail})
			}
		}
		if len(f.Sources) == known {
			f.Sources = append(f.Sources, Source{Source: name})
		}
	}
	if f.Measures, err = e.measures(row.URL); err != nil {
		return err
	}
	if row.Depth != frontier.NoDepth {
		depth := int(row.Depth)
		f.Depth = &depth
	}
	return e.path(f, row)
}

// path follows the first links back to where the crawl began, or to a URL that
// something else than a link named.
func (e *explainer) path(f *Found, row *frontier.Row) error {
	met := map[frontier.ID]bool{row.ID: true}
	for at := row; at.Via != frontier.NoID && !met[at.Via]; {
		met[at.Via] = true
		via, err := e.crawl.Row(at.Via)
		if err != nil {
			return err
		}
		if via == nil {
			break
		}
		f.Path = append(f.Path, via.URL)
		at = via
	}
	slices.Reverse(f.Path)
	f.Steps = len(f.Path)
	f.Path = shortened(f.Path)
	return nil
}

// measures gives what sources know of a URL.
func (e *explainer) measures(url string) (map[string]map[string]any, error) {
	all := map[string]map[string]any{}
	known, err := e.crawl.MeasuresOf(url)
	for _, m := range known {
		facts := map[string]any{}
		if err := json.Unmarshal([]byte(m.Facts), &facts); err != nil {
			return nil, fmt.Errorf("read what a %s measures of a URL: %w", m.Source, err)
		}
		all[m.Source] = facts
	}
	return all, err
}
