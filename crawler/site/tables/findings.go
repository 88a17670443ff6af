package tables

import (
	"context"
	"strconv"
	"time"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/report"
	"github.com/portolan-seo/portolan/frontier"
)

func summaryTable() *Table {
	return &Table{Name: "summary", Sheet: "Summary", Words: "the figures of the crawl, those of the one before, and what it was asked for", Columns: columns("Figure", "Value?", "Last Run?", "Change#"),
		rows: summaryRows}
}

func summaryRows(ctx context.Context, s *Source, row func(...string) error) error {
	r, err := s.Figures(ctx)
	if err != nil {
		return err
	}
	before := r.Before
	last := ""
	if before != nil {
		last = before.Began.UTC().Format(time.DateTime)
	} else {
		before = &report.Figures{}
	}
	for _, f := range [][3]string{{"Site", r.Site}, {"Crawled at (UTC)", r.Began.UTC().Format(time.DateTime), last}, {"Version of portolan", r.Version}, {"Complete?", query.SeenText(r.Seen)}, {"Compared With", query.Basis(s.Crawl, s.Before)}} {
		if err := row(f[0], f[1], f[2], ""); err != nil {
			return err
		}
	}
	if why := s.Crawl.Refused(); why != "" {
		if err := row("Sitemap refused", why, "", ""); err != nil {
			return err
		}
	}
	const indexableRow = "Offered and indexable"
	count := func(name string, now, then int) error {
		if !r.OfferedKnown() && name == indexableRow {
			return row(name, "", strconv.Itoa(then), "")
		}
		if r.Before == nil {
			return row(name, strconv.Itoa(now), "", "")
		}
		return row(name, strconv.Itoa(now), strconv.Itoa(then), strconv.Itoa(now-then))
	}
	for _, f := range []struct {
		name      string
		now, then int
	}{
		{"URLs known", r.Known, before.Known}, {"Listed", r.Listed, before.Listed}, {"Excluded", r.Excluded, before.Excluded}, {"Deferred", r.Deferred, before.Deferred},
		{"Offered", r.Offered, before.Offered}, {indexableRow, r.Indexable, before.Indexable},
		{"Errors", r.Totals[findings.Error], before.Totals[findings.Error]}, {"Warnings", r.Totals[findings.Warning], before.Totals[findings.Warning]},
		{"Notices", r.Totals[findings.Notice], before.Totals[findings.Notice]},
	} {
		if err := count(f.name, f.now, f.then); err != nil {
			return err
		}
	}
	for _, v := range r.Verdicts {
		if err := count(v.Code.State().String()+": "+v.Code.String(), v.URLs, before.Verdicts[v.Code]); err != nil {
			return err
		}
	}
	for _, set := range r.Settings {
		if err := row("Setting: "+set.Name, set.Value, "", ""); err != nil {
			return err
		}
	}
	for _, line := range r.Ignored {
		if err := row("Ignored", line, "", ""); err != nil {
			return err
		}
	}
	return nil
}

func issuesTable() *Table {
	return &Table{Name: "issues", Sheet: "Issues", Words: "kinds of findings, with why they matter and what to do", Columns: columns(
		"Issue Id", "Issue Name", "Issue Type", "Issue Priority", "URLs#", "% of Total#", "Template-wide", "New#", "Confidence", "Description", "How To Fix", "Owner", "Status", "Due", "Fixed#",
	), rows: issueRows}
}

func issueRows(ctx context.Context, s *Source, row func(...string) error) error {
	r, err := s.Figures(ctx)
	if err != nil {
		return err
	}
	fixed, err := s.fixed(ctx)
	if err != nil {
		return err
	}
	tell := func(rule *findings.Rule, severity findings.Severity, n int, of, wide, fresh, confidence string) error {
		gone := ""
		if fixed != nil {
			gone = strconv.Itoa(fixed[rule])
		}
		k := kinds[severity]
		return row(rule.ID, rule.Title, k.kind, k.priority, strconv.Itoa(n), of, wide, fresh, confidence, rule.Why, rule.Fix, "", "", "", gone)
	}
	told := map[*findings.Rule]bool{}
	for _, g := range r.Groups {
		told[g.Rule] = true
		fresh, confidence := "", "certain"
		if g.New >= 0 {
			fresh = strconv.Itoa(g.New)
		}
		if g.Likely == g.N {
			confidence = "likely"
		}
		of := strconv.FormatFloat(100*float64(g.N)/float64(max(r.Known, 1)), 'f', 2, 64)
		if err := tell(g.Rule, g.Severity, g.N, of, templateWide(r, &g), fresh, confidence); err != nil {
			return err
		}
	}
	for _, rule := range findings.Rules() { // what is gone altogether
		if fixed[rule] == 0 || told[rule] {
			continue
		}
		if err := tell(rule, rule.Severity, 0, "0.00", "", "0", ""); err != nil {
			return err
		}
	}
	return nil
}

// fixed counts what the crawl before found and this one has seen without; nil
// where there is no crawl before.
func (s *Source) fixed(ctx context.Context) (map[*findings.Rule]int, error) {
	if s.Before == nil {
		return nil, nil
	}
	if s.gone == nil {
		gone := map[*findings.Rule]int{}
		err := query.Gone(ctx, s.Crawl, s.Before, s.Asked(), func(f *query.Finding, fate query.Fate) error {
			if fate == query.Fixed {
				gone[f.Rule]++
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		s.gone = gone
	}
	return s.gone, nil
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
		"Issue Id", "Severity", "Confidence", "Address", "Template", "Detail", "Target", "First Found On", "Linking Pages#", "State", "Status Code#", "Anchor", "First Seen",
	), total: func(r *report.Report) int {
		return r.Totals[findings.Error] + r.Totals[findings.Warning] + r.Totals[findings.Notice]
	}, rows: findingRows}
}

func findingRows(ctx context.Context, s *Source, row func(...string) error) error {
	before, err := s.history(ctx)
	if err != nil {
		return err
	}
	links := newAnchors(ctx, s)
	defer links.stop()
	var at time.Time // when most findings of a run of them were seen first
	since := ""
	return s.eachFinding(ctx, nil, func(f *query.Finding) error {
		state, pages, status := "", "", ""
		first, open := before.since(f, s.Crawl.Began)
		switch {
		case open:
			state = "open"
		case len(before.crawls) > 0:
			state = "new"
		}
		if f.ID != frontier.NoID {
			pages = strconv.Itoa(f.Pages)
		}
		if f.Status != 0 {
			status = strconv.Itoa(f.Status)
		}
		anchor, err := links.text(f)
		if err != nil {
			return err
		}
		if at != first || since == "" {
			at, since = first, first.UTC().Format(time.DateTime)
		}
		return row(f.Rule.ID, f.Severity.String(), f.Confidence(), Readable(f.URL), f.Template, f.Detail, f.TargetURL(), f.FromURL(), pages, state,
			status, anchor, since)
	})
}

// fixedTable has what the crawl before found and this one does not.
func fixedTable() *Table {
	return &Table{Name: "fixed", Sheet: "Fixed", Words: "findings of the complete crawl before that are not there any more: fixed; gone where the page answers 404 or nothing leads to the URL any more; or unverified where this crawl has not read the page, or has found the same at the address that it has moved to", Columns: columns(
		"Issue Id", "Severity", "Confidence", "Address", "Template", "Detail", "Target", "State",
	), rows: func(ctx context.Context, s *Source, row func(...string) error) error {
		if s.Before == nil {
			return nil
		}
		return query.Gone(ctx, s.Crawl, s.Before, s.Asked(), func(f *query.Finding, fate query.Fate) error {
			return row(f.Rule.ID, f.Severity.String(), f.Confidence(), Readable(f.URL), f.Template, f.Detail, f.TargetURL(), string(fate))
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
	return &Table{Name: "orphans", Sheet: "Orphans", Words: "pages that no link leads to, and how they are known", Columns: columns("URL", "Source"),
		rows: func(ctx context.Context, s *Source, row func(...string) error) error {
			return s.eachFinding(ctx, []string{"orphan"}, func(f *query.Finding) error { return row(f.URL, f.Detail) })
		}}
}
