package classes

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier/canonical"
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
func (r *reader) mergeStates() {
	if r.tree.root != nil {
		r.mergeBelow(r.tree.root, "")
	}
}

// mergeBelow gives the nodes below one, of each shape one. apart: they are
// views of the same names, which are never one.
func (r *reader) mergeBelow(n *node, path string) (below []*node, apart bool) {
	seen := map[*shape]bool{}
	for _, name := range sortedKeys(n.children) {
		c := n.children[name]
		list, parallel := r.mergeBelow(c, strings.TrimPrefix(path+"/"+name, "/"))
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
	name := r.stateOf(below)
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

// findStates finds the parameters of a host whose values look generated and
// stand in three URLs and more each, whatever their paths are: names of states.
// It reports whether there is one that was not known.
func (r *reader) findStates() (found bool) {
	all := map[[2]string]*pair{}
	for _, p := range r.tree.all() {
		key := [2]string{canonical.Origin(p.shape.pattern), plain(p.name)}
		if strings.Contains(p.name, beside) && strings.IndexByte(p.shape.pattern, ';') < 0 || p.name == anyPath || p.isMade() {
			continue
		}
		if all[key] == nil {
			all[key] = &pair{}
		}
		all[key].count(p)
	}
	for key, p := range all {
		names := r.addr.words.States[key[0]]
		if p.tokens*2 > p.known && p.comesAgain() && !slices.Contains(names, key[1]) && r.addr.words.Joined[joinedKey(key[0], key[1])] == "" {
			names = append(slices.Clone(names), key[1])
			slices.Sort(names)
			r.addr.words.States[key[0]], found = names, true
		}
	}
	return found
}

// isState tells whether a parameter of a class names states.
func (r *reader) isState(pattern, name string) bool {
	return slices.Contains(r.addr.words.States[canonical.Origin(pattern)], plain(name))
}

// count takes the URLs of another parameter for its own.
func (p *pair) count(q *pair) {
	p.known, p.tokens = p.known+q.known, p.tokens+q.tokens
	for _, h := range q.values.low {
		p.values.add(h)
	}
	p.values.over = p.values.over || q.values.over
}

// comesAgain tells of many values that stand in several URLs each.
func (p *pair) comesAgain() bool {
	values := p.distinct()
	return p.known >= leastViews && values >= leastValues && p.known >= valueReuse*values
}

// unite gives all shapes below a node, and what lies in the folder itself, that have a parameter one in their place.
func (n *node) unite(name string, one *shape, done map[*shape]bool) {
	for _, child := range sortedKeys(n.children) {
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
	if s.pairs[name] == nil || name == anotherTag {
		return false
	}
	names := map[string]bool{}
	for other := range s.pairs {
		names[plain(other)] = true
	}
	return len(names) <= 1+mostBeside
}

// stateOf gives the parameter that four in five of some shapes have, next to no
// other, and whose values come again.
func (r *reader) stateOf(below []*node) string {
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
	for _, name := range sortedKeys(count) {
		if count[name] >= leastFiles && count[name]*5 >= with*4 && (r.isState(below[0].shape.pattern, name) || comesAgain(below, name)) {
			return name
		}
	}
	return ""
}

func comesAgain(below []*node, name string) bool {
	all := &pair{}
	for _, x := range below {
		if hasState(x.shape, name) {
			all.count(x.shape.pairs[name])
		}
	}
	return all.comesAgain()
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
