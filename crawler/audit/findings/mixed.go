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
	s.calledBy = first
	s.mixed = map[frontier.ID]mixedTongue{}
	tongues := make([]string, len(s.langs))
	for at, text := range s.langs {
		tongues[at] = tongueOf(text)
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
