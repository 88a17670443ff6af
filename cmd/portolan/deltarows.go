package main

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/delta"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/listing"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// writeDelta writes the sitemap of what has changed, where one is asked for.
// That it cannot be written does not undo the full one.
func writeDelta(ctx context.Context, p *console.Program, o *publishing, f *folder.Folder, crawl *stored.Crawl, full *listing.Set) *delta.Result {
	if o.deltaFor == 0 {
		return nil
	}
	res, err := delta.Write(ctx, f, crawl, full, o.deltaFor, p.Skipped)
	if err != nil {
		p.Log.Warn(err.Error())
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
		prose.Row(b, "Delta", "no sitemap of changes: %s", safe.OneLine(d.Why))
		return
	case d.Published == nil:
		prose.Row(b, "Delta", "no new sitemap of changes since %s: %s", d.Since.Format(time.RFC3339), safe.OneLine(d.Why))
		return
	}
	main := d.Published.Sitemap()
	prose.Row(b, "Delta", "%s", filepath.Join(dir, delta.Dir, main.Name))
	prose.Row(b, "", "%s URL%s added or changed since %s", prose.Thousands(d.Published.URLs), prose.Plural(d.Published.URLs), d.Since.Format(time.RFC3339))
	prose.Row(b, "", "to be served at %s", safe.Printable(main.URL))
	prose.Row(b, "", "and named in robots.txt besides the full one, or submitted")
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
