package tables

import (
	"context"
	"iter"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
)

// pageLinks counts the links of a page that readers can click.
type pageLinks struct {
	from                                         frontier.ID
	inside, insideUnique, outside, outsideUnique int
	next, prev                                   frontier.ID
	canonical, httpCanonical                     frontier.ID // of a tag, of a header
}

var noLinks = pageLinks{from: frontier.NoID, next: frontier.NoID, prev: frontier.NoID, canonical: frontier.NoID, httpCanonical: frontier.NoID}

// outLinks gives them in the order of pages, from one pass over all links.
type outLinks struct {
	next func() (pageLinks, error, bool)
	stop func()
	at   pageLinks
	more bool
}

func newOutLinks(ctx context.Context, s *Source) *outLinks {
	o := &outLinks{at: noLinks, more: true}
	o.next, o.stop = iter.Pull2(linksByPage(ctx, s))
	return o
}

// linksByPage counts the links of each page that has some.
func linksByPage(ctx context.Context, s *Source) iter.Seq2[pageLinks, error] {
	return func(yield func(pageLinks, error) bool) {
		page, last := noLinks, frontier.NoID
		for e, err := range s.Crawl.Graph(ctx) {
			if err != nil {
				yield(noLinks, err)
				return
			}
			if e.From != page.from {
				if page.from != frontier.NoID && !yield(page, nil) {
					return
				}
				page, last = noLinks, frontier.NoID
				page.from = e.From
			}
			page.add(e, e.To == last, s.code(e.To) == audit.ScopeHost)
			if e.Flags.Clickable() {
				last = e.To
			}
		}
		if page.from != frontier.NoID {
			yield(page, nil)
		}
	}
}

// of is called in the order of IDs.
func (o *outLinks) of(id frontier.ID) (*pageLinks, error) {
	for o.more && (o.at.from == frontier.NoID || o.at.from < id) {
		var err error
		if o.at, err, o.more = o.next(); err != nil {
			return nil, err
		}
	}
	if o.more && o.at.from == id {
		return &o.at, nil
	}
	return &noLinks, nil
}

func (p *pageLinks) add(e *frontier.Edge, again, outside bool) {
	switch {
	case e.Flags.Kind() == frontier.LinkNext && p.next == frontier.NoID:
		p.next = e.To
	case e.Flags.Kind() == frontier.LinkPrev && p.prev == frontier.NoID:
		p.prev = e.To
	case e.Flags.Kind() == frontier.LinkCanonical && e.Flags&frontier.InHeader != 0 && p.httpCanonical == frontier.NoID:
		p.httpCanonical = e.To
	case e.Flags.Kind() == frontier.LinkCanonical && e.Flags&frontier.InHeader == 0 && p.canonical == frontier.NoID:
		p.canonical = e.To
	}
	if !e.Flags.Clickable() {
		return
	}
	all, unique := &p.inside, &p.insideUnique
	if outside {
		all, unique = &p.outside, &p.outsideUnique
	}
	if *all++; !again {
		*unique++
	}
}
