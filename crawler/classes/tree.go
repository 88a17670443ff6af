package classes

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// tree is the tree of path shapes: a directory's name, or * where more than
// manyNames lie beside each other, but for those that are kept, # for numbers.
type tree struct {
	root  *node
	nodes int
	pairs int // of its shapes
}

type node struct {
	children map[string]*node
	shape    *shape
	kept     bool // told apart, however many lie beside it
}

const (
	manyNames = 50     // names beside each other that are told apart
	maxNodes  = 20_000 // of the tree; beyond, a subtree is one
	maxDepth  = 12     // segments that are told apart
	maxName   = 100    // bytes of a segment; longer ones are like numbers
	anyName   = "*"
	anyNumber = "#"
)

// segments are the origin of a family, then the segments of its path.
type segments struct {
	origin, path string
	given        int
	last         bool // nothing is left
}

func segmentsOf(family string) segments {
	origin := len(canonical.Origin(family))
	if origin == len(family) && !strings.Contains(family, "://") {
		return segments{origin: family[:min(len(family), maxName)], last: true}
	}
	path, _, _ := strings.Cut(family[origin:], "?")
	return segments{origin: family[:origin], path: strings.TrimPrefix(path, "/")}
}

func (s *segments) next() (name string, more bool) {
	if s.given++; s.given == 1 {
		return s.origin, true
	}
	if s.last || s.given > maxDepth+1 {
		return "", false
	}
	if end := strings.IndexByte(s.path, '/'); end >= 0 {
		name, s.path = s.path[:end], s.path[end+1:]
	} else {
		name, s.last = s.path, true
	}
	if isDigits(name) || len(name) > maxName {
		name = anyNumber
	}
	return name, true
}

// add makes room for a family and gives its node.
func (t *tree) add(family string) *node {
	if t.root == nil {
		t.root = &node{}
	}
	n, of := t.root, segmentsOf(family)
	for name, more := of.next(); more; name, more = of.next() {
		n = t.enter(n, name)
	}
	return n
}

func (t *tree) enter(n *node, name string) *node {
	if c := n.child(name); c != nil {
		return c
	}
	switch {
	case t.nodes >= maxNodes:
		name = anyName
	case len(n.children) >= manyNames, name == anyName && len(n.children) > 0:
		all, kept := &node{}, map[string]*node{}
		for name, c := range n.children {
			if c.kept && name != anyName {
				kept[name] = c
				continue
			}
			t.merge(all, c)
			t.nodes--
		}
		kept[anyName], n.children = all, kept
		t.nodes++
		return all
	}
	if n.children == nil {
		n.children = map[string]*node{}
	}
	c := &node{}
	n.children[strings.Clone(name)] = c
	t.nodes++
	return c
}

// merge adds what lies at and below a node to another.
func (t *tree) merge(to, from *node) {
	if from.shape != nil {
		if to.shape == nil {
			to.shape = &shape{}
		}
		t.pairs -= to.shape.absorb(from.shape)
	}
	for _, name := range sortedKeys(from.children) {
		t.nodes--
		c := from.children[name]
		if c.kept {
			t.exact(to, name).kept = true
		}
		t.merge(t.enter(to, name), c)
	}
}

// exact gives the child of a name as it is, a new one if there is none.
func (t *tree) exact(n *node, name string) *node {
	c := n.children[name]
	if c == nil {
		if n.children == nil {
			n.children = map[string]*node{}
		}
		c = &node{}
		n.children[name] = c
		t.nodes++
	}
	return c
}

// keepStates tells the folders behind which states stand apart: they are programs (/blob/, /tree/), beside which each
// state may have a page (/5209f092004f).
func (t *tree) keepStates(folders map[string][]string) {
	for origin, list := range folders {
		for _, folder := range list {
			t.put(origin + folder).kept = true
		}
	}
}

func (n *node) child(name string) *node {
	if c := n.children[name]; c != nil {
		return c
	}
	return n.children[anyName]
}

// of gives the shape of a family that was added; nil for one of no shape.
func (t *tree) of(family string) *shape {
	n := t.root
	if n == nil {
		return nil
	}
	of := segmentsOf(family)
	for name, more := of.next(); more; name, more = of.next() {
		if n = n.child(name); n == nil {
			return nil
		}
	}
	return n.shape
}

// each calls f for the shapes, in the order of their paths.
func (t *tree) each(f func(path string, n *node)) {
	var walk func(*node, string)
	walk = func(n *node, path string) {
		if n.shape != nil {
			f(path, n)
		}
		for _, name := range sortedKeys(n.children) {
			below := path + "/" + name
			if n == t.root {
				below = name
			}
			walk(n.children[name], below)
		}
	}
	if t.root != nil {
		walk(t.root, "")
	}
}

// sortedKeys gives the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
