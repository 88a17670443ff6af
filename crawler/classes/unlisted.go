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
	// pathOpenShare is that of a class of paths: its pages are lost more easily.
	pathOpenShare = 250
	maxOpened     = 100_000
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
	case isDenied(row):
		p.denied++
	case r == nil || r.Outcome != record.Answered || r.Status >= 500 || r.Status == 429:
	case mayBeListed(row):
		p.listable++
	default:
		p.unlisted++
		if isGoneFor(r.Status) {
			p.gone++
		}
	}
}

// mayBeListed tells whether a URL is a page that may be listed by its own word.
func mayBeListed(row *frontier.Row) bool {
	p := row.Page
	return isPage(row) && p.MetaRobots.Indexable() && p.HeaderRobots.Indexable() && p.Canonical != record.CanonicalOther
}

// mayBeUnlisted tells whether none of a class's answers so far may be listed.
func (p *pair) mayBeUnlisted() bool {
	return p.listable == 0 && p.unlisted > 0 && p.relation != Paginates && p.relation != NoEffect && p.relation != Sorts
}

// findUnlisted finds the classes of which nothing may be listed, and that lead
// to nothing else: forms, old versions, copies with a canonical. What of these
// has few answers waits for more. What pages name as canonical, and is not there, is
// asked for: such a page stands for itself, and one whose canonical is not read does not.
func (r *reader) findUnlisted(ctx context.Context) error {
	r.findApart()
	if err := r.findDenied(ctx); err != nil {
		return err
	}
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
	dead, err := r.namedAndGone(ctx, some)
	if err != nil {
		return err
	}
	count, err := r.opened(ctx, func(p *pair, _ *param) bool { return slices.Contains(some, p) }, nil)
	if err != nil {
		return err
	}
	for _, p := range some {
		share := openShare
		if p.name == barrenParam {
			share = pathOpenShare
		}
		if n := count.all[p]; n*share > p.unlisted {
			p.waits = (n-count.unread[p])*share <= p.unlisted // for what it may have opened
			continue
		}
		if dead[p] {
			p.relation = Specifies
			continue
		}
		p.relation = Unlisted
		if !slices.Contains(r.pairs, p) {
			r.pairs = append(r.pairs, p)
		}
	}
	return nil
}

// namedAndGone gives the classes of which half is not there, where pages name half of that as canonical.
func (r *reader) namedAndGone(ctx context.Context, some []*pair) (map[*pair]bool, error) {
	isGone := func(p *pair, _ *param) bool { return 2*p.gone >= p.unlisted }
	if !slices.ContainsFunc(some, func(p *pair) bool { return isGone(p, nil) }) {
		return nil, nil
	}
	var named bits
	for row, err := range r.crawl.Brief(ctx, 0, frontier.TextsPass) {
		if err != nil {
			return nil, err
		}
		if isPage(row) && row.Page.Canonical == record.CanonicalOther && row.Canonical != frontier.NoID {
			named.add(uint32(row.Canonical))
		}
	}
	tally := map[*pair]int{} // a class of several may have absorbed others, so that its own counts are of more
	for row, err := range r.crawl.Brief(ctx, 0, frontier.TextsPass) {
		if err != nil {
			return nil, err
		}
		if !ours(row) || row.Page == nil || !isGoneFor(row.Page.Status) {
			continue
		}
		for _, p := range r.pairsOf(row.URL, isGone) {
			if tally[p]--; named.has(uint32(row.ID)) {
				tally[p] += 2
			}
		}
	}
	dead := map[*pair]bool{}
	for p, n := range tally {
		dead[p] = n >= 0
	}
	return dead, nil
}

func isGoneFor(status int) bool { return status == 404 || status == 410 }
