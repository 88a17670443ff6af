package proxy

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
)

// handle answers whatever the browser sends to any listener.
func (p *Proxy) handle(w http.ResponseWriter, raw *http.Request) {
	to := routeOf(raw)
	if raw.Method == http.MethodConnect {
		p.connect(w, raw, to)
		return
	}
	page := to.page
	end := page.begin()
	defer end()
	r, ok := page.request(raw, to)
	if !ok { // no request to a proxy: somebody was led to our port
		page.refused(Resource{URL: "http://" + page.Addr() + raw.URL.RequestURI(), Why: Own})
		w.WriteHeader(http.StatusMisdirectedRequest)
		return
	}
	if raw.Method == http.MethodOptions && preflight(w, raw) {
		return
	}
	for _, rule := range rules {
		if rule.holds(page, r, raw) {
			page.refused(Resource{URL: r.URL, Kind: r.Kind, ThirdParty: r.ThirdParty, Why: rule.why})
			w.WriteHeader(http.StatusForbidden)
			return
		}
	}
	if r.Method == http.MethodPost {
		body, err := io.ReadAll(http.MaxBytesReader(w, raw.Body, maxPost))
		if err != nil {
			page.refused(Resource{URL: r.URL, Kind: r.Kind, Why: Limit, Detail: "the body is too long"})
			w.WriteHeader(http.StatusForbidden)
			return
		}
		r.Body = body
	}
	page.answer(raw.Context(), w, r)
}

// connect opens a tunnel that ends here: TLS by our own key, or HTTP.
func (p *Proxy) connect(w http.ResponseWriter, raw *http.Request, to route) {
	hijacker, ok := w.(http.Hijacker) // not in HTTP/2
	if !ok || to.host != "" || to.page.url == "" {
		to.page.refused(Resource{URL: "https://" + strings.TrimSuffix(raw.Host, ":443") + "/", Why: Browser})
		w.WriteHeader(http.StatusForbidden)
		return
	}
	c, buffered, err := hijacker.Hijack()
	if err != nil {
		return
	}
	if _, err := io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\n"); err != nil {
		c.Close()
		return
	}
	first, err := buffered.Reader.Peek(1)
	if err != nil { // a preconnect that was not used
		c.Close()
		return
	}
	var tunnel net.Conn = to.page.conn(&peekedConn{c, buffered.Reader}, raw.Host)
	const handshake = 0x16 // the type of TLS's first record (RFC 8446 5.1)
	if first[0] == handshake {
		tunnel = tls.Server(tunnel, &tls.Config{
			Certificates: []tls.Certificate{p.cert},
			NextProtos:   []string{"h2", "http/1.1"},
		})
	}
	select {
	case p.tunnels <- tunnel:
	case <-p.closed:
		c.Close()
	}
}

// peekedConn is a connection of which a reader has already read a part.
type peekedConn struct {
	net.Conn
	reader *bufio.Reader
}

func (c *peekedConn) Read(b []byte) (int, error) { return c.reader.Read(b) }

// answer asks, or takes from the cache, and passes on what came.
func (p *Page) answer(ctx context.Context, w http.ResponseWriter, r *Request) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(p.ctx, cancel)()
	res, cached, err := p.proxy.cache.answer(ctx, r, func(r *Request) (*Response, error) {
		res, err := p.proxy.options.Asker.Ask(ctx, r)
		if err == nil {
			p.asked(len(res.Body), false)
		}
		return res, err
	})
	if cached {
		p.asked(0, true)
	}
	what := Resource{URL: r.URL, Kind: r.Kind, ThirdParty: r.ThirdParty}
	var refusal *Refusal
	switch {
	case errors.As(err, &refusal):
		what.Why, what.Detail = refusal.Why, refusal.Detail
		p.refused(what)
		w.WriteHeader(http.StatusForbidden)
	case ctx.Err() != nil: // the page asks no longer
		w.WriteHeader(http.StatusBadGateway)
	case err != nil:
		what.Detail = err.Error()
		p.failed(what)
		w.WriteHeader(http.StatusBadGateway)
	case !Wanted(res.Header.Get("Content-Type")):
		what.Why = Type
		p.refused(what)
		w.WriteHeader(http.StatusForbidden)
	default:
		if res.Status >= 400 {
			what.Status = res.Status
			p.failed(what)
		}
		p.document(r, res)
		reply(w, res)
	}
}
