package classes

import (
	"maps"
	"slices"
	"strings"
)

// The files of a repository lie in folders at any depth, each with the commit
// as its parameter: few of them are siblings, and all are one class.

const (
	anyPath = "**" // names at any depth, in the pattern of a class
	// leastFiles shapes below a folder have one parameter in common.
	leastFiles = 20
	// mostBeside parameters may stand in them beside it.
	mostBeside = 4
)

// mergeStates makes one shape of those below a folder, at any depth, that have a
// parameter whose values come again with most of them.
func (t *tree) mergeStates() {
	if t.root != nil {
		t.root.mergeStates("")
	}
}

// mergeStates gives the nodes below one, of each shape one. apart: they are
// views of the same names, which are never one.
func (n *node) mergeStates(path string) (below []*node, apart bool) {
	seen := map[*shape]bool{}
	for _, name := range slices.Sorted(maps.Keys(n.children)) {
		c := n.children[name]
		list, parallel := c.mergeStates(strings.TrimPrefix(path+"/"+name, "/"))
		apart = apart || parallel
		if c.shape != nil && name != "" && name[0] != ';' {
			list = append(list, c)
		}
		for _, x := range list {
			if !seen[x.shape] {
				seen[x.shape] = true
				below = append(below, x)
			}
		}
	}
	name := stateOf(below)
	if apart = apart || n.isParallel(); name == "" || apart {
		return below, apart
	}
	one := &shape{pattern: path + "/" + anyPath}
	paths := &pair{shape: one, name: anyPath}
	for _, x := range below {
		paths.values.add(uint32(hashString(0, x.shape.pattern)))
	}
	n.unite(name, one, map[*shape]bool{one: true})
	state := one.pairs[name]
	paths.known, paths.fetched, paths.settled = state.known, state.fetched, state.settled
	one.pairs[anyPath] = paths
	return []*node{{shape: one}}, false
}

// unite gives all shapes below a node, and what lies in the folder itself, that have a parameter one in their place.
func (n *node) unite(name string, one *shape, done map[*shape]bool) {
	for _, child := range slices.Sorted(maps.Keys(n.children)) {
		c := n.children[child]
		if s := c.shape; s != nil && !strings.HasPrefix(child, ";") && (done[s] || hasState(s, name)) {
			if !done[s] {
				done[s] = true
				one.absorb(s)
			}
			c.shape = one
		}
		c.unite(name, one, done)
	}
}

func hasState(s *shape, name string) bool {
	return s.pairs[name] != nil && len(s.pairs) <= 1+mostBeside
}

// stateOf gives the parameter that four in five of some shapes have, next to no
// other, and whose values come again.
func stateOf(below []*node) string {
	count, with := map[string]int{}, 0
	for _, x := range below {
		if len(x.shape.pairs) == 0 {
			continue
		}
		with++
		for name := range x.shape.pairs {
			if hasState(x.shape, name) {
				count[name]++
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(count)) {
		if count[name] >= leastFiles && count[name]*5 >= with*4 && comesAgain(below, name) {
			return name
		}
	}
	return ""
}

func comesAgain(below []*node, name string) bool {
	all := &pair{}
	for _, x := range below {
		if hasState(x.shape, name) {
			p := x.shape.pairs[name]
			all.known += p.known
			for _, h := range p.values.low {
				all.values.add(h)
			}
			all.values.over = all.values.over || p.values.over
		}
	}
	return all.known >= leastViews && all.distinct() >= leastValues && all.known >= valueReuse*all.distinct()
}

// isParallel tells of a folder whose folders have the same names in them: views
// of the same files (/tree/, /log/, /plain/), which are no siblings.
func (n *node) isParallel() bool {
	names := map[string]int{}
	for _, c := range n.children {
		for name := range c.children {
			names[name]++
		}
	}
	again := 0
	for _, n := range names {
		if n > 1 {
			again++
		}
	}
	return again*3 > len(names)
}
