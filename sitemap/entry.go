package sitemap

import (
	"bytes"
	"time"
)

// maxLocs is how many loc of one entry are read. The protocol knows one.
const maxLocs = 16

// entryState is the entry that is open.
type entryState struct {
	rank  int  // of the last element, in the order of the schema
	seen  uint // bit per elem
	locs  []byte
	ends  [maxLocs]int // of each loc in locs
	lines [maxLocs]int
	scope [maxLocs]bool
	n     int  // usable locs
	any   bool // a loc with text was there

	lastmod, changefreq, priority []byte

	guid      []byte // of an RSS item, where it is a URL
	guidLine  int
	permalink bool
	alternate bool // the Atom link that counts was there

	others []otherText // the page in other languages
	texts  []byte      // what these point into
}

// beginEntry forgets the last entry.
func (x *xmlReader) beginEntry() {
	e := &x.entry
	e.rank, e.seen, e.n, e.any = 0, 0, 0, false
	e.locs, e.lastmod, e.changefreq, e.priority = e.locs[:0], e.lastmod[:0], e.changefreq[:0], e.priority[:0]
	e.guid, e.permalink, e.alternate = e.guid[:0], true, false
	e.others, e.texts = e.others[:0], e.texts[:0]
}

// inEntry checks the place of an element inside of an entry.
func (x *xmlReader) inEntry(parent, e elem) {
	rank := e.rank()
	if !parent.isEntry() || rank == 0 || parent == elFeedItem {
		return
	}
	st := &x.entry
	again := st.seen&(1<<e) != 0
	st.seen |= 1 << e
	switch {
	case again && e == elLoc:
		x.p.add(LocRepeated, x.t.line, "a second loc in one entry")
	case again && e != elExtension:
		x.p.addAbout(UnexpectedElement, x.t.line, "a second <", x.t.name, ">")
	case rank < st.rank && x.rep.Version == V09:
		x.p.addAbout(Order, x.t.line, "<", x.t.name, "> comes too late")
	}
	st.rank = max(st.rank, rank)
}

// endValue takes the text of a value element that has ended.
func (x *xmlReader) endValue(e elem) {
	line := x.valAt
	if x.valCut {
		if e == elLoc || e == elLink {
			x.entry.any = true
			x.p.add(LocTooLong, line, "more than 65,536 bytes")
		}
		return
	}
	switch e {
	case elLoc, elLink:
		x.addLoc(x.val, line)
	case elLastmod, elUpdated, elPubDate:
		x.addLastmod(e, line)
	case elChangefreq:
		if x.valBad || !validChangeFreq(x.val) {
			x.p.addText(ChangefreqBad, line, x.val)
		} else {
			x.entry.changefreq = append(x.entry.changefreq[:0], x.val...)
		}
	case elPriority:
		v := x.trimmed(line)
		if _, ok := parsePriority(string(v)); x.valBad || !ok {
			x.p.addText(PriorityBad, line, v)
		} else {
			x.entry.priority = append(x.entry.priority[:0], v...)
		}
	case elGUID:
		if x.valBad || x.valRef.unknown {
			return
		}
		x.entry.guid = append(x.entry.guid[:0], bytes.TrimSpace(x.val)...)
		x.entry.guidLine = line
	}
}

// addLoc takes one URL of the entry. One with an entity that is not XML's own
// is dropped: what it would name is in a DTD, which engines don't read, or
// nowhere.
func (x *xmlReader) addLoc(text []byte, line int) {
	st := &x.entry
	if blank(text) && (!x.valBad || x.valTag) {
		return // missing, unless another loc has the URL
	}
	st.any = true
	if x.valBad {
		return
	}
	kind := locPage
	if x.inIndexEntry() {
		kind = locSitemap
	}
	loc, scope, ok := x.loc(text, line, kind)
	if x.valRef.unknown {
		if x.valRef.inDTD { // else it is said already
			x.p.addText(EntityUndefined, line, text)
		}
		return
	}
	if !ok || st.n == maxLocs {
		return
	}
	st.locs = append(st.locs, loc...)
	st.ends[st.n], st.lines[st.n], st.scope[st.n] = len(st.locs), line, scope
	st.n++
}

// inIndexEntry reports that the entry that is open is a sitemap's.
func (x *xmlReader) inIndexEntry() bool {
	for i := x.depth - 1; i >= 0; i-- {
		if e := x.stack[i].elem; e.isEntry() {
			return e == elSitemap
		}
	}
	return false
}

// trimmed gives the value without white space around it, and reports that.
// xsd:date and xsd:decimal allow it.
func (x *xmlReader) trimmed(line int) []byte {
	v := bytes.Trim(x.val, " \t\r\n")
	if len(v) < len(x.val) && len(v) > 0 && x.rep.Kind != KindRSS && x.rep.Kind != KindAtom {
		x.p.addText(ValueWhitespace, line, v)
	}
	return v
}

// addLastmod takes the date of the entry; a wrong one is dropped.
func (x *xmlReader) addLastmod(e elem, line int) {
	v := x.trimmed(line)
	w := parseW3C(v)
	if w.form == w3cBad && e == elPubDate {
		if at, lastmod, ok := parseRFC822(string(v)); ok {
			x.future(at, line, v)
			x.entry.lastmod = append(x.entry.lastmod[:0], lastmod...)
			return
		}
	}
	switch {
	case x.valBad, w.form == w3cBad, w.form == w3cNoZone:
		x.p.addText(LastmodBad, line, v)
		return
	case w.form == w3cYear, w.form == w3cMonth,
		x.rep.Version == V09 && w.form == w3cMinute,
		x.rep.Version == V084 && len(v) > 25: // its schema counts 10 to 25 characters
		if x.rep.Kind == KindURLSet || x.rep.Kind == KindIndex {
			x.p.addText(LastmodW3CNotXSD, line, v)
		}
	}
	if !x.o.Now.IsZero() {
		x.future(w.instant(), line, v)
	}
	if w.year < firstYear {
		x.p.addText(LastmodBeforeWeb, line, v)
	}
	x.entry.lastmod = append(x.entry.lastmod[:0], v...)
}

// firstYear is that of the first web page.
const firstYear = 1991

// future reports a date that lies ahead. A day is allowed for zones and for
// dates without time.
func (x *xmlReader) future(at time.Time, line int, v []byte) {
	if !x.o.Now.IsZero() && at.After(x.o.Now.Add(24*time.Hour)) {
		x.p.addText(LastmodFuture, line, v)
	}
}

// endEntry passes on the entry, once for each usable URL in it.
func (x *xmlReader) endEntry(e elem) {
	st := &x.entry
	if e == elFeedItem && !st.any && st.permalink && len(st.guid) > 0 {
		if u, ok := splitURL(st.guid); ok && len(u.host) > 0 {
			x.valBad, x.valTag, x.valRef = false, false, refState{}
			x.addLoc(st.guid, st.guidLine)
		}
	}
	if !st.any {
		x.p.add(LocMissing, x.t.line, "an entry without URL")
		return
	}
	it := &x.item
	*it = item{lastmod: st.lastmod, changefreq: st.changefreq, priority: st.priority, sitemap: e == elSitemap, others: st.others, texts: st.texts}
	from := 0
	for i := range st.n {
		it.loc, it.line, it.inScope = st.locs[from:st.ends[i]], st.lines[i], st.scope[i]
		from = st.ends[i]
		x.emit(it)
	}
}
