package lookalike

import (
	"cmp"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Picker chooses the pages that are worth a second look: of all that look like
// the answer to a URL that cannot exist, some of each template.
type Picker struct {
	Answers   *Answers
	Key       func(url []byte) uint64 // decides by chance, the same way each time
	templates Templates
	found     []Candidate
}

// Candidate is a page that looks like an answer.
type Candidate struct {
	ID     frontier.ID
	URL    string
	Answer *frontier.Unknown
	Page   record.Sketch // of its main text when it was fetched
	differ int
	key    uint64
}

const (
	maxFound    = 4_000 // candidates that are held
	perTemplate = 5     // of those that are looked at
)

// See takes a page, in order of ID.
func (p *Picker) See(row *frontier.Row) {
	if !IsPage(row) {
		return
	}
	if row.Sources&frontier.FromStart != 0 {
		p.templates.Add(row.URL, false)
		return
	}
	answer, differ := p.Answers.Match(row)
	p.templates.Add(row.URL, answer != nil)
	if answer == nil {
		return
	}
	if len(p.found) == 2*maxFound {
		p.nearest()
	}
	p.found = append(p.found, Candidate{
		ID: row.ID, URL: strings.Clone(row.URL), Answer: answer, Page: row.Page.Sketch, differ: differ, key: p.Key([]byte(row.URL)),
	})
}

// nearest keeps those that are most like an answer, by chance among equals.
func (p *Picker) nearest() {
	slices.SortFunc(p.found, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(a.differ, b.differ), cmp.Compare(a.key, b.key), cmp.Compare(a.ID, b.ID))
	})
	p.found = p.found[:min(len(p.found), maxFound)]
}

// Pick gives up to most candidates: the one of each template that is nearest
// to an answer, then the second of each, and so on.
func (p *Picker) Pick(most int) []Candidate {
	p.nearest()
	rank := map[string]int{}
	ranks := make([][]Candidate, perTemplate)
	for _, c := range p.found {
		pattern := p.templates.Of(c.URL).Pattern
		if n := rank[pattern]; n < perTemplate {
			rank[pattern]++
			ranks[n] = append(ranks[n], c)
		}
	}
	picked := slices.Concat(ranks...)
	return picked[:min(len(picked), most)]
}
