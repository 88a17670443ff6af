package findings

import (
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// mixedTongue is a page that others name by hreflang under two languages.
type mixedTongue struct {
	from        frontier.ID // names it by the second
	first, then uint16      // places in langs
}

const maxMixed = 100_000

// readMixed finds the URLs that are named under one language by a page and under
// another one by another page. Regions of a language make no other one, x-default
// is none, and a page that names a URL under several languages means it.
func (s *survey) readMixed() {
	first := make([]uint16, len(s.codes)) // place in langs, and one
	s.calledBy = make([]uint16, len(s.codes))
	s.mixed = map[frontier.ID]mixedTongue{}
	s.plainLangs, s.tongues, s.validLangs = make([]uint16, len(s.langs)), make([]string, len(s.langs)), make([]bool, len(s.langs))
	tongues, places := s.tongues, map[string]uint16{}
	for at, text := range s.langs {
		tongues[at], s.validLangs[at] = tongueOf(text), validLanguage(text)
		plain := strings.ToLower(text)
		if _, known := places[plain]; !known {
			places[plain] = uint16(at)
		}
		s.plainLangs[at] = places[plain]
	}
	for i := 0; i < len(s.languages); {
		ref := s.languages[i]
		tongue, alone := tongues[ref.lang], true
		for i++; i < len(s.languages) && s.languages[i].from == ref.from && s.languages[i].to == ref.to; i++ {
			other := tongues[s.languages[i].lang]
			if tongue == "" {
				tongue, ref.lang = other, s.languages[i].lang
			}
			alone = alone && (other == "" || other == tongue)
		}
		if tongue == "" || !alone || !s.valid(ref.to) || !mayRank(s.code(ref.from)) {
			continue
		}
		if s.langsOf != ref.from {
			s.ambiguous(ref.from, s.annotationsOf(ref.from))
		}
		if (s.calledBy[ref.to] == 0 || s.langs[ref.lang] < s.langs[s.calledBy[ref.to]-1]) && s.pageLangs[s.plainLangs[ref.lang]] != twoAddresses { // else it is void
			s.calledBy[ref.to] = ref.lang + 1
		}
		switch had := first[ref.to]; {
		case had == 0:
			first[ref.to] = ref.lang + 1
		case tongues[had-1] != tongue && len(s.mixed) < maxMixed:
			if _, known := s.mixed[ref.to]; !known {
				s.mixed[ref.to] = mixedTongue{ref.from, had - 1, ref.lang}
			}
		}
	}
}

// twoAddresses stands in pageLangs for the address of a language that has two.
const twoAddresses = frontier.NoID

// ambiguous gives, of the annotations of a page, the first of each language that
// names another URL than one before it, and keeps in pageLangs which languages
// these are. It is asked several times for one page, and answers from memory then.
func (s *survey) ambiguous(page frontier.ID, refs []languageRef) []int {
	if s.langsOf == page && s.pageLangs != nil {
		return s.ambiguousAt
	}
	if s.pageLangs == nil {
		s.pageLangs = map[uint16]frontier.ID{}
	}
	clear(s.pageLangs)
	s.langsOf, s.ambiguousAt = page, s.ambiguousAt[:0]
	for at, ref := range refs {
		lang := s.plainLangs[ref.lang]
		switch to, known := s.pageLangs[lang]; {
		case !known:
			s.pageLangs[lang] = ref.to
		case to != ref.to && to != twoAddresses:
			s.pageLangs[lang] = twoAddresses
			s.ambiguousAt = append(s.ambiguousAt, at)
		}
	}
	return s.ambiguousAt
}

// tongueOf gives the language of an annotation without its region, "" for one that
// is void, and for x-default.
func tongueOf(text string) string {
	text = strings.ToLower(text)
	if text == "x-default" || !validLanguage(text) {
		return ""
	}
	tongue, _, _ := strings.Cut(strings.ReplaceAll(text, "_", "-"), "-")
	return tongue
}
