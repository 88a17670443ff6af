// Package fetch makes one HTTP request and gives its answer: one hop, no
// retry, no redirect followed, no wait. It is the only part of portolan that
// knows colly.
//
// A Client holds what all workers share, chiefly the connections. Each
// worker has a Fetcher of its own: a colly Collector whose HTTP client is
// the Fetcher itself, as http.RoundTripper. There the request gets its exact
// URL and deadline, and the answer's body is read, capped and inflated into
// a buffer that the next answer reuses. Colly sees status only; so its
// limits, redirects, decoding, charsets and visited set never act.
package fetch

import (
	"crypto/tls"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Client is what Fetchers share. It is safe for concurrent use.
type Client struct {
	opts      Options
	transport *http.Transport
	http1     *http.Transport // for hosts that have flooded us
	dialer    *dialer
	credHosts hostSet
	origins   map[origin]*url.URL
	redact    *strings.Replacer
	cookies   cookieStore
	decoders  decoders

	certificates struct {
		mu sync.Mutex
		of map[string]*Certificate // by host
	}

	plain, secret http.Header // request headers without and with credentials; never changed
}

// NewClient checks o and prepares a Client; it opens no connection. An
// error says which option can't work, without its value where that may be
// a secret.
func NewClient(o Options) (*Client, error) {
	o.setDefaults()
	if err := o.check(); err != nil {
		return nil, err
	}
	credHosts, err := parseHostSet(o.CredentialHosts)
	if err != nil {
		return nil, err
	}
	origins, err := parseOriginMap(o.OriginMap)
	if err != nil {
		return nil, err
	}
	c := &Client{opts: o, dialer: newDialer(&o), credHosts: credHosts, origins: origins}
	c.transport = newTransport(&o, c.dialer)
	o.NoHTTP2 = true
	c.http1 = newTransport(&o, c.dialer)
	c.redact = newRedactor(o.secrets())
	c.plain = http.Header{
		"User-Agent":      {o.UserAgent},
		"Accept":          {"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"},
		"Accept-Encoding": {acceptEncoding},
	}
	if o.NoCompress {
		c.plain["Accept-Encoding"] = identity
	}
	c.secret = c.plain.Clone()
	maps.Copy(c.secret, o.credentials())
	return c, nil
}

// Close closes the connections. Call it when no Fetch is running; no
// goroutine is left then.
func (c *Client) Close() {
	c.transport.CloseIdleConnections()
	c.http1.CloseIdleConnections()
	c.dialer.open.close()
}

// transportTo gives the transport for a URL. A server that has flooded us is
// spoken to in HTTP/1.1 from then on, which has no frames beside answers.
func (c *Client) transportTo(u *url.URL) *http.Transport {
	if c.dialer.open.flooded(hostPort(u)) {
		return c.http1
	}
	return c.transport
}

const maxHeader = 256 << 10

// newTransport gives the one connection pool. Its defaults would keep two
// idle connections a host, inflate without a cap and heed the environment's
// proxy variables.
func newTransport(o *Options, d *dialer) *http.Transport {
	t := &http.Transport{
		Proxy:                  d.proxyFor,
		OnProxyConnectResponse: onProxyConnect,
		DialContext:            d.DialContext,
		TLSHandshakeTimeout:    dialTimeout,
		TLSClientConfig: &tls.Config{
			InsecureSkipVerify: o.Insecure, RootCAs: o.RootCAs,
			ClientSessionCache: tls.NewLRUClientSessionCache(0), // RFC 8446 2.2: the second handshake costs the server no signature
		},
		DisableCompression:     true,
		MaxConnsPerHost:        o.MaxConns,
		MaxIdleConnsPerHost:    o.MaxConns,
		MaxIdleConns:           max(100, 2*o.MaxConns),
		IdleConnTimeout:        90 * time.Second,
		MaxResponseHeaderBytes: maxHeader,
		ReadBufferSize:         16 << 10,
		HTTP2: &http.HTTP2Config{
			// A dead connection would take every request of its host with
			// it until TCP gives up.
			SendPingTimeout: 15 * time.Second, PingTimeout: 15 * time.Second, WriteByteTimeout: 5 * time.Second,
			MaxReceiveBufferPerStream: streamBuffer,
		},
	}
	t.Protocols = new(http.Protocols)
	t.Protocols.SetHTTP1(true)
	t.Protocols.SetHTTP2(!o.NoHTTP2)
	return t
}
