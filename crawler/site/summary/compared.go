package summary

import (
	"strconv"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/recall"
	"github.com/portolan-seo/portolan/frontier"
)

// Compared tells what has become of the pages that the last complete crawl has
// read, as far as this one has.
type Compared struct {
	Unchanged int    `json:"not_modified"`  // pages that the server has not sent again (304)
	Changed   *int   `json:"changed"`       // pages whose content is another; null where that is not known
	Why       string `json:"why,omitempty"` // it is not known
}

// ComparedOf reads it from a crawl, nil where there was no crawl to compare with.
func ComparedOf(crawl frontier.Notes) *Compared {
	if turn := crawl.Meta(recall.MetaTurn); turn == "" || turn == "0" {
		return nil
	}
	c := &Compared{Why: crawl.Meta(recall.MetaOtherwise)}
	c.Unchanged, _ = strconv.Atoi(crawl.Meta(crawler.MetaUnchanged))
	if changed, _ := strconv.Atoi(crawl.Meta(crawler.MetaChanged)); c.Why == "" {
		c.Changed = &changed
	}
	return c
}
