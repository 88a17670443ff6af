package classes

import (
	"encoding/json"
	"fmt"

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

// View gives what an entry says.
func (b *Book) View(entry uint64) (View, error) {
	v := View{Kind: Kind(entry & 15), Target: frontier.ID(entry>>32) - 1}
	switch place := int(entry>>4) & (1<<28 - 1); {
	case place > len(b.Classes) || v.Kind > Copy:
		return View{}, fmt.Errorf("what the crawl file says of a view, %x, is wrong", entry)
	case place > 0:
		v.class = &b.Classes[place-1]
	}
	return v, nil
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

// ReadBook reads what Text gave.
func ReadBook(text string) (*Book, error) {
	b := &Book{}
	if err := json.Unmarshal([]byte(text), b); err != nil {
		return nil, fmt.Errorf("read the classes of views of pages: %w", err)
	}
	return b, nil
}
