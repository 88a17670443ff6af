package findings

import (
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// markForeign marks the URLs of another host where most pages name their canonicals there:
// a host in the settings is not the site's, and what follows from that is not told of each
// page.
func (s *survey) markForeign() {
	rule := RuleOf("canonical-cross-domain")
	least, n := s.limitOf(rule, "pages"), 0
	for id := range s.mark {
		if s.isGivenAway(frontier.ID(id)) {
			n++
		}
	}
	most := func(n int) bool {
		return float64(n) >= least && float64(100*n) > s.limitOf(rule, "share")*float64(s.indexable+n)
	}
	if !most(n) {
		return
	}
	named := make([]uint32, len(s.codes)) // by how many pages
	for id := range s.mark {
		if s.isGivenAway(frontier.ID(id)) {
			named[s.to[id]]++
		}
	}
	hosts := map[string]int{}
	s.eachAbroad(func(id frontier.ID, host string) {
		if _, known := hosts[host]; known || named[id] > 0 && len(hosts) < maxAwayHosts {
			hosts[host] += int(named[id])
		}
	})
	s.eachAbroad(func(id frontier.ID, host string) {
		if most(hosts[host]) {
			s.mark[id] |= onForeign
		}
	})
}

// isGivenAway tells of a page that is not listed since it names a canonical on another host.
func (s *survey) isGivenAway(id frontier.ID) bool {
	return s.mark[id]&(isCanonical|outside) == isCanonical && s.code(id) == audit.CanonicalElsewhere && s.code(s.to[id]) == audit.ScopeHost
}

// eachAbroad gives the URLs on other hosts, with these.
func (s *survey) eachAbroad(give func(id frontier.ID, host string)) {
	for row, err := range s.crawl.Brief(s.ctx, 0) {
		if s.fail(err); err != nil {
			return
		}
		if s.code(row.ID) == audit.ScopeHost {
			_, host, _, _ := canonical.Split([]byte(row.URL))
			give(row.ID, string(host))
		}
	}
}
