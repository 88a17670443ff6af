// Package opinions compares what pages are as they are sent with what they are
// once their scripts have run, and says by samples which templates of a site
// have to be rendered. It is pure over facts.
package opinions

import (
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Diff says in what two opinions on a page differ, as bits.
type Diff uint8

const (
	Links      Diff = 1 << iota // the rendered page has links that the plain one has not
	Text                        // a fourth of the words, and twenty at least
	Title                       //
	Canonical                   //
	Robots                      // one of them says noindex
	Alternates                  // the rendered page names translations that the plain one does not
	Address                     // scripts lead to another URL
)

var names = [...]string{"links", "text", "title", "canonical", "robots", "alternates", "address"}

// Names gives the names of what differs.
func (d Diff) Names() (list []string) {
	for i, name := range names {
		if d&(1<<i) != 0 {
			list = append(list, name)
		}
	}
	return list
}

// String names what differs.
func (d Diff) String() string { return Join(d.Names()) }

// Join joins names as people do.
func Join(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

// Words of record.Rendering.Marks, besides those of package render.
const (
	MarkAlternates = "alternates" // the rendered page alone names translations
	MarkKept       = "kept"       // an earlier crawl has rendered it, this one could not
	MarkFailed     = "failed:"    // and how this one failed
)

const (
	leastWords = 20 // by which two texts differ
	wordShare  = 4  // a fourth of them
)

// Of compares the two opinions on a page; a page whose rendering failed has
// none.
func Of(row *frontier.RenderedRow) (d Diff) {
	if row.Page == nil {
		return 0
	}
	set := func(bit Diff, yes bool) {
		if yes {
			d |= bit
		}
	}
	sent, page, how := row.Sent, row.Page, &row.Rendering
	set(Links, how.Links > 0)
	set(Text, Words(sent.Words, page.Words))
	set(Title, sent.Title != page.Title)
	set(Canonical, namesOne(sent.Canonical) && namesOne(how.Canonical) && row.SentCanonical != row.Own || namesOne(sent.Canonical) != namesOne(how.Canonical))
	set(Robots, sent.MetaRobots.Indexable() != how.Robots.Indexable())
	set(Alternates, strings.Contains(how.Marks, MarkAlternates))
	set(Address, how.Script)
	return d
}

// Words tells whether texts of so many words are not the same.
func Words(sent, rendered int) bool {
	differ := max(sent-rendered, rendered-sent)
	return differ >= leastWords && differ*wordShare >= max(sent, rendered)
}

// namesOne tells of a canonical that names a page.
func namesOne(c record.CanonicalState) bool {
	return c == record.CanonicalSelf || c == record.CanonicalOther
}

// IsShell tells of a page that has next to no text, and an empty place where
// scripts put it.
func IsShell(f *record.Facts) bool { return f.Problems&(1<<record.ScriptShell) != 0 }
