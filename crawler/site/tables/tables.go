package tables

import (
	"context"
	"fmt"
	"slices"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/report"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Table is one table.
type Table struct {
	Name    string // of its file, without ending
	Sheet   string // of the workbook; "" if it is in none
	Words   string // what it holds
	Columns []Column

	// total gives the number of rows where it is known without making them.
	total func(*report.Report) int
	rows  func(ctx context.Context, s *Source, row func(cells ...string) error) error
	more  func(s *Source) []Column // columns besides Columns that only some crawls have; nil for none
}

// Of gives the table with the columns that it has for a crawl.
func (t *Table) Of(s *Source) *Table {
	if t.more == nil {
		return t
	}
	of := *t
	of.Columns, of.more = slices.Concat(t.Columns, t.more(s)), nil
	return &of
}

// Column is a column of a table.
type Column struct {
	Name   string
	Number bool // its cells are numbers, or empty
	Mixed  bool // some of its cells are numbers
}

// columns makes columns of names; those that end in # hold numbers,
// those that end in ? some.
func columns(names ...string) []Column {
	list := make([]Column, len(names))
	for i, name := range names {
		list[i].Name = name
		if n := len(name) - 1; name[n] == '#' || name[n] == '?' {
			list[i] = Column{name[:n], name[n] == '#', name[n] == '?'}
		}
	}
	return list
}

// Source is what tables are made of.
type Source struct {
	Crawl  *stored.Crawl
	Before *stored.Crawl // the complete crawl before, nil if there is none
	// Skipped is told of files of the folder that cannot be read; nil tells nobody.
	Skipped func(file string, err error)
	In      string // the one segment that is told of, "" for the whole site

	report, figures *report.Report
	causes          *query.CausesFound
	codes           []uint8
	shapes          *lookalike.Templates
	gone            map[*findings.Rule]int // fixed since the crawl before; nil until it is asked for
}

// FindOnce sees to it that findings are looked for once, however many tables
// are made of them.
func (s *Source) FindOnce(ctx context.Context) error {
	for _, crawl := range []*stored.Crawl{s.Crawl, s.Before} {
		if crawl == nil {
			continue
		}
		if err := crawl.FindOnce(ctx); err != nil {
			return fmt.Errorf("look for findings in %s: %w", crawl.Path(), err)
		}
	}
	return nil
}

// All are the tables, in the order of the workbook's sheets.
func All() []*Table {
	return []*Table{
		summaryTable(), causesTable(), issuesTable(), findingsTable(), fixedTable(), templatesTable(), urlsTable(), unlistedTable(), redirectsTable(),
		brokenTable(), linksTable(), orphansTable(), sitemapsTable(), hreflangTable(), changesTable(), columnsTable(),
	}
}

// Named gives the tables of these names in the order of All, all of them if
// there are none.
func Named(names []string) ([]*Table, error) {
	all := All()
	if len(names) == 0 {
		return all, nil
	}
	for _, name := range names {
		if !slices.ContainsFunc(all, func(t *Table) bool { return t.Name == name }) {
			return nil, fmt.Errorf("there is no table %q", name)
		}
	}
	return slices.DeleteFunc(all, func(t *Table) bool { return !slices.Contains(names, t.Name) }), nil
}

// Names are those of all tables.
func Names() (names []string) {
	for _, t := range All() {
		names = append(names, t.Name)
	}
	return names
}

// Rows calls give for each row. Cells are as the site has them; the slice is
// reused.
func (t *Table) Rows(ctx context.Context, s *Source, give func(cells []string) error) error {
	t = t.Of(s)
	err := t.rows(ctx, s, func(cells ...string) error {
		if len(cells) != len(t.Columns) {
			panic(fmt.Sprintf("table %s: %d cells", t.Name, len(cells)))
		}
		return give(cells)
	})
	if err != nil {
		return fmt.Errorf("make the table %s: %w", t.Name, err)
	}
	return nil
}

// Report gives the report of the crawl, which is read once.
func (s *Source) Report(ctx context.Context) (_ *report.Report, err error) {
	if s.report == nil {
		s.report, err = report.Read(ctx, s.Crawl, report.Asked{Segment: s.In, Before: s.Before, Changes: s.Changes, Causes: s.Causes})
		s.figures = s.report
	}
	return s.report, err
}

// Figures gives a report that may hold no more than counts, read once, too.
func (s *Source) Figures(ctx context.Context) (_ *report.Report, err error) {
	if s.figures == nil {
		s.figures, err = report.Read(ctx, s.Crawl, report.Asked{Segment: s.In, Before: s.Before, FiguresOnly: true})
	}
	return s.figures, err
}

// code gives the verdict of a URL.
func (s *Source) code(id frontier.ID) audit.Code {
	if int(id) < len(s.codes) {
		return audit.Code(s.codes[id])
	}
	return audit.NoVerdict
}

// judged reads the verdicts once.
func (s *Source) judged(ctx context.Context) (err error) {
	if s.codes == nil {
		if _, err := s.Crawl.Judge(ctx, stored.Instead{}); err != nil {
			return err
		}
		s.codes, err = s.Crawl.Codes(ctx)
	}
	return err
}

// template gives the shape of a URL.
func (s *Source) template(ctx context.Context, url string) (string, error) {
	if s.shapes == nil && s.figures != nil {
		s.shapes = &s.figures.Shapes
	}
	if s.shapes == nil {
		s.shapes = &lookalike.Templates{}
		for row, err := range s.Crawl.Brief(ctx, 0) {
			if err != nil {
				return "", err
			}
			if s.Crawl.Options.Scope.Check([]byte(row.URL)) == canonical.OK {
				s.shapes.Add(row.URL, false)
			}
		}
	}
	return s.shapes.Of(url).Pattern, nil
}

// eachFinding calls give for the findings of some rules, of all if there are
// none.
func (s *Source) eachFinding(ctx context.Context, rules []string, give func(*query.Finding) error) error {
	if r := s.figures; r != nil && len(rules) > 0 && !slices.ContainsFunc(r.Groups, func(g report.Group) bool { return slices.Contains(rules, g.Rule.ID) }) {
		return nil // the report has looked
	}
	asked := s.Asked()
	asked.IDs = rules
	_, err := query.Findings(ctx, s.Crawl, asked, give)
	return err
}

// Asked is what findings are asked for: those of the segment.
func (s *Source) Asked() query.Asked { return query.Asked{Asked: stored.Asked{Segment: s.In}} }

// URLs passes those of the segment for which filters hold.
func (s *Source) URLs(where ...string) query.Filter[query.URL] {
	f, err := query.URLColumns().Filter(s.where(where))
	if err != nil {
		panic(err) // the filters are our own
	}
	return f
}

// where adds the segment to filters. Its name has no commas (stored.Segments).
func (s *Source) where(filters []string) []string {
	if s.In == "" {
		return filters
	}
	return append(slices.Clip(filters), "segment="+s.In)
}

// in reports a URL of the segment.
func (s *Source) in(url string) bool { return s.In == "" || s.Crawl.Segments.Of(url) == s.In }

// kinds are the words by which Screaming Frog sorts issues.
var kinds = [...]struct{ kind, priority string }{
	findings.Error: {"Issue", "High"}, findings.Warning: {"Warning", "Medium"}, findings.Notice: {"Opportunity", "Low"},
}
