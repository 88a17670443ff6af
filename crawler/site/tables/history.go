package tables

import (
	"context"
	"errors"
	"time"

	"github.com/portolan-seo/portolan/crawler/site/query"
)

// history tells since when findings are known: by the complete crawls before
// that the folder still has, the newest first.
type history struct{ crawls []hadFindings }

type hadFindings struct {
	began time.Time
	*query.Known
}

// mostBefore is how many crawls are looked at.
const mostBefore = 4

// history reads the findings of the crawls before; it holds eight bytes of each.
func (s *Source) history(ctx context.Context) (h *history, err error) {
	h = &history{}
	crawl := s.Before
	for crawl != nil && len(h.crawls) < mostBefore {
		known, err := query.KnownOf(ctx, crawl, s.Asked())
		if err != nil {
			return nil, err
		}
		h.crawls = append(h.crawls, hadFindings{crawl.Began, known})
		earlier, err := query.Before(crawl, s.Skipped)
		if crawl != s.Before {
			err = errors.Join(err, crawl.Close())
		}
		if err != nil {
			return nil, err
		}
		crawl = earlier
	}
	if crawl != nil && crawl != s.Before {
		err = crawl.Close()
	}
	return h, err
}

// since gives when the first of those crawls began that have the finding one
// after the other, and whether the last one has it.
func (h *history) since(f *query.Finding, now time.Time) (first time.Time, open bool) {
	first = now
	for i := range h.crawls {
		if !h.crawls[i].Has(f) {
			break
		}
		first, open = h.crawls[i].began, true
	}
	return first, open
}
