package classes

import (
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// echo counts the pages that have a main text in common. Most texts are those
// of one page, so that there are tens of thousands of these.
type echo struct {
	many   *alikes
	pages  uint32
	found  uint32 // on pages like these
	signs  uint32 // that are worth a question by themselves: see isSign
	id     uint32 // of the first
	print  uint32 // of title and content of the first
	url    urlLook
	begun  bool // the first came before the proof
	asked  bool
	proven bool
}

// urlLook is what the URL by which a text may be asked about looks like.
type urlLook uint8

const (
	rootURL  urlLook = 1 << iota // isRoot
	queryURL                     // it has parameters
)

func lookOfURL(url string) (look urlLook) {
	if isRoot(url) {
		look |= rootURL
	}
	if strings.IndexByte(url, '?') >= 0 {
		look |= queryURL
	}
	return look
}

// alikes is what is kept where several pages have a text, or where one is below
// folders that come again.
type alikes struct {
	instead, other frontier.ID // pages to ask about: in the place of the first, where that is a root, and with it
	same           uint32      // others with the title and content of the first
	ids            []uint32    // of others that came before the proof
	loop           string      // URL of one below folders that come again
}

// rest gives what is kept of several pages.
func (t *echo) rest() *alikes {
	if t.many == nil {
		t.many = &alikes{instead: frontier.NoID, other: frontier.NoID}
	}
	return t.many
}

// urls are those of two of the pages, to ask about; "" where there is one alone.
func (t *echo) urls(urlOf func(frontier.ID) (string, error)) (urls [2]string, err error) {
	ids := [2]frontier.ID{frontier.ID(t.id), frontier.NoID}
	if t.many != nil {
		ids[1] = t.many.other
		if t.many.instead != frontier.NoID {
			ids[0] = t.many.instead
		}
	}
	for i, id := range ids {
		if id != frontier.NoID && err == nil {
			urls[i], err = urlOf(id)
		}
	}
	return urls, err
}

// keep takes the ID of a page that came before the proof.
func (t *echo) keep(id uint32) {
	if t.pages == 1 {
		t.begun = true
		return
	}
	t.rest().ids = append(t.rest().ids, id)
}

// kept gives the IDs that were kept.
func (t *echo) kept() (ids []uint32) {
	if t.begun {
		ids = append(ids, t.id)
	}
	if t.many != nil {
		ids = append(ids, t.many.ids...)
	}
	return ids
}

// see counts a page.
func (t *echo) see(row *frontier.Row) {
	switch t.pages++; {
	case t.pages == 1:
		t.id, t.url = uint32(row.ID), lookOfURL(row.URL)
	case t.pages == 2:
		t.rest().other = row.ID
	case !t.asked && t.url&rootURL != 0:
		t.rest().instead, t.url = row.ID, lookOfURL(row.URL)
	}
	switch print := printOf(row); {
	case t.pages == 1:
		t.print = print
	case t.print == print:
		t.rest().same++
	}
	if isSign(row) {
		t.signs++
	}
}

// printOf is a hash of a page's title and content, in which numbers count beside a
// currency, and the main picture does.
func printOf(row *frontier.Row) uint32 {
	return uint32(mix(hashString(row.Page.Content, row.Page.Title)))
}
