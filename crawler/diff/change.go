package diff

import (
	"encoding/binary"

	"github.com/portolan-seo/portolan/crawler/discover/spill"
)

// Kind is a kind of change.
type Kind uint8

// The kinds, in the order in which a URL's changes come.
const (
	Added     Kind = iota // listed now, and not before
	Removed               // listed before, and not now
	Changed               // its content is another
	Moved                 // listed before; To is listed in its stead
	Status                // the status of its answer is another
	NoIndex               // it may be indexed no longer
	Canonical             // its canonical is another
	Title                 // its title is another
	kindCount
)

var kindNames = [kindCount]string{"added", "removed", "changed", "moved", "status", "noindex", "canonical", "title"}

// Kinds are the names of all kinds, in their order.
func Kinds() []string { return kindNames[:] }

// String gives the name of the kind.
func (k Kind) String() string { return kindNames[k] }

// needs are the facts that both states have to know for a kind.
var needs = [kindCount]Facts{Changed: Contents, Status: Statuses, NoIndex: Directives, Canonical: Canonicals, Title: Titles}

// Change is one change of one URL.
type Change struct {
	Kind Kind
	URL  string
	To   string // of a move: where
	// Before and After are what is another: statuses ("no answer" where none
	// came), titles, canonicals (the URL itself where the page names itself). Of what was added
	// Before, and of what was removed After is the verdict, "" if the URL is
	// not known there. Of changed content After is the verdict of a page that is
	// not listed, of a move what shows it: redirect or content.
	Before, After string
}

// The rows of changes have the kind for a key; those of rank come before them
// and say what becomes of the others of the same URL.
const (
	isMoveTarget uint64 = iota // the URL that another one has moved to is not added
	firstKind
)

func (c *Change) row(b []byte) spill.Row {
	return spill.Row{URL: []byte(c.URL), Key: firstKind + uint64(c.Kind), Data: appendTexts(b, c.To, c.Before, c.After)}
}

func (c *Change) decode(r spill.Row) error {
	c.Kind, c.URL = Kind(r.Key-firstKind), string(r.URL)
	return readTexts(r.Data, &c.To, &c.Before, &c.After)
}

// redirectRow keeps a page that redirects now by where it leads, and its content before.
func redirectRow(was *Page, target string) spill.Row {
	return spill.Row{URL: []byte(target), Key: was.Content, Data: []byte(was.URL)}
}

// printRow keeps a page by a fingerprint.
func printRow(print uint64, side uint64, candidate bool, url []byte) spill.Row {
	r := spill.Row{URL: binary.BigEndian.AppendUint64(nil, print), Key: side}
	if candidate {
		r.Data = url
	}
	return r
}
