package classes

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Plan is what a crawl that is under way has found out of the parameters of
// its URLs, so far as it decides what is fetched without a further look. It is
// a function of the text that it is made of, and belongs to one goroutine.
type Plan struct {
	final   bool
	thin    int // rounds that found little
	settled int // URLs when it was made
	urls    int // that were known then
	tree    tree
	parts   map[uint64]int // up to which number those of long lists are fetched
	addr    address
	tested  map[string]test // by class and parameter
	known   memory
}

// planText is a Plan as the crawl file has it.
type planText struct {
	Final   bool           `json:"final"` // all is fetched that is to be
	Thin    int            `json:"thin,omitempty"`
	Settled int            `json:"settled"`
	URLs    int            `json:"urls,omitempty"`
	Shapes  []shapeText    `json:"shapes"`
	Parts   map[uint64]int `json:"parts,omitempty"`
	lexicon
	Tested map[string]test `json:"tested,omitempty"`
	Known  memory          `json:"known,omitempty"`
}

type shapeText struct {
	Path   string              `json:"path"`
	Params []string            `json:"params,omitempty"` // with another page for each value
	Parts  []string            `json:"parts,omitempty"`  // with another part of a list
	Narrow []string            `json:"narrow,omitempty"` // of which one by itself is a page
	Grow   []string            `json:"grow,omitempty"`   // of narrow, those whose values are put together
	Same   map[string][]string `json:"same,omitempty"`   // of params, values that change nothing
}

// ReadPlan reads what Text gave; "" is the plan of a crawl that knows nothing.
func ReadPlan(text string) (*Plan, error) {
	p := &Plan{parts: map[uint64]int{}}
	if text == "" {
		return p, nil
	}
	var t planText
	if err := json.Unmarshal([]byte(text), &t); err != nil {
		return nil, fmt.Errorf("read what is known of the parameters of URLs: %w", err)
	}
	p.final, p.thin, p.settled, p.urls, p.tested, p.known = t.Final, t.Thin, t.Settled, t.URLs, t.Tested, t.Known
	p.addr.words = &t.lexicon
	maps.Copy(p.parts, t.Parts)
	for _, s := range t.Shapes {
		n := p.tree.put(s.Path)
		n.shape = &shape{pattern: s.Path, pairs: map[string]*pair{}}
		n.shape.add(Specifies, s.Params)
		n.shape.add(Paginates, s.Parts)
		n.shape.add(Narrows, s.Narrow)
		for _, name := range s.Narrow {
			n.shape.pairs[name].compares = p.tested[s.Path+" "+name].Compares
		}
		for _, name := range s.Grow {
			if p := n.shape.pairs[name]; p != nil {
				p.grows = true
			}
		}
		for name, values := range s.Same {
			if p := n.shape.pairs[name]; p != nil {
				p.defaults = map[string]bool{}
				for _, v := range values {
					p.defaults[v] = true
				}
			}
		}
	}
	return p, nil
}

// Stale tells whether so many URLs have been answered since the plan was made that
// another look pays, or some and twice as many are known: what it lets be fetched may be views after all, of which
// there is no end. What looks cost stays a share of what is fetched. Before there is a plan a
// look pays where half as much waits as was fetched: what is stacked up in paths does.
func (p *Plan) Stale(counts frontier.Counts) bool {
	settled, pending := int(counts.Settled), int(counts.Pending)
	switch {
	case settled < p.settled+staleAfter:
		return false
	case p.tree.root != nil:
		return settled >= p.settled+p.settled/2+staleAfter || int(counts.Known) >= 2*p.urls
	}
	return settled >= p.settled+p.settled/2+staleAfter && pending*2 > settled && pending < settled*mostPending
}

// mostPending URLs for each that was answered may wait, where a look shall pay.
const mostPending = 200

// staleAfter is how many URLs are answered before another look.
const staleAfter = 500

func (s *shape) add(r Relation, names []string) {
	for _, name := range names {
		s.pairs[name] = &pair{shape: s, name: name, relation: r}
	}
}

// Text gives the plan as the crawl file has it. final: all is fetched that is
// to be.
func (p *Plan) Text(final bool) string {
	t := planText{Final: final, Thin: p.thin, Settled: p.settled, URLs: p.urls, Shapes: []shapeText{}, Parts: p.parts, Tested: p.tested, Known: p.known}
	if p.addr.words != nil {
		t.lexicon = *p.addr.words
	}
	p.tree.each(func(path string, n *node) {
		s := shapeText{Path: path}
		for _, name := range sortedKeys(n.shape.pairs) {
			switch n.shape.pairs[name].relation {
			case Paginates:
				s.Parts = append(s.Parts, name)
			case Narrows:
				s.Narrow = append(s.Narrow, name)
				if n.shape.pairs[name].grows {
					s.Grow = append(s.Grow, name)
				}
			default:
				s.Params = append(s.Params, name)
				s.same(n.shape.pairs[name])
			}
		}
		t.Shapes = append(t.Shapes, s)
	})
	text, err := json.Marshal(t)
	if err != nil {
		panic(err) // strings and numbers
	}
	return string(text)
}

func (s *shapeText) same(p *pair) {
	for _, value := range sortedKeys(p.defaults) {
		if p.defaults[value] {
			if s.Same == nil {
				s.Same = map[string][]string{}
			}
			s.Same[p.name] = append(s.Same[p.name], value)
		}
	}
}

// put makes a node for a path, of which each segment is as it is.
func (t *tree) put(path string) *node {
	if t.root == nil {
		t.root = &node{}
	}
	origin := canonical.Origin(path)
	n := t.exact(t.root, origin)
	if len(path) > len(origin) {
		for segment := range strings.SplitSeq(path[len(origin)+1:], "/") {
			n = t.exact(n, segment)
		}
	}
	return n
}
