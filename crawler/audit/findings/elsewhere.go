package findings

import (
	"hash/maphash"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// ledAway is the other host where links lead to the addresses of pages to which none
// leads on the site itself: they were written for that host (a copy for tests, a wrong
// base element).
type ledAway struct {
	origin  string // "" where there is none
	example frontier.ID
	url     string          // of the example
	paths   map[uint64]bool // of the pages, hashed
	of      int             // pages to which no link leads
}

// The bounds of what is compared.
const (
	maxAwayHosts = 100
	maxAwayPages = 1 << 20
)

// away finds it, once.
func (s *survey) away() *ledAway {
	if s.led != nil {
		return s.led
	}
	s.led = &ledAway{}
	if s.seen.Why() != "" {
		return s.led
	}
	alone := map[uint64]bool{}
	s.paths(func(row *frontier.Row, path uint64) {
		if mayRank(s.code(row.ID)) && s.mark[row.ID]&isReached == 0 && row.Sources&elsewhere != 0 && len(alone) < maxAwayPages {
			alone[path] = true
		}
	})
	if len(alone) == 0 {
		return s.led
	}
	hosts := map[string]*ledAway{}
	s.paths(func(row *frontier.Row, path uint64) {
		if s.code(row.ID) != audit.ScopeHost || s.mark[row.ID]&linkedAtAll == 0 || !alone[path] {
			return
		}
		origin := canonical.Origin(row.URL)
		h := hosts[origin]
		if h == nil && len(hosts) < maxAwayHosts {
			h = &ledAway{origin: strings.Clone(origin), paths: map[uint64]bool{}, of: len(alone)}
			hosts[h.origin] = h
		}
		if h != nil {
			h.add(row, path)
		}
	})
	r := RuleOf("links-elsewhere")
	for _, h := range hosts {
		n := len(h.paths)
		if 2*n < h.of || float64(n) < s.limitOf(r, "pages") || float64(100*n) < s.limitOf(r, "share")*float64(s.indexable) {
			continue
		}
		if most := len(s.led.paths); n > most || n == most && h.origin < s.led.origin {
			s.led = h
		}
	}
	return s.led
}

// isReached marks the pages to which something leads.
const isReached = linkedAtAll | isStart | asNext | asAlternate

// paths gives the known URLs with what stands behind their hosts, hashed; not home pages,
// which all hosts have.
func (s *survey) paths(give func(row *frontier.Row, path uint64)) {
	for row, err := range s.crawl.Brief(s.ctx, 0) {
		if s.fail(err); err != nil {
			return
		}
		if path := row.URL[len(canonical.Origin(row.URL)):]; s.valid(row.ID) && len(path) > 1 {
			give(row, maphash.String(s.seed, path))
		}
	}
}

func (l *ledAway) add(row *frontier.Row, path uint64) {
	l.paths[path] = true
	if l.url == "" || len(row.URL) < len(l.url) || len(row.URL) == len(l.url) && row.URL < l.url {
		l.example, l.url = row.ID, strings.Clone(row.URL)
	}
}

// leads tells whether links lead to the address of a page there.
func (s *survey) leadsAway(url string) bool {
	l := s.away()
	return l.origin != "" && l.paths[maphash.String(s.seed, url[len(canonical.Origin(url)):])]
}

// baseAway gives the other host that the base element of the start page names, where links
// of that page lead there, and one of them.
func (s *survey) baseAway() (origin string, example frontier.ID) {
	base := s.o.Front.Base
	if strings.HasPrefix(base, "//") {
		base = s.o.Scope.Scheme + ":" + base
	}
	_, host, _, _ := canonical.Split([]byte(strings.ToLower(base)))
	example = frontier.NoID
	if len(host) == 0 {
		return "", example
	}
	least := ""
	s.paths(func(row *frontier.Row, _ uint64) {
		if _, its, _, _ := canonical.Split([]byte(row.URL)); s.code(row.ID) == audit.ScopeHost && s.mark[row.ID]&fromHome != 0 && string(its) == string(host) && (least == "" || row.URL < least) {
			origin, example, least = strings.Clone(canonical.Origin(row.URL)), row.ID, strings.Clone(row.URL)
		}
	})
	return origin, example
}
