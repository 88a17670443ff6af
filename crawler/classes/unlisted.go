package classes

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

const (
	// leastUnlisted answers of a class, none of which may be listed, show that none may.
	leastUnlisted = 50
	// openShare: one URL in so many that such a class has opened elsewhere is by chance.
	openShare = 50
	maxOpened = 100_000
	// leastAkin answers of a class are enough where those of classes akin to it show the same.
	leastAkin = 10
)

// akin counts answers by classes that are akin: with the same parameter, as deep as each other. 0 where any of them may be listed.
type akin map[string]int

func (all akin) key(p *pair) string {
	return strconv.Itoa(strings.Count(p.shape.pattern, "/")) + " " + p.name
}

// see counts those of all classes.
func (all akin) see(pairs []*pair) {
	for _, p := range pairs {
		if p.mayBeUnlisted() {
			all[all.key(p)] += p.unlisted
		}
	}
	for _, p := range pairs {
		if p.listable > 0 {
			delete(all, all.key(p))
		}
	}
}

// show tells whether enough answers show that nothing of a class may be listed.
func (all akin) show(p *pair) bool {
	return p.unlisted >= leastUnlisted || p.unlisted >= leastAkin && all[all.key(p)] >= leastUnlisted
}

// countWord counts what an answer says of its own listing. Redirects say
// nothing of it: see closeForms.
func (p *pair) countWord(row *frontier.Row) {
	switch r := row.Page; {
	case r != nil && row.Location != frontier.NoID:
		p.redirects++
	case r == nil || r.Outcome != record.Answered || r.Status >= 500 || r.Status == 429 || r.Status == 403 || r.Status == 401:
	case isPage(row) && r.MetaRobots.Indexable() && r.HeaderRobots.Indexable() && r.Canonical != record.CanonicalOther:
		p.listable++
	default:
		p.unlisted++
	}
}

// mayBeUnlisted tells whether none of a class's answers so far may be listed.
func (p *pair) mayBeUnlisted() bool {
	return p.listable == 0 && p.unlisted > 0 && p.relation != Paginates && p.relation != NoEffect && p.relation != Sorts
}

// findUnlisted finds the classes of which nothing may be listed, and that lead
// to nothing else: forms, old versions, copies with a canonical. What of these
// has few answers waits for more.
func (r *reader) findUnlisted(ctx context.Context) error {
	r.findApart()
	var some []*pair
	kin := akin{}
	kin.see(r.tree.all())
	for _, p := range r.tree.all() {
		switch {
		case !p.mayBeUnlisted():
		case kin.show(p):
			some = append(some, p)
		case p.relation != Narrows:
			p.relation = Undecided
		}
	}
	if len(some) == 0 {
		return nil
	}
	count, err := r.opened(ctx, func(p *pair, _ *param) bool { return slices.Contains(some, p) }, nil)
	if err != nil {
		return err
	}
	for _, p := range some {
		if count[p]*openShare > p.unlisted {
			continue
		}
		p.relation = Unlisted
		if !slices.Contains(r.pairs, p) {
			r.pairs = append(r.pairs, p)
		}
	}
	return nil
}

// opened counts for pairs the URLs that their pages alone have led to, outside
// of them; is tells which pages count, but, if given, which URLs do not.
func (r *reader) opened(ctx context.Context, is func(*pair, *param) bool, but func(a, via *address) bool) (map[*pair]int, error) {
	a := &r.addr
	of := func(url string) (list []*pair) {
		a.read(url)
		s := r.tree.of(a.family)
		for i := range a.params {
			if p := s.pair(a.params[i].name); p != nil && is(p, &a.params[i]) {
				list = append(list, p)
			}
		}
		return list
	}
	var in reach
	opened := map[frontier.ID][]*pair{} // URLs, with the classes of the page on which they were found
	for row, err := range r.crawl.Brief(ctx, 0) {
		if err != nil {
			return nil, err
		}
		if !ours(row) {
			continue
		}
		if len(of(row.URL)) > 0 {
			in.within.add(uint32(row.ID))
			continue
		}
		if in.follow(row); row.Via == frontier.NoID || !in.within.has(uint32(row.Via)) || len(opened) >= maxOpened {
			continue
		}
		via, err := r.crawl.Row(row.Via)
		if err != nil {
			return nil, err
		}
		if but != nil {
			url, from := parse(row.URL, a.words), parse(via.URL, a.words)
			if but(&url, &from) {
				continue
			}
		}
		opened[row.ID] = of(via.URL)
	}
	if err := r.forgetLinked(ctx, opened, &in); err != nil {
		return nil, err
	}
	count := map[*pair]int{}
	for _, list := range opened {
		for _, p := range list {
			count[p]++
		}
	}
	return count, nil
}

// reach are the URLs of some classes, and those behind: found on the pages of these first, or on such as were.
type reach struct{ within, behind bits }

// follow takes a URL outside the classes, in order of ID.
func (in *reach) follow(row *frontier.Row) {
	if row.Via != frontier.NoID && in.has(row.Via) {
		in.behind.add(uint32(row.ID))
	}
}

func (in *reach) has(id frontier.ID) bool {
	return in.within.has(uint32(id)) || in.behind.has(uint32(id))
}

// forgetLinked drops URLs to which pages of other classes link, too, that are known without these: what they opened may
// lead to each other.
func (r *reader) forgetLinked(ctx context.Context, opened map[frontier.ID][]*pair, in *reach) error {
	if len(opened) == 0 {
		return nil
	}
	for e, err := range r.crawl.Graph(ctx, func(from frontier.ID) bool { return !in.has(from) }) {
		if err != nil {
			return err
		}
		if isLink(e.Flags) && e.From != e.To {
			delete(opened, e.To)
		}
	}
	return nil
}
