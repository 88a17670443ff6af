package traps

import (
	"slices"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// newText tells whether the page's text is new. In URLs that may run
// on for ever figures do not count; the pages of a list differ, too, by what
// they list, and those of dates by their main picture: a strip for each day.
func (t *Detector) newText(o *Page) bool {
	h := o.Letters
	switch {
	case h == 0:
		h = hashBytes(o.Settled.Record.TextHash, []byte(o.Settled.Record.Title))
	case runningBy([]byte(o.URL)) == runningPages:
		h ^= t.listed(o)
	case runningBy([]byte(o.URL)) == runningDates:
		h ^= o.Settled.Record.ContentOwn
	}
	place := &t.texts[h%textTable]
	isNew := *place != h
	*place = h
	return isNew
}

// listed gives a hash of the URLs that a page links to outside of its own
// patterns.
func (t *Detector) listed(o *Page) (h uint64) {
	for i := range o.Settled.Links {
		l := &o.Settled.Links[i]
		t.other = patternsOf(l.URL, t.other[:0])
		if l.Reason == frontier.Undecided && l.Flags.Kind() != frontier.LinkPlace && !slices.ContainsFunc(t.other, t.isInside) {
			h += l.Key * fnvPrime
		}
	}
	return h
}

// isInside reports a pattern, other than a directory, of the page at hand.
func (t *Detector) isInside(p pattern) bool {
	return p.kind < patternPrefix && slices.ContainsFunc(t.inside, func(own pattern) bool { return own.key == p.key })
}

// countLinks counts the new URLs that a page leads to, for each of its
// patterns, and gives their number and the first of them, which hold until the next call.
func (t *Detector) countLinks(o *Page) (brought int, first [][]byte) {
	first = t.first[:0]
	for i := range o.Settled.Links {
		l := &o.Settled.Links[i]
		if l.Reason != frontier.Undecided || !t.links.add(l.Key) || t.scope.Check(l.URL) != canonical.OK {
			continue
		}
		if brought++; brought <= loneWidth {
			first = append(first, l.URL)
		}
		t.other = patternsOf(l.URL, t.other[:0])
		dry := t.isDry(t.other)
		for j := range t.inside {
			s := t.stats[t.inside[j].key]
			if s == nil {
				continue
			}
			key := t.inside[j].key
			if dry || slices.ContainsFunc(t.other, func(p pattern) bool { return p.key == key }) {
				s.window.fed++
				s.chain.fed++
			} else {
				s.window.opened++
				s.chain.opened++
			}
		}
	}
	t.first = first
	return brought, first
}

// noteLinks makes links known without counting them.
func (t *Detector) noteLinks(o *Page) {
	for i := range o.Settled.Links {
		t.links.add(o.Settled.Links[i].Key)
	}
}

// isDry tells whether the narrowest pattern that is watched brings no new
// texts.
func (t *Detector) isDry(patterns []pattern) bool {
	for i := range patterns {
		if patterns[i].kind >= patternPrefix {
			return false
		}
		if s := t.stats[patterns[i].key]; s != nil {
			return s.dry
		}
	}
	return false
}
