package main

import (
	"encoding/json"
	"strings"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/sitemap"
)

// addMedia adds the pictures and videos of a page to its entry.
func (w *setWriter) addMedia(entry *sitemap.Entry, id frontier.ID) error {
	row, err := w.crawl.Row(id)
	if err != nil || row == nil || row.Page == nil {
		return err
	}
	if w.images && row.Page.Images != "" {
		entry.Images = strings.Split(row.Page.Images, "\n")
	}
	if !w.videos || row.Page.Videos == "" {
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
