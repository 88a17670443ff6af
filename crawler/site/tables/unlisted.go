package tables

import (
	"context"
	"strconv"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/report"
)

func unlistedTable() *Table {
	return &Table{Name: "not-listed", Sheet: "Not listed", Words: "what the sitemap leaves out, and why", Columns: columns(
		"Address", "Verdict", "State", "Meaning", "Status Code#", "Target", "Evidence", "Also", "First Found On", "Inlinks#",
	), rows: unlistedRows, total: func(r *report.Report) int { return r.Excluded + r.Deferred }}
}

func unlistedRows(ctx context.Context, s *Source, row func(...string) error) error {
	table := query.URLColumns()
	wanted, err := table.Columns([]string{"inlinks", "redirect_url", "canonical_url", "first_linked_from", "evidence", "also"})
	if err != nil {
		return err
	}
	for u, err := range query.URLs(ctx, s.Crawl, s.URLs("state!=listed"), wanted) {
		if err != nil {
			return err
		}
		status, target := "", wanted[1]
		if u.Page != nil && u.Page.Status != 0 {
			status = strconv.Itoa(u.Page.Status)
		}
		if u.Code == audit.CanonicalElsewhere {
			target = wanted[2]
		}
		if err := row(Readable(u.Row.URL), u.Code.String(), u.Code.State().String(), u.Code.Meaning(), status, target.Cell(u), wanted[4].Cell(u), wanted[5].Cell(u), wanted[3].Cell(u), strconv.Itoa(int(u.InLinks.Links))); err != nil {
			return err
		}
	}
	return nil
}
