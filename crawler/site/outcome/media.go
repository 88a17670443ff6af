package outcome

import (
	"strings"

	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/site/listing"
)

// extraRows tells what was written beside the URLs, and what could not be.
func extraRows(b *strings.Builder, w *listing.Set, dir, hot string) {
	if w == nil {
		return
	}
	unusedRows(b, w, hot)
	if w.Images {
		mediaRow(b, w.Pictures, "Pictures", "the listed pages show none")
	}
	if w.Videos {
		mediaRow(b, w.Clips, "Videos", "no listed page has JSON-LD that describes one in full: name, description, thumbnailUrl, and contentUrl or embedUrl")
	}
	alternateRows(b, w.Crawl, dir, w.Translations)
}

// extraJSON adds the same for programs.
func extraJSON(out map[string]any, w *listing.Set, hot string) {
	if w == nil {
		return
	}
	out["unused_rules"] = unused(w, hot)
	out["pictures"], out["videos"] = w.Pictures.Items, w.Clips.Items
	out["alternates"] = w.TranslationCounts()
}

func mediaRow(b *strings.Builder, c listing.Count, label, none string) {
	if c.Items == 0 {
		prose.Row(b, label, "NONE WRITTEN: %s", none)
		return
	}
	prose.Row(b, label, "%s on %s page%s", prose.Thousands(c.Items), prose.Thousands(c.Pages), prose.Plural(c.Pages))
}
