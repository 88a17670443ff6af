package page

import (
	"bytes"
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"github.com/portolan-seo/portolan/frontier/record"
)

// fragment is a link to a place of the page itself.
type fragment struct {
	name   string
	offset int
}

const maxFragments = 200

// keepFragment takes a link whose address begins with #.
func (p *Parser) keepFragment(t *tag, href []byte) {
	name := href[1:]
	if len(p.flaws.fragments) == maxFragments || len(name) > 200 || name[0] == '!' || name[0] == '/' || bytes.Contains(name, []byte(":~:")) ||
		equalFold(name, "top") || t.has&(1<<attrRole|1<<attrOnClick) != 0 {
		return // the top, a state of scripts, a text, or a button
	}
	p.flaws.fragments = append(p.flaws.fragments, fragment{string(name), t.start})
}

// lookForFragments looks for the places to which links of the page lead: one
// search through the document for id and name, where there are such links. What
// looks like one of these in a script counts, too, for it may put it in. Under
// a base element "#x" leads to the page that this names (HTML, 2.4.3), of whose
// places nothing is known here.
func (p *Parser) lookForFragments() {
	if len(p.flaws.fragments) == 0 || p.page.Base != nil {
		return
	}
	missing := map[string]int{}
	for _, f := range p.flaws.fragments {
		if _, known := missing[f.name]; !known {
			missing[f.name] = f.offset
		}
	}
	for _, key := range [...]string{"id=", "name=", "ID=", "NAME=", "Id=", "Name="} {
		for rest := p.doc; len(missing) > 0; {
			n := bytes.Index(rest, []byte(key))
			if n < 0 {
				break
			}
			rest = rest[n+len(key):]
			value := attributeValue(rest)
			delete(missing, string(value))
			for name := range p.escaped(value) {
				delete(missing, name)
			}
		}
	}
	for _, f := range p.flaws.fragments {
		if _, is := missing[f.name]; is {
			delete(missing, f.name)
			plain, err := url.PathUnescape(f.name)
			if err == nil && plain != f.name && (p.hasPlace(plain)) {
				continue
			}
			p.flaw(record.FragmentMissing, f.offset, []byte("#"+f.name))
		}
	}
}

// attributeValue is the value that begins a text.
func attributeValue(s []byte) []byte {
	s = s[:min(len(s), 202)]
	if len(s) > 0 && (s[0] == '"' || s[0] == '\'') {
		end := bytes.IndexByte(s[1:], s[0])
		if end < 0 {
			return nil
		}
		return s[1 : 1+end]
	}
	return s[:max(0, bytes.IndexAny(s, " >\t\n"))]
}

// escaped gives the value with its character references read.
func (p *Parser) escaped(value []byte) func(func(string) bool) {
	return func(yield func(string) bool) {
		if bytes.IndexByte(value, '&') >= 0 {
			yield(html.UnescapeString(string(value)))
		}
	}
}

// hasPlace looks for one place by its name.
func (p *Parser) hasPlace(name string) bool {
	for _, quote := range [...]string{`"`, "'"} {
		for _, key := range [...]string{"id=", "name="} {
			if bytes.Contains(p.doc, []byte(key+quote+name+quote)) {
				return true
			}
		}
	}
	return strings.TrimSpace(name) == ""
}
