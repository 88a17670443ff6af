package pathforms

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

const (
	enough       = 20 // URLs that the site leads back, before the next ones are not asked for
	confirmOne   = 50 // of so many one is asked for all the same
	mostEntries  = 2000
	mostSections = 1000 // of an entry
	mostDoubts   = 200  // of an entry
)

// Ledger is what is known of the forms of a site's URLs. It belongs to one
// goroutine at a time.
type Ledger struct {
	entries map[key]*entry
	holding int
	changed bool
}

type key struct {
	origin string
	form   Form
}

// entry is what is known of a form on an origin.
type entry struct {
	Origin   string    `json:"origin"`
	Form     Form      `json:"form"`
	Led      int       `json:"led,omitempty"` // back by the site; counting ends when it is enough
	Sections []string  `json:"sections,omitempty"`
	Sample   [2]string `json:"sample"`            // one of them, and where it leads
	Against  string    `json:"against,omitempty"` // a URL that is a page of its own

	// Bases are the URLs that those with a parameter led to. Many that lead to
	// one may be items that are gone from a list of others that are not.
	Bases []string          `json:"bases,omitempty"`
	Begun map[string]string `json:"begun,omitempty"` // of sections, the only base in it so far

	doubts []doubt
}

// doubt is a page with a canonical whose page was not read yet.
type doubt struct {
	url, to string
	content uint64
}

// Sight is a page that has been settled, with the URLs of where it leads.
type Sight struct {
	URL      string
	Page     *record.Page
	Redirect string // "" for none, as Canonical
	// Canonical may be the page itself.
	Canonical string
}

// Read makes a Ledger of what Text gave; "" is that of a crawl that knows nothing.
func Read(text string) (*Ledger, error) {
	l := &Ledger{entries: map[key]*entry{}}
	if text == "" {
		return l, nil
	}
	var entries []*entry
	if err := json.Unmarshal([]byte(text), &entries); err != nil {
		return nil, fmt.Errorf("read what is known of the spellings of URLs: %w", err)
	}
	for _, e := range entries {
		l.entries[key{e.Origin, e.Form}] = e
		if e.holds() {
			l.holding++
		}
	}
	return l, nil
}

// Text gives the Ledger as the crawl file has it.
func (l *Ledger) Text() string {
	entries := make([]*entry, 0, len(l.entries))
	for _, e := range l.entries {
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b *entry) int {
		return slices.Compare([]string{a.Origin, string(a.Form)}, []string{b.Origin, string(b.Form)})
	})
	text, err := json.Marshal(entries)
	if err != nil {
		panic(err) // strings and numbers
	}
	return string(text)
}

func (e *entry) holds() bool { return e.Led >= enough && e.Against == "" }

// Changed tells whether a form has begun or ceased to hold, or holds in one more
// section, since it was last asked.
func (l *Ledger) Changed() bool {
	changed := l.changed
	l.changed = false
	return changed
}

// Holds tells whether a URL need not be asked for: it is the spelling of another
// one, which it gives, if that is a page. One in fifty is asked for all the same.
func (l *Ledger) Holds(url string) (other string, holds bool) {
	if l.holding == 0 || confirms(url) {
		return "", false
	}
	origin := canonical.Origin(url)
	forms := slices.DeleteFunc(formsOf(url), func(f Form) bool {
		e := l.entries[key{origin, f}]
		return e == nil || !e.holds() || !slices.Contains(e.Sections, section(url))
	})
	if len(forms) == 0 {
		return "", false
	}
	return plain(url, forms), true
}

// Any tells whether any form holds.
func (l *Ledger) Any() bool { return l.holding > 0 }

func confirms(url string) bool {
	h := fnv.New64a()
	h.Write([]byte(url))
	return h.Sum64()>>8%confirmOne == 0
}

// Ended tells of a URL that was held by a form which holds no more.
func (l *Ledger) Ended(url string) bool {
	origin := canonical.Origin(url)
	return slices.ContainsFunc(formsOf(url), func(f Form) bool {
		e := l.entries[key{origin, f}]
		return e != nil && e.Led >= enough && e.Against != ""
	})
}

// Proof tells what shows that a URL which is held need not be asked for.
type Proof struct {
	Form       string // as people read it
	Led        int    // URLs that led back, at least
	URL, Leads string // one of them
}

// Proof gives the proof of a URL that is held.
func (l *Ledger) Proof(url string) (p Proof, found bool) {
	origin := canonical.Origin(url)
	for _, f := range formsOf(url) {
		if e := l.entries[key{origin, f}]; e != nil && e.holds() && slices.Contains(e.Sections, section(url)) {
			return Proof{f.Shown(), e.Led, e.Sample[0], e.Sample[1]}, true
		}
	}
	return Proof{}, false
}

// at gives an entry, nil where it is of no use any more.
func (l *Ledger) at(origin string, f Form) *entry {
	e := l.entries[key{origin, f}]
	switch {
	case e == nil && len(l.entries) < mostEntries:
		e = &entry{Origin: origin, Form: f}
		l.entries[key{origin, f}] = e
	case e == nil || e.Against != "":
		return nil
	}
	return e
}

func (l *Ledger) against(e *entry, url string) {
	if e.holds() {
		l.holding--
	}
	e.Against, e.doubts, e.Sections, e.Bases, e.Begun = url, nil, nil, nil, nil
	l.changed = true
}

func (l *Ledger) led(e *entry, url, to string) {
	if s := section(url); len(e.Sections) < mostSections && !slices.Contains(e.Sections, s) && e.shows(s, to) {
		e.Sections = append(e.Sections, s)
		delete(e.Begun, s)
		l.changed = l.changed || e.holds()
	}
	if e.Led >= enough || slices.Contains(e.Bases, to) {
		return
	}
	if e.Form.param() {
		e.Bases = append(e.Bases, to)
	}
	if e.Led++; e.Led == 1 {
		e.Sample = [2]string{url, to}
	}
	if e.Led == enough {
		l.holding++
		l.changed = true
	}
}

// shows tells whether a URL that led back is enough for its section: the first
// one is, of a parameter the first one with another base.
func (e *entry) shows(section, base string) bool {
	if !e.Form.param() {
		return true
	}
	first, begun := e.Begun[section]
	if !begun && len(e.Begun) < mostSections {
		if e.Begun == nil {
			e.Begun = map[string]string{}
		}
		e.Begun[section] = base
	}
	return begun && first != base
}

// Finder finds a URL that is known; nil if it is not.
type Finder interface {
	Find(url string) (*frontier.Row, error)
}
