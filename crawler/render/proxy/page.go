package proxy

import (
	"context"
	"fmt"
	"net"
	"strings"
	"sync"
	"time"
)

// Page is one page's way to the network.
type Page struct {
	proxy  *Proxy
	url    string // "" for what the browser asks by itself
	ctx    context.Context
	cancel context.CancelFunc
	listen net.Listener

	mu        sync.Mutex
	conns     map[net.Conn]bool
	own       string // the page's URL as the browser writes it
	log       Log
	told      map[string]bool // refusals and failures in the log
	documents int
	missing   string    // why there is no document
	busy      int       // requests at work
	quiet     time.Time // since when none is
	waiting   int       // of them wait for something that is not theirs
	since     time.Time // the first of those
	waited    time.Duration
}

// Page opens the way for the page of a URL; an empty URL is for what a browser
// asks by itself, and all of that is refused. ctx ends its requests.
func (p *Proxy) Page(ctx context.Context, url string) (*Page, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen for the browser on loopback: %w", err)
	}
	page := &Page{proxy: p, url: url, listen: l, conns: map[net.Conn]bool{}, told: map[string]bool{}, quiet: time.Now()}
	page.ctx, page.cancel = context.WithCancel(ctx)
	p.mu.Lock()
	p.ports[page.port()] = true
	p.mu.Unlock()
	p.serve(pageListener{l, page})
	return page, nil
}

// Addr is where the browser finds the page's proxy, host:port.
func (p *Page) Addr() string { return p.listen.Addr().String() }

func (p *Page) port() string {
	_, port, _ := net.SplitHostPort(p.Addr())
	return port
}

// Close ends what is still asked for and gives what came of all requests.
func (p *Page) Close() Log {
	p.cancel()
	p.listen.Close()
	p.proxy.mu.Lock()
	delete(p.proxy.ports, p.port())
	p.proxy.mu.Unlock()
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.conns {
		c.Close()
	}
	return p.log
}

// Quiet tells for how long the page has had no request at work.
func (p *Page) Quiet() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.busy > 0 {
		return 0
	}
	return time.Since(p.quiet)
}

// Waited tells for how long the page's requests waited for what is not theirs.
func (p *Page) Waited() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.waiting > 0 {
		return p.waited + time.Since(p.since)
	}
	return p.waited
}

func (p *Page) waits() func() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.waiting++; p.waiting == 1 {
		p.since = time.Now()
	}
	return sync.OnceFunc(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.waiting--; p.waiting == 0 {
			p.waited += time.Since(p.since)
		}
	})
}

func (p *Page) begin() (end func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.busy++
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.busy--; p.busy == 0 {
			p.quiet = time.Now()
		}
	}
}

// isPage tells whether a URL is the page's own: the first document that is
// asked for is.
func (p *Page) isPage(url string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.own == "" {
		p.own = url
	}
	return url == p.own
}

// exhausted tells whether the page has asked for all it may.
func (p *Page) exhausted(r *Request) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if r.Kind == Document && r.URL == p.own {
		if p.documents++; p.documents > maxDocuments {
			return true
		}
	}
	return p.log.Asked >= maxRequests || p.log.Bytes >= maxBytes
}

func (p *Page) asked(bytes int, cached bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if cached {
		p.log.Cached++
		return
	}
	p.log.Asked++
	p.log.Bytes += int64(bytes)
}

// document keeps what the page's own document said of itself.
func (p *Page) document(r *Request, res *Response) {
	if r.Kind != Document || !p.isPage(r.URL) {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.log.Status, p.log.Header = res.Status, res.Header.Clone()
}

// Document tells which status the page's own document came with, 0 and why
// where it did not come.
func (p *Page) Document() (status int, why string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.log.Status == 0 {
		return 0, p.missing
	}
	return p.log.Status, ""
}

// miss keeps why the page's own document did not come; mu is held.
func (p *Page) miss(r Resource) {
	if r.URL == p.own && r.Kind == Document {
		p.missing = strings.TrimPrefix(strings.TrimSuffix(string(r.Why)+": "+r.Detail, ": "), ": ")
	}
}

// refused and failed keep what the page did not get, each URL once.
func (p *Page) refused(r Resource) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.log.RefusedCount++
	p.miss(r)
	if key := string(r.Why) + " " + r.URL; !p.told[key] && len(p.log.Refused) < MaxResources {
		p.told[key] = true
		p.log.Refused = append(p.log.Refused, r.short())
	}
}

func (p *Page) failed(r Resource) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.log.FailedCount++
	p.miss(r)
	if !p.told[r.URL] && len(p.log.Failed) < MaxResources {
		p.told[r.URL] = true
		p.log.Failed = append(p.log.Failed, r.short())
	}
}

// short cuts texts that a page could make very long.
func (r Resource) short() Resource {
	r.URL = strings.Clone(r.URL[:min(len(r.URL), 2048)])
	r.Detail = strings.Clone(r.Detail[:min(len(r.Detail), 200)])
	return r
}
