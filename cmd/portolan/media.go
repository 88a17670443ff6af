package main

import (
	"encoding/json"
	"strings"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/sitemap"
)

// media are the columns of a page that its entry needs.
func (w *setWriter) media() (columns []frontier.Column) {
	if w.images {
		columns = append(columns, frontier.ColumnImages)
	}
	if w.videos {
		columns = append(columns, frontier.ColumnVideos)
	}
	return columns
}

// mediaCount counts pictures or videos, and the pages that have any.
type mediaCount struct{ items, pages int }

func (c *mediaCount) add(n int) {
	c.items += n
	c.pages += min(n, 1)
}

// extraRows tells what was written beside the URLs, and what could not be.
func (w *setWriter) extraRows(b *strings.Builder, dir string) {
	if w == nil {
		return
	}
	w.unusedRows(b)
	if w.images {
		w.pictures.row(b, "Pictures", "the listed pages show none")
	}
	if w.videos {
		w.clips.row(b, "Videos", "no listed page has JSON-LD that describes one in full: name, description, thumbnailUrl, and contentUrl or embedUrl")
	}
	alternateRows(b, w.crawl, dir, w.translations)
}

// extraJSON adds the same for programs.
func (w *setWriter) extraJSON(out map[string]any) {
	if w == nil {
		return
	}
	out["unused_rules"] = w.unused()
	out["pictures"], out["videos"] = w.pictures.items, w.clips.items
	out["alternates"] = alternatesJSON(w.crawl, w.translations)
}

func (c mediaCount) row(b *strings.Builder, label, none string) {
	if c.items == 0 {
		summaryRow(b, label, "NONE WRITTEN: %s", none)
		return
	}
	summaryRow(b, label, "%s on %s page%s", thousands(c.items), thousands(c.pages), plural(c.pages))
}

// addMedia adds the pictures and videos that the row has to the entry.
func addMedia(entry *sitemap.Entry, row *frontier.Row) error {
	if row.Page == nil {
		return nil
	}
	if row.Page.Images != "" {
		entry.Images = strings.Split(row.Page.Images, "\n")
	}
	if row.Page.Videos == "" {
		return nil
	}
	var videos []page.Video
	if err := json.Unmarshal([]byte(row.Page.Videos), &videos); err != nil {
		return failf("read the videos of %s: %w", row.URL, err)
	}
	for _, v := range videos {
		entry.Videos = append(entry.Videos, sitemap.Video{
			Thumbnail: v.Thumbnail, Title: v.Title, Description: v.Description, Content: v.Content, Player: v.Player,
			Duration: v.Duration, Expires: v.Expires, Published: v.Published,
		})
	}
	return nil
}
