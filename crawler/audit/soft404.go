package audit

import (
	"strings"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// soft404s knows the answers to URLs that cannot exist, and how many pages
// look just like them.
type soft404s struct {
	answers []frontier.Unknown
	pages   map[string]*lookalikes // by top directory
}

type lookalikes struct{ pages, alike int }

// Above these shares of a top directory its pages are taken for pages: it is
// the server that answers everything in the same way.
const (
	alikeSmall = 2 // below manyPages: fewer than one in two may be alike
	alikeLarge = 20
	manyPages  = 100
)

func readSoft404s(crawl frontier.Crawl) (soft404s, error) {
	answers, err := frontier.List[frontier.Unknown](crawl.Meta(frontier.MetaUnknown))
	s := soft404s{pages: map[string]*lookalikes{}}
	for _, a := range answers {
		if a.Status == 200 && a.TextHash != 0 {
			s.answers = append(s.answers, a)
		}
	}
	return s, err
}

// count takes a row of the first pass.
func (s *soft404s) count(row *frontier.Row) {
	if len(s.answers) == 0 || !isHTMLPage(row.Page) {
		return
	}
	folder := topFolder(row.URL)
	l := s.pages[folder]
	if l == nil {
		l = &lookalikes{}
		s.pages[folder] = l
	}
	l.pages++
	if s.alike(row) {
		l.alike++
	}
}

// is tells whether a page is an error page that answers 200: its text and
// title are those of the answer to a URL that cannot exist. The start page is
// none, and neither are the pages of a directory where many are alike.
func (s *soft404s) is(row *frontier.Row) bool {
	if len(s.answers) == 0 || row.Sources&frontier.FromStart != 0 || !isHTMLPage(row.Page) || !s.alike(row) {
		return false
	}
	l := s.pages[topFolder(row.URL)]
	if l.pages < manyPages {
		return l.alike*alikeSmall < l.pages
	}
	return l.alike*alikeLarge <= l.pages
}

func (s *soft404s) alike(row *frontier.Row) bool {
	for i := range s.answers {
		a := &s.answers[i]
		if row.Page.TextHash == a.TextHash && row.Page.Title == a.Title && strings.HasPrefix(row.URL, a.Prefix) {
			return true
		}
	}
	return false
}

func isHTMLPage(p *page.Record) bool {
	return p != nil && p.Outcome == page.Answered && p.Status == 200 && p.HTML
}

// topFolder gives origin and first directory of a URL's path, with a slash at
// the end.
func topFolder(url string) string {
	scheme, host, path, _ := canonical.Split([]byte(url))
	first := "/"
	if i := strings.IndexByte(strings.TrimPrefix(string(path), "/"), '/'); i >= 0 {
		first = string(path[:i+2])
	}
	return string(scheme) + "://" + string(host) + first
}
