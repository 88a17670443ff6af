package classes

import (
	"context"
	"slices"
	"strings"
)

// What stands for two states of a thing compares them: the same file as two
// commits left it. Of pairs there are as many as the square of the states, and
// no two need be the same; each state has a page of its own.

// leastCompared URLs of a class have two states, and leastRead of them were answered.
const leastCompared = 1_000

// mayCompare tells of a state that comes again and again in URLs that do not repeat pages, as far as can be
// seen: hopeless tells that there are no groups in which that would show.
func (r *reader) mayCompare(p *pair, hopeless bool) bool {
	done, known := r.tested[p.testKey()]
	return (hopeless || known && !done.Repeats) && r.isState(p.shape.pattern, p.name) &&
		(p.relation == Undecided || p.relation == Specifies || p.relation == Cumulative) &&
		p.known >= leastCompared && p.settled >= enough && p.tokens*2 > p.known && p.comesAgain()
}

// findCompared finds the parameters of URLs that stand for two states and more,
// and of which the pages lead to nothing that is not known otherwise.
func (r *reader) findCompared(ctx context.Context, hopeless map[*pair]bool) error {
	of, some := map[[2]string][]*pair{}, map[*pair]bool{}
	for _, p := range r.tree.all() {
		if r.tested[p.testKey()].Compares {
			r.compare(p)
		} else if r.mayCompare(p, hopeless[p]) {
			key := [2]string{p.shape.pattern, p.allStates()}
			of[key] = append(of[key], p)
		}
	}
	for _, list := range of {
		for _, p := range list {
			some[p] = len(list) > 1
		}
	}
	if len(some) == 0 {
		return nil
	}
	count, err := r.opened(ctx, func(p *pair, _ *param) bool { return some[p] }, carries)
	if err != nil {
		return err
	}
	for p, several := range some {
		if several && count.all[p]*openShare <= p.settled {
			r.tested[p.testKey()] = test{Compares: true}
			r.compare(p)
		}
	}
	return nil
}

// allStates names a parameter with the states that stand beside it.
func (p *pair) allStates() string {
	name, others, is := strings.Cut(bare(p.name), beside)
	if !is {
		return ""
	}
	names := append(strings.Split(others, ","), name)
	slices.Sort(names)
	return strings.Join(names, ",")
}

// compare makes a parameter one of which a value that stands alone is a page.
func (r *reader) compare(p *pair) {
	p.relation, p.compares, p.focus = Narrows, true, nil
	if !slices.Contains(r.pairs, p) {
		r.pairs = append(r.pairs, p)
	}
}
