package query

import (
	"context"
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
)

// makers are the rules about a page that other URLs make by what they lead to.
var makers = map[string]func(*frontier.Row) frontier.ID{
	"mass-redirect":         func(row *frontier.Row) frontier.ID { return row.Location },
	"canonical-mass-target": func(row *frontier.Row) frontier.ID { return row.Canonical },
}

// maxMakers is how many of them are looked at.
const maxMakers = 50

// unreadMakers tells of a finding of the crawl before that some of the URLs which made
// it were not read this time: held back, broken or shut.
func unreadMakers(ctx context.Context, crawl, before *stored.Crawl, rule, url string) (bool, error) {
	to := makers[rule]
	if to == nil {
		return false, nil
	}
	page, err := before.Find(url)
	if err != nil || page == nil {
		return false, err
	}
	id, urls := page.ID, []string(nil)
	for row, err := range before.Pointers(ctx) {
		if err != nil {
			return false, fmt.Errorf("read what leads to pages in %s: %w", before.Path(), err)
		}
		if to(row) != id {
			continue
		}
		from, err := before.URL(row.ID)
		if err != nil {
			return false, err
		}
		if urls = append(urls, strings.Clone(from)); len(urls) == maxMakers {
			break
		}
	}
	now, err := crawl.FindAll(ctx, urls...)
	if err != nil {
		return false, err
	}
	for _, id := range now {
		v, err := crawl.VerdictOf(id)
		if err != nil {
			return false, err
		}
		switch code := audit.Code(v.Code); {
		case code.State() == audit.Deferred, code == audit.HTTP5xx, code == audit.Denied, code == audit.ListedCarried:
			return true, nil
		}
	}
	return false, nil
}
