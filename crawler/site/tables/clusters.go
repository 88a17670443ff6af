package tables

import (
	"context"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// clusters are the sets of pages that name each other by hreflang, in a sitemap or
// themselves, directly or by others: four bytes a known URL, where there are any.
type clusters struct {
	parent []frontier.ID // nil where no page names a translation
	names  map[frontier.ID]string
}

// maxClusterNames are the names that are held; others are read again.
const maxClusterNames = 100_000

func (s *Source) clusters(ctx context.Context) (*clusters, error) {
	c := &clusters{names: map[frontier.ID]string{}}
	for e, err := range frontier.TranslationLinks(ctx, s.Crawl) {
		if err != nil {
			return nil, err
		}
		if e.Anchor == "" { // a feed, or another version of the page
			continue
		}
		if c.parent == nil {
			c.parent = slices.Repeat([]frontier.ID{frontier.NoID}, s.Crawl.Counts().Known)
		}
		c.join(e.From, e.To)
	}
	return c, nil
}

func (c *clusters) join(a, b frontier.ID) {
	if int(max(a, b)) >= len(c.parent) {
		return
	}
	a, b = c.first(a), c.first(b)
	c.parent[a], c.parent[b] = min(a, b), min(a, b)
}

// first gives the page of a set that was found first.
func (c *clusters) first(id frontier.ID) frontier.ID {
	for c.parent[id] != frontier.NoID && c.parent[id] != id {
		if up := c.parent[c.parent[id]]; up != frontier.NoID {
			c.parent[id] = up
		}
		id = c.parent[id]
	}
	return id
}

// of gives the name of a page's set, the URL of its first page; "" where it is
// in none.
func (c *clusters) of(s *Source, id frontier.ID, url string) (name string, err error) {
	if int(id) >= len(c.parent) || c.parent[id] == frontier.NoID {
		return "", nil
	}
	first := c.first(id)
	if first == id {
		return url, nil
	}
	name, known := c.names[first]
	if !known {
		if name, err = s.url(first); len(c.names) < maxClusterNames {
			c.names[first] = name
		}
	}
	return name, err
}
