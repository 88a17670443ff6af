package classes

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"maps"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// shape is a class of paths with the parameters that stand there.
type shape struct {
	pattern string
	known   int
	fetched int
	pairs   map[string]*pair
}

// pair is a parameter of a shape: what a relation belongs to.
type pair struct {
	shape    *shape
	name     string
	known    int
	fetched  int
	numbers  int      // URLs where its value is a number
	values   set      // by hash
	with     []string // parameters that stand beside it in every URL
	samples  []*sample
	relation Relation
	paging   bool // its samples lead to their neighbours
	// alternates counts the samples that name their base as another form of
	// theirs (rel=alternate), as translations do.
	alternates int
	defaults   map[string]bool // values of what translates that change nothing
	counts     [other + 1]int
	proof      [2]string // a sample and its base
}

// sample is a page by which a relation is found out.
type sample struct {
	rank  uint64 // of its SHA-256
	id    frontier.ID
	url   string
	addr  address
	page  *page
	base  *page // nil if there is none
	list  *list
	under *list // that of the base
	near  [2]uint64
	found finding
}

const (
	maxPairs   = 4_096  // that are told apart; what else there is specifies
	maxSamples = 20     // of a pair
	candidates = 5      // times as many are held, since not all have a base
	maxCompare = 12_000 // pages and lists that are compared
)

// tally counts what there is.
type tally struct {
	tree  tree
	pairs int
}

// see takes a URL that was taken apart.
func (t *tally) see(row *frontier.Row, a *address, s *shape, page bool) {
	s.known++
	if page {
		s.fetched++
	}
	if len(a.params) == 0 {
		return
	}
	rank := uint64(0)
	if page {
		sum := sha256.Sum256([]byte(row.URL))
		rank = binary.BigEndian.Uint64(sum[:])
	}
	for _, p := range a.params {
		pr := s.pairs[p.name]
		if pr == nil {
			if t.pairs >= maxPairs {
				continue
			}
			if s.pairs == nil {
				s.pairs = map[string]*pair{}
			}
			t.pairs++
			pr = &pair{shape: s, name: p.name}
			for _, q := range a.params {
				if bare(q.name) != bare(p.name) {
					pr.with = append(pr.with, bare(q.name))
				}
			}
			s.pairs[p.name] = pr
		}
		pr.known++
		pr.values.add(uint32(mix(hashString(0, p.value))))
		pr.with = slices.DeleteFunc(pr.with, func(name string) bool { return !a.has(name) && !a.has(name+first) })
		if isDigits(p.value) {
			pr.numbers++
		}
		if page {
			pr.fetched++
			pr.offer(rank, row.ID)
		}
	}
}

// offer keeps the samples of lowest rank.
func (p *pair) offer(rank uint64, id frontier.ID) {
	const most = maxSamples * candidates
	s := &sample{rank: rank, id: id}
	at, _ := slices.BinarySearchFunc(p.samples, s, func(a, b *sample) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.id, b.id))
	})
	if at == most || at < len(p.samples) && p.samples[at].id == id {
		return
	}
	if len(p.samples) == most {
		p.samples = p.samples[:most-1]
	}
	p.samples = slices.Insert(p.samples, at, s)
}

// distinct estimates how many values there are.
func (p *pair) distinct() int {
	if !p.values.over {
		return len(p.values.low)
	}
	return int(float64(maxLinks-1) / float64(p.values.low[maxLinks-1]) * (1 << 32))
}

// all gives the pairs, those with most URLs first.
func (t *tally) all() []*pair {
	var list []*pair
	for s := range t.tree.shapes {
		list = slices.AppendSeq(list, maps.Values(s.pairs))
	}
	slices.SortFunc(list, func(a, b *pair) int {
		return cmp.Or(cmp.Compare(b.known, a.known), cmp.Compare(a.shape.pattern, b.shape.pattern), cmp.Compare(a.name, b.name))
	})
	return list
}

// shapes gives all shapes that have been asked for.
func (t *tree) shapes(yield func(*shape) bool) {
	given := map[*shape]bool{}
	var walk func(*node) bool
	walk = func(n *node) bool {
		if n == nil {
			return true
		}
		if n.shape != nil && !given[n.shape] && !yield(n.shape) {
			return false
		}
		given[n.shape] = true
		for _, name := range slices.Sorted(maps.Keys(n.children)) {
			if !walk(n.children[name]) {
				return false
			}
		}
		return true
	}
	walk(t.root)
}
