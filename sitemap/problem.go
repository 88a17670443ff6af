package sitemap

import (
	"fmt"
	"slices"
)

// Severity says what a problem does to a file.
type Severity int

// The severities.
const (
	Warning Severity = iota // the file follows the protocol, but deserves a word
	Error                   // the file breaks the protocol
)

// Problem is one fault found in a file. Detail holds text of the file: escape
// it for wherever it goes.
type Problem struct {
	Code   Code   `json:"code"`
	Line   int    `json:"line"` // from 1; 0 = the whole file
	Detail string `json:"detail"`
}

// maxDetail is the most bytes of a file's own text in a Problem.
const maxDetail = 160

// problems gathers faults, with a ceiling for each code.
type problems struct {
	list   []Problem
	counts [codeCount]int
	max    int
	soft   bool // a relative URL is no error: the file is a robots.txt
}

// add counts a problem and keeps the first ones of each code. It reports
// whether it was kept.
func (p *problems) add(c Code, line int, detail string) {
	if p.wants(c) {
		p.list = append(p.list, Problem{c, line, detail})
	}
	p.counts[c]++
}

// addText is add with text of the file as detail, cut to a sane length.
func (p *problems) addText(c Code, line int, text []byte) {
	if p.wants(c) {
		p.list = append(p.list, Problem{c, line, excerpt(text)})
	}
	p.counts[c]++
}

// addAbout is addText with words around the text.
func (p *problems) addAbout(c Code, line int, before string, text []byte, after string) {
	if p.wants(c) {
		p.list = append(p.list, Problem{c, line, before + excerpt(text) + after})
	}
	p.counts[c]++
}

// wants reports that a further problem of c would be kept.
func (p *problems) wants(c Code) bool { return p.counts[c] < p.max }

// once adds a problem that is worth saying once a file.
func (p *problems) once(c Code, line int, detail string) {
	if p.counts[c] == 0 {
		p.add(c, line, detail)
	}
}

// drop forgets the problems of some codes.
func (p *problems) drop(codes ...Code) {
	p.list = slices.DeleteFunc(p.list, func(q Problem) bool { return slices.Contains(codes, q.Code) })
	for _, c := range codes {
		p.counts[c] = 0
	}
}

// finish appends, for each code with more problems than were kept, one that
// says how many more there are.
func (p *problems) finish() []Problem {
	for c := range codeCount {
		if n := p.counts[c] - p.max; n > 0 {
			p.list = append(p.list, Problem{c, 0, fmt.Sprintf("and %d more", n)})
		}
	}
	return p.list
}

// severity is a code's, in this file.
func (p *problems) severity(c Code) Severity {
	if p.soft && c == LocRelative {
		return Warning
	}
	return codes[c].level
}

func (p *problems) valid() bool {
	for c, n := range p.counts {
		if n > 0 && p.severity(Code(c)) == Error {
			return false
		}
	}
	return true
}
