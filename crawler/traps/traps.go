package traps

import (
	"slices"

	"github.com/portolan-seo/portolan/crawler/filter"
	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Detector finds endless parts of a site. It is shown every page by one goroutine.
//
// For each pattern of URLs (see patternsOf) it keeps two yields. The first is
// the number of pages with a text not met before, per 100 pages. Where it
// collapses, while the pages go on to link to new URLs of the pattern and to
// nothing else that is new, the pattern is put in quarantine. The second is
// the number of pages that their own answer lets be listed, per 200. Pages that
// are dead and lead nowhere are in neither. Where only that one collapses, in
// paths of which each leads to the next and to nothing else that is new, the
// pattern is a chain, of which a sample is fetched on. Whatever else may not be
// listed is a matter of classes.
//
// Nor is the form of URLs anything to a chain by which a thousand pages were met one
// by one (see sawLone).
//
// Relative links that stack folders up are a third way (see stackPages).
//
// What a pattern opens elsewhere keeps it alive whatever its own pages are
// worth: archives that are noindex lead to articles.
//
// Its memory is bounded: tables that forget, and at most maxPatterns counts.
// What is forgotten counts as new, which errs on the side of fetching.
type Detector struct {
	scope   canonical.Scope
	allow   filter.List
	stats   map[uint64]*patternStat
	stacks  map[string]*stack // by the folder that they stand on
	stacked string            // the deepest folder below which all that were found stand, "" if none was

	asks      bool // somebody asks the questions
	questions []StackQuestion
	asked     int
	texts     []uint64 // the last text whose hash fell on each place
	links     seenLinks
	hops      []hop
	listable  bool // a page of the site may be listed: it is no copy that says noindex all over, which is to be seen whole
	alone     []lone
	// answersGone: what is not there answers 404 or 410.
	answersGone bool
	lones       int       // chains that sawLone has ended
	inside      []pattern // of the page at hand, reused
	other       []pattern // of a link of it, reused
	first       [][]byte  // new links of it, reused

	list    []frontier.Quarantine
	changed bool // list has changed since the last call of Changed
	told    int  // of the list, by Changed
}

const (
	maxPatterns = 8192
	textTable   = 1 << 16
	hopTable    = 1 << 12

	textWindow  = 100  // pages between two looks at new texts
	loopWindow  = 20   // the same where path segments repeat
	chainWindow = 1000 // pages between two looks at what may be listed: later ones of a chain may be, though the first say noindex

	dryTexts   = 2  // new texts in a window, at most, of a pattern that has run dry
	dryOpened  = 5  // new URLs elsewhere in a window, at most
	dryChain   = 1  // pages in a chainWindow that may be listed, at most
	feedShare  = 2  // one new URL of the pattern for so many pages shows that it goes on
	trapHops   = 20 // redirects in a row: twice what search engines follow
	mixedShare = 10 // one page of so many that is one of its own shows that an address is not to be closed as a whole
	chainShare = 2  // so many new URLs of the pattern for a page, at most, where one leads to the next: what grows is a matter of classes
	sampleOf   = 50 // one of so many of a chain is fetched on
)

// patternStat counts the pages of one pattern.
type patternStat struct {
	fetched   int
	newTexts  int // of these, as are the next
	indexable int
	window    yield
	chain     yield
	dry       bool // the last window brought no new text
	opener    frontier.ID
	examples  []string
}

// yield is what a number of pages brought.
type yield struct {
	pages, newTexts, indexable int
	fed                        int // new URLs of the pattern itself, or of others that have run dry
	opened                     int // other new URLs
}

// hop says that a URL is the target of so many redirects in a row.
type hop struct {
	key   uint64
	count int
}

// New begins with what earlier runs put in quarantine and the user has
// not taken back.
func New(scope canonical.Scope, allow filter.List, before []frontier.Quarantine) *Detector {
	t := &Detector{
		scope: scope, allow: allow,
		stats: map[uint64]*patternStat{}, stacks: map[string]*stack{},
		texts: make([]uint64, textTable),
		links: newSeenLinks(),
		hops:  make([]hop, hopTable),
		alone: make([]lone, loneTable),
	}
	for _, q := range before {
		if q.Kind != kindBudget && !slices.ContainsFunc(q.Examples, t.allowed) {
			t.list = append(t.list, q)
			if q.Kind == kindChain && q.Sample == 0 {
				t.lones++
			}
		}
	}
	t.changed = len(t.list) != len(before)
	t.told = len(t.list)
	return t
}

// List gives what is in quarantine, the earliest first. It is valid until the
// next call of Saw.
func (t *Detector) List() []frontier.Quarantine { return t.list }

// Changed tells whether the list has changed since it was last called, or
// since New was told of the list, and gives what was added.
func (t *Detector) Changed() (added []frontier.Quarantine, changed bool) {
	added, changed = t.list[min(t.told, len(t.list)):], t.changed
	t.told, t.changed = len(t.list), false
	return added, changed
}

// allowed tells whether the user wants a URL whatever it is part of.
func (t *Detector) allowed(url string) bool {
	pass, number, _ := t.allow.Pass([]byte(url))
	return pass && number > 0
}

// Saw takes a page that was settled.
func (t *Detector) Saw(o *Page) {
	rec := &o.Settled.Record
	if rec.Outcome != record.Answered || t.allowed(o.URL) {
		return
	}
	t.inside = patternsOf([]byte(o.URL), t.inside[:0])
	if rec.Status >= 300 && rec.Status < 400 || rec.Status == 200 && o.Settled.Location >= 0 {
		t.sawRedirect(o)
		t.noteLinks(o)
		return
	}
	if o.Sample {
		t.noteLinks(o)
		t.newText(o)
		return
	}
	brought, next := t.countLinks(o)
	if !record.IsPage(rec.Status) && (rec.Status < 400 || rec.Status >= 500 || rec.Status == 429 || rec.Status == 403) {
		return // says nothing of the page
	}
	t.answersGone = t.answersGone || rec.Status == 404 || rec.Status == 410
	if !record.IsPage(rec.Status) && brought == 0 {
		return // of a dead page that leads nowhere no more will come than of those with a link to it
	}
	newText := record.IsPage(rec.Status) && (!rec.HTML || t.newText(o))
	indexable := isIndexable(rec)
	t.listable = t.listable || indexable
	switch {
	case indexable:
		t.sawListable(o)
	case brought <= loneWidth:
		t.sawLone(o, next)
	}
	if newText {
		t.sawStack(o)
	}
	trapped := false
	for i := range t.inside {
		s := t.stat(&t.inside[i], o)
		if s == nil {
			continue
		}
		s.took(newText, indexable, o.URL)
		if trapped {
			s.window, s.chain = yield{}, yield{}
			continue
		}
		trapped = t.judge(&t.inside[i], s, o)
	}
}

// isIndexable tells whether a page's own answer lets it be listed, and does not say that there is no such page.
func isIndexable(p *record.Page) bool {
	return record.IsPage(p.Status) && p.HTML && p.HeaderRobots.Indexable() && p.MetaRobots.Indexable() && p.Canonical != record.CanonicalOther &&
		!lookalike.SaysNoPage(p.Title, p.H1[0])
}

// stat gives the counts of a pattern. When there are too many, those that
// have hardly been met are forgotten.
func (t *Detector) stat(p *pattern, o *Page) *patternStat {
	s := t.stats[p.key]
	if s != nil {
		return s
	}
	if len(t.stats) >= maxPatterns {
		for key, s := range t.stats {
			if s.fetched < 10 {
				delete(t.stats, key)
			}
		}
		if len(t.stats) >= maxPatterns {
			return nil
		}
	}
	s = &patternStat{opener: o.Via}
	t.stats[p.key] = s
	return s
}

func (s *patternStat) took(newText, indexable bool, url string) {
	s.fetched++
	if newText {
		s.newTexts++
	}
	if indexable {
		s.indexable++
	}
	for _, y := range []*yield{&s.window, &s.chain} {
		y.pages++
		if newText {
			y.newTexts++
		}
		if indexable {
			y.indexable++
		}
	}
	if len(s.examples) < 3 {
		s.examples = append(s.examples, url)
	} else {
		s.examples[s.fetched%3] = url
	}
}
