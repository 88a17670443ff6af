package findings

import (
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
)

// markNoIndexed marks the pages of the last sitemap that say noindex now, where these are
// many: the noindex is what is wrong, and what follows from it is not told of each page.
func (s *survey) markNoIndexed() {
	if s.sources&frontier.FromPrevious == 0 {
		return
	}
	var pages []frontier.ID
	for found, err := range s.crawl.FoundIn(s.ctx, frontier.FromPrevious) {
		if s.fail(err); err != nil {
			return
		}
		if last, ok := audit.ParsePrevious(found.Detail); ok && !last.Left && s.valid(found.ID) && isNoIndex(s.code(found.ID)) {
			pages = append(pages, found.ID)
		}
	}
	rule, n := RuleOf("noindex-prominent"), float64(len(pages))
	if n < s.limitOf(rule, "pages") || 100*n < s.limitOf(rule, "share")*(float64(s.indexable)+n) {
		return
	}
	s.noIndexed = len(pages)
	for _, id := range pages {
		s.mark[id] |= comesNoIndexed
	}
}
