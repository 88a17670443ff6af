package fetch

import (
	"context"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/http/httpguts"
)

// Options are the settings of a Client. The zero value works: it sends no
// credentials, uses no proxy and reaches every address.
type Options struct {
	UserAgent string        // default "portolan"
	Timeout   time.Duration // of a whole exchange, body included; default 30 s
	MaxBody   int64         // bytes kept of a body, inflated, and read of it on the wire; default 10 MiB
	// MaxRatio caps inflation: of a body that inflates to more than MaxRatio
	// times its size on the wire, only that much (but at least 1 MiB) is
	// kept. Default 250.
	MaxRatio int
	MaxConns int // connections per host, all kept for reuse; default 5

	// Header, Cookie ("a=1; b=2") and BasicAuth ("user:password") are
	// credentials: they go to CredentialHosts only, and never into an error
	// text. An entry is an origin ("https://example.com", exactly this
	// scheme, host and port) or "host:port" with any scheme.
	Header          http.Header
	Cookie          string
	BasicAuth       string
	CredentialHosts []string

	Resolve    []Resolve      // connect elsewhere than the URL says; the first match counts
	Proxy      *url.URL       // http, https, socks5 or socks5h; user info is its login. Resolved hosts go past it
	Insecure   bool           // accept any certificate
	RootCAs    *x509.CertPool // nil: the system's
	NoCompress bool           // ask for bodies without Content-Encoding
	NoHTTP2    bool           // speak HTTP/1.1 only

	// AllowAddr judges each address at the moment of connecting, after the
	// name was resolved, so that what is judged is what is dialled (DNS
	// rebinding); nil allows all, Public is the one for public sites. It must
	// be safe for concurrent use.
	// Targets of Resolve and the proxy itself are exempt. Through a proxy
	// only addresses and localhost names in the URL itself can be judged,
	// since the proxy resolves the names.
	AllowAddr func(netip.Addr) bool

	// Dial opens connections in the operating system's stead, nil: it does not.
	// The address is the one that Resolve leads to, host:port; AllowAddr is not
	// asked. It must be safe for concurrent use.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)

	// OriginMap sends requests for one origin to another, for crawling a
	// staging copy: {"https://example.com": "http://10.0.0.5:8080"}. URL,
	// Host header and TLS name on the wire are the target's. Credentials
	// are chosen by the origin that the URL names.
	OriginMap map[string]string
}

const (
	defaultTimeout  = 30 * time.Second
	defaultMaxBody  = 10 << 20
	defaultMaxRatio = 250
	defaultMaxConns = 5
)

func (o *Options) setDefaults() {
	if o.UserAgent == "" {
		o.UserAgent = "portolan"
	}
	if o.Timeout <= 0 {
		o.Timeout = defaultTimeout
	}
	if o.MaxBody <= 0 {
		o.MaxBody = defaultMaxBody
	}
	if o.MaxRatio <= 0 {
		o.MaxRatio = defaultMaxRatio
	}
	if o.MaxConns <= 0 {
		o.MaxConns = defaultMaxConns
	}
}

// managed header fields are the client's own business: setting them would
// break framing, decoding or identity.
var managed = [...]string{
	"Accept-Encoding", "Connection", "Content-Length", "Host", "If-Modified-Since", "If-None-Match", "Keep-Alive",
	"Proxy-Authorization", "Proxy-Connection", "Range", "Te", "Trailer", "Transfer-Encoding", "Upgrade", "User-Agent",
}

// check reports the first setting that can't work. Its texts name fields
// and never values, which may be secrets.
func (o *Options) check() error {
	if !httpguts.ValidHeaderFieldValue(o.UserAgent) {
		return errors.New("user agent holds a character that a header can't")
	}
	for name, values := range o.Header {
		if !httpguts.ValidHeaderFieldName(name) {
			return fmt.Errorf("header name %q is not valid", name)
		}
		for _, m := range managed {
			if http.CanonicalHeaderKey(name) == m {
				return fmt.Errorf("header %s is set by the fetcher", m)
			}
		}
		for _, v := range values {
			if !httpguts.ValidHeaderFieldValue(v) {
				return fmt.Errorf("the value of header %s holds a character that a header can't", name)
			}
		}
	}
	if !httpguts.ValidHeaderFieldValue(o.Cookie) {
		return errors.New("cookie holds a character that a header can't")
	}
	if o.BasicAuth != "" && !strings.Contains(o.BasicAuth, ":") {
		return errors.New("basic auth is not of the form user:password")
	}
	if o.Proxy != nil {
		switch o.Proxy.Scheme {
		case "http", "https", "socks5", "socks5h":
		default:
			return fmt.Errorf("proxy scheme %q is not http, https or socks5", o.Proxy.Scheme)
		}
		if o.Proxy.Hostname() == "" {
			return errors.New("proxy URL names no host")
		}
	}
	return nil
}

// credentials gives the header fields that only CredentialHosts may see.
func (o *Options) credentials() http.Header {
	h := http.Header{}
	for name, values := range o.Header {
		for _, v := range values {
			h.Add(name, v)
		}
	}
	if o.Cookie != "" {
		h.Set("Cookie", o.Cookie)
	}
	if o.BasicAuth != "" {
		h.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(o.BasicAuth)))
	}
	return h
}

// secrets lists the strings that no error text may hold.
func (o *Options) secrets() []string {
	var out []string
	add := func(s string) {
		if len(s) >= 4 { // shorter ones would blot out ordinary text
			out = append(out, s)
		}
	}
	for _, values := range o.credentials() {
		for _, v := range values {
			add(v)
		}
	}
	_, password, _ := strings.Cut(o.BasicAuth, ":")
	add(o.BasicAuth)
	add(password)
	if o.Proxy != nil && o.Proxy.User != nil {
		password, _ := o.Proxy.User.Password()
		add(o.Proxy.User.String())
		add(password)
	}
	return out
}
