package handover

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/diff"
	"github.com/portolan-seo/portolan/crawler/diff/show"
	"github.com/portolan-seo/portolan/crawler/discover/spill"
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
	Incomplete *string   `json:"incomplete"` // why the crawl has not seen the whole site, null if it has
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
// cause, the most urgent first, each change, the numbers. Texts are as the site has them. URLs stand in the order of
// their bytes, and so do what findings and changes are about, so that the reports
// of two crawls can be compared line by line.
func (w *writer) lines(ctx context.Context) error {
	return w.file("report.jsonl", "jsonl", func(to io.Writer, done *Written) error {
		out := &lineWriter{to: to, dir: w.Dir}
		crawl := w.source.Crawl
		run := Run{Type: "run", Schema: 1, Site: crawl.Options.Scope.String(), Began: crawl.Began.UTC(), Version: crawl.Version()}
		seen, err := crawl.Seen(ctx)
		if err != nil {
			return err
		}
		if why := seen.Why(); why != "" {
			run.Incomplete = &why
		}
		if err := out.line(run); err != nil {
			return err
		}
		if err := out.sorted(func(add adder) error { return w.urlLines(ctx, add) }); err != nil {
			return err
		}
		var sum *findings.Summary
		err = out.sorted(func(add adder) (err error) {
			sum, err = query.Findings(ctx, crawl, w.source.Asked(), func(f *query.Finding) error {
				line, err := safe.JSON(f.Line())
				if err == nil {
					err = add(f.URL, line)
				}
				return err
			})
			return err
		})
		if err != nil {
			return err
		}
		found, err := w.source.Causes(ctx)
		if err != nil {
			return err
		}
		if err := found.Each(func(x *query.Cause, state string) error { return out.line(query.ShapeOf(x, state)) }); err != nil {
			return err
		}
		changes := 0
		err = w.source.Changes(ctx, func(c *diff.Change) error {
			changes++
			return out.line(show.ChangeOf(c))
		})
		if err != nil {
			return err
		}
		last, err := SummaryOf(ctx, w.source, sum, changes)
		if err != nil {
			return err
		}
		done.Rows, done.HasRows = out.n+1, true
		return out.line(last)
	})
}

func (w *writer) urlLines(ctx context.Context, add adder) error {
	table := query.URLColumnsOf(w.source.Crawl)
	columns, err := table.Columns(table.Names())
	if err != nil {
		return err
	}
	one := lines.NewNested(io.Discard, "url", columns)
	for u, err := range query.URLs(ctx, w.source.Crawl, w.source.URLs(), columns) {
		if err != nil {
			return err
		}
		line, err := one.Object(u)
		if err == nil {
			err = add(u.Row.URL, line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// SummaryOf gives the numbers of a crawl with so many changes.
func SummaryOf(ctx context.Context, s *tables.Source, sum *findings.Summary, changes int) (*Summary, error) {
	d, err := s.Figures(ctx)
	if err != nil {
		return nil, err
	}
	line := &Summary{
		Type: "summary", Known: d.Known, Listed: d.Listed, Excluded: d.Excluded, Deferred: d.Deferred, Offered: d.Offered, Indexable: d.Indexable,
		Verdicts: map[string]int{}, Findings: query.CountedOf(sum, s.Crawl.Refused()), Changes: changes,
	}
	for _, v := range d.Verdicts {
		line.Verdicts[v.Code.String()] = v.URLs
	}
	return line, nil
}

// lineWriter writes objects, a line each.
type lineWriter struct {
	to  io.Writer
	dir string // of what waits to be sorted
	n   int
}

func (w *lineWriter) line(v any) error {
	line, err := safe.JSON(v)
	if err == nil {
		err = w.write(line)
	}
	return err
}

func (w *lineWriter) write(line []byte) error {
	w.n++
	_, err := w.to.Write(line)
	return err
}

// adder takes a line about a URL.
type adder func(url string, line []byte) error

const sortMemory = 32 << 20

// sorted writes lines in the order of their URLs, and those of one URL as they
// come.
func (w *lineWriter) sorted(fill func(adder) error) (err error) {
	rows := spill.New(sortMemory, w.dir)
	defer func() { err = errors.Join(err, rows.Close()) }()
	err = fill(func(url string, line []byte) error {
		return rows.Add(spill.Row{URL: []byte(url[:min(len(url), spill.MaxURL)]), Data: line})
	})
	if err != nil {
		return err
	}
	for r, err := range rows.Rows() {
		if err == nil {
			err = w.write(r.Data)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
