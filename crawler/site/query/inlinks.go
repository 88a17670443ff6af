package query

import (
	"context"
	"iter"

	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// InLinks tells how many links lead to URLs that are asked about in order of ID. It
// reads nothing until it is asked, and then what is counted once.
type InLinks struct {
	ctx   context.Context
	crawl *stored.Crawl
	next  func() (sqlite.InLinks, error, bool)
	stop  func()
	at    sqlite.InLinks
	more  bool
}

// InLinksOf gives the in-links of a crawl whose URLs have their verdicts. Stop ends it.
func InLinksOf(ctx context.Context, crawl *stored.Crawl) *InLinks {
	return &InLinks{ctx: ctx, crawl: crawl}
}

// Of gives those of one URL, which does not lie before the one that was asked about last.
func (l *InLinks) Of(id frontier.ID) (sqlite.InLinks, error) {
	first := l.next == nil
	if first {
		l.next, l.stop = iter.Pull2(l.crawl.InLinks(l.ctx))
	}
	for first || l.more && l.at.ID < id {
		var err error
		l.at, err, l.more = l.next()
		if first = false; err != nil {
			return sqlite.InLinks{}, err
		}
	}
	if l.more && l.at.ID == id {
		return l.at, nil
	}
	return sqlite.InLinks{ID: id}, nil
}

// Stop ends the reading.
func (l *InLinks) Stop() {
	if l.stop != nil {
		l.stop()
	}
}
