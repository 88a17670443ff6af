package classes

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"maps"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// shape is a class of paths with the parameters that stand there.
type shape struct {
	pattern string
	known   int
	fetched int
	pairs   map[string]*pair
	closed  map[uint64]*pair // forms of which all redirect, to nothing new
	does    relations        // as of the last mark
	box     int              // links of its pages that change from answer to answer, where that was asked
	texts   map[uint64]int   // of pages with the address of another one in a parameter, how many have each
}

// pair is a parameter of a shape: what a relation belongs to.
type pair struct {
	shape      *shape
	name       string
	known      int
	fetched    int
	settled    int      // answered or not
	listable   int      // answers that may be listed by their own word
	unlisted   int      // others
	gone       int      // of these, that it is not there (404, 410)
	denied     int      // answers for those alone who log in (401, 403)
	redirects  int      // answers that lead elsewhere
	leadsBack  bool     // in some of its URLs it leads back to what is known: see shape.closed
	waits      bool     // until others have been read
	echoed     int      // pages with a text that comes at any address
	numbers    int      // URLs where its value is a number
	places     int      // URLs where it is a decimal or negative one: a place or a size, which names no page
	tokens     int      // URLs where it looks generated
	made       int      // URLs where its name may be made up
	joined     joined   // URLs where it may be several
	values     set      // by hash
	with       []string // parameters that stand beside it in every URL
	samples    []*sample
	candidates lowest
	spread     spread
	in         []uint16        // families of which a page was read, sorted; 200 at most
	room       bool            // more of them are looked at
	apart      map[uint16]bool // families in which it is no view
	relation   Relation
	growth     growth
	vowed      bool              // its pages name the page without it as canonical
	moments    bool              // see findMoments
	test       test              // of Repeats
	focus      groups            // of views that are read to see whether it repeats pages; nil once it is known
	wants      map[uint64]string // values of the samples of which twins are to be read, by key
	peers      []string          // names of others of its class that are looked at together with it
	matters    bool              // twins are not the same
	twins      bool              // no base of its pages is known: it has no effect by their twins
	twinsWith  int               // what they were looked at with
	grows      bool              // its values are put together of others
	compares   bool              // it narrows: it is one of several states that are compared
	paging     bool              // its samples lead to their neighbours
	// alternates counts the samples that name their base as another form of
	// theirs (rel=alternate), as translations do.
	alternates int
	defaults   map[string]bool // values of what translates, or paginates, that change nothing
	counts     [other + 1]int
	proof      [2]string // a sample and its base
}

// sample is a page by which a relation is found out.
type sample struct {
	id     frontier.ID
	url    string
	addr   address
	pair   *pair
	page   *page
	base   *page // nil if there is none
	list   *list
	under  *list // that of the base
	near   [2]uint64
	linked bool // to a neighbour
	extra  bool // of a family: it says what the parameter does there, and decides nothing else
	unlike bool // another page than its base, whatever their lists show
	found  finding
}

const (
	maxPairs    = 4_096                   // that are told apart; what else there is specifies
	maxSamples  = 20                      // of a pair
	mostSamples = maxSamples * candidates // that are held of one, since not all have a base
	candidates  = 5
	maxCompare  = 12_000 // pages and lists that are compared
	longSample  = 500    // bytes of a URL; longer ones are no samples
)

// eachOf is how many samples are held of each of n pairs.
func eachOf(n int) int { return min(mostSamples, max(2*leastSamples, maxCompare/max(n, 1))) }

// see takes a URL that was taken apart, of the shape of a node.
func (t *tree) see(row *frontier.Row, a *address, n *node, page bool) {
	if n.shape == nil {
		n.shape = &shape{}
	}
	s := n.shape
	s.known++
	if page {
		s.fetched++
	}
	if len(a.params) == 0 {
		return
	}
	c := candidate{id: row.ID, url: row.URL}
	if page && len(row.URL) <= longSample {
		sum := sha256.Sum256([]byte(row.URL))
		c.rank = uint64(a.level())<<56 | uint64(min(a.part(), 1<<8-1))<<48 | binary.BigEndian.Uint64(sum[:])>>16
	}
	for _, p := range a.params {
		pr := s.pairs[p.name]
		if pr == nil {
			if t.pairs >= maxPairs {
				continue
			}
			t.pairs++
			pr = s.newPair(p.name, a)
		}
		pr.see(&p, a)
		if row.Page != nil {
			pr.settled++
			pr.countWord(row)
		}
		if page {
			pr.fetched++
			if len(row.URL) <= longSample {
				pr.candidates.offer(c, eachOf(t.pairs/2))
				pr.spread.offer(a.family16(), c, eachSpread(t.pairs/2))
			}
		}
	}
}

func (s *shape) newPair(name string, a *address) *pair {
	if s.pairs == nil {
		s.pairs = map[string]*pair{}
	}
	pr := &pair{shape: s, name: strings.Clone(name)}
	for _, q := range a.params {
		if bare(q.name) != bare(name) && !strings.Contains(name, beside) {
			pr.with = append(pr.with, strings.Clone(bare(q.name)))
		}
	}
	s.pairs[pr.name] = pr
	return pr
}

// see takes one more URL with the parameter.
func (p *pair) see(own *param, a *address) {
	p.known++
	p.values.add(uint32(mix(hashString(0, own.value))))
	p.joined.see(own.value)
	if madeForm(bare(own.name), own.value) != "" {
		p.made++
	}
	if len(p.with) > 0 {
		p.with = slices.DeleteFunc(p.with, func(name string) bool { return !a.has(name) && !a.has(name+first) })
	}
	if isDigits(own.value) {
		p.numbers++
	} else if isPlace(own.value) {
		p.places++
	} else if anyToken(own.value) == "" {
		p.tokens++
	}
}

// candidate is a page that may become a sample.
type candidate struct {
	rank uint64 // of its level, then of its part of a list, then of its SHA-256: with fewer parameters, more bases are known, and late parts may be past the end
	id   frontier.ID
	url  string
}

// lowest keeps the candidates of lowest rank.
type lowest struct{ list []candidate }

// offer adds a candidate unless there are as many lower ones.
func (l *lowest) offer(c candidate, most int) {
	if n := len(l.list); n >= most && (l.list[most-1].rank < c.rank) {
		l.list = l.list[:most]
		return
	}
	at, found := slices.BinarySearchFunc(l.list, c, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.id, b.id))
	})
	if found || at >= most {
		return
	}
	c.url = strings.Clone(c.url)
	l.list = slices.Insert(l.list, at, c)
	l.list = l.list[:min(len(l.list), most)]
}

// distinct estimates how many values there are.
func (p *pair) distinct() int { return p.values.count() }

// all gives the pairs, those with most URLs first.
func (t *tree) all() []*pair {
	var list []*pair
	given := map[*shape]bool{}
	t.each(func(_ string, n *node) {
		if !given[n.shape] {
			given[n.shape] = true
			list = slices.AppendSeq(list, maps.Values(n.shape.pairs))
		}
	})
	slices.SortFunc(list, func(a, b *pair) int {
		return cmp.Or(cmp.Compare(b.known, a.known), cmp.Compare(a.shape.pattern, b.shape.pattern), cmp.Compare(a.name, b.name))
	})
	return list
}
