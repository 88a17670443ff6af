package lookalike

import (
	"hash/fnv"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Text is what two pages are compared by, word by word.
type Text struct {
	URL   string
	Title string
	Head  string        // the beginning of the main text
	Hash  uint64        // of all visible text, as record.Facts
	Print record.Sketch // of the main text

	lines []line
	links []uint64 // words
	title []uint64
	url   []uint64
}

type line struct {
	hash  uint64
	words []uint64
}

const (
	fewWords  = 3 // fewer are no text to compare
	spareLink = 5 // words of links that one page alone may have
)

// NewText takes what a parser with page.Options.Text found.
func NewText(url string, p *page.Page) *Text {
	t := &Text{
		URL: url, Title: strings.Clone(p.Title), Head: string(p.Text[:min(len(p.Text), page.SketchText)]), Hash: p.TextHash, Print: p.Sketch,
		title: page.AppendWords(nil, []byte(p.Title)),
		links: page.AppendWords(nil, p.LinkText),
		url:   page.AppendURLWords(nil, url),
	}
	for s := range strings.SplitSeq(string(p.Text), "\n") {
		words := page.AppendWords(nil, []byte(s))
		if len(words) == 0 {
			continue
		}
		h := fnv.New64a()
		_, _ = h.Write([]byte(s)) // never fails
		t.lines = append(t.lines, line{h.Sum64(), words})
	}
	return t
}

// Similarity gives the share of words that the main texts and the titles of
// two pages have in common, in percent. Lines that stand on another page, too,
// are no main text: other, of the same site, may be nil. So many words as noise
// says may differ for nothing, but no more than a third of those in common;
// see Noise.
//
// Words of links, as in a list of suggestions, count by their number alone: up
// to twice as many on one page as on the other make no difference.
func (t *Text) Similarity(o, other *Text, noise int) (text, title int) {
	if other != nil && (t.main(other) < fewWords || o.main(other) < fewWords) {
		other = nil
	}
	masked := slices.Concat(t.url, o.url)
	title = share(compare(t.title, o.title, masked))
	if t.Hash == o.Hash && t.Hash != 0 {
		return 100, title
	}
	both, one := compare(t.words(other), o.words(other), masked)
	if both == 0 {
		return 0, title
	}
	return share(both, max(0, one-min(noise, both/3))+t.linksApart(o, other, masked)), title
}

// Noise counts the words in which two answers differ that should be the same
// page: phrases by chance, names without digits. A third one may differ from
// them by half as many again.
func (t *Text) Noise(o *Text) int {
	_, one := compare(t.words(nil), o.words(nil), slices.Concat(t.url, o.url))
	return one + one/2
}

// main counts the words on lines that other does not have.
func (t *Text) main(other *Text) int { return len(t.words(other)) }

func (t *Text) words(other *Text) []uint64 {
	var all []uint64
	for _, l := range t.lines {
		if other == nil || !slices.ContainsFunc(other.lines, func(m line) bool { return m.hash == l.hash }) {
			all = append(all, l.words...)
		}
	}
	return all
}

// linksApart gives by how many words of links two pages differ too much.
func (t *Text) linksApart(o, other *Text, masked []uint64) int {
	if other != nil {
		masked = slices.Concat(masked, other.links)
	}
	a, b := tally(t.links, masked), tally(o.links, masked)
	var onlyA, onlyB int
	for w, n := range a {
		onlyA += max(0, n-b[w])
	}
	for w, n := range b {
		onlyB += max(0, n-a[w])
	}
	return max(0, max(onlyA, onlyB)-2*min(onlyA, onlyB)-spareLink)
}

// compare counts the words that two texts share, and those that one alone
// has, but for masked ones.
func compare(a, b, masked []uint64) (both, one int) {
	left := tally(a, masked)
	one = 0
	for _, n := range left {
		one += n
	}
	for w, n := range tally(b, masked) {
		shared := min(n, left[w])
		both += shared
		one += n - 2*shared
	}
	return both, one
}

func tally(words, masked []uint64) map[uint64]int {
	drop := make(map[uint64]bool, len(masked))
	for _, w := range masked {
		drop[w] = true
	}
	t := make(map[uint64]int, len(words))
	for _, w := range words {
		if !drop[w] {
			t[w]++
		}
	}
	return t
}

// share gives both of both+one in percent, 100 of nothing. It rounds down.
func share(both, one int) int {
	if both+one == 0 {
		return 100
	}
	return 100 * both / (both + one)
}
