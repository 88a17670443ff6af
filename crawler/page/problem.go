package page

import (
	"strings"

	"github.com/portolan-seo/portolan/frontier/record"
)

// Problem is something wrong with a page that changed what was read from it.
type Problem struct {
	Code      record.Problem
	Line, Col int    // from 1, of the body in UTF-8; 0 where there is no place
	Detail    string // for people, at most 200 bytes

	offset int
}

const (
	maxProblems = 20
	maxDetail   = 200 // bytes
)

// problem records a problem at an offset of the document, -1 for none.
func (p *Parser) problem(code record.Problem, offset int, detail string) {
	p.page.Facts.Problems.Add(code)
	if len(p.page.Problems) < maxProblems {
		p.page.Problems = append(p.page.Problems, Problem{Code: code, Detail: clip(detail), offset: offset})
	}
}

// clip makes a Detail of text from outside.
func clip(s string) string {
	return strings.ToValidUTF8(string(cutRune([]byte(s[:min(len(s), maxDetail+1)]), maxDetail)), "\uFFFD")
}

// displacement is a bit set of what stands in body and belongs in head.
type displacement uint8

var displaceable = [...]string{"canonical", "robots", "hreflang", "title", "description"}

func (d displacement) String() string {
	var names []string
	for i, name := range displaceable {
		if d&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

func (p *Parser) displace(what string) {
	for i, name := range displaceable {
		if name == what {
			p.displaced |= 1 << i
		}
	}
}
