package findings

import (
	"net/url"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// sampledLinks is of how many pages with a link that says nothing the link is
// read, at even steps.
const sampledLinks = 1000

// readCommonLinks finds the links without a text that many pages have outside of
// what an element marks as a part of the page: those of a menu or a foot that is a
// div.
func (s *survey) readCommonLinks() {
	var ids []frontier.ID
	for row, err := range s.crawl.Brief(s.ctx, 0) {
		if s.fail(err); err != nil {
			return
		}
		if row.Page != nil && row.Page.Problems.Has(record.LinkTextPoor) {
			ids = append(ids, row.ID)
		}
	}
	if float64(len(ids)) < s.limit("pages") {
		return
	}
	pages := map[string]int{}
	step := (len(ids) + sampledLinks - 1) / sampledLinks
	for at := 0; at < len(ids); at += step {
		row, err := s.crawl.Row(ids[at])
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
