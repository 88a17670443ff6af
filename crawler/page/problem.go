package page

import "strings"

// Problem is something wrong with a page that changed what was read from it.
type Problem struct {
	Code      Code
	Line, Col int    // from 1, of the body in UTF-8; 0 where there is no place
	Detail    string // for people, at most 200 bytes

	offset int
}

// Code names a kind of problem. Codes are never renamed.
type Code string

const (
	TooManyLinks         Code = "too-many-links"         // links from here on were not taken
	TooDeep              Code = "too-deep"               // SVG, MathML or templates nested too deep to be followed
	Unclosed             Code = "unclosed"               // Detail's element or comment hides the rest of the page
	HeadBroken           Code = "head-broken"            // Detail's element ended the head, before what belongs there
	CanonicalOutsideHead Code = "canonical-outside-head" // void for engines
	CanonicalQualified   Code = "canonical-qualified"    // with hreflang, media or type; void for engines
	LinkHeaderFaulty     Code = "link-header-faulty"     // the rest of a Link header cannot be read
	CharsetUnknown       Code = "charset-unknown"        // the label that was sent names no encoding
	CharsetConflict      Code = "charset-conflict"       // header and meta name different encodings
	CharsetUndeclared    Code = "charset-undeclared"     // none is named, and there is more than ASCII
	CharsetTooLong       Code = "charset-too-long"       // the body was cut while it was converted to UTF-8
)

const (
	maxProblems = 20
	maxDetail   = 200 // bytes
)

// problem records a problem at an offset of the document, -1 for none.
func (p *Parser) problem(code Code, offset int, detail string) {
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
