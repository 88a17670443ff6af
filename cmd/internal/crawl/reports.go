package crawl

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/handover"
	"github.com/portolan-seo/portolan/crawler/site/outcome"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/report"
	"github.com/portolan-seo/portolan/crawler/site/tables"
)

// writeReports writes what --report asks for into the site folder. The sitemap
// stands, whatever comes of them.
func (r *crawlRun) writeReports(ctx context.Context) error {
	o := r.opts.Handover
	if len(o.Forms) == 0 {
		return nil
	}
	typed := r.opts.IsGiven("report")
	if r.Verdicts.Known > mostGrouped && !typed {
		r.p.Log.Warn("no report is written of more than "+prose.Thousands(mostGrouped)+" URLs unless it is asked for (--report html): portolan report "+safe.ShellQuote(r.Folder.Dir), "urls", r.Verdicts.Known)
		return nil
	}
	crawl, err := r.stored()
	if err != nil {
		return exit.Failf("write the report: %w", err)
	}
	source := &tables.Source{Crawl: crawl, Skipped: r.p.Skipped}
	if source.Before, err = query.Before(crawl, r.p.Skipped); err != nil {
		return exit.Failf("write the report: open the crawl before: %w", err)
	}
	if source.Before != nil {
		defer source.Before.Close() // read only
	}
	o.Dir = r.Folder.Dir
	err = handover.Write(ctx, source, o, func(done *handover.Written) error {
		r.Reports = append(r.Reports, done.File)
		return nil
	})
	if err != nil {
		return exit.InterruptedBy(ctx, exit.Failf("%w", fmt.Errorf("no report: %w", err)))
	}
	if older := handover.Older(o, crawl.Began); len(older) > 0 {
		r.p.Log.Warn("beside the report lie reports of an earlier crawl: "+strings.Join(older, ", ")+"; write them anew (portolan report "+safe.ShellQuote(r.Folder.Dir)+" --format ...), or remove them", "files", older)
	}
	if slices.Contains(o.Forms, "html") || slices.Contains(o.Forms, "md") { // else the numbers are not read
		d, err := source.Report(ctx)
		if err == nil {
			r.Figures = figuresOf(d)
		}
		if err == nil && d.Before != nil && d.NoNew == "" {
			r.Since = &outcome.Since{Fresh: d.Fresh(), Mended: d.Mended, Gone: d.Gone, Unseen: d.Unseen, Began: d.Before.Began, Refused: d.Refused}
		}
	}
	return nil
}

// figuresOf gives the figures of the report for the summary.
func figuresOf(d *report.Report) *outcome.Figures {
	f := &outcome.Figures{Seen: d.Seen, Unread: d.Seen.Unread, InScope: d.Seen.InScope, HeldBack: d.Seen.Held, Incomplete: d.Seen.Why(), Now: outcome.Offered{URLs: d.Offered, Indexable: d.Indexable}}
	if b := d.Before; b != nil && b.Obscured == "" {
		f.Before = &outcome.Offered{URLs: b.Offered, Indexable: b.Indexable}
	}
	return f
}
