package classes

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

const (
	leastFront  = 500 // URLs of a front controller
	mostActions = 40  // values of the parameter that names its pages
	leastAction = 10  // URLs of a value that says anything
	leastParams = 4   // of a front controller that decides which there are
	leastForms  = 50  // answers of a value, none of which may be listed, or all but one in ten
)

// shown spells the pattern of a class for people.
func shown(pattern string) string {
	at := strings.LastIndexByte(pattern, ';')
	if at < 0 {
		return pattern
	}
	return pattern[:at] + "?" + pattern[at+1:]
}

// findFronts looks for parameters whose value decides which others there are:
// with a=blob there is always a file, with a=commit never; or whether any page may
// be listed: with a=edit none. It reports whether there is one that was not known.
func (r *reader) findFronts(ctx context.Context) (found bool, err error) {
	asked := r.mayBeFronts()
	if len(asked) == 0 {
		return false, nil
	}
	seen := map[*pair]actions{}
	for row, err := range r.crawl.Brief(ctx, 0) {
		if err != nil {
			return false, err
		}
		if !ours(row) {
			continue
		}
		r.addr.read(row.URL)
		for _, p := range asked[r.addr.family] {
			if seen[p] == nil {
				seen[p] = actions{}
			}
			seen[p].see(p.name, &r.addr, row)
		}
	}
	for _, family := range slices.Sorted(maps.Keys(asked)) {
		for _, p := range asked[family] {
			if r.addr.words.Fronts[family] == "" && (len(r.tree.of(family).pairs) >= leastParams && seen[p].decide() || seen[p].decideListing()) {
				r.addr.words.Fronts[family] = p.name
				found = true
			}
		}
	}
	return found, nil
}

// mayBeFronts gives by family the parameters with some values that stand in
// nine of ten URLs, but for such as say that they sort.
func (r *reader) mayBeFronts() map[string][]*pair {
	asked := map[string][]*pair{}
	r.tree.each(func(family string, n *node) {
		s := n.shape
		if s.known < leastFront || len(s.pairs) < 2 || strings.ContainsAny(family, anyName+anyNumber+";") {
			return
		}
		for _, name := range sortedKeys(s.pairs) {
			p := s.pairs[name]
			if p.known*10 >= s.known*9 && p.numbers == 0 && !p.saysOrder() && p.distinct() > 1 && p.distinct() <= mostActions {
				asked[family] = append(asked[family], p)
			}
		}
	})
	return asked
}

// actions counts by value of a parameter the URLs, and those with each other
// parameter.
type actions map[string]*action

type action struct {
	urls, listable, unlisted int
	with                     map[string]int
}

func (all actions) see(name string, a *address, row *frontier.Row) {
	at := slices.IndexFunc(a.params, func(p param) bool { return p.name == name })
	if at < 0 {
		return
	}
	of := all[a.params[at].value]
	if of == nil {
		if len(all) > mostActions {
			return
		}
		of = &action{with: map[string]int{}}
		all[strings.Clone(a.params[at].value)] = of
	}
	of.urls++
	switch {
	case mayBeListed(row):
		of.listable++
	case isPage(row):
		of.unlisted++
	}
	for i := range a.params {
		if n, known := of.with[a.params[i].name]; known || len(of.with) < maxParams {
			of.with[strings.Clone(a.params[i].name)] = n + 1
		}
	}
}

// decide tells whether there is a parameter that, by the value of this one,
// stands in nine of ten URLs or in one of ten at most: for values of nine in
// ten URLs, of both kinds.
func (all actions) decide() bool {
	urls, names := 0, map[string]bool{}
	for _, of := range all {
		urls += of.urls
		for name := range of.with {
			names[name] = true
		}
	}
	for name := range names {
		always, never := 0, 0
		for _, of := range all {
			switch n := of.with[name]; {
			case of.urls < leastAction:
			case n*10 >= of.urls*9:
				always += of.urls
			case n*10 <= of.urls:
				never += of.urls
			}
		}
		if always > 0 && never > 0 && (always+never)*10 >= urls*9 {
			return true
		}
	}
	return false
}

// decideListing tells whether of some values no page may be listed, and nearly each of others: those of nine in ten pages.
func (all actions) decideListing() bool {
	pages, never, always := 0, 0, 0
	for _, of := range all {
		n := of.listable + of.unlisted
		switch pages += n; {
		case n < leastForms:
		case of.listable == 0:
			never += n
		case of.unlisted*10 <= n:
			always += n
		}
	}
	return never > 0 && always > 0 && (never+always)*10 >= pages*9
}
