package classes

import (
	"encoding/json"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// Book is what is kept of a judged crawl's views of pages, so that one of them can
// be told of without a look at the whole crawl: the classes that make views, and of
// each URL that is one a number, its entry:
//
//	4 bits   Kind
//	28 bits  place of its class in Classes, from 1 on; 0 for none
//	32 bits  Target + 1; 0 for none
type Book struct {
	Classes []Class `json:"classes"`
	Paths   bool    `json:"paths"` // paths may have what is a parameter, too

	places map[*pair]int
	known  int // URLs of the crawl: targets are among them
}

// NewBook gives one without entries.
func (c *Classes) NewBook() *Book {
	return &Book{Paths: c.r.addr.words.mayBeView(""), places: map[*pair]int{}}
}

// Enter gives the entry of what a URL is: 0 for a page, and for the spelling of one,
// which no parameter makes.
func (b *Book) Enter(v View) uint64 {
	if v.Kind == Page || v.Kind == Variant && v.param == nil {
		return 0
	}
	entry := uint64(v.Kind) | uint64(v.Target+1)<<32
	if v.param == nil {
		return entry
	}
	place, known := b.places[v.param]
	if !known {
		b.Classes = append(b.Classes, v.param.class())
		place = len(b.Classes)
		b.places[v.param] = place
	}
	return entry | uint64(place)<<4
}

// View gives what an entry that is not 0 says, false where it is none that Enter gives.
func (b *Book) View(entry uint64) (View, bool) {
	v := View{Kind: Kind(entry & 15), Target: frontier.ID(entry>>32) - 1}
	place := entry >> 4 & (1<<28 - 1)
	switch {
	case v.Kind == Page, v.Kind > Copy, place > uint64(len(b.Classes)),
		v.Target != frontier.NoID && int64(v.Target) >= int64(b.known),
		v.Target == frontier.NoID && (v.Kind == Variant || v.Kind == Copy),
		place == 0 && v.Kind == Variant:
		return View{}, false
	}
	if place > 0 {
		v.class = &b.Classes[place-1]
	}
	return v, true
}

// IsPage tells whether a URL that no crawl knows would be a page by its text alone.
func (b *Book) IsPage(url string) bool { return !b.Paths && !MayBeView(url) }

// Text gives the book as the crawl file has it.
func (b *Book) Text() string {
	text, err := json.Marshal(b)
	if err != nil {
		panic(err) // strings and numbers
	}
	return string(text)
}

// ReadBook reads what Text gave, of a crawl with so many known URLs; false where it
// gave none of it. A file is what someone may have written.
func ReadBook(text string, known int) (*Book, bool) {
	b := &Book{known: known}
	if json.Unmarshal([]byte(text), b) != nil {
		return nil, false
	}
	return b, !slices.ContainsFunc(b.Classes, func(c Class) bool { return !c.isSound() })
}

// isSound tells that a class has a relation that there is, and counts no less than
// nothing.
func (c *Class) isSound() bool {
	counts := []int{c.Known, c.Fetched, c.Values, c.Listed, c.Held, c.Same, c.Equal, c.Part, c.Wider, c.Other, c.Unclear, c.Without, c.Views, c.Pages}
	return c.Relation <= Retells && slices.Min(counts) >= 0
}
