package audit

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// Clicks knows of every URL the shortest way of a reader from the start: by
// links and image maps, which take a click each, and by frames, redirects and
// folds, which take none. Nofollow links count, since readers follow them;
// link elements do not, since readers do not see them.
type Clicks struct {
	clicks []uint16
	via    []frontier.ID
}

// unreached is the number of clicks to a URL that none lead to.
const unreached = frontier.NoDepth

// ReadClicks finds the shortest ways. It holds seven bytes a known URL, and passes
// over all links once, then over those of the pages to which a shorter way was
// found after their own had been followed, until there are none: as often as the shortest ways lead
// from a newer URL to an older one, which is once or twice on most sites, since
// URLs are numbered in the order of their discovery.
func ReadClicks(ctx context.Context, crawl frontier.Crawl) (*Clicks, error) {
	w, err := BeginClicks(ctx, crawl)
	if err != nil {
		return nil, err
	}
	w.more = true
	return w.End(ctx)
}

// Walk is ReadClicks whose first pass over all links somebody else makes.
type Walk struct {
	c     *Clicks
	crawl frontier.Crawl
	again []bool      // pages whose links are to be followed, once more
	page  frontier.ID // whose links are followed
	more  bool
}

// BeginClicks begins one.
func BeginClicks(ctx context.Context, crawl frontier.Crawl) (*Walk, error) {
	known := crawl.Counts().Known
	c := &Clicks{clicks: slices.Repeat([]uint16{unreached}, known), via: slices.Repeat([]frontier.ID{frontier.NoID}, known)}
	if err := c.begin(ctx, crawl); err != nil {
		return nil, err
	}
	return &Walk{c: c, crawl: crawl, again: slices.Repeat([]bool{true}, known), page: frontier.NoID}, nil
}

// Take follows a link, as Graph gives them.
func (w *Walk) Take(e *frontier.Edge) {
	if e.From != w.page && w.c.valid(e.From) {
		w.page, w.again[e.From] = e.From, false
	}
	if w.c.follow(e) {
		w.again[e.To], w.more = true, true
	}
}

// End follows what is left.
func (w *Walk) End(ctx context.Context) (*Clicks, error) {
	asked := func(id frontier.ID) bool { return w.c.valid(id) && w.again[id] }
	for w.more {
		w.page, w.more = frontier.NoID, false
		for e, err := range w.crawl.Graph(ctx, asked) {
			if err != nil {
				return nil, fmt.Errorf("follow links: %w", err)
			}
			w.Take(e)
		}
	}
	return w.c, nil
}

// ClicksTo finds the shortest way to one URL. It asks links for those of the
// pages of one click after the other, until the URL is reached, so that most
// pages are left unread; ids ascend. What links to the URL ends it where the first
// of these pages is reached. What it finds of others may be no shortest
// way. It holds six bytes a known URL.
func ClicksTo(ctx context.Context, crawl frontier.Crawl, target frontier.ID, by Linkers, links func(ids []frontier.ID) iter.Seq2[*frontier.Edge, error]) (*Clicks, error) {
	known := crawl.Counts().Known
	c := &Clicks{clicks: slices.Repeat([]uint16{unreached}, known), via: slices.Repeat([]frontier.ID{frontier.NoID}, known)}
	if err := c.begin(ctx, crawl); err != nil {
		return nil, err
	}
	if by.none {
		return c, nil
	}
	var level []frontier.ID
	if at := slices.Index(c.clicks, 0); at >= 0 {
		level = append(level, frontier.ID(at))
	}
	for clicks := uint16(0); len(level) > 0 && c.valid(target) && c.clicks[target] == unreached; clicks++ {
		if from, found := firstOf(level, by.pages); found {
			c.clicks[target], c.via[target] = min(clicks+1, unreached-1), from
			break
		}
		var next []frontier.ID
		for len(level) > 0 { // what is reached without a click is of the same level
			var same []frontier.ID
			for e, err := range links(level) {
				switch {
				case err != nil:
					return nil, fmt.Errorf("follow links: %w", err)
				case !c.follow(e):
				case c.clicks[e.To] == clicks:
					same = append(same, e.To)
				default:
					next = append(next, e.To)
				}
			}
			slices.Sort(same)
			level = same
		}
		level = slices.DeleteFunc(next, func(id frontier.ID) bool { return c.clicks[id] == clicks })
		slices.Sort(level)
	}
	return c, nil
}

// firstOf gives the first id that both lists have, which ascend.
func firstOf(a, b []frontier.ID) (first frontier.ID, found bool) {
	for len(a) > 0 && len(b) > 0 {
		switch cmp.Compare(a[0], b[0]) {
		case 0:
			return a[0], true
		case -1:
			a = a[1:]
		default:
			b = b[1:]
		}
	}
	return 0, false
}

// Linkers are the pages from which a click leads to a URL, none where something
// leads there without one: then other pages may be nearer.
type Linkers struct {
	pages   []frontier.ID
	byOther bool
	none    bool // nothing that a reader takes leads there
}

// LinkersOf gives them by the first pages with a link to the URL that a reader can
// follow, and by the kinds of all links to it, a bit each. Where there are more pages,
// ClicksTo meets them on its way.
func LinkersOf(first []frontier.ID, kinds uint16) Linkers {
	none := true
	for kind := range frontier.LinkKind + 1 {
		cost, seen := clickCost(kind)
		if seen = seen && kinds&(1<<kind) != 0; seen && cost == 0 {
			return Linkers{byOther: true}
		}
		none = none && !seen
	}
	return Linkers{pages: first, none: none}
}

// Add takes a link to the URL. They come by ID of their page.
func (l *Linkers) Add(e *frontier.Edge) {
	cost, seen := clickCost(e.Flags)
	switch {
	case seen && cost == 0:
		l.pages, l.byOther = nil, true
	case seen && !l.byOther && (len(l.pages) == 0 || l.pages[len(l.pages)-1] != e.From):
		l.pages = append(l.pages, e.From)
	}
}

// begin puts the reader on the start page.
func (c *Clicks) begin(ctx context.Context, crawl frontier.Crawl) error {
	for row, err := range crawl.Rows(ctx) {
		if err != nil {
			return fmt.Errorf("look for the start: %w", err)
		}
		if row.Sources&frontier.FromStart != 0 && c.valid(row.ID) {
			c.clicks[row.ID] = 0
			return nil
		}
	}
	return nil
}

// follow takes a link and reports whether it is a shorter way.
func (c *Clicks) follow(e *frontier.Edge) bool {
	cost, seen := clickCost(e.Flags)
	if !seen || !c.valid(e.From) || !c.valid(e.To) || c.clicks[e.From] == unreached {
		return false
	}
	if n := min(c.clicks[e.From]+cost, unreached-1); n < c.clicks[e.To] {
		c.clicks[e.To], c.via[e.To] = n, e.From
		return true
	}
	return false
}

// clickCost gives the clicks that a link takes; false if no reader takes it.
func clickCost(f frontier.LinkFlags) (clicks uint16, seen bool) {
	switch f.Kind() {
	case frontier.LinkA, frontier.LinkArea:
		return 1, true
	case frontier.LinkFrame, frontier.LinkIFrame, frontier.LinkRedirect, frontier.LinkRefresh, frontier.LinkFold:
		return 0, true
	}
	return 0, false
}

func (c *Clicks) valid(id frontier.ID) bool { return uint64(id) < uint64(len(c.clicks)) }

// Of gives the clicks from the start to a URL, 65,534 at most; false if no
// way leads there.
func (c *Clicks) Of(id frontier.ID) (clicks int, reached bool) {
	if !c.valid(id) || c.clicks[id] == unreached {
		return 0, false
	}
	return int(c.clicks[id]), true
}

// Path gives the URLs on the way from the start to a URL, both included; nil
// if no way leads there.
func (c *Clicks) Path(id frontier.ID) []frontier.ID {
	if _, reached := c.Of(id); !reached {
		return nil
	}
	var path []frontier.ID
	for at := id; at != frontier.NoID; at = c.via[at] {
		path = append(path, at)
	}
	slices.Reverse(path)
	return path
}
