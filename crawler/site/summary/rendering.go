package summary

import (
	"context"
	"strings"

	"github.com/portolan-seo/portolan/crawler/opinions"
	"github.com/portolan-seo/portolan/frontier"
)

// Rendered tells which pages were read with their scripts run.
type Rendered struct {
	Pages     int                 `json:"pages"`               // web pages that were read
	Rendered  int                 `json:"rendered"`            // of them with their scripts run
	Kept      int                 `json:"kept"`                // of Rendered, in an earlier crawl
	Failed    int                 `json:"failed"`              //
	Unread    int                 `json:"unread"`              // pages that say next to nothing without a browser, and there was none
	Lack      string              `json:"lack,omitempty"`      // why there was none, or none any more
	Templates []opinions.Decision `json:"templates"`           //
	Hashes    []string            `json:"hash_routes"`         // the first references like "#/about", five at most
	On        string              `json:"hash_page,omitempty"` // the page that holds them
}

// RenderedOf reads it from a crawl, nil where no page needed a browser.
func RenderedOf(ctx context.Context, crawl frontier.Crawl) (*Rendered, error) {
	decisions, err := frontier.List[opinions.Decision](crawl.Meta(frontier.MetaRendering))
	lack := crawl.Meta(frontier.MetaNoBrowser)
	if err != nil || len(decisions) == 0 && lack == "" {
		return nil, err
	}
	r := &Rendered{Lack: lack, Templates: append([]opinions.Decision{}, decisions...), Hashes: []string{}}
	for i := range decisions {
		r.Rendered += decisions[i].Rendered
		r.Failed += decisions[i].Failed
		r.Unread += decisions[i].Unread
	}
	for row, err := range crawl.Renderings(ctx) {
		if err != nil {
			return nil, err
		}
		if row.Page != nil && strings.Contains(row.Rendering.Marks, opinions.MarkKept) {
			r.Kept++
		}
		if row.Rendering.Hashes != "" && r.On == "" {
			page, err := crawl.Row(row.ID)
			if err != nil {
				return nil, err
			}
			r.On, r.Hashes = page.URL, strings.Split(row.Rendering.Hashes, "\n")
			r.Hashes = r.Hashes[:min(len(r.Hashes), 5)]
		}
	}
	for row, err := range crawl.Brief(ctx, 0) {
		if err != nil {
			return nil, err
		}
		if p := row.Page; p != nil && p.HTML && p.Status == 200 {
			r.Pages++
		}
	}
	return r, nil
}
