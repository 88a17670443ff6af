package findings

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
)

const longerRule = "canonical-longer"

// markLonger marks the URLs that most pages name as canonical and that are their own with one
// and the same parameter more: canonicals take parameters away.
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
	named := map[string][]frontier.ID{} // by the parameter
	for id := range s.mark {
		if !s.isUnlinkedCanonical(frontier.ID(id)) {
			continue
		}
		if name := parameterMore(s.urlOf(frontier.ID(id)), s.urlOf(s.to[id])); name != "" {
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
