package crawltest

import (
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
)

// Config says how sites are served. The zero Config is right for most tests.
type Config struct {
	Addr    string // where http is served, host:port; default 127.0.0.1:0
	TLSAddr string // where https is served; default 127.0.0.1:0
	HTTP2   bool   // offer HTTP/2 on https
	Expired bool   // show a certificate that has expired
	NoLog   bool   // keep no log, for benchmarks; Requests counts all the same
}

// Server serves sites on two loopback ports, one for http and one for https,
// telling the hosts apart by what the client asks for. Its methods may be
// called from any goroutine.
type Server struct {
	sites      []*Site
	plain, tls net.Listener
	servers    []*http.Server
	authority  *authority
	transport  *http.Transport
	noLog      bool
	requests   atomic.Int64
	conns      atomic.Int64
	serving    sync.WaitGroup // the two accept loops
	handling   sync.WaitGroup

	mu       sync.Mutex
	closed   bool
	log      []Request
	inFlight map[string]int // by host
}

// TB is the part of testing.TB that NewServer needs.
type TB interface {
	Helper()
	Fatalf(format string, args ...any)
	Cleanup(func())
}

// NewServer serves sites until the test ends.
func NewServer(t TB, sites ...*Site) *Server {
	t.Helper()
	s, err := Start(Config{}, sites...)
	if err != nil {
		t.Fatalf("%v", err)
	}
	t.Cleanup(s.Close)
	return s
}

// Start serves sites until Close. If several have the same host the first
// one answers for it. Requests to the address of a listener itself are
// answered as requests to the first site's origin.
func Start(cfg Config, sites ...*Site) (*Server, error) {
	s := &Server{sites: sites, noLog: cfg.NoLog, inFlight: map[string]int{}}
	var err error
	if s.authority, err = newAuthority(s.hosts(), cfg.Expired); err != nil {
		return nil, err
	}
	if s.plain, err = listen(cfg.Addr); err != nil {
		return nil, err
	}
	if s.tls, err = listen(cfg.TLSAddr); err != nil {
		_ = s.plain.Close() // the error to tell is the other one
		return nil, err
	}
	s.serve(s.plain, nil, cfg.HTTP2)
	s.serve(s.tls, &tls.Config{Certificates: []tls.Certificate{s.authority.leaf}}, cfg.HTTP2)
	s.transport = s.newTransport(cfg.HTTP2)
	return s, nil
}

func listen(addr string) (net.Listener, error) {
	if addr == "" {
		addr = "127.0.0.1:0"
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("serve site: %w", err)
	}
	return l, nil
}

// serve starts one accept loop; Close ends it.
func (s *Server) serve(l net.Listener, cfg *tls.Config, http2 bool) {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetHTTP2(http2)
	srv := &http.Server{
		Handler:   s,
		TLSConfig: cfg,
		Protocols: protocols,
		ErrorLog:  log.New(io.Discard, "", 0), // broken connections are what tests are about
		ConnState: func(_ net.Conn, state http.ConnState) {
			if state == http.StateNew {
				s.conns.Add(1)
			}
		},
	}
	s.servers = append(s.servers, srv)
	s.serving.Go(func() {
		if cfg == nil {
			_ = srv.Serve(l) // http.ErrServerClosed, by Close
		} else {
			_ = srv.ServeTLS(l, "", "")
		}
	})
}

// Close breaks all connections and returns when no request is in service any
// more. Handlers of the sites must return once their request's context ends.
func (s *Server) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.transport.CloseIdleConnections()
	for _, srv := range s.servers {
		_ = srv.Close() // its listener may be closed already: nothing to do about it
	}
	s.serving.Wait()
	s.handling.Wait()
}

// ServeHTTP logs a request and lets the site of its host answer.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	from, uri := target(r)
	if !s.enter(r, from) {
		panic(http.ErrAbortHandler)
	}
	defer s.leave(from)
	origin := from
	if r.Host == s.plain.Addr().String() || r.Host == s.tls.Addr().String() {
		if len(s.sites) > 0 {
			origin = s.sites[0].Origin()
		}
	}
	for _, site := range s.sites {
		if slices.Contains(site.origins, origin) {
			site.serve(w, r, origin, uri)
			return
		}
	}
	http.Error(w, "this server does not have that host", http.StatusMisdirectedRequest)
}

// URL gives the address of the http listener, "http://127.0.0.1:40123".
func (s *Server) URL() string { return "http://" + s.plain.Addr().String() }

// TLSURL gives the address of the https listener.
func (s *Server) TLSURL() string { return "https://" + s.tls.Addr().String() }
