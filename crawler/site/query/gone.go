package query

import (
	"context"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Gone calls give for each finding of the crawl before that this one has not,
// in the order of Findings. seen tells whether this crawl could have found it:
// it has read what the finding is about, or knows that it is not there any more;
// and that it has not moved with its page.
// What is not seen is not mended. It holds eight bytes a finding of this crawl,
// and nine for each URL of which something is gone.
func Gone(ctx context.Context, crawl, before *stored.Crawl, asked Asked, give func(f *Finding, seen bool) error) error {
	g := &goneFrom{crawl: crawl, now: &Known{seed: maphash.MakeSeed()}, seen: map[uint64]bool{}, codes: map[uint64]audit.Code{}, moved: map[uint64]string{}}
	var err error
	g.sum, err = Findings(ctx, crawl, asked, func(f *Finding) error {
		g.now.had = append(g.now.had, g.now.key(f.Rule.ID, f.URL))
		return nil
	})
	if err != nil {
		return err
	}
	slices.Sort(g.now.had)
	n := 0
	_, err = Findings(ctx, before, asked, func(f *Finding) error {
		if !g.now.Has(f) {
			g.seen[g.now.key("", f.URL)] = crawl.WhyIncomplete() == "" // where the crawl does not know it
			n++
		}
		return nil
	})
	if err != nil || n == 0 {
		return err
	}
	if err := g.look(ctx); err != nil {
		return err
	}
	then, err := before.Codes(ctx)
	if err != nil {
		return err
	}
	_, err = Findings(ctx, before, asked, func(f *Finding) error {
		if g.now.Has(f) {
			return nil
		}
		could := g.sum.Of(f.Rule.ID).Withheld == "" && !findings.Unasked(g.sum.Idle[f.Rule.ID])
		key := g.now.key("", f.URL)
		to, moved := g.moved[key]
		if int(f.ID) < len(then) && f.Rule.Hidden(audit.Code(then[f.ID]), g.codes[key]) {
			could = false
		}
		return give(f, could && g.seen[key] && !(moved && g.now.hasKey(g.now.key(f.Rule.ID, to))))
	})
	return err
}

// goneFrom is what Gone needs to know of the crawl.
type goneFrom struct {
	crawl *stored.Crawl
	now   *Known
	sum   *findings.Summary
	seen  map[uint64]bool       // by the key of what findings are about
	codes map[uint64]audit.Code // of these URLs
	moved map[uint64]string     // where URLs of these lead to now
}

// look tells which of the URLs of which something is gone the crawl has read.
func (g *goneFrom) look(ctx context.Context) error {
	codes, err := g.crawl.Codes(ctx)
	if err != nil {
		return err
	}
	for row, err := range g.crawl.Brief(ctx, 0) {
		if err != nil {
			return fmt.Errorf("read the URLs of %s: %w", g.crawl.Path(), err)
		}
		key := g.now.key("", row.URL)
		if _, asked := g.seen[key]; asked && int(row.ID) < len(codes) {
			g.codes[key] = audit.Code(codes[row.ID])
			g.seen[key] = isRead(row, g.codes[key])
			if err := g.follow(key, row.Location); err != nil {
				return err
			}
		}
	}
	return nil
}

// follow notes where a URL that redirects leads to.
func (g *goneFrom) follow(key uint64, to frontier.ID) error {
	for moves := 0; to != frontier.NoID && moves < maxMoves; moves++ {
		row, err := g.crawl.Row(to)
		if err != nil || row == nil {
			return err
		}
		g.moved[key], to = strings.Clone(row.URL), row.Location
	}
	return nil
}

// isRead tells whether a crawl has read a page, so that it can tell of it.
func isRead(row *frontier.Row, code audit.Code) bool {
	switch {
	case code.State() == audit.Deferred, code == audit.RedirectWall, code == audit.Challenged, code == audit.Denied, code == audit.ListedCarried:
		return false
	case row.Page == nil: // it need not be asked for
		return code.State() == audit.Excluded
	}
	return row.Page.Outcome == record.Answered && !row.Page.Problems.Has(record.Blank)
}
