package traps

import (
	"regexp"

	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

const (
	// loneChain pages, each of which was met on the one before, may not be listed, and has led to a few new URLs at most, are
	// followed no further. Chains whose first pages say noindex, and later ones do not, are shorter.
	loneChain = 1000
	missChain = 100 // of pages that say themselves that there is no such page, on a site of which no page has answered so (404, 410)
	loneWidth = 3   // new URLs of a page: chains may cross
	loneAhead = 16
	loneTable = 1 << 14
	maxLone   = 100 // chains that are ended so
)

// lone says that a page was met by a chain of so many.
type lone struct {
	id    frontier.ID
	count int
	wide  bool // some of them have led to several new URLs
	miss  int  // the last of them that say that there is no such page
	of    *loneWeb
}

// loneWeb is what is known of chains that began with one page.
type loneWeb struct {
	opened, seen int // new URLs that its pages have led to; pages of it
	listable     int // how far the one that led to a listable page was down its chain
}

// sawLone takes a page that may not be listed and has led to a few new URLs at most. Its words may be
// letters alone, and its section another one than that of the page before: no pattern holds such pages together, and since
// nothing else ever waits there is no round in which classes would be found. Where chains cross, nothing but such pages
// may have come of them, and little may wait: archives that are noindex lead to articles.
func (t *Detector) sawLone(o *Page, next [][]byte) {
	page := lone{id: o.ID, count: 1, wide: len(next) > 1}
	rec := &o.Settled.Record
	misses := record.IsPage(rec.Status) && len(next) == 1 && lookalike.SaysNoPage(rec.Title, rec.H1[0])
	if misses {
		page.miss = 1
	}
	if before := &t.alone[o.Via%loneTable]; before.id == o.Via && before.of != nil {
		page.count, page.wide, page.of = page.count+before.count, page.wide || before.wide, before.of
		if misses {
			page.miss += before.miss
		}
	} else {
		page.of = &loneWeb{}
	}
	t.alone[o.ID%loneTable] = page
	web := page.of
	web.opened += len(next)
	web.seen++
	long := page.count >= loneChain && !(page.wide && (page.count-web.listable < loneChain || web.opened-web.seen > loneAhead))
	if t.lones == maxLone || !long && (t.answersGone || page.miss < missChain) {
		return
	}
	for _, url := range next {
		t.lones++
		t.changed = true
		t.list = append(t.list, frontier.Quarantine{
			Kind: kindChain, Pattern: string(url), Expr: shellSafe(`\A` + regexp.QuoteMeta(string(url)) + `\z`),
			Fetched: page.count, Window: page.count, Examples: []string{string(url)}, Opener: o.ID,
		})
	}
}

// sawListable takes a page that may be listed, and was met on one that may not.
func (t *Detector) sawListable(o *Page) {
	if before := &t.alone[o.Via%loneTable]; before.id == o.Via && before.of != nil {
		before.of.listable = max(before.of.listable, before.count)
	}
}
