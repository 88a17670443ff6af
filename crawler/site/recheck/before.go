package recheck

import (
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/frontier"
)

// before looks whether the rules find by the answers of then alone what they have
// found by the whole crawl: only then do the answers of now tell anything.
func (s *sample) before(ctx context.Context, rows []*frontier.Row) (found told, err error) {
	then := frontier.NewMemory()
	robots, err := s.crawl.Robots()
	if err != nil {
		return nil, err
	}
	batch := frontier.Batch{Robots: robots, Decide: s.crawl.Options.Decide}
	for _, row := range rows {
		seed := frontier.Seed{Key: s.known.Key([]byte(row.URL)), URL: []byte(row.URL), Source: frontier.FromList | row.Sources&frontier.FromSitemap, Depth: frontier.NoDepth, Reason: row.Reason}
		if row.ID == s.start {
			seed.Source, seed.Depth = frontier.FromStart, 0
		}
		batch.Seeds = append(batch.Seeds, seed)
	}
	if err := then.Settle(&batch); err != nil {
		return nil, err
	}
	if _, _, err := then.Lease(len(rows), frontier.LastRank, time.Now()); err != nil {
		return nil, err
	}
	batch = frontier.Batch{Decide: s.crawl.Options.Decide}
	for _, row := range rows {
		if row.Page == nil {
			continue
		}
		at, err := then.Find(row.URL)
		if err != nil {
			return nil, err
		}
		page, err := s.settled(ctx, row)
		if err != nil {
			return nil, err
		}
		page.ID = at.ID
		batch.Pages = append(batch.Pages, page)
	}
	if err := then.Settle(&batch); err != nil {
		return nil, err
	}
	return s.judge(ctx, then)
}

// settled is a page of the crawl as it was settled.
func (s *sample) settled(ctx context.Context, row *frontier.Row) (page frontier.Settled, err error) {
	page = frontier.Settled{Record: *row.Page, Location: -1, Canonical: -1}
	for _, kind := range [...][]frontier.LinkFlags{nil, {frontier.LinkPlace}} {
		for e, err := range s.crawl.LinksFrom(ctx, row.ID, kind...) {
			if err != nil {
				return page, err
			}
			link := frontier.Link{Flags: e.Flags, Anchor: []byte(e.Anchor)}
			page.Links = append(page.Links, link)
			if err := s.target(e.To, &page.Links[len(page.Links)-1]); err != nil {
				return page, err
			}
		}
	}
	place := func(id frontier.ID, kind frontier.LinkFlags) (at int, err error) {
		if id == frontier.NoID {
			return -1, nil
		}
		link := frontier.Link{Flags: kind}
		if err := s.target(id, &link); err != nil {
			return -1, err
		}
		at = slices.IndexFunc(page.Links, func(l frontier.Link) bool { return l.Key == link.Key && l.Flags.Kind() == kind })
		if at < 0 {
			page.Links = append(page.Links, link)
			at = len(page.Links) - 1
		}
		return at, nil
	}
	if page.Location, err = place(row.Location, frontier.LinkRedirect); err != nil {
		return page, err
	}
	page.Canonical, err = place(row.Canonical, frontier.LinkCanonical)
	return page, err
}

func (s *sample) target(id frontier.ID, link *frontier.Link) error {
	row, err := s.crawl.Row(id)
	if err != nil || row == nil {
		return err
	}
	link.URL, link.Key, link.Reason = []byte(strings.Clone(row.URL)), s.known.Key([]byte(row.URL)), row.Reason
	if row.Reason != frontier.InvalidURL && row.Reason != frontier.TooLong {
		link.Reason = frontier.Undecided
	}
	return nil
}

// ofSample are thresholds for a sample: of one whose pages all fail nobody can say
// that the host does.
var ofSample = map[string]float64{"server-error.answers": math.MaxInt32}

// judge gives what the rules find.
func (s *sample) judge(ctx context.Context, then *frontier.Memory) (found told, err error) {
	options, err := s.crawl.AuditOptions()
	if err != nil {
		return nil, err
	}
	options.Digest = "recheck"
	if _, err := audit.JudgeAll(ctx, then, options); err != nil {
		return nil, err
	}
	found = told{}
	_, err = findings.Find(ctx, then, findings.Options{Scope: s.crawl.Options.Scope, Only: s.rules, Limits: ofSample, NoRobots: options.IgnoreRobots || options.Staging},
		func(f *findings.Finding) error { return found.add(then, f) })
	return found, err
}
