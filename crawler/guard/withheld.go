package guard

import (
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/frontier"
)

// withheld are the pages that a site keeps from search itself, and those that it
// does not find.
type withheld struct {
	noIndex, canonical, missing tally
	texts                       map[uint64]bool // of the first two
}

// leastWithheld pages of as many texts that say noindex, or that another URL is their
// canonical, are a site that was put on line as it was made (or a plugin that names
// the home page everywhere) where next to none is left beside them. Views of one page
// have its text, and views of several leave these. As many that are not found are one
// whose program does not get its addresses any more, where the start page alone is left.
const leastWithheld = 20

// add takes a page that is left out by what it says.
func (w *withheld) add(row *frontier.Row, code audit.Code) {
	switch {
	case code == audit.HTTP4xx:
		w.missing.add(row)
		return
	case !lookalike.IsPage(row):
		return
	case code == audit.CanonicalElsewhere:
		w.canonical.add(row)
	default:
		w.noIndex.add(row)
	}
	if len(w.texts) < leastWithheld {
		w.texts[wholeText(row)] = true
	}
}

// keptBack looks whether the site keeps all but one or two pages from search, or
// finds none but its start page.
func (f *first) keptBack() *Shut {
	w := &f.withheld
	switch {
	case f.listed == 1 && w.missing.n >= leastWithheld && f.start != nil && f.code(f.start) == audit.Listed:
		return &Shut{Page: w.missing.example, Missing: true, From: w.missing.n, Listed: f.listed}
	case f.listed == 0 || f.listed > leftBeside || len(w.texts) < leastWithheld:
		return nil
	}
	most := &w.noIndex
	if w.canonical.n > most.n {
		most = &w.canonical
	}
	return &Shut{Page: most.example, NoIndex: most == &w.noIndex, Canonical: most == &w.canonical, From: most.n, Listed: f.listed}
}

// ByItself tells of a site that lets the crawl in, and has next to nothing for search.
func (s *Shut) ByItself() bool { return s.NoIndex || s.Canonical || s.Missing }
