package classes

import (
	"context"
	"slices"
	"strings"
)

// compareCarried decides on parameters beside a state that the pages that have
// them carry on (the branch beside the commit): the content is the base's, and
// so are the links, but that each of them has the parameter, too. They are
// compared as if no link had it.
func (r *reader) compareCarried(ctx context.Context) error {
	var some []*pair
	names := map[string]bool{}
	for _, p := range r.pairs {
		if p.mayBeCarried() {
			some = append(some, p)
			names[plain(p.name)] = true
		}
	}
	if len(some) == 0 {
		return nil
	}
	if err := r.reduceBy(ctx, names); err != nil {
		return err
	}
	c := r.ask(some)
	if err := c.find(ctx); err != nil {
		return err
	}
	c.join()
	if err := c.readLinks(ctx); err != nil {
		return err
	}
	for _, p := range some {
		p.decideCarried()
	}
	r.reduced = reduced{}
	r.mark()
	return nil
}

// mayBeCarried tells of a parameter that is not decided, and whose samples have
// the content of their bases, though not the same links.
func (p *pair) mayBeCarried() bool {
	if !strings.Contains(p.name, beside) {
		return false
	}
	bases, unlike := 0, 0
	for _, s := range p.samples {
		if s.base == nil || s.extra {
			continue
		}
		if bases++; s.found == other {
			unlike++
		}
		if s.page.content == 0 || s.page.content != s.base.content && s.page.own != s.base.own {
			return false
		}
	}
	return p.relation == Undecided && !p.paging && bases >= leastSamples && unlike > 0
}

// reduceBy maps the URLs of shapes with some parameters to what they are
// without them.
func (r *reader) reduceBy(ctx context.Context, names map[string]bool) error {
	a := &r.addr
	has := map[*shape]bool{}
	for _, p := range r.tree.all() {
		has[p.shape] = has[p.shape] || names[plain(p.name)]
	}
	for row, err := range r.crawl.Brief(ctx, 0) {
		switch {
		case err != nil:
			return err
		case !ours(row) || len(r.reduced.ids) == maxReduced:
			continue
		}
		if a.read(row.URL); !has[r.tree.of(a.family)] {
			continue
		}
		a.params = slices.DeleteFunc(a.params, func(p param) bool { return names[plain(p.name)] })
		for i := range a.params {
			a.params[i].name = plain(a.params[i].name)
		}
		r.reduced.ids = append(r.reduced.ids, row.ID)
		r.reduced.keys = append(r.reduced.keys, uint32(a.key(nil)))
	}
	return nil
}

// decideCarried gives a parameter the relation that its pages show.
func (p *pair) decideCarried() {
	var found []finding
	for _, s := range p.samples {
		if s.base == nil {
			continue
		}
		s.found = comparePages(s.page, s.base, 0)
		if s.unlike = s.found == other; !s.extra {
			found = append(found, s.found)
		}
	}
	if decide(found) == NoEffect {
		p.settle(NoEffect, same)
	}
}
