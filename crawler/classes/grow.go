package classes

import (
	"context"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// growth tells whether the values of a parameter are put together of others by
// clicks: the words of a search with one more, a tag with another one.
type growth struct {
	asked int             // URLs with three words or more that were looked at
	grown int             // of them, those that were found on the page of one word less
	last  map[uint32]bool // their last words, by hash
}

const (
	// mostGrown values of a parameter are looked at, leastGrown at least.
	mostGrown  = 200
	leastGrown = 60
	// grownShare: one in so many may be found elsewhere.
	grownShare = 10
	// maxGrown is how many are looked at in all.
	maxGrown = 20_000
)

// isGrown tells whether values are put together: nine in ten URLs with three
// words were found on the page of two of them, and the same words are added to
// several others.
func (g *growth) isGrown() bool {
	return g.asked >= leastGrown && g.grown*grownShare >= g.asked*(grownShare-1) && len(g.last)*4 <= g.asked*3
}

// words splits a value at its spaces.
func words(value string) []string {
	if strings.IndexByte(value, '+') < 0 && !strings.Contains(value, "%20") {
		return nil
	}
	return strings.FieldsFunc(strings.ReplaceAll(value, "%20", "+"), func(r rune) bool { return r == '+' })
}

// sawGrowth looks at a URL that was found on a page of its class.
func (r *reader) sawGrowth(row *frontier.Row, a *address, s *shape) error {
	if row.Via == frontier.NoID || r.grown >= maxGrown {
		return nil
	}
	for i := range a.params {
		p := s.pairs[a.params[i].name]
		list := words(a.params[i].value)
		if p == nil || len(list) < 3 || p.growth.asked >= mostGrown {
			continue
		}
		r.grown++
		via, err := r.crawl.Row(row.Via)
		if err != nil {
			return err
		}
		p.growth.asked++
		from := parse(via.URL, r.addr.words)
		if from.family == a.family && isOneLess(words(from.value(p.name)), list) {
			p.growth.grown++
			p.growth.add(uint32(mix(hashString(8, list[len(list)-1]))))
		}
	}
	return nil
}

func (g *growth) add(last uint32) {
	if g.last == nil {
		g.last = map[uint32]bool{}
	}
	g.last[last] = true
}

func (a *address) value(name string) string {
	for i := range a.params {
		if a.params[i].name == name {
			return a.params[i].value
		}
	}
	return ""
}

// isOneLess tells whether a list is another one without its last word.
func isOneLess(list, of []string) bool {
	if len(list)+1 != len(of) {
		return false
	}
	for i := range list {
		if list[i] != of[i] {
			return false
		}
	}
	return true
}

// findGrown gives the pairs their relation whose values are put together, and
// whose pages have led to nothing that is not known otherwise.
func (r *reader) findGrown(ctx context.Context) error {
	var some []*pair
	for _, p := range r.tree.all() {
		if p.growth.isGrown() && (p.relation == Undecided || p.relation == Specifies || p.relation == Narrows) {
			some = append(some, p)
		}
	}
	if len(some) == 0 {
		return nil
	}
	count, err := r.opened(ctx, func(p *pair, q *param) bool { return slices.Contains(some, p) && len(words(q.value)) > 1 }, nil)
	if err != nil {
		return err
	}
	for _, p := range some {
		if count.all[p]*openShare <= p.settled {
			p.relation, p.grows = Narrows, true
		}
	}
	return nil
}

// valuesOf counts the values of a parameter in a URL.
func (p *pair) valuesOf(q *param) int {
	switch {
	case p.grows:
		return max(1, len(words(q.value)))
	case p.compares && anyToken(q.value) != "":
		return 0 // HEAD
	}
	return values(q)
}
