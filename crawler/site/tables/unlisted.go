package tables

import (
	"context"
	"strconv"

	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/report"
	"github.com/portolan-seo/portolan/frontier"
)

func unlistedTable() *Table {
	return &Table{Name: "not-listed", Sheet: "Not listed", Words: "what the sitemap leaves out, and why", Columns: columns(
		"Address", "Verdict", "State", "Meaning", "Status Code#", "Target", "Evidence", "Also", "First Found On", "Inlinks#",
	), rows: unlistedRows, total: func(r *report.Report) int { return r.Excluded + r.Deferred }}
}

func unlistedRows(ctx context.Context, s *Source, row func(...string) error) error {
	table := query.URLColumns()
	wanted, err := table.Columns([]string{"inlinks", "redirect_url", "first_linked_from", "evidence", "also"})
	if err != nil {
		return err
	}
	for u, err := range query.URLs(ctx, s.Crawl, s.URLs("state!=listed"), wanted) {
		if err != nil {
			return err
		}
		status, target := "", wanted[1].Cell(u)
		if u.Page != nil && u.Page.Status != 0 {
			status = strconv.Itoa(u.Page.Status)
		}
		if target == "" {
			if target, err = pointsTo(s, u); err != nil {
				return err
			}
		}
		if err := row(Readable(u.Row.URL), u.Code.String(), u.Code.State().String(), u.Code.Meaning(), status, target, wanted[3].Cell(u), wanted[4].Cell(u), wanted[2].Cell(u), strconv.Itoa(int(u.InLinks.Links))); err != nil {
			return err
		}
	}
	return nil
}

// pointsTo gives the page to which the verdict of a URL points: its canonical, or the one
// that stands for its copies; "" if there is none.
func pointsTo(s *Source, u *query.URL) (string, error) {
	v, err := s.Crawl.VerdictOf(u.Row.ID)
	if err != nil || v.Target == frontier.NoID {
		return "", err
	}
	to, err := s.Crawl.Row(v.Target)
	if err != nil || to == nil {
		return "", err
	}
	return Readable(to.URL), nil
}
