package classes

import (
	"maps"
	"slices"
	"strings"

	web "github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Echoes finds pages that are the same whatever their address is: error pages
// that answer 200, a server that shows one page at every address, months
// without events. What only such pages lead to is not followed. It holds some
// megabytes at most, and belongs to one goroutine.
//
// Pages are alike that have the same main text, but for numbers and the words
// of their own URLs. Products and towns may be alike, too: fifty pages that are
// found on each other are worth a question, and the same text at an address that
// cannot exist is the proof (Ask, Told). Without one years of a calendar with
// nothing in them are enough, and twenty pages with a folder in their path that comes again.
type Echoes struct {
	texts     map[uint64]*echo // by main text
	patterns  map[uint64]*echoPattern
	folders   map[uint64]*echoFolder
	least     int  // pages of a text that is not forgotten where there are too many texts
	alike     bits // pages of texts that many have
	dry       bits // pages with a text that several of their pattern have
	pages     bits // pages that are the same at any address
	freed     bits // URLs that such a page has led to, and another one, too
	barren    bits // pages of calendars that end here, which another one has the text of, as Recount found them
	known     bool // there are such
	twins     copies
	tokens    tokens
	dated     map[frontier.ID]datedPage // pages of patterns
	trapped   func(url string) bool     // is it part of an endless pattern that was found while crawling
	open      []uint64                  // texts to be asked about
	openDates []datedPage               // pages with a date to be asked about, by pattern and text
	endless   bool                      // a calendar shows any date
	full      map[int]bool              // months with something in them, counted, where one does
	kept      int                       // IDs of texts
	asked     int
	confirms  int
}

// echoPattern counts the pages of a calendar, or below folders that come again.
type echoPattern struct {
	least int // pages that close it, as many as needed of them found on others of them
	need  int
	loop  bool // folders come again
	url   string
	texts map[uint64]int
	pages int                    // of texts that several have
	found int                    // on pages like these
	mute  int                    // pages that are links and figures alone
	empty map[uint64]*emptyDates // by text
}

const (
	// manyAlike pages of a text are alike by more than chance.
	manyAlike = 10
	// askAlike pages of a text are worth a question if half of them were found on
	// others, or if nine in ten with parameters have one title and content; manyAlike if half of them are forms that know where one comes from,
	// or wait for scripts.
	askAlike = 50
	// maxAsked questions are asked in a run.
	maxAsked = 16
	// closeDates pages of a calendar have the texts of others, and were found on
	// pages that have: after four years with nothing in them two more, one after the other.
	closeDates = 24
	// closeDays are such of days: more than a year with nothing in it.
	closeDays = 370
	// closeLoop pages have the texts of others, and a folder in their path that
	// comes again: a/b/a/.
	closeLoop = 20
	// leastEcho pages of a pattern make a text one that repeats itself: an empty
	// January.
	leastEcho = 4

	maxEchoTexts    = 1 << 16
	maxEchoPatterns = 1 << 12
	patternTexts    = 64 // that are told apart in a pattern
)

// NewEchoes begins with no page, and with the texts that earlier runs have
// found proof for.
func NewEchoes(proven ...Proof) *Echoes {
	e := &Echoes{texts: map[uint64]*echo{}, patterns: map[uint64]*echoPattern{}, folders: map[uint64]*echoFolder{}, least: 1}
	for _, p := range proven {
		if p.Dates {
			e.proveDates(p)
		}
		if p.Gone || p.Dates {
			continue
		}
		e.texts[p.Text] = &echo{asked: true, proven: true}
		e.asked++
	}
	return e
}

// See takes a page, of which title, text and robots are known.
func (e *Echoes) See(row *frontier.Row) {
	if !isPage(row) {
		return
	}
	e.twins.see(row)
	e.seeFolder(row)
	own := TextOf(&row.Page.Facts)
	if own == 0 {
		if p := e.pattern(row.URL); p != nil && !p.loop {
			e.seeDate(p, own, row)
		}
		return
	}
	e.tokens.see(row)
	t, p := e.count(own, row), e.pattern(row.URL)
	if t.isWorthAsking() {
		e.ask(t, own)
	}
	whole := e.countWhole(t, row)
	if p != nil {
		e.seeDry(p, own, row)
		if p.loop && t.rest().loop == "" {
			t.rest().loop = strings.Clone(row.URL)
		}
	}
	if p == nil || p.texts[own] < leastEcho {
		e.wet(row.Via, p)
	}
	if t.proven || whole || p.closed(own) {
		e.pages.add(uint32(row.ID))
		e.known = true
	}
}

// count counts a page of a text.
func (e *Echoes) count(text uint64, row *frontier.Row) *echo {
	t := e.text(text)
	if t.see(row); !t.proven && e.kept < maxPartPages {
		t.keep(uint32(row.ID))
		e.kept++
	}
	if t.pages >= manyAlike {
		e.alike.add(uint32(row.ID))
	}
	if row.Via != frontier.NoID && e.alike.has(uint32(row.Via)) {
		t.found++
	}
	return t
}

// countWhole counts a page by its text with the words of its URL, where it has such; t is that without them. A
// long text has words that stand in some URLs by chance, so that one page has many texts without. It tells whether
// the page is one that comes at any address.
func (e *Echoes) countWhole(t *echo, row *frontier.Row) bool {
	f := &row.Page.Facts
	if t.proven || f.Content == 0 || f.Content == f.ContentOwn || isShell(f) {
		return false
	}
	whole := e.count(f.Content, row)
	if whole.isWorthAsking() && !t.asked {
		e.ask(whole, f.Content)
	}
	return whole.proven
}

// anywhere gives the text by which a page comes at any address, that of its URL's words left out where there is none.
func (e *Echoes) anywhere(row *frontier.Row) uint64 {
	if own := TextOf(&row.Page.Facts); e.isProven(own) || !e.isProven(row.Page.Content) {
		return own
	}
	return row.Page.Content
}

// seeDry counts a page of a pattern.
func (e *Echoes) seeDry(p *echoPattern, own uint64, row *frontier.Row) {
	p.see(own)
	e.seeDate(p, own, row)
	if p.texts[own] < leastEcho {
		return
	}
	e.dry.add(uint32(row.ID))
	if row.Via != frontier.NoID && e.dry.has(uint32(row.Via)) {
		p.found++
	}
}

// SeeLinks takes the followed links of a page to its own origin. It reports whether they have shown that sessions stand in
// paths of a folder, see Fresh.
func (e *Echoes) SeeLinks(url string, links []string) bool {
	return e.tokens.fresh.see(url, links) != ""
}

// WantsLinks tells of a page whose links are worth a look: what looks like a session stands in its path.
func (e *Echoes) WantsLinks(url string) bool {
	folder, _, piece := freshPiece(url)
	return piece != "" && !e.tokens.fresh.hides(folder)
}

// Fresh gives the folders in whose paths sessions stand, and TakeFresh takes those of earlier runs.
func (e *Echoes) Fresh() []string { return e.tokens.fresh.proven }

// TakeFresh takes what Fresh gave.
func (e *Echoes) TakeFresh(folders []string) { e.tokens.fresh.proven = slices.Clone(folders) }

// Any tells whether pages were met that have the content of others.
func (e *Echoes) Any() bool { return e.known || e.twins.any || len(e.tokens.fresh.proven) > 0 }

func (p *echoPattern) closed(own uint64) bool {
	return p != nil && p.ends() && p.texts[own] >= leastEcho && !p.isEndless()
}

// ends tells of a pattern of which enough pages have the texts of others.
func (p *echoPattern) ends() bool { return p.pages >= p.least && p.found >= p.need }

func (p *echoPattern) see(own uint64) {
	n := p.texts[own]
	if n == 0 && len(p.texts) == patternTexts {
		maps.DeleteFunc(p.texts, func(_ uint64, n int) bool { return n < leastEcho })
		if len(p.texts) == patternTexts {
			return
		}
	}
	p.texts[own] = n + 1
	switch {
	case n+1 == leastEcho:
		p.pages += leastEcho
	case n+1 > leastEcho:
		p.pages++
	}
}

func (e *Echoes) text(own uint64) *echo {
	t := e.texts[own]
	if t == nil {
		if len(e.texts) >= maxEchoTexts {
			maps.DeleteFunc(e.texts, func(_ uint64, t *echo) bool {
				rare := int(t.pages) <= e.least && !t.asked
				if rare {
					e.kept -= len(t.kept())
				}
				return rare
			})
			if len(e.texts) > maxEchoTexts/2 {
				e.least *= 2
			}
		}
		t = &echo{}
		e.texts[own] = t
	}
	return t
}

// pattern gives that of a URL with a date, or with a folder that comes again;
// nil for another one.
func (e *Echoes) pattern(url string) *echoPattern {
	below := url[len(canonical.Origin(url)):]
	key, need := uint64(14695981039346656037), closeLoop/2
	if folder := repeated(below); folder != "" {
		key = hashString(key, folder)
	} else if isDated(below) {
		key, need = hashString(key, dates(below)), closeDates
		path, _, _ := strings.Cut(below, "?")
		if _, day := web.DateIn(path); day {
			need = closeDays
		}
	} else {
		return nil
	}
	p := e.patterns[key]
	if p == nil && len(e.patterns) < maxEchoPatterns {
		if e.trapped != nil && e.trapped(url) {
			need = 0
		}
		p = &echoPattern{least: closeLoop, need: need, loop: repeated(below) != "", url: strings.Clone(url), texts: map[uint64]int{}}
		e.patterns[key] = p
	}
	return p
}

// Holds tells whether a URL that was found on a page is not to be fetched. One
// in fifty is, two hundred at most, so that something else may be found there.
func (e *Echoes) Holds(id, via frontier.ID, url string) bool {
	if e.freed.has(uint32(id)) || via == frontier.NoID {
		return false
	}
	if e.isBeyond(via, url) {
		return true
	}
	if !(e.known && e.pages.has(uint32(via))) && !e.tokens.holds(via, url) && !e.closes(url) {
		return false
	}
	return !e.confirmed(url)
}

// confirmed tells of the one in fifty that is fetched all the same.
func (e *Echoes) confirmed(url string) bool {
	is := e.confirms < confirmMost && mix(hashString(0, url))%confirmOne == 0
	if is {
		e.confirms++
	}
	return is
}
