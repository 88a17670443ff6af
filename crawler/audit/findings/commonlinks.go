package findings

import (
	"net/url"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// readCommonLinks finds the links without a text that many pages have outside of
// what an element marks as a part of the page: those of a menu or a foot that is a
// div. It reads the links of some of these pages.
func (s *survey) readCommonLinks() {
	var poor sample[frontier.ID]
	for row, err := range s.crawl.Brief(s.ctx, 0) {
		if s.fail(err); err != nil {
			return
		}
		if row.Page != nil && row.Page.Problems.Has(record.LinkTextPoor) {
			poor.add(row.URL, row.ID)
		}
	}
	if float64(poor.n) < s.limit("pages") {
		return
	}
	pages := map[string]int{}
	for _, at := range poor.kept {
		row, err := s.crawl.Row(at.of)
		if s.fail(err); err != nil {
			return
		}
		if row == nil || row.Page == nil {
			continue
		}
		if f, noted := flawOf(row.Page, record.LinkTextPoor); noted && f.region == record.RegionBody {
			pages[poorLink(row.URL, f)]++
		}
	}
	s.commonLinks = map[string]bool{}
	for link, n := range pages {
		if float64(n) >= s.limit("pages") {
			s.commonLinks[link] = true
		}
	}
}

// poorLink gives the text of a flawed link and where it leads from a page.
func poorLink(page string, f flaw) string {
	at := strings.LastIndex(f.shown, `" to `)
	if at < 0 {
		return f.shown
	}
	text, href := f.shown[:at], f.shown[at+len(`" to `):]
	if base, err := url.Parse(page); err == nil {
		if to, err := base.Parse(href); err == nil {
			href = to.String()
		}
	}
	return text + " " + href
}
