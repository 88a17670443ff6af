package tables

import (
	"context"
	"strconv"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/report"
	"github.com/portolan-seo/portolan/frontier"
)

func summaryTable() *Table {
	return &Table{Name: "summary", Sheet: "Summary", Words: "the figures of the crawl", Columns: columns("Figure", "Value"),
		rows: func(ctx context.Context, s *Source, row func(...string) error) error {
			r, err := s.Figures(ctx)
			if err != nil {
				return err
			}
			incomplete := r.Incomplete
			if incomplete == "" {
				incomplete = "no"
			}
			for _, f := range [][2]string{
				{"Site", r.Site}, {"Crawled at (UTC)", r.Began.UTC().Format("2006-01-02 15:04:05")}, {"Version of portolan", r.Version}, {"Incomplete", incomplete},
				{"URLs known", strconv.Itoa(r.Known)}, {"Listed", strconv.Itoa(r.Listed)}, {"Excluded", strconv.Itoa(r.Excluded)}, {"Deferred", strconv.Itoa(r.Deferred)},
				{"Offered", strconv.Itoa(r.Offered)}, {"Offered and indexable", strconv.Itoa(r.Indexable)},
				{"Errors", strconv.Itoa(r.Totals[findings.Error])}, {"Warnings", strconv.Itoa(r.Totals[findings.Warning])}, {"Notices", strconv.Itoa(r.Totals[findings.Notice])},
			} {
				if err := row(f[0], f[1]); err != nil {
					return err
				}
			}
			for _, v := range r.Verdicts {
				if err := row(v.Code.State().String()+": "+v.Code.String(), strconv.Itoa(v.URLs)); err != nil {
					return err
				}
			}
			return nil
		}}
}

func issuesTable() *Table {
	return &Table{Name: "issues", Sheet: "Issues", Words: "kinds of findings, with why they matter and what to do", Columns: columns(
		"Issue Id", "Issue Name", "Issue Type", "Issue Priority", "URLs#", "% of Total#", "Template-wide", "New#", "Confidence", "Description", "How To Fix", "Owner", "Status", "Due",
	), rows: func(ctx context.Context, s *Source, row func(...string) error) error {
		r, err := s.Figures(ctx)
		if err != nil {
			return err
		}
		for _, g := range r.Groups {
			fresh, confidence := "", "certain"
			if g.New >= 0 {
				fresh = strconv.Itoa(g.New)
			}
			if g.Likely == g.N {
				confidence = "likely"
			}
			of := strconv.FormatFloat(100*float64(g.N)/float64(max(r.Known, 1)), 'f', 2, 64)
			k := kinds[g.Severity]
			if err := row(g.Rule.ID, g.Rule.Title, k.kind, k.priority, strconv.Itoa(g.N), of, templateWide(r, &g), fresh, confidence, g.Rule.Why, g.Rule.Fix, "", "", ""); err != nil {
				return err
			}
		}
		return nil
	}}
}

// templateWide names a template of which nine pages in ten have a finding: one
// mend.
func templateWide(r *report.Report, g *report.Group) string {
	for _, share := range g.Templates {
		for i := range r.Templates {
			if t := &r.Templates[i]; t.Pattern == share.Pattern && t.URLs >= 10 && share.N*10 >= t.URLs*9 {
				return t.Pattern
			}
		}
	}
	return ""
}

func findingsTable() *Table {
	return &Table{Name: "findings", Sheet: "Findings", Words: "each finding with its URL", Columns: columns(
		"Issue Id", "Severity", "Confidence", "Address", "Template", "Detail", "Target", "First Found On", "Linking Pages#", "State",
	), total: func(r *report.Report) int {
		return r.Totals[findings.Error] + r.Totals[findings.Warning] + r.Totals[findings.Notice]
	}, rows: func(ctx context.Context, s *Source, row func(...string) error) error {
		var known *query.Known
		if s.Before != nil {
			var err error
			if known, err = query.KnownOf(ctx, s.Before, s.Asked()); err != nil {
				return err
			}
		}
		return s.eachFinding(ctx, nil, func(f *query.Finding) error {
			state, pages := "", ""
			switch {
			case known != nil && known.Has(f):
				state = "open"
			case known != nil:
				state = "new"
			}
			if f.ID != frontier.NoID {
				pages = strconv.Itoa(f.Pages)
			}
			return row(f.Rule.ID, f.Severity.String(), f.Confidence(), Readable(f.URL), f.Template, f.Detail, f.TargetURL(), f.FromURL(), pages, state)
		})
	}}
}

func templatesTable() *Table {
	return &Table{Name: "templates", Sheet: "Templates", Words: "kinds of pages, by the shape of their URLs", Columns: columns(
		"Template", "URLs#", "Indexable#", "Listed#", "Findings#", "Errors#", "Warnings#", "Median Depth#", "p75 Response Time#", "Example",
	), rows: func(ctx context.Context, s *Source, row func(...string) error) error {
		r, err := s.Figures(ctx)
		if err != nil {
			return err
		}
		for i := range r.Templates {
			t := &r.Templates[i]
			depth := ""
			if t.MedianDepth >= 0 {
				depth = strconv.Itoa(t.MedianDepth)
			}
			if err := row(t.Pattern, strconv.Itoa(t.URLs), strconv.Itoa(t.Indexable), strconv.Itoa(t.Listed), strconv.Itoa(t.Findings), strconv.Itoa(t.Errors), strconv.Itoa(t.Warnings),
				depth, strconv.FormatFloat(t.P75.Seconds(), 'f', 3, 64), t.Example); err != nil {
				return err
			}
		}
		return nil
	}}
}

func orphansTable() *Table {
	return &Table{Name: "orphans", Words: "pages that no link leads to, and how they are known", Columns: columns("URL", "Source"),
		rows: func(ctx context.Context, s *Source, row func(...string) error) error {
			return s.eachFinding(ctx, []string{"orphan"}, func(f *query.Finding) error { return row(f.URL, f.Detail) })
		}}
}

func hreflangTable() *Table {
	return &Table{Name: "hreflang", Sheet: "hreflang", Words: "translations that do not name each other, or lead nowhere", Columns: columns(
		"URL Missing Return Link", "URL Not Returning Link", "Issue Id", "Detail", "Response Code#",
	), rows: func(ctx context.Context, s *Source, row func(...string) error) error {
		var rules []string
		for _, id := range findings.IDs() {
			if len(id) > 9 && id[:9] == "hreflang-" {
				rules = append(rules, id)
			}
		}
		return s.eachFinding(ctx, rules, func(f *query.Finding) error {
			status := ""
			if f.Target != frontier.NoID {
				to, err := s.Crawl.Row(f.Target)
				if err != nil {
					return err
				}
				if to != nil && to.Page != nil && to.Page.Status != 0 {
					status = strconv.Itoa(to.Page.Status)
				}
			}
			return row(f.URL, f.TargetURL(), f.Rule.ID, f.Detail, status)
		})
	}}
}
