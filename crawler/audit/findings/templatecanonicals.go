package findings

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

const longerRule = "canonical-longer"

// templateCanonicalRules look at canonicals that so many pages name that a template is at fault.
func templateCanonicalRules() []Rule {
	return []Rule{
		{
			ID: "canonical-mass-target", Severity: Error, Likely: true, Scope: OfSite, Need: AtLeast,
			Title:  "many pages name one canonical",
			When:   "at least {count} pages, and {share} % of all, name one page as canonical whose text is another; parts of a list that do are pagination-canonical-first",
			Why:    "So many pages give themselves up, by a fault of the template mostly.",
			Fix:    "Let each page name itself.",
			Limits: []Limit{{"count", 20}, {"share", 5}},
			each: func(s *survey, u *subject) {
				if s.isMassTarget(u.ID) {
					t := s.gaveUp[u.ID]
					u.about(t.first, 0, "%d pages name it, and have little of its text", t.unlike)
				}
			},
		},
		{
			ID: "canonical-cross-domain", Severity: Notice, Scope: OfPage, Need: Always,
			Title:  "names a canonical on another host",
			When:   "the canonical of a page is on another host; error: at least {pages} pages name theirs on that one, more than {share} % of these and the indexable ones together",
			Why:    "Search shows the page of the other host, where there is one; of single pages that may be meant.",
			Fix:    "Let the page name itself if it is to be found here.",
			Limits: []Limit{{"pages", 5}, {"share", 50}},
			each: func(s *survey, u *subject) {
				switch {
				case !s.namesAnother(u) || s.code(u.Canonical) != audit.ScopeHost:
				case s.has(u.Canonical, onForeign):
					u.about(u.Canonical, Error, "the canonical is on another host, as those of most pages are")
				default:
					u.about(u.Canonical, 0, "the canonical is on another host")
				}
			},
		},
		{
			ID: longerRule, Severity: Error, Likely: true, Scope: OfPage, Need: Always,
			Title:  "canonical with a part more",
			When:   "at least {pages} pages, more than {share} % of those that may be indexed, name as canonical their own address with one and the same parameter, or folder in front, more, which is listed, and which no page links to and no sitemap of the site names",
			Why:    "The sitemap lists, and search shows, addresses that the site itself does not use: a fault of the template mostly.",
			Fix:    "Let each page name its own address, without what changes nothing.",
			Limits: []Limit{{"pages", 5}, {"share", 50}},
			each: func(s *survey, u *subject) {
				if s.namesAnother(u) && s.has(u.Canonical, isLonger) && more(u.URL, s.urlOf(u.Canonical)) != "" {
					u.about(u.Canonical, 0, "its canonical is its own address with a parameter or folder more, as those of most pages are")
				}
			},
		},
	}
}

// massTarget counts the pages that name a page as canonical, and have little in
// common with it.
type massTarget struct {
	sketch record.Sketch
	unlike int
	first  frontier.ID // of them
}

// isMassTarget tells of a page that many others name as canonical which are unlike it.
func (s *survey) isMassTarget(id frontier.ID) bool {
	rule := RuleOf("canonical-mass-target")
	if s.gaveUp == nil {
		s.gaveUp = map[frontier.ID]*massTarget{}
		s.countCanonicals(s.limitOf(rule, "count"))
	}
	t := s.gaveUp[id]
	return t != nil && float64(t.unlike) >= s.limitOf(rule, "count") && float64(t.unlike*100) >= s.limitOf(rule, "share")*float64(s.indexable+t.unlike)
}

// isFault tells of a canonical that so many pages name that it is the canonical which is
// wrong: neither links nor sitemaps are to follow it.
func (s *survey) isFault(id frontier.ID) bool {
	return s.has(id, onForeign) || s.has(id, isLonger) || s.isMassTarget(id)
}

// countCanonicals compares the pages that name another as canonical with it,
// where many name the same.
func (s *survey) countCanonicals(least float64) {
	count := map[frontier.ID]int{}
	for id := range s.mark {
		if s.mark[id]&isCanonical != 0 && s.mark[id]&outside == 0 && s.code(frontier.ID(id)) == audit.CanonicalElsewhere {
			count[s.to[id]]++
		}
	}
	for _, id := range slices.Sorted(maps.Keys(count)) {
		if float64(count[id]) < least {
			continue
		}
		if row, err := s.crawl.Row(id); err != nil || row == nil || row.Page == nil || row.Page.Sketch == 0 {
			s.fail(err)
			continue
		} else {
			s.gaveUp[id] = &massTarget{sketch: row.Page.Sketch}
		}
	}
	if len(s.gaveUp) == 0 {
		return
	}
	for id := range s.mark {
		t := s.gaveUp[s.to[id]]
		if t == nil || s.mark[id]&isCanonical == 0 {
			continue
		}
		row, err := s.crawl.Row(frontier.ID(id))
		if err != nil {
			s.fail(fmt.Errorf("read a page: %w", err))
			return
		}
		if differ, of := row.Page.Sketch.Differ(t.sketch); row.Page.Sketch == 0 || differ*2 <= of {
			continue
		}
		if part := (subject{survey: s, Row: row, marks: s.mark[id]}); !s.isPartOf(&part) {
			if t.unlike++; t.unlike == 1 {
				t.first = row.ID
			}
		}
	}
}

// markLonger marks the URLs that most pages name as canonical and that are their own with one
// and the same parameter, or folder in front, more: canonicals take such away.
func (s *survey) markLonger() {
	rule := RuleOf(longerRule)
	least, n := s.limitOf(rule, "pages"), 0
	most := func(n int) bool {
		return float64(n) >= least && float64(100*n) > s.limitOf(rule, "share")*float64(s.indexable)
	}
	for id := range s.mark {
		if s.isUnlinkedCanonical(frontier.ID(id)) {
			n++
		}
	}
	if !most(n) {
		return
	}
	named := map[string][]frontier.ID{} // by what is more
	for id := range s.mark {
		if !s.isUnlinkedCanonical(frontier.ID(id)) {
			continue
		}
		if name := more(s.urlOf(frontier.ID(id)), s.urlOf(s.to[id])); name != "" {
			named[name] = append(named[name], s.to[id])
		}
	}
	for _, urls := range named {
		for _, id := range urls {
			if most(len(urls)) {
				s.mark[id] |= isLonger
			}
		}
	}
}

// isUnlinkedCanonical tells of a page that names as canonical a page of the site that is listed, and to which no page
// links, nor does a sitemap of the site name it.
func (s *survey) isUnlinkedCanonical(id frontier.ID) bool {
	return s.mark[id]&(isCanonical|outside) == isCanonical && s.code(id) == audit.CanonicalElsewhere && s.code(s.to[id]) == audit.Listed && s.mark[s.to[id]]&(outside|linkedAtAll|inSitemap) == 0
}

// more gives the parameter that a URL has more than another one, or the folder in front of its path (/preview), "" where they
// differ in anything else.
func more(url, longer string) string {
	return cmp.Or(canonical.FolderMore(url, longer), parameterMore(url, longer))
}

// parameterMore gives the name of the parameter that a URL has more than another one, "" where
// they differ in anything else.
func parameterMore(url, longer string) string {
	params := func(url string) (path string, list []string) {
		path, query, _ := strings.Cut(url, "?")
		return path, strings.FieldsFunc(query, func(r rune) bool { return r == '&' || r == ';' })
	}
	path, less := params(url)
	other, more := params(longer)
	if path != other || len(more) != len(less)+1 {
		return ""
	}
	at := slices.IndexFunc(more, func(p string) bool { return !slices.Contains(less, p) })
	if at < 0 || !slices.Equal(less, slices.Concat(more[:at], more[at+1:])) {
		return ""
	}
	name, _, _ := strings.Cut(more[at], "=")
	return name
}
