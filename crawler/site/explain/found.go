package explain

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// sourceNames are the ways in which a URL becomes known, by bit.
var sourceNames = [...]string{"start", "link", "sitemap", "log", "list", "directory", "previous", "hreflang"}

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
			if d.Source&bit != 0 && (bit != frontier.FromHreflang || strings.Contains(d.Detail, " ")) {
				f.Sources = append(f.Sources, Source{name, d.Detail})
			}
		}
		if len(f.Sources) == known && bit != frontier.FromHreflang {
			f.Sources = append(f.Sources, Source{Source: name})
		}
	}
	if err := e.inSitemaps(row); err != nil {
		return err
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

// inSitemaps takes the translations that sitemaps name for the URL.
func (e *explainer) inSitemaps(row *frontier.Row) (err error) {
	if row.Sources&frontier.FromHreflang == 0 {
		return nil
	}
	e.annotated, err = frontier.ReadSitemapTranslations(e.ctx, e.crawl)
	for edge := range e.annotated.Of(row.ID) {
		e.alternates = append(e.alternates, hreflang{edge.To, edge.Anchor})
	}
	return err
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
