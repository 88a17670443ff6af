// Package proxy is the only way from a browser to the network: a proxy on
// loopback that asks the crawler for whatever a page asks for, or refuses it
// and says why.
//
// Each page has a listener of its own, so that whatever its documents,
// workers and frames do is known to be that page's. Inside of https the proxy
// answers with one key made for the run, which the browser accepts by its Pin.
// Nothing is tunnelled: a WebSocket, or anything else that is not HTTP, ends
// here.
package proxy

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"time"
)

// Options are the settings of a Proxy.
type Options struct {
	// Asker makes the requests.
	Asker Asker
	// Effect tells whether asking for a URL would change something on the
	// site, and which part of it says so. Such URLs are never asked for.
	Effect func(url []byte) (part string, found bool)
	// ThirdParty says what of other sites is loaded; default PartyScripts.
	ThirdParty Parties
	// Post lets POSTs of JSON to the page's own origin through.
	Post bool
	// Cache is how many bytes of scripts and styles are kept; default 64 MiB.
	Cache int64
}

// Proxy serves the pages of one crawl. It is safe for concurrent use.
type Proxy struct {
	options Options
	cert    tls.Certificate
	pin     string
	cache   *cache
	server  *http.Server
	tunnels chan net.Conn // browser's connections after CONNECT
	closed  chan struct{}
	served  sync.WaitGroup

	mu    sync.Mutex
	ports map[string]bool // of all listeners
}

// New makes a Proxy; it listens nowhere yet.
func New(o Options) (*Proxy, error) {
	if o.Asker == nil || o.Effect == nil {
		return nil, errors.New("a proxy needs an Asker and an Effect")
	}
	switch o.ThirdParty {
	case "":
		o.ThirdParty = PartyScripts
	case NoParties, PartyScripts, AllParties:
	default:
		return nil, fmt.Errorf("third parties %q: none, scripts or all", o.ThirdParty)
	}
	if o.Cache == 0 {
		o.Cache = 64 << 20
	}
	cert, pin, err := newCertificate(time.Now())
	if err != nil {
		return nil, fmt.Errorf("make the key of the browser's proxy: %w", err)
	}
	p := &Proxy{
		options: o, cert: cert, pin: pin, cache: newCache(o.Cache), ports: map[string]bool{},
		tunnels: make(chan net.Conn), closed: make(chan struct{}),
	}
	p.server = &http.Server{
		Handler:           http.HandlerFunc(p.handle),
		ConnContext:       withRoute,
		ReadHeaderTimeout: time.Minute,
		MaxHeaderBytes:    256 << 10,
		ErrorLog:          log.New(io.Discard, "", 0), // what the browser does wrong is its own
	}
	p.serve(tunnelListener{p})
	return p, nil
}

// Pin is the hash of the key's public part, in base64, for Chromium's
// --ignore-certificate-errors-spki-list.
func (p *Proxy) Pin() string { return p.pin }

// Close ends all connections. Pages must be closed before.
func (p *Proxy) Close() {
	close(p.closed)
	p.server.Close()
	p.served.Wait()
}

func (p *Proxy) serve(l net.Listener) {
	p.served.Go(func() { _ = p.server.Serve(l) }) // until Close, or the page's
}

// route is where a connection of the browser leads.
type route struct {
	page *Page
	host string // host:port of the CONNECT, "" for the proxy's own connections
	tls  bool
}

type routeKey struct{}

func withRoute(ctx context.Context, c net.Conn) context.Context {
	secure := false
	if t, ok := c.(*tls.Conn); ok {
		c, secure = t.NetConn(), true
	}
	conn := c.(*pageConn)
	return context.WithValue(ctx, routeKey{}, route{page: conn.page, host: conn.host, tls: secure})
}

func routeOf(r *http.Request) route { return r.Context().Value(routeKey{}).(route) }

// tunnelListener hands connections after CONNECT to the server.
type tunnelListener struct{ p *Proxy }

func (l tunnelListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.p.tunnels:
		return c, nil
	case <-l.p.closed:
		return nil, net.ErrClosed
	}
}

func (l tunnelListener) Close() error   { return nil }
func (l tunnelListener) Addr() net.Addr { return &net.TCPAddr{} }
