package listing

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/sitemap"
)

// media are the columns of a page that its entry needs.
func (w *Set) media() (columns []frontier.Column) {
	if w.Images {
		columns = append(columns, frontier.ColumnImages)
	}
	if w.Videos {
		columns = append(columns, frontier.ColumnVideos)
	}
	return columns
}

// Count is of pictures or videos, and the pages that have any.
type Count struct{ Items, Pages int }

func (c *Count) add(n int) {
	c.Items += n
	c.Pages += min(n, 1)
}

// addMedia adds the pictures and videos that the row has to the entry.
func addMedia(entry *sitemap.Entry, row *frontier.Row) error {
	if row.Page == nil {
		return nil
	}
	if row.Page.Images != "" {
		entry.Images = slices.DeleteFunc(strings.Split(row.Page.Images, "\n"), func(url string) bool { return strings.HasPrefix(url, "\t") })
	}
	if row.Page.Videos == "" {
		return nil
	}
	var videos []page.Video
	if err := json.Unmarshal([]byte(row.Page.Videos), &videos); err != nil {
		return fmt.Errorf("read the videos of %s: %w", row.URL, err)
	}
	for _, v := range videos {
		entry.Videos = append(entry.Videos, sitemap.Video{
			Thumbnail: v.Thumbnail, Title: v.Title, Description: v.Description, Content: v.Content, Player: v.Player,
			Duration: v.Duration, Expires: v.Expires, Published: v.Published,
		})
	}
	return nil
}
