package classes

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// tree is the tree of path shapes: a directory's name, or * where more than
// manyNames lie beside each other, # for numbers.
type tree struct {
	root  *node
	nodes int
}

type node struct {
	children map[string]*node
	shape    *shape
}

const (
	manyNames = 50     // names beside each other that are told apart
	maxNodes  = 20_000 // of the tree; beyond, a subtree is one
	maxDepth  = 12     // segments that are told apart
	maxName   = 100    // bytes of a segment; longer ones are like numbers
	anyName   = "*"
	anyNumber = "#"
)

// path gives the origin and the segments of a family.
func segmentsOf(family string) []string {
	scheme, host, path, _ := canonical.Split([]byte(family))
	if scheme == nil {
		return []string{family[:min(len(family), maxName)]}
	}
	origin := len(scheme) + len("://") + len(host)
	list := []string{family[:origin]}
	for s := range strings.SplitSeq(strings.TrimPrefix(family[origin:origin+len(path)], "/"), "/") {
		if isDigits(s) || len(s) > maxName {
			s = anyNumber
		}
		if list = append(list, s); len(list) > maxDepth {
			break
		}
	}
	return list
}

// add makes room for a family.
func (t *tree) add(family string) {
	if t.root == nil {
		t.root = &node{}
	}
	n := t.root
	for _, s := range segmentsOf(family) {
		n = t.enter(n, s)
	}
}

func (t *tree) enter(n *node, name string) *node {
	if c := n.child(name); c != nil {
		return c
	}
	switch {
	case t.nodes >= maxNodes:
		name = anyName
	case len(n.children) >= manyNames, name == anyName && len(n.children) > 0:
		all := &node{}
		for _, c := range n.children {
			t.merge(all, c)
		}
		t.nodes -= len(n.children) - 1
		n.children = map[string]*node{anyName: all}
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

// merge adds what lies below a node to another.
func (t *tree) merge(to, from *node) {
	names := make([]string, 0, len(from.children))
	for name := range from.children {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		t.nodes--
		t.merge(t.enter(to, name), from.children[name])
	}
}

func (n *node) child(name string) *node {
	if c := n.children[name]; c != nil {
		return c
	}
	return n.children[anyName]
}

// of gives the shape of a family that was added.
func (t *tree) of(family string) *shape {
	n := t.root
	if n == nil {
		return nil
	}
	at := make([]string, 0, maxDepth+1)
	for _, s := range segmentsOf(family) {
		c := n.children[s]
		if c == nil {
			c, s = n.children[anyName], anyName
		}
		if c == nil {
			return nil
		}
		n, at = c, append(at, s)
	}
	if n.shape == nil {
		n.shape = &shape{pattern: strings.Join(at, "/")}
	}
	return n.shape
}
