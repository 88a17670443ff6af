package findings

import (
	"strings"

	"github.com/portolan-seo/portolan/frontier/record"
)

// drift is in which ways most canonicals agree.
type drift struct {
	spelling bool  // they are spelled as the URLs of the site are, and some are not
	slash    uint8 // endsWithSlash or endsWithout, 0 if they do not agree
}

// How the path of a URL ends, if it has no file name.
const (
	endsNoWay = iota // the start page, a file
	endsWithSlash
	endsWithout
)

var slashWords = [...]string{endsWithSlash: "ends with a slash", endsWithout: "ends without a slash"}

func slashEnd(url string) uint8 {
	path, _, _ := strings.Cut(pathOf(url), "?")
	last := path[strings.LastIndexByte(path, '/')+1:]
	switch {
	case len(path) <= 1 || strings.Contains(last, "."):
		return endsNoWay
	case last == "":
		return endsWithSlash
	}
	return endsWithout
}

// statesCanonical tells of a page that names a page of the site, itself or another.
func statesCanonical(p *record.Page) bool {
	return p.Canonical == record.CanonicalSelf || p.Canonical == record.CanonicalOther
}

// slashOf is how the canonical of a page ends; endsNoWay where it cannot tell.
func (s *survey) slashOf(u *subject) uint8 {
	if u.Page.Canonical == record.CanonicalSelf {
		return s.ends[u.ID]
	}
	if s.valid(u.Canonical) && s.mark[u.Canonical]&outside == 0 {
		return s.ends[u.Canonical]
	}
	return s.drift.slash
}

// spelled is what one pass over the pages gives to several rules.
type spelled struct {
	ends        [3]int                 // of canonicals that name their page, by how they end
	folded, all int                    // pages with a canonical, and those whose is spelled otherwise
	words       map[string]*wordCounts // of indexable pages, by template
	few         []fewWords             // indexable pages that may be thin
}

// spellings makes that pass once. It keeps how each URL ends, a byte each, the
// words of pages of each template, and those of few, 16 bytes each.
func (s *survey) spellings() *spelled {
	if s.spelled != nil {
		return s.spelled
	}
	c := &spelled{words: map[string]*wordCounts{}}
	s.spelled, s.ends = c, make([]uint8, len(s.codes))
	few, words := s.limitOf(RuleOf("thin-content"), "words"), s.pageWords
	s.pageWords = nil
	for row, err := range s.crawl.Brief(s.ctx, 0) {
		if s.fail(err); err != nil {
			return c
		}
		if !s.valid(row.ID) {
			continue
		}
		s.ends[row.ID] = slashEnd(row.URL)
		if !isPage(row) {
			continue
		}
		for len(words) > 0 && words[0].id < row.ID {
			words = words[1:]
		}
		if len(words) > 0 && words[0].id == row.ID && mayRank(s.code(row.ID)) && !isShell(row.Page) {
			if like := s.countWords(c.words, row.URL, words[0]); like != nil && float64(words[0].words) < few {
				c.few = append(c.few, fewWords{words[0], like})
			}
		}
		if !statesCanonical(row.Page) {
			continue
		}
		c.all++
		if row.Page.Facts.Problems&(1<<record.CanonicalFolded) != 0 {
			c.folded++
		}
		if row.Page.Canonical == record.CanonicalSelf {
			c.ends[s.ends[row.ID]]++
		}
	}
	return c
}

// driftOf tells in which ways most canonicals agree.
func (s *survey) driftOf(c *spelled) (d drift) {
	d.spelling = float64(c.all) >= s.limit("count") && float64(c.all-c.folded) >= s.limit("share")/100*float64(c.all)
	for _, end := range []uint8{endsWithSlash, endsWithout} {
		both := c.ends[endsWithSlash] + c.ends[endsWithout]
		if float64(both) >= s.limit("count") && float64(c.ends[end]) >= s.limit("slash")/100*float64(both) {
			d.slash = end
		}
	}
	return d
}
