package classes

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// target is a page that views are of.
type target struct {
	id     frontier.ID
	length uint16 // of its URL
	failed uint8  // views of its group that are no pages
	order  bool   // of a list that was not met in its own
}

// viewsFound is what a pass over the URLs finds for judge.
type viewsFound struct {
	views, plain bits // URLs with parameters that make them views, and URLs without any, or of a front controller without such
	from         []vouching
	parts        partLists
	families     familySet // of the views whose targets are wanted
	anyFamily    bool      // there are targets of all families
}

// vouching is a link to a view from a page of another family.
type vouching struct{ page, view frontier.ID }

const maxVouching = 100_000

// leastOwn is how many pages that link to a view each, to another one each,
// show that it is their template that does: the place of each shop on a map.
const leastOwn = 20

// vouch takes the views as pages that others link to, but for those of which
// each page has its own, and for lists that begin at some moment: all that has happened leads to that of then.
func (c *Classes) vouch(ctx context.Context, from []vouching) error {
	shapes := map[frontier.ID]*shape{} // of those that links alone name
	for _, v := range from {
		shapes[v.view] = nil
	}
	orders := map[frontier.ID]order{}
	err := c.r.eachOf(ctx, slices.Sorted(maps.Keys(shapes)), func(row *frontier.Row) {
		c.r.addr.read(row.URL)
		s := c.r.tree.of(c.r.addr.family)
		if shapes[row.ID] = s; isNamed(row) || s != nil && s.look(&c.r.addr).moment {
			delete(shapes, row.ID)
		} else if s != nil && s.isFront() && s.look(&c.r.addr).sorts != nil {
			orders[row.ID] = order{program(c.r.addr.family), s.viewKey(&c.r.addr)}
		}
	})
	if err == nil {
		from, err = c.withoutHeads(ctx, from, orders)
	}
	if err != nil {
		return err
	}
	of := map[*shape][]vouching{}
	for _, v := range from {
		if s, unnamed := shapes[v.view]; unnamed {
			of[s] = append(of[s], v)
		}
	}
	for _, list := range of {
		pages, views := map[frontier.ID]bool{}, map[frontier.ID]bool{}
		for _, v := range list {
			pages[v.page], views[v.view] = true, true
		}
		if len(pages) >= leastOwn && len(views)*10 >= len(list)*9 && len(pages)*10 >= len(list)*9 {
			continue
		}
		for view := range views {
			c.vouched.add(uint32(view))
		}
	}
	return nil
}

// judge looks for the pages that views are of, and for what the site vouches
// for.
func (c *Classes) judge(ctx context.Context) error {
	r := c.r
	c.targets, c.parted = map[uint64]target{}, map[uint64]bool{}
	plan, err := ReadPlan(r.crawl.Meta(frontier.MetaClasses))
	if err != nil {
		return err
	}
	c.early = r.crawl.Counts().Pending > 0 && !plan.final
	if !r.mark(NoEffect, Sorts, Narrows, Paginates, AnyValue, Repeats) {
		return nil
	}
	found := &viewsFound{}
	if err := c.findViews(ctx, found); err != nil {
		return err
	}
	if len(c.targets) > 0 {
		if err := c.findTargets(ctx, found); err != nil {
			return err
		}
	}
	return c.passLinks(ctx, found)
}

// findViews finds the URLs that may be views, and the keys of what they would
// be views of.
func (c *Classes) findViews(ctx context.Context, found *viewsFound) error {
	r, a := c.r, &c.r.addr
	for row, err := range r.crawl.Brief(ctx, 0, frontier.DetailContent, frontier.TextsPass) {
		if err != nil {
			return err
		}
		if !ours(row) {
			continue
		}
		if row.Sources&frontier.FromSitemap != 0 {
			c.early = false
		}
		a.read(row.URL)
		if s := r.tree.of(a.family); s != nil {
			c.findView(found, row, a, s)
		}
	}
	return nil
}

func (c *Classes) findView(found *viewsFound, row *frontier.Row, a *address, s *shape) {
	v := s.look(a)
	if isPage(row) && s.does.has(Paginates) {
		found.parts.add(row, v.number, c.r.family(row.ID), a.key(s.isPart), s.wholeKey(a), s.box)
	}
	if len(a.params) == 0 || s.isFront() && v == (sight{}) && c.namesPage(a, s) {
		found.plain.add(uint32(row.ID))
	}
	if v.idle == nil && v.sorts == nil && v.narrowed < 2 && v.repeats == nil {
		return
	}
	if v.idle != nil && v.idle.relation == AnyValue && isPage(row) && !c.r.anywhere(row) && s.texts[row.Page.ContentOwn] < leastEcho {
		c.unlike.add(uint32(row.ID))
	}
	found.views.add(uint32(row.ID))
	if isTwin(v) {
		c.hollow.see(s.viewKey(a), row)
	}
	if row.Sources&^frontier.FromLink != 0 {
		c.vouched.add(uint32(row.ID))
	}
	if len(c.targets) < maxTargets {
		found.families.add(a)
		c.targets[s.viewKey(a)] = target{id: frontier.NoID}
		c.targets[s.listKey(a)] = target{id: frontier.NoID}
		if v.repeats != nil {
			found.anyFamily = found.anyFamily || s.repeatsPaths()
			c.targets[s.groupKey(a)] = target{id: frontier.NoID}
		}
		if v.sorts != nil && v.part != nil {
			c.targets[s.wholeKey(a)] = target{id: frontier.NoID}
		}
	}
}

// namesPage tells of parameters of a front controller that name a page of its
// own, no state of one.
func (c *Classes) namesPage(a *address, s *shape) bool {
	return !slices.ContainsFunc(a.params, func(q param) bool {
		p := s.pairs[q.name]
		return p == nil || p.tokens*2 > p.known || c.r.isState(s.pattern, q.name)
	})
}

// findTargets finds the pages that views are of: of several the shortest URL,
// then the first bytewise.
func (c *Classes) findTargets(ctx context.Context, found *viewsFound) error {
	r, a := c.r, &c.r.addr
	c.hollow.count()
	for row, err := range r.crawl.Brief(ctx, 0, append(c.contentIfHollow(), frontier.TextsPass)...) {
		if err != nil {
			return err
		}
		if !ours(row) || row.Page == nil || !found.anyFamily && !r.mayHave(&found.families, row.ID) {
			continue
		}
		a.read(row.URL)
		s := r.tree.of(a.family)
		if !isPage(row) || !row.Page.MetaRobots.Indexable() || !row.Page.HeaderRobots.Indexable() {
			if s != nil && s.does.has(Repeats) {
				c.failTarget(s.groupKey(a), row)
			}
			if s != nil && s.isOfTwins(a) {
				c.failTarget(s.viewKey(a), row)
			}
			continue
		}
		if s != nil && s.does.has(Sorts) {
			c.seePart(row, s)
		}
		key := a.key(nil)
		if s != nil && s.does.has(AnyValue) && !c.unlike.has(uint32(row.ID)) {
			key = s.viewKey(a) // one of them stands for all
		}
		if err := c.offerTarget(key, row, false); err != nil {
			return err
		}
		if s != nil && s.isOfTwins(a) && c.stands(s.viewKey(a), row) {
			if err := c.offerTarget(s.viewKey(a), row, false); err != nil {
				return err
			}
		}
		if c.isOrder(s, row) {
			if err := c.offerTarget(s.viewKey(a), row, true); err != nil {
				return err
			}
		}
		if s != nil && s.does.has(Repeats) {
			if err := c.offerTarget(s.groupKey(a), row, false); err != nil {
				return err
			}
		}
	}
	return nil
}

// seePart notes that a list has parts in its own order and size.
func (c *Classes) seePart(row *frontier.Row, s *shape) {
	a := &c.r.addr
	if v := s.look(a); v.part == nil || v.sorts != nil || v.idle != nil || row.Page.Canonical == record.CanonicalOther {
		return
	}
	key := s.wholeKey(a)
	if _, wanted := c.targets[key]; wanted {
		c.parted[key] = true
	}
}

// offerTarget takes a page that views may be of: an order of the list where it has no page in its own.
func (c *Classes) offerTarget(key uint64, row *frontier.Row, order bool) error {
	have, wanted := c.targets[key]
	if !wanted || order && !have.order && have.id != frontier.NoID {
		return nil
	}
	if have.order && !order {
		have.id = frontier.NoID
	}
	if have.id != frontier.NoID && int(have.length) == len(row.URL) {
		other, err := c.r.crawl.Row(have.id)
		if err != nil || goesBefore(other, row) {
			return err
		}
	}
	if have.id == frontier.NoID || int(have.length) >= len(row.URL) {
		c.targets[key] = target{row.ID, uint16(min(len(row.URL), 1<<16-1)), have.failed, order}
	}
	return nil
}

// goesBefore tells which of two spellings as long as each other stands for both: the one
// that the last set has, since it is known by that; else the first in byte order.
func goesBefore(x, y *frontier.Row) bool {
	if was, is := x.Sources&frontier.FromPrevious, y.Sources&frontier.FromPrevious; was != is {
		return was != 0
	}
	return x.URL <= y.URL
}

// failTarget notes that a view of a group is no page: after some such, or one
// that is a file, no more of them are read.
func (c *Classes) failTarget(key uint64, row *frontier.Row) {
	if t, wanted := c.targets[key]; wanted {
		if t.failed = min(t.failed+1, mostFailed); isFile(row) {
			t.failed = mostFailed
		}
		c.targets[key] = t
	}
}

const mostFailed = 3

// passLinks finds views that a page of another family links to, and parts with
// no links of their own.
func (c *Classes) passLinks(ctx context.Context, found *viewsFound) error {
	if err := c.passParts(ctx, &found.parts); err != nil {
		return err
	}
	isPlain := func(id frontier.ID) bool { return found.plain.has(uint32(id)) }
	isView := func(id frontier.ID) bool { return found.views.has(uint32(id)) }
	for e, err := range c.r.crawl.Graph(ctx, isPlain, isView) {
		if err != nil {
			return err
		}
		if isLink(e.Flags) && c.r.family(e.From) != c.r.family(e.To) && e.Flags&frontier.Unlinked == 0 {
			found.from = append(found.from, vouching{e.From, e.To})
		}
		if len(found.from) == maxVouching {
			break
		}
	}
	if err := c.vouch(ctx, found.from); err != nil {
		return err
	}
	c.empty = found.parts.past(c.r.noise.links())
	c.ended = found.parts.ends(c.empty)
	return c.r.eachOf(ctx, found.parts.withoutEnd(c.empty), func(row *frontier.Row) { c.r.doubt(strings.Clone(row.URL)) })
}

// passParts takes the links of parts.
func (c *Classes) passParts(ctx context.Context, parts *partLists) error {
	r := c.r
	for e, err := range r.crawl.Graph(ctx, parts.has) {
		switch {
		case err != nil:
			return err
		case !isLink(e.Flags):
		case r.family(e.From) == r.family(e.To):
			parts.near(e.From, r.reduced.hash(e.To))
		case !r.isBoiler(e.To):
			parts.link(e.From, r.reduced.hash(e.To))
		}
	}
	return nil
}

// mark notes in the shapes which relations their parameters have. It tells
// whether any has one of some.
func (r *reader) mark(some ...Relation) (any bool) {
	r.tree.each(func(_ string, n *node) {
		s := n.shape
		s.does = 0
		for _, p := range s.pairs {
			s.does |= 1 << p.relation
		}
		for _, relation := range some {
			any = any || s.does.has(relation)
		}
	})
	return any
}
