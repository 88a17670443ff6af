package tables

import (
	"cmp"
	"context"
	"strconv"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/site/query"
)

func unlistedTable() *Table {
	return &Table{Name: "not-listed", Sheet: "Not listed", Words: "what the sitemap leaves out, and why", Columns: columns(
		"Address", "Verdict", "State", "Meaning", "Status Code#", "Target", "First Found On", "Inlinks#",
	), rows: unlistedRows}
}

func unlistedRows(ctx context.Context, s *Source, row func(...string) error) error {
	table := query.URLColumns()
	filter, err := table.Filter([]string{"state!=listed"})
	if err != nil {
		return err
	}
	wanted, err := table.Columns([]string{"inlinks"})
	if err != nil {
		return err
	}
	for u, err := range query.URLs(ctx, s.Crawl, filter, wanted) {
		if err != nil {
			return err
		}
		status, target := "", u.Location
		if u.Page != nil && u.Page.Status != 0 {
			status = strconv.Itoa(u.Page.Status)
		}
		if u.Code == audit.CanonicalElsewhere {
			target = u.Canonical
		}
		to, err := s.url(target)
		from, err2 := s.url(u.Via)
		if err := cmp.Or(err, err2); err != nil {
			return err
		}
		if err := row(Readable(u.Row.URL), u.Code.String(), u.Code.State().String(), u.Code.Meaning(), status, to, from, strconv.Itoa(int(u.InLinks.Links))); err != nil {
			return err
		}
	}
	return nil
}
