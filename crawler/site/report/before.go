package report

import (
	"context"
	"fmt"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/causes"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// readCauses finds what to do first, and what has become of what the crawl
// before had.
func (r *Report) readCauses(ctx context.Context, crawl *stored.Crawl, a Asked) error {
	found, err := query.CausesSince(ctx, crawl, a.Before, stored.Asked{Segment: a.Segment}, a.Skipped)
	if err != nil {
		return fmt.Errorf("read the causes of %s: %w", crawl.Path(), err)
	}
	r.Mended, r.Unseen = len(found.Mended), len(found.Unseen)
	for _, c := range causes.First(found.Now) {
		r.Causes = append(r.Causes, Cause{c, found.State(&c)})
	}
	if a.Before == nil {
		return nil
	}
	r.Before, err = figuresOf(ctx, a.Before, a.Segment)
	return err
}

func figuresOf(ctx context.Context, crawl *stored.Crawl, segment string) (*Figures, error) {
	if _, err := crawl.Judge(ctx, stored.Instead{}); err != nil {
		return nil, err
	}
	codes, err := crawl.Codes(ctx)
	if err != nil {
		return nil, err
	}
	f := &Figures{Began: crawl.Began}
	for row, err := range crawl.Rows(ctx) {
		if err != nil {
			return nil, fmt.Errorf("read the crawl before, %s: %w", crawl.Path(), err)
		}
		if int(row.ID) >= len(codes) || segment != "" && crawl.Segments.Of(row.URL) != segment {
			continue
		}
		code := audit.Code(codes[row.ID])
		listed := code.State() == audit.ListedInFile
		if listed {
			f.Listed++
		}
		if offered(row, code) {
			if f.Offered++; isIndexable(code, row.Page) {
				f.Indexable++
			}
		}
	}
	return f, nil
}
