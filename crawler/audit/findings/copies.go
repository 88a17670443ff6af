package findings

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/portolan-seo/portolan/frontier"
)

// The things that pages may have in common.
const (
	sameTitle = iota
	sameDescription
	sameSpelling // the text, and the URL but for its spelling
	sameText
	sameContent // the words of the main text, in whatever order
	nearContent // nearly these
	copyKinds
)

// copies are the pages that have one thing in common with others.
type copies struct {
	asked bool // a rule looks at them; else none are kept
	room  int  // for pages, made at once: a list that grows takes several times as much
	list  []copyOf
	// members are the pages that are not alone, by ID.
	members []member
	next    int
}

type copyOf struct {
	hash uint64
	id   frontier.ID
	near frontier.ID // of nearContent: the page that it is like; else NoID
}

func (c *copies) add(id frontier.ID, hash uint64) {
	if c.asked {
		if c.list == nil {
			c.list = make([]copyOf, 0, c.room)
		}
		c.list = append(c.list, copyOf{hash, id, frontier.NoID})
	}
}

// askFor keeps those copies that rules look at.
func (s *survey) askFor(rules []*Rule) {
	for _, r := range rules {
		for _, kind := range r.copies {
			s.copies[kind].asked = true
		}
	}
}

// member is a page of a group. Other is the page that it is nearly like, else the first
// other one of the group that is no translation of it, if there is one.
type member struct {
	id, other frontier.ID
	size      int32
}

// addCopies takes an indexable page.
func (s *survey) addCopies(row *frontier.Row) {
	c, p := &s.copies, row.Page
	if c[sameTitle].asked && p.Title != "" {
		c[sameTitle].add(row.ID, s.hash(p.Title, p.Lang))
	}
	if c[sameDescription].asked && p.Description != "" {
		c[sameDescription].add(row.ID, s.hash(p.Description, p.Lang))
	}
	if p.Words < leastWords {
		return
	}
	if c[sameSpelling].asked {
		c[sameSpelling].add(row.ID, s.hash(spelling(row.URL), "")^p.TextHash)
	}
	c[sameText].add(row.ID, p.TextHash)
	if c[nearContent].asked && p.Words >= 2*leastWords {
		s.near.Add(row.ID, row.URL, p.Print)
	}
	if p.Words >= 2*leastWords && p.Print.IsLong() {
		c[sameContent].add(row.ID, p.Content)
	}
}

// leastWords are those of a page whose text says something.
const leastWords = 50

// hash is the same for texts that differ in case and white space alone.
func (s *survey) hash(text, more string) uint64 {
	b := appendFolded(s.folding[:0], text)
	b = append(b, 0)
	b = appendFolded(b, more)
	s.folding = b
	return maphash.Bytes(s.seed, b)
}

// appendFolded appends the words of a text in lower case, a blank behind each.
func appendFolded(b []byte, text string) []byte {
	start := len(b)
	for i := range len(text) {
		switch c := text[i]; {
		case c >= utf8.RuneSelf:
			b = b[:start]
			for word := range strings.FieldsSeq(text) {
				b = append(append(b, strings.ToLower(word)...), ' ')
			}
			return b
		case c == ' ' || '\t' <= c && c <= '\r':
			if len(b) > start && b[len(b)-1] != ' ' {
				b = append(b, ' ')
			}
		case 'A' <= c && c <= 'Z':
			b = append(b, c|0x20)
		default:
			b = append(b, c)
		}
	}
	if len(b) > start && b[len(b)-1] != ' ' {
		b = append(b, ' ')
	}
	return b
}

// sort orders pages by what they have, and drops those that are alone with it: next to all.
func (c *copies) sort() {
	slices.SortFunc(c.list, func(a, b copyOf) int { return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.id, b.id)) })
	kept, before := c.list[:0], copyOf{id: frontier.NoID}
	for i, page := range c.list {
		if before.id != frontier.NoID && before.hash == page.hash || i+1 < len(c.list) && c.list[i+1].hash == page.hash {
			kept = append(kept, page)
		}
		before = page
	}
	c.list = slices.Clone(kept)
}

// group finds the pages that are not alone, of those in order.
func (c *copies) group(translations func(a, b frontier.ID) bool) {
	for from := 0; from < len(c.list); {
		end := from + 1
		for end < len(c.list) && c.list[end].hash == c.list[from].hash {
			end++
		}
		for i := from; i < end && end-from > 1; i++ {
			other := c.list[i].near
			if other == frontier.NoID {
				other = otherOf(c.list[i].id, c.list[from:end], translations)
			}
			c.members = append(c.members, member{c.list[i].id, other, int32(end - from)})
		}
		from = end
	}
	c.list = nil
	slices.SortFunc(c.members, func(a, b member) int { return cmp.Compare(a.id, b.id) })
}

// otherOf gives the other page of the group of a page.
func otherOf(id frontier.ID, group []copyOf, translations func(a, b frontier.ID) bool) frontier.ID {
	for _, c := range group {
		if c.id != id && !translations(id, c.id) {
			return c.id
		}
	}
	if group[0].id == id {
		return group[1].id
	}
	return group[0].id
}

// has tells whether a page is not alone.
func (c *copies) has(id frontier.ID) bool {
	c.mustBeAsked()
	_, found := slices.BinarySearchFunc(c.members, id, func(m member, id frontier.ID) int { return cmp.Compare(m.id, id) })
	return found
}

// of gives the group of a page. It may be called several times for one URL, and
// in order of ID.
func (c *copies) of(id frontier.ID) (m member, found bool) {
	c.mustBeAsked()
	for c.next < len(c.members) && c.members[c.next].id < id {
		c.next++
	}
	if c.next < len(c.members) && c.members[c.next].id == id {
		return c.members[c.next], true
	}
	return member{}, false
}

func (c *copies) mustBeAsked() {
	if !c.asked {
		panic("a rule looks at copies of pages that it does not name")
	}
}
