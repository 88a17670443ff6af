package query

import (
	"context"
	"fmt"
	"slices"
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

// maxMakers is how many of them are looked at, of one page and of all.
const (
	maxMakers    = 50
	maxAllMakers = 100_000
)

// made is a finding that other URLs make.
type made struct{ rule, url string }

// unreadMakers tells of which findings of the crawl before some of the URLs which made
// them were not read this time: held back, broken or shut. It passes over that crawl
// once for all of them.
func unreadMakers(ctx context.Context, crawl, before *stored.Crawl, asked []made) (map[made]bool, error) {
	asked = slices.DeleteFunc(asked, func(m made) bool { return makers[m.rule] == nil })
	if len(asked) == 0 {
		return nil, nil
	}
	of, urls, err := readMakers(ctx, before, asked)
	if err != nil {
		return nil, err
	}
	now, err := crawl.FindAll(ctx, urls...)
	if err != nil {
		return nil, err
	}
	unread := map[made]bool{}
	for m, from := range of {
		for _, url := range from {
			id, known := now[url]
			if !known {
				continue
			}
			v, err := crawl.VerdictOf(id)
			if err != nil {
				return nil, err
			}
			switch code := audit.Code(v.Code); {
			case code.State() == audit.Deferred, code == audit.HTTP5xx, code == audit.Denied, code == audit.ListedCarried:
				unread[m] = true
			}
		}
	}
	return unread, nil
}

// readMakers gives the URLs that made findings of a crawl, of each and of all.
func readMakers(ctx context.Context, before *stored.Crawl, asked []made) (of map[made][]string, all []string, err error) {
	var pages []string
	for _, m := range asked {
		pages = append(pages, m.url)
	}
	ids, err := before.FindAll(ctx, pages...)
	if err != nil {
		return nil, nil, err
	}
	at := map[string]map[frontier.ID]made{} // by rule
	for _, m := range asked {
		if id, known := ids[m.url]; known {
			if at[m.rule] == nil {
				at[m.rule] = map[frontier.ID]made{}
			}
			at[m.rule][id] = m
		}
	}
	of = map[made][]string{}
	for row, err := range before.Pointers(ctx) {
		if err != nil {
			return nil, nil, fmt.Errorf("read what leads to pages in %s: %w", before.Path(), err)
		}
		for rule, wanted := range at {
			m, is := wanted[makers[rule](row)]
			if !is || len(of[m]) == maxMakers || len(all) == maxAllMakers {
				continue
			}
			from, err := before.URL(row.ID)
			if err != nil {
				return nil, nil, err
			}
			from = strings.Clone(from)
			of[m], all = append(of[m], from), append(all, from)
		}
	}
	return of, all, nil
}
