package crawltest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Site is a made-up web site, of one host or of many. The zero Site is empty;
// HandleFunc fills it. It counts what was asked for ("in turn", {{count}},
// {{session}}), so a test that counts on that makes its own.
//
// Once served it must not be added to; its other methods may be called from
// any goroutine.
type Site struct {
	origin   string   // of names that begin at the root
	origins  []string // in order of appearance
	urls     []string
	answers  map[string]*turns // by origin and request URI
	handlers []handler
	parts    map[string][]byte
	asked    atomic.Uint64

	mu    sync.Mutex
	gates map[string]*Gate
}

// turns are the answers to one URL, in order.
type turns struct {
	answers []*answer
	asked   atomic.Int64
}

type handler struct {
	origin, path string
	serve        http.HandlerFunc
}

// HandleFunc lets h answer a URL, or all below it if the pattern ends in a
// slash: "https://big.example/", "/search". Queries are not looked at. Of
// several patterns the longest wins; answers to one URL go before all of them.
// Like http.HandleFunc it panics if the pattern is not a URL or a path under
// the site's origin.
func (s *Site) HandleFunc(pattern string, h func(http.ResponseWriter, *http.Request)) {
	origin, path, err := s.absolute(pattern)
	if err != nil {
		panic(fmt.Sprintf("crawltest: pattern %q: %v", pattern, err))
	}
	s.addOrigin(origin)
	s.addHandler(handler{origin, path, h})
}

func (s *Site) addHandler(h handler) {
	s.handlers = append(s.handlers, h)
	slices.SortStableFunc(s.handlers, func(a, b handler) int { return len(b.path) - len(a.path) })
}

func (s *Site) addOrigin(origin string) {
	if s.origin == "" {
		s.origin = origin
	}
	if !slices.Contains(s.origins, origin) {
		s.origins = append(s.origins, origin)
	}
}

// Origin gives scheme and host of the site: of the archive's origin line,
// else of its first URL.
func (s *Site) Origin() string { return s.origin }

// URLs gives every URL that has a written answer of its own, in the archive's
// order.
func (s *Site) URLs() []string { return slices.Clone(s.urls) }

// Part gives the text of a file of the archive that is no answer.
func (s *Site) Part(name string) ([]byte, bool) {
	b, ok := s.parts[name]
	return slices.Clone(b), ok
}

// ServeHTTP answers one request by scheme, host and URL. A host that the
// site does not have is answered 421, a URL that it does not have 404.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	origin, uri := target(r)
	s.serve(w, r, origin, uri)
}

// serve answers a request as one to origin, whatever host it names.
func (s *Site) serve(w http.ResponseWriter, r *http.Request, origin, uri string) {
	if t := s.find(origin, uri); t != nil {
		s.take(t, w, r)
		return
	}
	path, _, _ := strings.Cut(uri, "?")
	for _, h := range s.handlers {
		if h.origin == origin && (h.path == path || strings.HasSuffix(h.path, "/") && strings.HasPrefix(path, h.path)) {
			h.serve(w, r)
			return
		}
	}
	if !slices.Contains(s.origins, origin) {
		http.Error(w, "this server does not have that host", http.StatusMisdirectedRequest)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusNotFound)
	fmt.Fprint(w, "<!DOCTYPE html><title>Not found</title><h1>Not found</h1>\n")
}

// take gives the next answer of those to a URL.
func (s *Site) take(t *turns, w http.ResponseWriter, r *http.Request) {
	n := int(t.asked.Add(1))
	from, uri := target(r)
	v := &values{session: s.newSession(), origin: from, uri: uri, count: n}
	t.answers[min(n, len(t.answers))-1].serve(w, r, v)
}

// target gives origin and URI of a request as the client sent them. A client
// that takes the server for a proxy sends both in one.
func target(r *http.Request) (origin, uri string) {
	if r.URL.IsAbs() {
		if origin, uri, err := splitURL(r.RequestURI); err == nil {
			return origin, uri
		}
	}
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	return originOf(scheme, r.Host), r.RequestURI
}

// anyQuery ends the name of an answer to all queries that no other names.
const anyQuery = "?*"

// find looks for the written answer: to the very URI, to any query, then without
// query, then the same without path parameters.
func (s *Site) find(origin, uri string) *turns {
	for _, spelling := range [...]string{uri, withoutParams(uri)} {
		if t := s.answers[origin+spelling]; t != nil {
			return t
		}
		path, _, asked := strings.Cut(spelling, "?")
		if t := s.answers[origin+path+anyQuery]; t != nil && asked {
			return t
		}
		if t := s.answers[origin+path]; t != nil {
			return t
		}
	}
	return nil
}

// withoutParams cuts ";name=value" from each segment of the path.
func withoutParams(uri string) string {
	path, query, hasQuery := strings.Cut(uri, "?")
	if !strings.Contains(path, ";") {
		return uri
	}
	segments := strings.Split(path, "/")
	for i := range segments {
		segments[i], _, _ = strings.Cut(segments[i], ";")
	}
	path = strings.Join(segments, "/")
	if hasQuery {
		path += "?" + query
	}
	return path
}

// newSession makes a session id that looks like any other and is the same in
// every run.
func (s *Site) newSession() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", s.origin, s.asked.Add(1)))
	return hex.EncodeToString(sum[:16])
}
