package classes

import (
	"hash/maphash"
	"maps"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Echoes finds pages that are the same whatever their address is: error pages
// that answer 200, a server that shows one page at every address, days on
// which nothing happens. What such pages lead to, and nothing else, is not
// followed. It holds some megabytes at most, and belongs to one goroutine.
//
// Pages are the same that have the same main text, but for the words of their
// own URLs and for numbers. As many stores, of which only the name of the town
// is another one, look like that too, it takes many of them, and that most of
// them were found on others of them.
type Echoes struct {
	texts    map[uint64]*echo // by main text
	patterns map[uint64]*echoPattern
	least    int  // pages of a text that is not forgotten where there are too many texts
	pages    bits // those that are known to be one of many
	known    bool // there are such
	confirms int
}

// echo counts the pages that have a main text in common.
type echo struct {
	pages int
	title uint64 // of the first of them, without digits
	alike int    // pages that have it, too
	found int    // by links of pages like these
}

// echoPattern counts the pages whose URLs differ by their digits alone.
type echoPattern struct {
	texts map[uint64]int
	pages int // of texts that several have
	found int
}

const (
	// closeAlike pages with the same text and title, but for digits, are the same
	// page; closeTexts pages with the same text alone, which towns have, too.
	closeAlike = 100
	closeTexts = 500
	// leastEcho pages of a pattern make a text one that repeats itself: an empty
	// January.
	leastEcho = 4
	// foundShare: one in so many of the pages was found on others of them where
	// they go on and on.
	foundShare = 4

	maxEchoTexts    = 1 << 16
	maxEchoPatterns = 1 << 12
	patternTexts    = 64 // that are told apart in a pattern
)

// NewEchoes begins with no page.
func NewEchoes() *Echoes {
	return &Echoes{texts: map[uint64]*echo{}, patterns: map[uint64]*echoPattern{}, least: 1}
}

var echoSeed = maphash.MakeSeed()

// See takes a page that was read, with record.Facts.Title and ContentOwn. via
// is the page on which it was found.
func (e *Echoes) See(id, via frontier.ID, url string, own uint64, title string) {
	if own == 0 {
		return
	}
	fromEcho := via != frontier.NoID && e.pages.has(uint32(via))
	t := e.text(own, title)
	if t.pages++; hashTitle(title) == t.title {
		t.alike++
	}
	p := e.pattern(url)
	if p != nil {
		p.see(own)
	}
	if fromEcho {
		t.found++
		if p != nil {
			p.found++
		}
	}
	if t.closed() || p.closed(own) {
		e.pages.add(uint32(id))
		e.known = true
	}
}

func (t *echo) closed() bool { return t.alike >= closeAlike || t.pages >= closeTexts }

func (t *echo) endless() bool { return t.closed() && t.found*foundShare >= t.pages }

func (p *echoPattern) closed(own uint64) bool {
	return p != nil && p.pages >= closeAlike && p.texts[own] >= leastEcho
}

func (p *echoPattern) endless(own uint64) bool { return p.closed(own) && p.found*foundShare >= p.pages }

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

func (e *Echoes) text(own uint64, title string) *echo {
	t := e.texts[own]
	if t == nil {
		if len(e.texts) >= maxEchoTexts {
			maps.DeleteFunc(e.texts, func(_ uint64, t *echo) bool { return t.pages <= e.least })
			if len(e.texts) > maxEchoTexts/2 {
				e.least *= 2
			}
		}
		t = &echo{title: hashTitle(title)}
		e.texts[own] = t
	}
	return t
}

// pattern gives that of a URL with digits; nil for another one.
func (e *Echoes) pattern(url string) *echoPattern {
	key := uint64(14695981039346656037)
	digits, was := false, false
	for _, c := range []byte(url[len(canonical.Origin(url)):]) {
		digit := '0' <= c && c <= '9'
		if digit && was {
			continue
		}
		if was = digit; digit {
			c, digits = '#', true
		}
		key = (key ^ uint64(c)) * 1099511628211
	}
	if !digits {
		return nil
	}
	p := e.patterns[key]
	if p == nil && len(e.patterns) < maxEchoPatterns {
		p = &echoPattern{texts: map[uint64]int{}}
		e.patterns[key] = p
	}
	return p
}

// hashTitle hashes a title without its digits.
func hashTitle(title string) uint64 {
	var h maphash.Hash
	h.SetSeed(echoSeed)
	for i := range len(title) {
		if title[i] < '0' || title[i] > '9' {
			h.WriteByte(title[i])
		}
	}
	return h.Sum64()
}

// Holds tells whether a URL that was found on a page is not to be fetched. One
// in fifty is, two hundred at most, so that something else may be found there.
func (e *Echoes) Holds(via frontier.ID, url string) bool {
	if !e.known || via == frontier.NoID || !e.pages.has(uint32(via)) {
		return false
	}
	if e.confirms < confirmMost && mix(hashString(0, url))%confirmOne == 0 {
		e.confirms++
		return false
	}
	return true
}
