package tables

import (
	"context"
	"iter"
	"strings"

	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// anchors give the texts of the links by which what findings are about was
// found, in the order of findings.
type anchors struct {
	ctx  context.Context
	s    *Source
	next func() (sqlite.FirstLink, error, bool)
	stop func()
	at   sqlite.FirstLink
	more bool

	// of are the texts of the page that was looked at last: a URL which something
	// else than a link has told of first has no first link.
	from frontier.ID
	of   map[frontier.ID]string
}

func newAnchors(ctx context.Context, s *Source) *anchors {
	a := &anchors{ctx: ctx, s: s, from: frontier.NoID, more: true, at: sqlite.FirstLink{ID: frontier.NoID}}
	a.next, a.stop = iter.Pull2(s.Crawl.FirstLinks(ctx))
	return a
}

// text gives that of the link from f.From.
func (a *anchors) text(f *query.Finding) (string, error) {
	if f.ID == frontier.NoID || f.From == frontier.NoID {
		return "", nil
	}
	for a.more && (a.at.ID == frontier.NoID || a.at.ID < f.ID) {
		var err error
		if a.at, err, a.more = a.next(); err != nil {
			return "", err
		}
	}
	if a.more && a.at.ID == f.ID && a.at.Via == f.From {
		return a.at.Text, nil
	}
	if a.from != f.From {
		a.from, a.of = f.From, map[frontier.ID]string{}
		for e, err := range a.s.Crawl.LinksFrom(a.ctx, f.From) {
			if err != nil {
				return "", err
			}
			if _, known := a.of[e.To]; !known && e.Flags.Clickable() {
				a.of[e.To] = strings.Clone(e.Anchor)
			}
		}
	}
	return a.of[f.ID], nil
}
