package classes

import (
	"context"

	"github.com/portolan-seo/portolan/frontier"
)

// Free gives those of URLs that were held which a page links to that is not the
// same at any address, though another one was the first to. They are held no
// more, and leave held.
func (e *Echoes) Free(ctx context.Context, crawl frontier.Links, held map[frontier.ID]bool) (list []frontier.ID, err error) {
	real := func(from frontier.ID) bool {
		return !e.pages.has(uint32(from)) && !e.tokens.again.has(uint32(from))
	}
	for edge, err := range crawl.Graph(ctx, real) {
		if err != nil {
			return nil, err
		}
		if !held[edge.To] || !isLink(edge.Flags) || edge.Flags&frontier.Unlinked != 0 {
			continue
		}
		e.freed.add(uint32(edge.To))
		delete(held, edge.To)
		list = append(list, edge.To)
	}
	return list, nil
}
