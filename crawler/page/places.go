package page

import (
	"bytes"
	"net/url"

	"golang.org/x/net/html"

	"github.com/portolan-seo/portolan/frontier/record"
)

// fragment is a link to a place of the page itself.
type fragment struct {
	name   string
	offset int
}

const maxFragments = 1000

// Place gives the name of the place to which a reference leads by its fragment,
// nil if it leads to none: to the page, its top, a state of its scripts, or a text
// (HTML, 7.4.6.4: "top"; #:~: of Scroll to Text Fragment).
func Place(href []byte) []byte {
	at := bytes.IndexByte(href, '#')
	if at < 0 {
		return nil
	}
	name := bytes.TrimRight(href[at+1:], " \t\n\f\r")
	if len(name) == 0 || len(name) > maxPlace || name[0] == '!' || name[0] == '/' || bytes.Contains(name, []byte(":~:")) || equalFold(name, "top") {
		return nil
	}
	return name
}

const maxPlace = 200

// keepFragment takes a link whose address begins with #, if it is no button.
func (p *Parser) keepFragment(t *tag, href []byte) {
	name := Place(href)
	if name == nil || len(p.flaws.fragments) == maxFragments || t.has&(1<<attrRole|1<<attrOnClick) != 0 {
		return
	}
	p.flaws.fragments = append(p.flaws.fragments, fragment{string(name), t.start})
}

// lookForFragments looks for the places to which links of the page itself lead.
// Under a base element "#x" leads to the page that this names (HTML, 2.4.3).
func (p *Parser) lookForFragments() {
	p.page.Places = p.readPlaces()
	if p.page.Base != nil {
		return
	}
	told := map[string]bool{}
	for _, f := range p.flaws.fragments {
		if has, known := HasPlace(p.page.Places, f.name); known && !has && !told[f.name] {
			told[f.name] = true
			p.flaw(record.FragmentMissing, f.offset, []byte("#"+f.name))
		}
	}
}

// HasPlace tells whether a fragment leads to one of the places of a page: as it is
// written, or with its percent-encoding read (HTML, 7.4.6.4). known is false where
// that cannot be told.
func HasPlace(places record.Places, fragment string) (has, known bool) {
	if has, known = places.Has(fragment); has || !known {
		return has, known
	}
	plain, err := url.PathUnescape(fragment)
	if err != nil || plain == fragment {
		return false, true
	}
	return places.Has(plain)
}

// readPlaces finds the places of the document: the values of id, and of name of an
// a element (HTML, 7.4.6.4). What looks like one in a script counts, too, for it may put it in.
func (p *Parser) readPlaces() record.Places {
	if p.in.Truncated {
		return ""
	}
	places := p.places[:0]
	for at := 0; len(places) <= 4*record.MaxPlaces; {
		n := bytes.IndexByte(p.doc[at:], '=')
		if n < 0 {
			p.places = places
			return record.NewPlaces(places)
		}
		at += n + 1
		if !namesPlace(p.doc[:at-1]) {
			continue
		}
		if value := attributeValue(p.doc[at:]); len(value) > 0 {
			places = append(places, record.PlaceHash(value))
			if bytes.IndexByte(value, '&') >= 0 {
				places = append(places, record.PlaceHash([]byte(html.UnescapeString(string(value)))))
			}
		}
	}
	return ""
}

// namesPlace tells of markup that ends in the name of an attribute whose value is
// a place.
func namesPlace(s []byte) bool {
	if len(s) == 0 || s[len(s)-1] > ' ' && lower(s[len(s)-1]) != 'd' && lower(s[len(s)-1]) != 'e' {
		return false // as most do
	}
	s = bytes.TrimRight(s[max(0, len(s)-maxTag):], " \t\n\f\r")
	for _, name := range [...]string{"id", "name"} {
		before := len(s) - len(name)
		if before <= 0 || !equalFold(s[before:], name) || bytes.IndexByte([]byte(" \t\n\f\r\"'/."), s[before-1]) < 0 { // "." in scripts
			continue
		}
		tag := s[bytes.LastIndexByte(s, '<')+1:]
		return name == "id" || len(tag) > 1 && lower(tag[0]) == 'a' && tag[1] <= ' '
	}
	return false
}

const maxTag = 512 // bytes of an a element's tag before its name

// attributeValue is the value that begins a text, in markup or in a string of a
// script that holds markup.
func attributeValue(s []byte) []byte {
	s = bytes.TrimLeft(s[:min(len(s), maxPlace+4)], " \t\n\f\r")
	if len(s) > 1 && s[0] == '\\' {
		s = s[1:]
	}
	if len(s) > 0 && (s[0] == '"' || s[0] == '\'') {
		end := bytes.IndexByte(s[1:], s[0])
		if end < 0 {
			return nil
		}
		return bytes.TrimSuffix(s[1:1+end], []byte(`\`))
	}
	return s[:max(0, bytes.IndexAny(s, " >\t\n\f\r"))]
}
