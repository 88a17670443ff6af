// Package lookalike tells which pages of a site look like its answer to URLs
// that cannot exist: error pages that answer 200.
//
// Pages are compared by the words of main text and title. Words with digits,
// and those of either URL's path, count for nothing: error pages repeat the
// address that was asked for, and show times and numbers of requests. Answers
// compares a page's record, by the sketch of its text; Text compares two pages
// themselves. It is pure over what it is given.
package lookalike

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Alike is the share of words that a page and the answer to a URL that cannot
// exist have in common, in percent, from which on they look alike.
const Alike = 95

// Answers are the answers of status 200 to URLs that cannot exist. The zero
// value holds none. It is for one goroutine at a time.
type Answers struct {
	list       []answer
	slack      int      // bins in which the sketches of two answers differ that should be one
	words, url []uint64 // of the row at hand
}

type answer struct {
	frontier.Unknown
	words  []uint64 // of the text, but for those of its own URL
	title  []uint64
	sketch record.Sketch
}

// ReadAnswers takes what was asked.
func ReadAnswers(list []frontier.Unknown) *Answers {
	a := &Answers{}
	for _, u := range list {
		if u.Status != 200 || u.TextHash == 0 || fickle(list, u.Prefix) {
			continue
		}
		url := page.AppendURLWords(nil, u.URL)
		own := func(w uint64) bool { return slices.Contains(url, w) }
		n := answer{
			Unknown: u,
			words:   slices.DeleteFunc(page.AppendWords(nil, []byte(u.Text)), own),
			title:   slices.DeleteFunc(page.AppendWords(nil, []byte(u.Title)), own),
		}
		n.sketch = record.SketchOf(n.words)
		a.list = append(a.list, n)
	}
	for i := range a.list {
		for j := range i {
			if x, y := &a.list[i], &a.list[j]; x.Prefix == y.Prefix {
				differ, _ := x.sketch.Differ(y.sketch)
				a.slack = max(a.slack, min(differ, maxSlack))
			}
		}
	}
	return a
}

// fickle tells whether two questions about a directory were answered
// differently: once by a page, once by an error that says so.
func fickle(list []frontier.Unknown, prefix string) bool {
	return slices.ContainsFunc(list, func(u frontier.Unknown) bool {
		return u.Prefix == prefix && u.Status != 200 && u.Status != 0
	})
}

const (
	// spareBins: one bin in five may differ. Of texts that have 95 % of their
	// words in common, more do in less than one case in a hundred.
	spareBins = 5
	maxSlack  = 4
)

// Near tells whether two sketches that differ in so many bins of so many may
// be those of texts that look alike.
func Near(differ, of int) bool { return differ <= of/spareBins }

// Any tells whether there is an answer to compare with.
func (a *Answers) Any() bool { return len(a.list) > 0 }

// Match gives the answer that a page looks like, and in how many bins of the
// sketch it differs from it; nil if there is none. Only an answer for the
// page's own directory counts. It is the same for every page that looks alike,
// and for a few that do not: Text tells them apart.
func (a *Answers) Match(row *frontier.Row) (found *frontier.Unknown, differ int) {
	if !IsPage(row) {
		return nil, 0
	}
	urlKnown, titleKnown := false, false
	for i := range a.list {
		n := &a.list[i]
		if !strings.HasPrefix(row.URL, n.Prefix) {
			continue
		}
		if row.Page.TextHash == n.TextHash && row.Page.Title == n.Title {
			return &n.Unknown, 0
		}
		if row.Page.Sketch == 0 {
			continue
		}
		if !urlKnown {
			a.url, urlKnown = page.AppendURLWords(a.url[:0], row.URL), true
		}
		d, of := row.Page.Sketch.Differ(n.sketchWithout(a.url))
		if !Near(d-a.slack, of) || found != nil && d >= differ {
			continue
		}
		if !titleKnown {
			a.words, titleKnown = page.AppendWords(a.words[:0], []byte(row.Page.Title)), true
		}
		if share(compare(a.words, n.title, a.url)) >= Alike {
			found, differ = &n.Unknown, d
		}
	}
	return found, differ
}

// MatchNone gives the answer with which a page has its title in common, where title and heading say that there is no such
// page, and no more: whatever else stands there (a joke, what is drawn from a list) makes it no page, unless it is much
// longer than the answer. nil if there is none.
func (a *Answers) MatchNone(row *frontier.Row) *frontier.Unknown {
	if !a.Any() || !IsPage(row) || !SaysNoPage(row.Page.Title, row.Page.H1[0]) {
		return nil
	}
	at := slices.IndexFunc(a.list, func(n answer) bool {
		return n.Title == row.Page.Title && strings.HasPrefix(row.URL, n.Prefix) && row.Page.Words <= 2*len(strings.Fields(n.Text))+noneSpare
	})
	if at < 0 {
		return nil
	}
	return &a.list[at].Unknown
}

// noneSpare are the words that an error page may have beside twice those of another one.
const noneSpare = 40

// sketchWithout gives the sketch of the answer's text without these words.
func (n *answer) sketchWithout(except []uint64) record.Sketch {
	for _, w := range except {
		if slices.Contains(n.words, w) {
			other := slices.DeleteFunc(slices.Clone(n.words), func(w uint64) bool { return slices.Contains(except, w) })
			return record.SketchOf(other)
		}
	}
	return n.sketch
}

// IsPage tells whether a row is that of a web page that answered well.
func IsPage(row *frontier.Row) bool {
	p := row.Page
	return p != nil && p.Outcome == record.Answered && record.IsPage(p.Status) && p.HTML
}
