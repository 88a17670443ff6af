package findings

import (
	"cmp"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
)

// wordCounts are the words of a template's pages.
type wordCounts struct {
	sample[int32]
	median int // 0 until readWords has found it, and of few pages
}

// wordsOf is how many words a page has.
type wordsOf struct {
	id    frontier.ID
	words uint32
}

// fewWords is a page of few words, and those of its like.
type fewWords struct {
	wordsOf
	like *wordCounts
}

// countWords takes the words of a page to those of its template, which it gives:
// nil where there are too many.
func (s *survey) countWords(counts map[string]*wordCounts, url string, page wordsOf) *wordCounts {
	shape := s.templates.Of(url).Pattern
	w := counts[shape]
	if w == nil {
		if len(counts) == maxShapes {
			return nil
		}
		w = &wordCounts{}
		counts[strings.Clone(shape)] = w
	}
	w.add(url, int32(page.words))
	return w
}

// isForm tells by its address of a page that holds a form rather than text: a
// login, or a search page.
func isForm(url string) bool {
	path := strings.TrimSuffix(strings.ToLower(pathOf(url)), "/")
	name, _, _ := strings.Cut(path[strings.LastIndexByte(path, '/')+1:], ".")
	return slices.Contains(searchPages, name) || page.IsLogin(url)
}

// readWords finds the median of the words of each template's indexable pages.
func (s *survey) readWords(c *spelled) {
	s.words = map[string]int{}
	for shape, w := range c.words {
		if float64(w.n) >= s.limit("pages") {
			slices.SortFunc(w.kept, func(a, b sampled[int32]) int { return cmp.Compare(a.of, b.of) })
			w.median = int(w.kept[len(w.kept)/2].of)
			s.words[shape] = w.median
		}
	}
}

// isThin tells of fewer words than the limits of the rule allow on a page, of the
// median of its like.
func (s *survey) isThin(words, median int) bool {
	return float64(words) < min(s.limit("words"), s.limit("share")/100*float64(median))
}

// A list has a link for so many words, and so many at least: a page of links, such
// as the contents of a chapter, has no text to be long. One that is next to empty
// has but those to the pages before and after it.
const (
	listWords  = 10
	leastLinks = 5
)

// readLists finds the pages of few words that are lists of links: to pages to
// which fewer than one in ten pages link, as menus do not.
func (s *survey) readLists(few []fewWords) {
	words := map[frontier.ID]int{}
	for _, p := range few {
		if s.isThin(int(p.words), p.like.median) {
			words[p.id] = int(p.words)
		}
	}
	if len(words) == 0 {
		return
	}
	links, last := map[frontier.ID]int{}, pair{frontier.NoID, frontier.NoID}
	for e, err := range s.crawl.Graph(s.ctx, func(from frontier.ID) bool { _, few := words[from]; return few }) {
		if s.fail(err); err != nil {
			return
		}
		if p := (pair{e.From, e.To}); p != last && e.Flags.Kind() == frontier.LinkA && e.From != e.To && s.valid(e.To) && int(s.inPages[e.To])*10 < s.indexable {
			links[e.From]++
			last = p
		}
	}
	s.lists = map[frontier.ID]bool{}
	for id, n := range links {
		s.lists[id] = n >= leastLinks && n*listWords >= words[id]
	}
}
