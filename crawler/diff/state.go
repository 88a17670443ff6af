package diff

import (
	"bytes"
	"context"
	"iter"

	"github.com/portolan-seo/portolan/crawler/discover/spill"
)

// Facts are what a state knows of its pages besides which are listed.
type Facts uint8

const (
	Statuses   Facts = 1 << iota // Page.Asked and Status, and Target
	Directives                   // NoIndex
	Canonicals                   // Canonical
	Titles                       // Title
	Contents                     // Content, where another one shows that the page has changed
)

// State is what was known of a site at one time: its pages sorted by URL, as
// many as there are, in bounded memory. It belongs to one goroutine.
type State struct {
	Name       string // for people
	Knows      Facts
	Incomplete string // why it may lack pages; "" if it is all there is
	Refused    string // why its sitemap was not published without a person's word; "" if that is not so
	Unread     string // why what was not read of it is too much to go unsaid; "" if it is not, or Incomplete says it
	// Fingerprints sets fingerprints apart: those of two states mean the same if
	// this is the same, and not "".
	Fingerprints string
	Verdicts     map[string]int // how many URLs have each, or would have it if they were not carried; nil if there are none
	Known        int            // URLs that were added
	Judged       bool           // each of them has its verdict

	sorted *spill.Sorter
	row    []byte // the URL and what is kept of the page that came last
}

// DefaultMemory is how many bytes of pages a state holds in memory.
const DefaultMemory = 4 << 20

// NewState gives a state without pages. What is more than memory (0 for
// DefaultMemory) waits in a file of the folder temp, "" for the system's.
func NewState(name string, memory int, temp string) *State {
	return &State{Name: name, sorted: newSorter(memory, temp)}
}

func newSorter(memory int, temp string) *spill.Sorter {
	if memory == 0 {
		memory = DefaultMemory
	}
	return spill.New(memory, temp)
}

// Add adds a page. Of several with one URL a listed one counts, else the first.
func (s *State) Add(p *Page) error {
	if len(p.URL) > spill.MaxURL {
		return nil // nobody lists such a URL
	}
	key := uint64(1)
	if p.Listed {
		key = 0
	}
	for _, verdict := range [...]string{p.Verdict, p.Carried} {
		if verdict == "" {
			continue
		}
		if s.Verdicts == nil {
			s.Verdicts = map[string]int{}
		}
		s.Verdicts[verdict]++
	}
	s.Known++
	s.row = p.encode(append(s.row[:0], p.URL...))
	return s.sorted.Add(spill.Row{URL: s.row[:len(p.URL)], Key: key, Data: s.row[len(p.URL):]})
}

// Close removes the state's file.
func (s *State) Close() error { return s.sorted.Close() }

// rows gives the pages, each URL once.
func (s *State) rows() iter.Seq2[spill.Row, error] {
	return func(yield func(spill.Row, error) bool) {
		var last []byte
		for r, err := range s.sorted.Rows() {
			if err == nil && last != nil && bytes.Equal(r.URL, last) {
				continue
			}
			if last = append(last[:0], r.URL...); last == nil {
				last = []byte{}
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// pair is a URL in the two states; the Data of a row is nil where it is not in
// that state.
type pair struct{ a, b spill.Row }

func (p *pair) url() []byte {
	if p.a.Data != nil {
		return p.a.URL
	}
	return p.b.URL
}

func (p *pair) listedThen() bool { return p.a.Data != nil && p.a.Data[0]&flagListed != 0 }
func (p *pair) listedNow() bool  { return p.b.Data != nil && p.b.Data[0]&flagListed != 0 }

// contentThen gives the content that a URL had when it was listed before, 0 if it was not.
func (p *pair) contentThen() uint64 {
	var was Page
	if !p.listedThen() || was.decode(p.a) != nil {
		return 0
	}
	return was.Content
}

// both gives all URLs of two states, sorted.
func both(ctx context.Context, a, b *State) iter.Seq2[*pair, error] {
	return func(yield func(*pair, error) bool) {
		nextA, stopA := iter.Pull2(a.rows())
		defer stopA()
		nextB, stopB := iter.Pull2(b.rows())
		defer stopB()
		rowA, errA, hasA := nextA()
		rowB, errB, hasB := nextB()
		var p pair
		for n := 0; hasA || hasB; n++ {
			if n%1024 == 0 && ctx.Err() != nil {
				yield(nil, ctx.Err())
				return
			}
			if errA != nil || errB != nil {
				if errA == nil {
					errA = errB
				}
				yield(nil, errA)
				return
			}
			order := 0
			switch {
			case !hasB:
				order = -1
			case !hasA:
				order = 1
			default:
				order = bytes.Compare(rowA.URL, rowB.URL)
			}
			p = pair{}
			if order <= 0 {
				p.a = rowA
			}
			if order >= 0 {
				p.b = rowB
			}
			if !yield(&p, nil) {
				return
			}
			if order <= 0 {
				rowA, errA, hasA = nextA()
			}
			if order >= 0 {
				rowB, errB, hasB = nextB()
			}
		}
	}
}
