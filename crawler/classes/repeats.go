package classes

import (
	"context"
	"slices"
)

// A file has as many addresses in the browser of a repository as there are
// commits, and as many contents as commits have changed it. Where a parameter
// shows the same few pages for any of its many values, one page of each URL
// without it is enough.

const (
	leastValues = 20 // of a parameter that may repeat pages
	leastViews  = 60 // URLs with it
	valueReuse  = 3  // URLs for each value, at least

	mostGroups = 32 // URLs without the parameter that are looked at
	mostSets   = 64 // sets of other parameters
	leastGroup = 8  // views of one, at least
	readGroups = 4  // of them are read
	groupViews = 60 // views of each that are read
	// enoughViews of all of them decide.
	enoughViews = 120
	// newShare: where one of so many pages, or fewer, was met but once among the
	// views of its group, next to no other has anything new (Good, 1953).
	newShare = 10
)

// mayRepeat tells of a parameter whose values come again with other URLs.
func (r *reader) mayRepeat(p *pair) bool {
	names := p.tokens // of states; words are facets
	switch p.relation {
	case Undecided, Specifies:
		names += p.numbers
	case Narrows, Cumulative:
	default:
		return false
	}
	return r.isState(p.shape.pattern, p.name) || (p.name == anyPath || names*2 > p.known) && p.settled >= leastPick && !p.grows && p.comesAgain()
}

// groupKey names what a URL is without the parameter.
func (p *pair) groupKey(a *address) uint64 {
	if p.name == anyPath {
		a = &address{family: p.shape.pattern, params: a.params}
	}
	return a.key(func(name string) bool { return bare(name) == bare(p.name) || p.shape.idle(name) })
}

// otherNames gives the parameters of a URL beside this one.
func (p *pair) otherNames(a *address) (other names) {
	for i := range a.params {
		if name := a.params[i].name; bare(name) != bare(p.name) && !p.shape.idle(name) {
			other.count++
			other.hash += hashString(7, name)
		}
	}
	return other
}

// test says what was read to see whether a parameter repeats pages.
type test struct {
	Repeats bool `json:"repeats"`
	URLs    int  `json:"urls"`  // without the parameter
	Views   int  `json:"views"` // of them
	Pages   int  `json:"pages"` // that are not the same
	// Compares: see findCompared.
	Compares bool `json:"compares,omitempty"`
}

// testKey names a parameter of a class in a plan.
func (p *pair) testKey() string { return p.shape.pattern + " " + p.name }

// findRepeats finds the parameters that repeat pages. What was found once
// holds; what is not known yet has groups to read.
func (r *reader) findRepeats(ctx context.Context) error {
	var asked []*pair
	for _, p := range r.tree.all() {
		done, known := r.tested[p.testKey()]
		switch {
		case done.Repeats:
			r.repeat(p, done)
		case !known && len(p.wants) == 0 && r.mayRepeat(p):
			asked = append(asked, p)
		}
	}
	all, err := r.readGroups(ctx, asked)
	if err != nil {
		return err
	}
	some, hopeless := map[*pair]test{}, map[*pair]bool{}
	for _, p := range asked {
		read, open := all[p].chosen()
		enough := !open || read.settled() >= enoughViews
		switch {
		case len(read) == 0 && !r.isState(p.shape.pattern, p.name):
		case enough && r.tellsFigures(p, read):
			r.tested[p.testKey()] = read.test()
		case enough && read.repeat() && p.comesAgain():
			some[p] = read.test()
		case (read.settled() >= groupViews || !open && read.settled() >= leastPick) && read.differ(),
			enough && (read.settled() >= 2*enoughViews || p.name == anyPath && read.settled() >= enoughViews):
			r.tested[p.testKey()] = read.test()
		default:
			p.focus, hopeless[p] = read, len(read) == 0
		}
	}
	if err := r.settleRepeats(ctx, some); err != nil {
		return err
	}
	return r.findCompared(ctx, hopeless)
}

// test sums up what was read.
func (g groups) test() (t test) {
	t.URLs = len(g)
	for _, x := range g {
		t.Pages += len(x.contents)
		for _, n := range x.contents {
			t.Views += n
		}
	}
	return t
}

// repeat tells whether next to no view of what was read is new.
func (g groups) repeat() bool {
	pages, once := 0, 0
	for _, x := range g {
		for _, n := range x.contents {
			pages += n
			if n == 1 && len(x.contents) > 1 {
				once++
			}
		}
	}
	return pages >= leastPick && once*newShare <= pages
}

// tellsFigures tells of numbers, beside one URL without them, of which each has a text of its own, though the words are
// those of few pages: they name the rows of a table, measured values.
func (r *reader) tellsFigures(p *pair, read groups) bool {
	if len(read) != 1 || p.numbers*2 <= p.known || r.isState(p.shape.pattern, p.name) {
		return false
	}
	t := read.test()
	return len(read[0].texts)*newShare > t.Views*(newShare-1)
}

// differ tells whether next to all that was read are pages of their own.
func (g groups) differ() bool {
	once := 0
	for _, x := range g {
		for _, n := range x.contents {
			if n == 1 {
				once++
			}
		}
	}
	return once*newShare > (newShare-1)*g.settled()
}

// settleRepeats notes what repeats pages, unless its views lead to something
// that nothing else leads to, and that does not have the same value.
func (r *reader) settleRepeats(ctx context.Context, some map[*pair]test) error {
	if len(some) == 0 {
		return nil
	}
	count, err := r.opened(ctx, func(p *pair, _ *param) bool { return some[p].URLs > 0 }, carries)
	if err != nil {
		return err
	}
	for p, t := range some {
		t.Repeats = count.all[p]*openShare <= p.settled
		if r.tested[p.testKey()] = t; t.Repeats {
			r.repeat(p, t)
		}
	}
	return nil
}

// carries tells whether a URL has one of the values of another one.
func carries(a, via *address) bool {
	for i := range a.params {
		for j := range via.params {
			if a.params[i].value == via.params[j].value && len(a.params[i].value) > 1 {
				return true
			}
		}
	}
	return false
}

func (r *reader) repeat(p *pair, t test) {
	p.relation, p.test, p.apart = Repeats, t, nil
	if !slices.Contains(r.pairs, p) {
		r.pairs = append(r.pairs, p)
	}
}
