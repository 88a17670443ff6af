package outcome

import (
	"path/filepath"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/delta"
)

// deltaRows tell of it.
func deltaRows(b *strings.Builder, dir string, d *delta.Result) {
	if d == nil {
		return
	}
	switch {
	case d.Published == nil && d.Since.IsZero():
		prose.Row(b, "Delta", "no sitemap of changes: %s", safe.OneLine(d.Why))
	case d.Published == nil:
		prose.Row(b, "Delta", "no new sitemap of changes since %s: %s", d.Since.Format(time.RFC3339), safe.OneLine(d.Why))
	default:
		main := d.Published.Sitemap()
		prose.Row(b, "Delta", "%s", filepath.Join(dir, delta.Dir, main.Name))
		prose.Row(b, "", "%s URL%s added or changed since %s", prose.Thousands(d.Published.URLs), prose.Plural(d.Published.URLs), d.Since.Format(time.RFC3339))
		prose.Row(b, "", "to be served at %s", safe.Printable(main.URL))
		prose.Row(b, "", "and named in robots.txt besides the full one, or submitted")
	}
	if d.Unknown != "" {
		prose.Row(b, "", "texts not compared: %s", safe.OneLine(d.Unknown))
	}
}

// deltaJSON is deltaRows for programs.
func deltaJSON(dir string, d *delta.Result) map[string]any {
	if d == nil {
		return nil
	}
	out := map[string]any{"since": nil, "sitemap": nil, "sitemap_url": nil, "urls": 0, "why": d.Why, "texts_unknown": d.Unknown}
	if !d.Since.IsZero() {
		out["since"] = d.Since.Format(time.RFC3339)
	}
	if d.Published != nil {
		main := d.Published.Sitemap()
		out["sitemap"], out["sitemap_url"], out["urls"] = filepath.Join(dir, delta.Dir, main.Name), main.URL, d.Published.URLs
	}
	return out
}
