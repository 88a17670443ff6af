package findings

import (
	"context"
	"fmt"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/frontier"
)

// provenTries are the requests for a page after which its refusal is the site's word.
const provenTries = 3

// refusedForNow gives the URLs that were refused (403) in fewer tries than prove it, and are like pages that were
// refused and came when they were asked for again: nothing is known of them. They are looked for where a host was found
// to refuse what comes too fast (frontier.MetaLimits).
func refusedForNow(ctx context.Context, crawl frontier.Crawl, codes []uint8) (map[frontier.ID]bool, error) {
	limits, err := frontier.List[frontier.Limit](crawl.Meta(frontier.MetaLimits))
	if err != nil || len(limits) == 0 {
		return nil, err
	}
	limited, refused := map[string]bool{}, false
	for _, l := range limits {
		limited[l.Host] = true
	}
	var templates lookalike.Templates
	for row, err := range crawl.Brief(ctx, 0) {
		if err != nil {
			return nil, fmt.Errorf("look for what was refused: %w", err)
		}
		if int(row.ID) < len(codes) && limited[hostOf(row.URL)] {
			refused = refused || audit.Code(codes[row.ID]) == audit.Denied
			templates.Add(row.URL, false)
		}
	}
	if !refused {
		return nil, nil
	}
	came, waiting := map[string]bool{}, map[frontier.ID]string{} // by template
	for row, err := range crawl.Rows(ctx) {
		if err != nil {
			return nil, fmt.Errorf("look for what was refused: %w", err)
		}
		if row.Page == nil || int(row.ID) >= len(codes) || !limited[hostOf(row.URL)] {
			continue
		}
		switch code := audit.Code(codes[row.ID]); {
		case code == audit.Denied && row.Page.Status == 403 && row.Page.Tries < provenTries:
			waiting[row.ID] = templates.Of(row.URL).Pattern
		case mayRank(code) && row.Page.Tries > 1:
			came[templates.Of(row.URL).Pattern] = true
		}
	}
	list := map[frontier.ID]bool{}
	for id, pattern := range waiting {
		if came[pattern] {
			list[id] = true
		}
	}
	return list, nil
}
