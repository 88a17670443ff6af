package guard

import (
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/frontier"
)

// withheld are the pages that a site keeps from search itself.
type withheld struct {
	noIndex, canonical tally
	texts              map[uint64]bool
}

// leastWithheld pages of as many texts that say noindex, or that another URL is their
// canonical, are a site that was put on line as it was made (or a plugin that names
// the home page everywhere) where next to none is left beside them. Views of one page
// have its text, and views of several leave these.
const leastWithheld = 20

// add takes a page that is left out by what it says.
func (w *withheld) add(row *frontier.Row, code audit.Code) {
	if !lookalike.IsPage(row) {
		return
	}
	if code == audit.CanonicalElsewhere {
		w.canonical.add(row)
	} else {
		w.noIndex.add(row)
	}
	if len(w.texts) < leastWithheld {
		w.texts[wholeText(row)] = true
	}
}

// keptBack looks whether the site keeps all but one or two pages from search.
func (f *first) keptBack() *Shut {
	w := &f.withheld
	if f.listed == 0 || f.listed > leftBeside || len(w.texts) < leastWithheld {
		return nil
	}
	most := &w.noIndex
	if w.canonical.n > most.n {
		most = &w.canonical
	}
	return &Shut{Page: most.example, NoIndex: most == &w.noIndex, Canonical: most == &w.canonical, From: most.n, Listed: f.listed}
}
