package tables

import (
	"context"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/report"
)

func causesTable() *Table {
	return &Table{Name: "causes", Sheet: "Causes", Words: "what to mend, the most urgent first, and what was mended: findings by what they have in common", Columns: columns(
		"Cause Id", "Issue Id", "Issue Name", "Issue Type", "Issue Priority", "State", "URLs#", "In Common", "Address", "Link Score %#", "Clicks#",
		"How To Fix", "Example", "Linked From", "Confidence", "Owner", "Status", "Due",
	), rows: func(ctx context.Context, s *Source, row func(...string) error) error {
		found, err := s.Causes(ctx)
		if err != nil {
			return err
		}
		return found.Each(func(x *query.Cause, state string) error { return causeRow(x, state, row) })
	}}
}

func causeRow(x *query.Cause, state string, row func(...string) error) error {
	k, confidence, example, from, clicks := kinds[x.Severity], "certain", "", "", ""
	if x.Likely == x.N {
		confidence = "likely"
	}
	if len(x.Examples) > 0 && x.Examples[0] != x.What {
		example = x.Examples[0]
	}
	if len(x.Linking) > 0 {
		from = x.Linking[0]
	}
	if x.Clicks > 0 {
		clicks = strconv.Itoa(int(x.Clicks))
	}
	common := (&report.Cause{Cause: *x}).Words()
	return row(x.ID, x.Rule.ID, x.Rule.Title, k.kind, k.priority, state, strconv.Itoa(x.N), strings.TrimSuffix(common, ","), x.What,
		strconv.FormatFloat(100*x.Score, 'f', 2, 64), clicks, x.Rule.Fix, example, from, confidence, "", "", "")
}

// Causes gives the causes of the crawl, which are read once.
func (s *Source) Causes(ctx context.Context) (_ *query.CausesFound, err error) {
	if s.causes == nil {
		s.causes, err = query.CausesSince(ctx, s.Crawl, s.Before, s.Asked().Asked, s.Skipped)
	}
	return s.causes, err
}
