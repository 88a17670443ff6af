package proxy

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// Parties says what of other sites than the page's is loaded.
type Parties string

const (
	NoParties    Parties = "none"
	PartyScripts Parties = "scripts" // scripts and styles
	AllParties   Parties = "all"
)

// Limits of one page.
const (
	maxRequests  = 500
	maxDocuments = 4        // of the page itself, where it loads itself again
	maxBytes     = 64 << 20 // of bodies
	maxPost      = 256 << 10
)

// rules are what a page may not ask for, the first that holds tells why. raw
// is the request as the browser made it.
var rules = []struct {
	why   Why
	holds func(p *Page, r *Request, raw *http.Request) bool
}{
	{Browser, func(p *Page, _ *Request, _ *http.Request) bool { return p.url == "" }},
	{Upgrade, func(_ *Page, _ *Request, raw *http.Request) bool { return raw.Header.Get("Upgrade") != "" }},
	{Own, func(p *Page, r *Request, _ *http.Request) bool { return p.proxy.owns(r.URL) }},
	{ServiceWorker, func(_ *Page, _ *Request, raw *http.Request) bool {
		return raw.Header.Get("Service-Worker") != "" || raw.Header.Get("Sec-Fetch-Dest") == "serviceworker"
	}},
	{Method, func(p *Page, r *Request, _ *http.Request) bool {
		return r.Method != http.MethodGet && r.Method != http.MethodHead && !p.mayPost(r)
	}},
	{Prefetch, func(_ *Page, _ *Request, raw *http.Request) bool {
		return strings.HasPrefix(raw.Header.Get("Sec-Purpose"), "prefetch") || raw.Header.Get("Purpose") == "prefetch"
	}},
	{Type, func(_ *Page, r *Request, _ *http.Request) bool {
		return r.Kind == Picture || r.Kind == Media || r.Kind == Font
	}},
	{Stream, func(_ *Page, r *Request, _ *http.Request) bool {
		return strings.HasPrefix(r.Header.Get("Accept"), "text/event-stream")
	}},
	{ThirdParty, func(p *Page, r *Request, _ *http.Request) bool { return r.ThirdParty && !p.proxy.loads(r.Kind) }},
	{Leaves, func(p *Page, r *Request, raw *http.Request) bool {
		return r.Kind == Document && !p.isPage(r.URL) && raw.Header.Get("Sec-Fetch-Dest") != ""
	}},
	{Effect, func(p *Page, r *Request, _ *http.Request) bool {
		_, found := p.proxy.options.Effect([]byte(r.URL))
		return found
	}},
	{Limit, func(p *Page, r *Request, _ *http.Request) bool { return p.exhausted(r) }},
}

// loads tells whether what another site sends is loaded.
func (p *Proxy) loads(k Kind) bool {
	switch p.options.ThirdParty {
	case AllParties:
		return true
	case NoParties:
		return false
	}
	return k == Script || k == Style
}

// mayPost tells whether a POST is a question in JSON to the page's own
// origin, as GraphQL's are, and the user lets them through.
func (p *Page) mayPost(r *Request) bool {
	kind := mediaType(r.Header.Get("Content-Type"))
	return p.proxy.options.Post && r.Method == http.MethodPost && sameOrigin(p.url, r.URL) && r.Header.Get("Origin") != "null" &&
		(kind == "application/json" || strings.HasSuffix(kind, "+json"))
}

func sameOrigin(a, b string) bool {
	u, err := url.Parse(a)
	if err != nil {
		return false
	}
	v, err := url.Parse(b)
	return err == nil && u.Scheme == v.Scheme && strings.EqualFold(u.Host, v.Host)
}

// owns tells whether a URL leads to one of our own listeners.
func (p *Proxy) owns(rawURL string) bool {
	u, err := url.Parse(rawURL)
	if err != nil || u.Port() == "" {
		return false
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	addr, err := netip.ParseAddr(host)
	local := err == nil && (addr.Unmap().IsLoopback() || addr.IsUnspecified()) ||
		host == "localhost" || strings.HasSuffix(host, ".localhost")
	p.mu.Lock()
	defer p.mu.Unlock()
	return local && p.ports[u.Port()]
}

// site is the registrable domain of a host, or the host itself where it has
// none: an address, a name without dots, a public suffix.
func site(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if _, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return host
	}
	domain, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil {
		return host
	}
	return domain
}
