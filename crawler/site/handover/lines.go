package handover

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/diff"
	"github.com/portolan-seo/portolan/crawler/diff/show"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/query/lines"
	"github.com/portolan-seo/portolan/crawler/site/tables"
)

// Run is the first line of report.jsonl.
type Run struct {
	Type       string    `json:"type"` // "run"
	Schema     int       `json:"schema"`
	Site       string    `json:"site"`
	Began      time.Time `json:"began"`
	Version    string    `json:"version"`
	Incomplete string    `json:"incomplete"` // why the crawl has not seen the whole site, "" if it has
}

// Summary is the last line of report.jsonl.
type Summary struct {
	Type      string         `json:"type"` // "summary"
	Known     int            `json:"known"`
	Listed    int            `json:"listed"`
	Excluded  int            `json:"excluded"`
	Deferred  int            `json:"deferred"`
	Offered   int            `json:"offered"`   // URLs that the site offers by links, sitemaps or hreflang
	Indexable int            `json:"indexable"` // of them
	Verdicts  map[string]int `json:"verdicts"`
	Findings  query.Counted  `json:"findings"`
	Changes   int            `json:"changes"` // since the complete crawl before
}

// lines writes everything as JSON Lines: the run, each URL, each finding, each
// change, the numbers. Texts are as the site has them.
func (r *writer) lines(ctx context.Context) error {
	return r.file("report.jsonl", "jsonl", func(to io.Writer, done *Written) error {
		out := &lineWriter{to: to}
		crawl := r.source.Crawl
		out.line(Run{"run", 1, crawl.Options.Scope.String(), crawl.Began.UTC(), crawl.Version(), crawl.WhyIncomplete()})
		if err := r.urlLines(ctx, out); err != nil {
			return err
		}
		sum, err := query.Findings(ctx, crawl, r.source.Asked(), func(f *query.Finding) error { return out.line(f.Shape()) })
		if err != nil {
			return err
		}
		changes := 0
		err = r.source.Changes(ctx, func(c *diff.Change) error {
			changes++
			return out.line(show.ChangeOf(c))
		})
		if err != nil {
			return err
		}
		last, err := SummaryOf(ctx, r.source, sum, changes)
		if err != nil {
			return err
		}
		out.line(last)
		done.Rows, done.HasRows = out.n, true
		return out.err
	})
}

func (r *writer) urlLines(ctx context.Context, out *lineWriter) error {
	table := query.URLColumnsOf(r.source.Crawl)
	columns, err := table.Columns(table.Names())
	if err != nil {
		return err
	}
	w := lines.New(out.to, "url", "jsonl", columns)
	for u, err := range query.URLs(ctx, r.source.Crawl, r.source.URLs(), columns) {
		if err == nil {
			out.n++
			err = w.Row(u)
		}
		if err != nil {
			return err
		}
	}
	return errors.Join(out.err, w.End())
}

// SummaryOf gives the numbers of a crawl with so many changes.
func SummaryOf(ctx context.Context, s *tables.Source, sum *findings.Summary, changes int) (*Summary, error) {
	d, err := s.Figures(ctx)
	if err != nil {
		return nil, err
	}
	line := &Summary{
		Type: "summary", Known: d.Known, Listed: d.Listed, Excluded: d.Excluded, Deferred: d.Deferred, Offered: d.Offered, Indexable: d.Indexable,
		Verdicts: map[string]int{}, Findings: query.CountedOf(sum), Changes: changes,
	}
	for _, v := range d.Verdicts {
		line.Verdicts[v.Code.String()] = v.URLs
	}
	return line, nil
}

// lineWriter writes objects, and remembers the first error.
type lineWriter struct {
	to  io.Writer
	n   int
	err error
}

func (w *lineWriter) line(v any) error {
	line, err := safe.JSON(v)
	if w.err == nil && err == nil {
		w.n++
		_, err = w.to.Write(line)
	}
	w.err = errors.Join(w.err, err)
	return w.err
}
