package findings

import (
	"maps"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
)

// countRedirects counts, once, to which pages the URLs redirect that something
// names.
func (s *survey) countRedirects() {
	if s.counted {
		return
	}
	s.counted = true
	for _, end := range s.namedRedirects {
		s.redirected[end]++
	}
	for id, n := range s.redirected {
		if n < 20 || page.IsLogin(s.urlOf(id)) {
			delete(s.redirected, id)
		}
	}
	if len(s.redirected) > 0 {
		s.dropSpellings()
		s.dropJumps()
	}
}

// namedRedirects gives the URLs that redirect and that something names, each with the
// page of the site where it ends.
func (s *survey) namedRedirects(yield func(id, end frontier.ID) bool) {
	for at := range s.mark {
		id := frontier.ID(at)
		if m := s.mark[id]; m&isRedirect == 0 || !s.isNamed(id) || m&byRefresh != 0 || s.answerCode(id) != audit.Redirect { // carried or not
			continue
		}
		if _, end, loop := s.way(id); !loop && s.valid(end) && s.mark[end]&outside == 0 && !yield(id, end) {
			return
		}
	}
}

// dropSpellings takes back the redirects that only mend a spelling.
func (s *survey) dropSpellings() {
	urls := map[frontier.ID]string{}
	for id := range s.redirected {
		urls[id] = s.urlOf(id)
	}
	for id, end := range s.namedRedirects {
		if to := urls[end]; to != "" {
			from := s.urlOf(id)
			if spelling(withoutQuery(from)) == spelling(withoutQuery(to)) || withoutScheme(from) == withoutScheme(to) {
				s.redirected[end]--
			}
		}
	}
}

// jumps are the redirects of one template.
type jumps struct {
	all, own int                 // to pages with many; own are linked on the page where they end
	to       map[frontier.ID]int // by where they end
}

// dropJumps takes back the redirects by which pages name parts of their own, such as
// the single posts of threads: half of the template are linked on the page where they
// end, they end on three pages or more, and none of the template is a page, or was one by the site's sitemap or the last set.
func (s *survey) dropJumps() {
	of := map[string]*jumps{}
	shape := func(id frontier.ID) string { return s.templates.Of(s.urlOf(id)).Pattern }
	for id, end := range s.namedRedirects {
		name := shape(id)
		if of[name] == nil {
			of[name] = &jumps{to: map[frontier.ID]int{}}
		}
		if of[name].to[end]++; s.redirected[end] > 0 {
			of[name].all++
		}
	}
	last := frontier.NoID
	for e, err := range s.crawl.Graph(s.ctx, func(from frontier.ID) bool { return s.redirected[from] > 0 }) {
		if err != nil {
			s.fail(err)
			return
		}
		if e.To == last || !s.has(e.To, isRedirect) {
			continue
		}
		last = e.To
		if _, end, loop := s.way(e.To); !loop && end == e.From && of[shape(e.To)] != nil {
			of[shape(e.To)].own++
		}
	}
	maps.DeleteFunc(of, func(_ string, j *jumps) bool { return j.own == 0 || j.own*2 < j.all || len(j.to) < 3 })
	if len(of) == 0 {
		return
	}
	for row, err := range s.crawl.Brief(s.ctx, 0) {
		if err != nil {
			s.fail(err)
			return
		}
		if isPage(row) || row.Sources&(frontier.FromSitemap|frontier.FromPrevious) != 0 {
			delete(of, s.templates.Of(row.URL).Pattern)
		}
	}
	for _, j := range of {
		for end, n := range j.to {
			if s.redirected[end] > 0 {
				s.redirected[end] -= n
			}
		}
	}
}
