package page

import (
	"bytes"
	"fmt"

	"github.com/portolan-seo/portolan/frontier/record"
)

// lookForCutList looks for a list that says to show its first entries of many
// ("1-20 of 340"), on a page without a link to the others.
func (p *Parser) lookForCutList() {
	shown, all := listCount(p.main.text)
	if all == 0 || p.leadsOn() {
		return
	}
	p.flaw(record.ListCut, -1, fmt.Appendf(nil, "1-%d of %d", shown, all))
}

const (
	leastShown = 5
	mostListed = 10_000_000
	maxOfWord  = 6 // bytes of the word between the numbers: of, von, sur, sur, de
)

// listCount reads the first "1-20 of 340" of a text; all is 0 if there is none.
func listCount(text []byte) (shown, all int) {
	for at := 0; at < len(text); at++ {
		next := bytes.IndexByte(text[at:], '1')
		if next < 0 {
			return 0, 0
		}
		at += next
		if at > 0 && (isAlnum(text[at-1]) || text[at-1] == '.' || text[at-1] == ',' || text[at-1] == '-') {
			continue
		}
		if shown, all = countAt(text[at+1 : min(len(text), at+60)]); all > 0 {
			return shown, all
		}
	}
	return 0, 0
}

// countAt reads what follows the 1.
func countAt(rest []byte) (shown, all int) {
	rest = bytes.TrimLeft(rest, " ")
	for _, dash := range []string{"-", "–", "—"} {
		after, found := bytes.CutPrefix(rest, []byte(dash))
		if !found {
			continue
		}
		shown, after = numberAt(bytes.TrimLeft(after, " "))
		word := bytes.TrimLeft(after, " ")
		end := 0
		for end < len(word) && end <= maxOfWord && (isLetter(word[end]) || word[end] >= 0x80 || word[end] == '/') {
			end++
		}
		if end == 0 || end > maxOfWord || shown < leastShown {
			return 0, 0
		}
		all, after = numberAt(bytes.TrimLeft(word[end:], " "))
		if len(after) > 0 && isAlnum(after[0]) || all <= shown || all > mostListed {
			return 0, 0
		}
		return shown, all
	}
	return 0, 0
}

// numberAt reads a number with its separators of thousands.
func numberAt(text []byte) (n int, rest []byte) {
	for i, c := range text {
		switch {
		case c >= '0' && c <= '9' && n <= mostListed:
			n = 10*n + int(c-'0')
		case (c == ',' || c == '.') && i > 0 && i+3 < len(text)+1 && digits(text[i+1:], 3):
		default:
			return n, text[i:]
		}
	}
	return n, nil
}

// digits tells whether a text begins with so many digits.
func digits(text []byte, n int) bool {
	if len(text) < n {
		return false
	}
	for _, c := range text[:n] {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// leadsOn tells whether a link leads to further entries: by rel=next, by its
// text, or by a number of a page in its address.
func (p *Parser) leadsOn() bool {
	for i := range p.page.Links {
		l := &p.page.Links[i]
		switch {
		case l.Kind == KindNext || l.Kind == KindPrev:
			return true
		case l.Kind != KindA || len(l.Href) == 0 || l.Href[0] == '#':
		case turnsPage(l.Href) || len(l.Anchor) <= maxOnward && onward[string(bytes.ToLower(l.Anchor))]:
			return true
		}
	}
	return false
}

const maxOnward = 24

// onward are texts of links to further entries.
var onward = func() map[string]bool {
	all := map[string]bool{}
	for _, text := range []string{
		"2", "next", "next page", "next »", "next >", "next →", "older", "older posts", "show more", "load more", "view all", "show all", "»", "›", ">", "→",
		"weiter", "nächste", "nächste seite", "mehr anzeigen", "alle anzeigen", "suivant", "page suivante", "voir tout", "siguiente", "ver todo", "successivo", "avanti", "volgende", "próxima", "następna",
	} {
		all[text] = true
	}
	return all
}()

// turnsPage tells of an address with a number of a page.
func turnsPage(href []byte) bool {
	for _, sign := range []string{"page=", "p=", "pg=", "paged=", "offset=", "start=", "from=", "/page/", "seite=", "cursor="} {
		if at := bytes.Index(href, []byte(sign)); at > 0 && (sign[0] == '/' || href[at-1] == '?' || href[at-1] == '&' || href[at-1] == ';') {
			return true
		}
	}
	return false
}
