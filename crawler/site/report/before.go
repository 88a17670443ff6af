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
	if a.Causes == nil {
		a.Causes = func(ctx context.Context) (*query.CausesFound, error) {
			return query.CausesSince(ctx, crawl, a.Before, stored.Asked{Segment: a.Segment}, nil)
		}
	}
	found, err := a.Causes(ctx)
	if err != nil {
		return fmt.Errorf("read the causes of %s: %w", crawl.Path(), err)
	}
	r.Mended, r.Gone, r.Unseen = len(found.Mended), len(found.Gone), len(found.Unseen)
	for _, c := range found.Mended[:min(len(found.Mended), maxMended)] {
		r.MendedFirst = append(r.MendedFirst, Cause{Cause: c})
	}
	for _, c := range causes.First(found.Now) {
		if r.Unpublished.Instead() {
			break // they are those of one page
		}
		r.Causes = append(r.Causes, Cause{Cause: c, State: found.State(&c)})
	}
	for i := range found.Now[:min(len(found.Now), maxCauses)] {
		r.AllCauses = append(r.AllCauses, Cause{Cause: found.Now[i], State: found.State(&found.Now[i])})
	}
	r.MoreCauses = len(found.Now) - len(r.AllCauses)
	return r.weigh(ctx, crawl, a)
}

// figuresOf counts what another crawl came to; nil if there is none.
func figuresOf(ctx context.Context, crawl *stored.Crawl, segment string) (*Figures, error) {
	if crawl == nil {
		return nil, nil
	}
	if _, err := crawl.Judge(ctx, stored.Instead{}); err != nil {
		return nil, err
	}
	sum, err := query.Findings(ctx, crawl, query.Asked{Asked: stored.Asked{Segment: segment}}, nil)
	if err != nil {
		return nil, fmt.Errorf("read the findings of %s: %w", crawl.Path(), err)
	}
	codes, err := crawl.Codes(ctx)
	if err != nil {
		return nil, err
	}
	f := &Figures{Began: crawl.Began, Totals: sum.Totals, Verdicts: map[audit.Code]int{}}
	links := query.InLinksOf(ctx, crawl)
	defer links.Stop()
	for row, err := range crawl.Brief(ctx, 0) {
		if err != nil {
			return nil, fmt.Errorf("read the crawl before, %s: %w", crawl.Path(), err)
		}
		if int(row.ID) >= len(codes) || segment != "" && crawl.Segments.Of(row.URL) != segment {
			continue
		}
		if row.ID == 0 { // the start
			f.Obscured = sum.Obscured(row.URL)
		}
		code := audit.Code(codes[row.ID])
		f.Verdicts[code]++
		if code != audit.NoVerdict {
			f.Known++
			*f.of(code.State())++
		}
		isOffered, err := offered(row, code, links)
		if err != nil {
			return nil, fmt.Errorf("read the in-links of %s: %w", crawl.Path(), err)
		}
		if isOffered {
			if f.Offered++; isIndexable(code, row.Page) {
				f.Indexable++
			}
		}
	}
	return f, nil
}

// of gives the number of URLs in a state.
func (f *Figures) of(state audit.State) *int {
	return [...]*int{audit.Excluded: &f.Excluded, audit.Deferred: &f.Deferred, audit.ListedInFile: &f.Listed}[state]
}

// MoreMended counts the mended causes that are not named.
func (r *Report) MoreMended() int { return r.Mended - len(r.MendedFirst) }
