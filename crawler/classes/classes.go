package classes

import (
	"context"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// Classes knows of each URL whether it is a page or a view of one.
type Classes struct {
	r *reader

	targets map[uint64]frontier.ID // pages that views are of, by key
	vouched bits
	empty   bits // parts past the end
	early   bool // the crawl ended before any sitemap was read: one may vouch for more
}

// Kind is what a URL is.
type Kind uint8

// The kinds.
const (
	Page    Kind = iota // judged by its own word
	Variant             // the same page as Target, or its links in another order
	Held                // one of the combinations of what narrows a list
	PastEnd             // a part behind the last one of its list
)

// View is what a URL is, with what shows it.
type View struct {
	Kind   Kind
	Target frontier.ID // of a Variant
	Param  *pair       // the parameter that decides, nil for a Page
}

// maxTargets are the pages that views can be of, at most; what is a view of
// another one is a page then.
const maxTargets = 300_000

// sight is what the parameters of a URL come to.
type sight struct {
	idle, sorts *pair
	narrows     *pair
	narrowed    int // values
	part        *pair
	number      uint32 // of the part
}

func (s *shape) look(a *address) (v sight) {
	for _, p := range a.params {
		pr := s.pairs[p.name]
		if pr == nil {
			continue
		}
		switch pr.relation {
		case NoEffect:
			v.idle = pr
		case Translates:
			if pr.defaults[p.value] {
				v.idle = pr
			}
		case Sorts:
			v.sorts = pr
		case Narrows:
			v.narrows = pr
			v.narrowed += 1 + strings.Count(p.value, ",") + strings.Count(p.value, "%2C")
		case Paginates:
			v.part = pr
			if n, err := strconv.Atoi(p.value); err == nil {
				v.number = uint32(n)
			}
		}
	}
	return v
}

// isView tells whether a parameter makes a view.
func (s *shape) isView(name string) bool {
	p := s.pairs[name]
	return p != nil && (p.relation == NoEffect || p.relation == Sorts)
}

func (s *shape) isPart(name string) bool {
	p := s.pairs[name]
	return p != nil && p.relation == Paginates
}

func (s *shape) paginates() bool {
	for _, p := range s.pairs {
		if p.relation == Paginates {
			return true
		}
	}
	return false
}

// viewKey names the page that a URL is a view of.
func (s *shape) viewKey(a *address) uint64 {
	kept := address{family: a.family}
	for _, p := range a.params {
		if pr := s.pairs[p.name]; pr == nil || !pr.defaults[p.value] {
			kept.params = append(kept.params, p)
		}
	}
	return kept.key(s.isView)
}

// isList tells whether there are lists: with parts, or that are narrowed.
func (s *shape) isList() bool {
	for _, p := range s.pairs {
		if p.relation == Paginates || p.relation == Narrows || p.relation == Cumulative {
			return true
		}
	}
	return false
}

// isFacet tells whether a parameter chooses among what a list has.
func (s *shape) isFacet(name string) bool {
	p := s.pairs[name]
	return p != nil && p.relation >= NoEffect && p.relation != Translates || s.aside(name)
}

// judge looks for the pages that views are of, and for what the site vouches
// for.
func (c *Classes) judge(ctx context.Context) error {
	r := c.r
	c.targets = map[uint64]frontier.ID{}
	c.early = r.crawl.Counts().Pending > 0
	any := false
	for _, p := range r.pairs {
		any = any || p.relation == NoEffect || p.relation == Sorts || p.relation == Narrows || p.relation == Paginates
	}
	if !any {
		r.families = nil
		return nil
	}
	var views, plain bits
	parts := &partLists{}
	best := map[uint64]string{} // of views whose page is not known
	for pass := range 2 {
		for row, err := range r.crawl.Brief(ctx, 0, frontier.DetailContent) {
			if err != nil {
				return err
			}
			if !ours(row) {
				continue
			}
			if row.Sources&frontier.FromSitemap != 0 {
				c.early = false
			}
			a := parse(row.URL)
			s := r.tree.of(a.family)
			if s == nil {
				continue
			}
			if pass == 1 {
				key := a.key(nil)
				if _, wanted := c.targets[key]; wanted && isPage(row) && row.Page.MetaRobots.Indexable() {
					if url, have := best[key]; !have || shorter(row.URL, url) {
						c.targets[key], best[key] = row.ID, strings.Clone(row.URL)
					}
				}
				continue
			}
			v := s.look(&a)
			if isPage(row) && s.paginates() {
				parts.add(row, v.number, r.family(row.ID), a.key(s.isPart))
			}
			if len(a.params) == 0 {
				plain.add(uint32(row.ID))
				continue
			}
			if v.idle == nil && v.sorts == nil && v.narrowed < 2 {
				continue
			}
			views.add(uint32(row.ID))
			if row.Sources&^frontier.FromLink != 0 {
				c.vouched.add(uint32(row.ID))
			}
			if len(c.targets) < maxTargets {
				c.targets[s.viewKey(&a)] = frontier.NoID
				c.targets[a.key(s.isFacet)] = frontier.NoID
			}
		}
	}
	if err := c.passLinks(ctx, views, plain, parts); err != nil {
		return err
	}
	r.families = nil
	return nil
}

// passLinks finds views that a page of another family links to, and parts with
// no links of their own.
func (c *Classes) passLinks(ctx context.Context, views, plain bits, parts *partLists) error {
	r := c.r
	for e, err := range r.crawl.Graph(ctx) {
		if err != nil {
			return err
		}
		if !isLink(e.Flags) {
			continue
		}
		apart := r.family(e.From) != r.family(e.To)
		if apart && !r.boiler[e.To] {
			parts.link(e.From, r.reduced.hash(e.To))
		}
		if apart && views.has(uint32(e.To)) && plain.has(uint32(e.From)) && e.Flags&frontier.Unlinked == 0 {
			c.vouched.add(uint32(e.To))
		}
	}
	c.empty = parts.past()
	return nil
}

// MayBeView tells whether a URL has anything that is a parameter.
func MayBeView(url string) bool {
	a := parse(url)
	return len(a.params) > 0
}

// Of tells what a URL is.
func (c *Classes) Of(row *frontier.Row) View {
	view := View{Target: frontier.NoID}
	if len(c.r.pairs) == 0 || !ours(row) || !MayBeView(row.URL) {
		return view
	}
	a := parse(row.URL)
	s := c.r.tree.of(a.family)
	if s == nil || len(a.params) == 0 {
		return view
	}
	v := s.look(&a)
	vouched := c.vouched.has(uint32(row.ID))
	switch {
	case v.idle != nil:
		if target, known := c.targets[s.viewKey(&a)]; known && target != frontier.NoID && target != row.ID {
			return View{Variant, target, v.idle}
		}
	case vouched, c.early && v.sorts != nil && len(a.params) == 1:
		return view
	case v.narrowed > 1:
		if target, known := c.targets[a.key(s.isFacet)]; known && target != frontier.NoID && target != row.ID {
			return View{Held, frontier.NoID, v.narrows}
		}
	case v.sorts != nil:
		if target, known := c.targets[s.viewKey(&a)]; known && target != frontier.NoID && target != row.ID {
			return View{Variant, target, v.sorts}
		}
	}
	if v.part != nil && c.empty.has(uint32(row.ID)) {
		return View{PastEnd, frontier.NoID, v.part}
	}
	return view
}
