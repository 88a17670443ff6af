package main

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/site/delta"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/listing"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// writeDelta writes the sitemap of what has changed, where one is asked for.
// That it cannot be written does not undo the full one.
func (p *program) writeDelta(ctx context.Context, o *publishing, f *folder.Folder, crawl *stored.Crawl, full *listing.Set) *delta.Result {
	if o.deltaFor == 0 {
		return nil
	}
	res, err := delta.Write(ctx, f, crawl, full, o.deltaFor, p.skipped)
	if err != nil {
		p.log.Warn(err.Error())
		return &delta.Result{Why: err.Error()}
	}
	return res
}

// deltaRows tell of it.
func deltaRows(b *strings.Builder, dir string, d *delta.Result) {
	switch {
	case d == nil:
		return
	case d.Published == nil && d.Since.IsZero():
		summaryRow(b, "Delta", "no sitemap of changes: %s", oneLine(d.Why))
		return
	case d.Published == nil:
		summaryRow(b, "Delta", "no new sitemap of changes since %s: %s", d.Since.Format(time.RFC3339), oneLine(d.Why))
		return
	}
	main := d.Published.Sitemap()
	summaryRow(b, "Delta", "%s", filepath.Join(dir, delta.Dir, main.Name))
	summaryRow(b, "", "%s URL%s added or changed since %s", thousands(d.Published.URLs), plural(d.Published.URLs), d.Since.Format(time.RFC3339))
	summaryRow(b, "", "to be served at %s", printable(main.URL))
	summaryRow(b, "", "and named in robots.txt besides the full one, or submitted")
}

// deltaJSON is deltaRows for programs.
func deltaJSON(dir string, d *delta.Result) map[string]any {
	if d == nil {
		return nil
	}
	out := map[string]any{"since": nil, "sitemap": nil, "sitemap_url": nil, "urls": 0, "why": d.Why}
	if !d.Since.IsZero() {
		out["since"] = d.Since.Format(time.RFC3339)
	}
	if d.Published != nil {
		main := d.Published.Sitemap()
		out["sitemap"], out["sitemap_url"], out["urls"] = filepath.Join(dir, delta.Dir, main.Name), main.URL, d.Published.URLs
	}
	return out
}
