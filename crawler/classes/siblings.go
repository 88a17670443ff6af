package classes

import (
	"maps"
	"path"
	"slices"
	"strings"
)

const (
	leastSiblings = 3 // shapes beside each other that are made one
	leastCommon   = 2 // parameters that half of them have
	// manySiblings with one parameter in common are made one, too: the files of a folder.
	manySiblings = 10
)

// mergeSiblings makes one shape of those beside each other that have the same
// parameters: the categories of a shop.
func (t *tree) mergeSiblings() {
	if t.root != nil {
		for _, origin := range t.root.children {
			origin.mergeBelow()
		}
	}
}

func (n *node) mergeBelow() {
	for _, name := range sortedKeys(n.children) {
		n.children[name].mergeBelow()
	}
	if !n.mergeChildren(leastSiblings, leastCommon) {
		n.mergeChildren(manySiblings, 1)
	}
}

// mergeChildren makes one shape of those below a folder, if enough have enough parameters in common.
func (n *node) mergeChildren(siblings, least int) bool {
	var with []*node
	names := map[string]int{}
	for _, name := range sortedKeys(n.children) {
		c := n.children[name]
		for _, c := range [...]*node{c, c.children[""]} { // /coats, and /coats/
			if c == nil || c.shape == nil || isProgram(name) || len(c.shape.pairs) < least || strings.Contains(name, ";") || strings.HasSuffix(c.shape.pattern, anyPath) {
				continue
			}
			if slices.ContainsFunc(with, func(x *node) bool { return x.shape == c.shape }) {
				continue
			}
			with = append(with, c)
			for param := range c.shape.pairs {
				names[param]++
			}
		}
	}
	common := slices.Collect(maps.Keys(names))
	common = slices.DeleteFunc(common, func(param string) bool { return names[param]*2 < len(with) })
	if len(with) < siblings || len(common) < least {
		return false
	}
	var one *shape
	for _, c := range with {
		has := 0
		for _, param := range common {
			if c.shape.pairs[param] != nil {
				has++
			}
		}
		if has*2 < len(common) {
			continue
		}
		if one == nil {
			one = &shape{pattern: siblingPattern(c.shape.pattern)}
		}
		one.absorb(c.shape)
		c.shape = one
	}
	return one != nil
}

// siblingPattern is that of a shape and of those beside it: /c/* for /c/coats,
// /c/*/ for /c/coats/.
func siblingPattern(pattern string) string {
	folder := strings.TrimSuffix(pattern, "/")
	return folder[:strings.LastIndexByte(folder, '/')+1] + anyName + pattern[len(folder):]
}

// isProgram tells of the name of a program, as it seems: each does something else.
func isProgram(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".php", ".asp", ".aspx", ".jsp", ".jspx", ".cgi", ".pl", ".cfm", ".do", ".action", ".dll", ".exe":
		return true
	}
	return false
}

// absorb adds what is known of another shape. It tells how many pairs have
// become one with others.
func (s *shape) absorb(o *shape) (gone int) {
	s.known, s.fetched = s.known+o.known, s.fetched+o.fetched
	for text, n := range o.texts {
		s.hasText(text, n)
	}
	for _, name := range sortedKeys(o.pairs) {
		p, q := s.pairs[name], o.pairs[name]
		if p == nil {
			if s.pairs == nil {
				s.pairs = map[string]*pair{}
			}
			q.shape = s
			s.pairs[name] = q
			continue
		}
		p.absorb(q)
		gone++
	}
	return gone
}

func (p *pair) absorb(q *pair) {
	p.known, p.fetched, p.settled, p.numbers = p.known+q.known, p.fetched+q.fetched, p.settled+q.settled, p.numbers+q.numbers
	p.places, p.listable, p.unlisted, p.gone = p.places+q.places, p.listable+q.listable, p.unlisted+q.unlisted, p.gone+q.gone
	p.echoed, p.tokens, p.redirects = p.echoed+q.echoed, p.tokens+q.tokens, p.redirects+q.redirects
	p.joined.absorb(&q.joined)
	p.growth.asked, p.growth.grown = p.growth.asked+q.growth.asked, p.growth.grown+q.growth.grown
	for h := range q.growth.last {
		p.growth.add(h)
	}
	for _, h := range q.values.low {
		p.values.add(h)
	}
	p.values.over = p.values.over || q.values.over
	p.with = slices.DeleteFunc(p.with, func(w string) bool { return !slices.Contains(q.with, w) })
	for _, c := range q.spread {
		p.spread.offer(c.family, c.candidate, maxSpread)
	}
	for _, c := range q.candidates.list {
		p.candidates.offer(c, mostSamples)
	}
}
