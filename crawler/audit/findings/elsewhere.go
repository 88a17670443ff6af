package findings

import (
	"hash/maphash"
	"net/url"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// ledAway is the other host or scheme, or the folder of the site, where links lead to the
// addresses of pages to which none leads on the site itself: they were written for that (a
// copy for tests, a wrong base element).
type ledAway struct {
	origin  string // a folder with its path, without the last slash; "" where there is none
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
	hosts, folder := map[string]*ledAway{}, s.baseFolder()
	note := func(row *frontier.Row, origin string, path uint64) {
		h := hosts[origin]
		if h == nil && len(hosts) < maxAwayHosts {
			h = &ledAway{origin: strings.Clone(origin), paths: map[uint64]bool{}, of: len(alone)}
			hosts[h.origin] = h
		}
		if h != nil {
			h.add(row, path)
		}
	}
	s.paths(func(row *frontier.Row, path uint64) {
		if s.mark[row.ID]&linkedAtAll == 0 {
			return
		}
		if rest, under := strings.CutPrefix(row.URL, folder); under && folder != "" && s.code(row.ID) == audit.HTTP4xx {
			if path = maphash.String(s.seed, s.o.Scope.Dir+rest); alone[path] {
				note(row, strings.TrimSuffix(folder, "/"), path)
			}
			return
		}
		if isAbroad(s.code(row.ID)) && alone[path] {
			note(row, canonical.Origin(row.URL), path)
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

// isAbroad tells of the verdicts of URLs on another host, or under another scheme.
func isAbroad(c audit.Code) bool { return c == audit.ScopeHost || c == audit.ScopeScheme }

// leadsAway tells whether links lead to the address of a page there.
func (s *survey) leadsAway(url string) bool {
	l := s.away()
	return l.origin != "" && l.paths[maphash.String(s.seed, url[len(canonical.Origin(url)):])]
}

// baseURL is that of the base element of the start page, nil where it has none.
func (s *survey) baseURL() *url.URL {
	scope := url.URL{Scheme: s.o.Scope.Scheme, Host: s.o.Scope.Host, Path: s.o.Scope.Dir}
	base, err := scope.Parse(s.o.Front.Base)
	if s.o.Front.Base == "" || err != nil {
		return nil
	}
	base.Scheme, base.Host = strings.ToLower(base.Scheme), strings.ToLower(base.Host)
	return base
}

// baseFolder gives the folder of the site that the base element of the start page
// names, with the slash after it, "" where that is the scope itself or on another host.
func (s *survey) baseFolder() string {
	base := s.baseURL()
	if base == nil || base.Scheme != s.o.Scope.Scheme || base.Host != s.o.Scope.Host {
		return ""
	}
	path := base.EscapedPath()
	if path = path[:strings.LastIndexByte(path, '/')+1]; path == "" || path == s.o.Scope.Dir {
		return ""
	}
	return base.Scheme + "://" + base.Host + path
}

// ledBy is where links of the start page lead by its base element.
type ledBy struct {
	base, folder string // folder: where they lead on the site, with the slash after it, or ""
	host         string
	outside      bool // the folder lies beside the scope: nothing in it was asked for
	slashless    bool // the base names the folder in which pages are without the slash after it
}

// ledByBase reads the base element of the start page; nil where it leads nowhere else.
func (s *survey) ledByBase() *ledBy {
	base := s.baseURL()
	if base == nil {
		return nil
	}
	l := &ledBy{base: base.String(), folder: s.baseFolder(), host: base.Host}
	if l.folder != "" {
		path := l.folder[len(canonical.Origin(l.folder)):]
		l.outside = !strings.HasPrefix(path, s.o.Scope.Dir) && !strings.HasPrefix(s.o.Scope.Dir, path)
	} else if base.Host == s.o.Scope.Host && base.Scheme == s.o.Scope.Scheme && !strings.HasSuffix(base.Path, "/") && base.Path != "" {
		l.folder, l.slashless = base.Scheme+"://"+base.Host+s.o.Scope.Dir, true
	}
	return l
}

// finds tells of a URL that the base element leads to a page all the same.
func (l *ledBy) finds(url string, code audit.Code, marks marks) bool {
	inFolder := l.folder != "" && strings.HasPrefix(url, l.folder)
	switch {
	case l.outside:
		return code == audit.Listed && marks&(fromHome|isStart) == fromHome
	case l.slashless && (marks&isStart != 0 || url == l.base || strings.HasPrefix(url, l.base+"/")):
		return false
	}
	return inFolder && code != audit.HTTP4xx
}

// baseAway gives where the base element of the start page leads links of that page: the
// other host or scheme that it names, or a folder in which none of them finds a page, or
// that lies beside the scope where no other link leads to a page of this; and one of them.
func (s *survey) baseAway() (origin string, example frontier.ID) {
	example = frontier.NoID
	l := s.ledByBase()
	if l == nil {
		return "", example
	}
	least, pages, n := "", false, 0
	s.paths(func(row *frontier.Row, _ uint64) {
		_, host, _, _ := canonical.Split([]byte(row.URL))
		code := s.code(row.ID)
		inFolder := l.folder != "" && strings.HasPrefix(row.URL, l.folder) && (!l.slashless || code == audit.HTTP4xx)
		pages = pages || l.finds(row.URL, code, s.mark[row.ID])
		if s.mark[row.ID]&fromHome == 0 || !inFolder && !(isAbroad(code) && string(host) == l.host) {
			return
		}
		if n++; least != "" && row.URL >= least {
			return
		}
		origin, example, least = strings.Clone(canonical.Origin(row.URL)), row.ID, strings.Clone(row.URL)
		if inFolder {
			origin = l.folder
		}
	})
	if l.folder != "" && pages || l.slashless && float64(n) < s.limitOf(RuleOf("links-elsewhere"), "pages") {
		return "", frontier.NoID
	}
	return origin, example
}

// inBaseFolder tells of a URL that is an address of the site but for the folder that the
// base element puts before it.
func (s *survey) inBaseFolder(url string) bool {
	if s.ledTo == nil {
		folder := s.baseFolder()
		if folder != "" {
			if origin, _ := s.baseAway(); origin == "" && s.away().origin != strings.TrimSuffix(folder, "/") {
				folder = ""
			}
		}
		s.ledTo = &folder
	}
	return *s.ledTo != "" && strings.HasPrefix(url, *s.ledTo)
}
