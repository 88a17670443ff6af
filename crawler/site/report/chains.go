package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
)

// Chain is redirects of one shape: as many hops from pages of one template to
// the same answer.
type Chain struct {
	Pattern string // of the addresses that redirect
	Hops    int
	Loop    bool
	Status  int // of the last answer, 0 if there is none
	N       int
	Example []Hop

	first frontier.ID
}

// Hop is one address on the way; the last one is where it ends.
type Hop struct {
	URL    string
	Status int
}

const (
	maxHops     = 20
	shownChains = 15
)

// hops notes where URLs lead: six bytes each.
type hops struct {
	to     []frontier.ID
	status []uint16
	from   []redirecting
	of     map[string]uint32 // places of patterns
	names  []string
}

type redirecting struct {
	id      frontier.ID
	pattern uint32
}

func newHops(known int) *hops {
	return &hops{to: slices.Repeat([]frontier.ID{frontier.NoID}, known), status: make([]uint16, known), of: map[string]uint32{}}
}

// add notes a URL; pattern is asked for where it redirects.
func (h *hops) add(id, to frontier.ID, status int, pattern func() string) {
	if int(id) >= len(h.to) {
		return
	}
	h.status[id] = uint16(status)
	if to == frontier.NoID || status == 0 { // 0: another spelling
		return
	}
	h.to[id] = to
	p := pattern()
	at, known := h.of[p]
	if !known {
		if len(h.names) >= maxTemplates {
			p, at = "…", 0
		} else {
			at = uint32(len(h.names))
			p = strings.Clone(p)
			h.of[p], h.names = at, append(h.names, p)
		}
	}
	h.from = append(h.from, redirecting{id, at})
}

// way follows a redirect.
func (h *hops) way(id frontier.ID) (path []frontier.ID, loop bool) {
	path = []frontier.ID{id}
	for at := id; int(at) < len(h.to) && h.to[at] != frontier.NoID && len(path) <= maxHops && !loop; at = h.to[at] {
		loop = slices.Contains(path, h.to[at])
		path = append(path, h.to[at])
	}
	return path, loop
}

func (h *hops) statusOf(id frontier.ID) int {
	if int(id) < len(h.status) {
		return int(h.status[id])
	}
	return 0
}

// chains groups what redirects: the longest first.
func (h *hops) chains(crawl *stored.Crawl) (shown []Chain, more int, err error) {
	type key struct {
		pattern uint32
		hops    int
		loop    bool
		status  int
	}
	groups := map[key]*Chain{}
	for _, f := range h.from {
		path, loop := h.way(f.id)
		k := key{f.pattern, len(path) - 1, loop, h.statusOf(path[len(path)-1])}
		c := groups[k]
		if c == nil {
			c = &Chain{Pattern: h.names[k.pattern], Hops: k.hops, Loop: loop, Status: k.status, first: f.id}
			groups[k] = c
		}
		c.N++
	}
	for _, c := range groups {
		shown = append(shown, *c)
	}
	slices.SortFunc(shown, func(a, b Chain) int {
		return cmp.Or(order(b.Loop, a.Loop), b.Hops-a.Hops, b.N-a.N, strings.Compare(a.Pattern, b.Pattern), cmp.Compare(a.Status, b.Status))
	})
	more = max(0, len(shown)-shownChains)
	shown = shown[:len(shown)-more]
	for i := range shown {
		path, _ := h.way(shown[i].first)
		for _, id := range path {
			url, err := crawl.URL(id)
			if err != nil {
				return nil, 0, fmt.Errorf("read the redirects of %s: %w", crawl.Path(), err)
			}
			shown[i].Example = append(shown[i].Example, Hop{strings.Clone(url), h.statusOf(id)})
		}
	}
	return shown, more, nil
}

func order(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
