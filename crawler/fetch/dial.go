package fetch

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/net/idna"
)

// Resolve says where to connect for a host and port. An empty Host or Port
// matches any; an empty Addr or AddrPort keeps the URL's. URL, Host header
// and TLS name stay as they are.
type Resolve struct {
	Host, Port     string // of the URL; Host in lower case, without brackets
	Addr, AddrPort string // where to connect; Addr is an IP address or a name
}

// ParseResolve reads HOST:PORT:ADDR:PORT, the form of curl's --connect-to.
// IPv6 addresses stand in brackets.
func ParseResolve(s string) (Resolve, error) {
	var part [4]string
	rest := s
	for i := range part {
		var ok bool
		if part[i], rest, ok = cutPart(rest); ok != (i < 3) {
			return Resolve{}, fmt.Errorf("resolve rule %q is not HOST:PORT:ADDR:PORT", s)
		}
	}
	for _, port := range []string{part[1], part[3]} {
		if n, err := strconv.ParseUint(port, 10, 16); port != "" && (err != nil || n == 0) {
			return Resolve{}, fmt.Errorf("resolve rule %q: port %q is not a number from 1 to 65535", s, port)
		}
	}
	host, err := asciiHost(part[0])
	if err != nil {
		return Resolve{}, fmt.Errorf("resolve rule %q: host %q: %w", s, part[0], err)
	}
	addr, err := asciiHost(part[2])
	if err != nil {
		return Resolve{}, fmt.Errorf("resolve rule %q: address %q: %w", s, part[2], err)
	}
	return Resolve{Host: host, Port: part[1], Addr: addr, AddrPort: part[3]}, nil
}

// ParseResolves reads several.
func ParseResolves(texts []string) ([]Resolve, error) {
	var list []Resolve
	for _, text := range texts {
		r, err := ParseResolve(text)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

// cutPart splits s at the first colon outside brackets, which it removes.
func cutPart(s string) (part, rest string, more bool) {
	if strings.HasPrefix(s, "[") {
		inside, after, ok := strings.Cut(s[1:], "]")
		if ok && after == "" {
			return inside, "", false
		}
		if ok && after[0] == ':' {
			return inside, after[1:], true
		}
	}
	return strings.Cut(s, ":")
}

func asciiHost(host string) (string, error) {
	if strings.ContainsAny(host, "[]/@ ") {
		return "", errors.New("not a host name")
	}
	if a, err := netip.ParseAddr(host); err == nil {
		return a.String(), nil
	}
	if host == "" || !strings.ContainsFunc(host, func(r rune) bool { return r > 127 }) {
		return strings.ToLower(host), nil
	}
	return idna.Lookup.ToASCII(host)
}

// dialer opens the connections of a Client.
type dialer struct {
	resolve []Resolve
	allow   func(netip.Addr) bool
	proxy   *url.URL
	free    dialFunc // reaches every address
	guarded dialFunc // asks allow first
	open    meters
}

type dialFunc = func(ctx context.Context, network, address string) (net.Conn, error)

// dialTimeout caps one connect; SYNs are repeated after 1, 3 and 7 s.
const dialTimeout = 10 * time.Second

func newDialer(o *Options) *dialer {
	d := &dialer{resolve: o.Resolve, allow: o.AllowAddr, proxy: o.Proxy}
	d.open.most = o.MaxConns + 2
	if o.Proxy != nil {
		d.open.most = proxyConns * o.MaxConns // to all hosts behind it
	}
	d.free = o.Dial
	if d.free == nil {
		d.free = (&net.Dialer{Timeout: dialTimeout}).DialContext
	}
	d.guarded = d.free
	if o.AllowAddr != nil && o.Dial == nil {
		d.guarded = (&net.Dialer{Timeout: dialTimeout, ControlContext: d.control}).DialContext
	}
	return d
}

// proxyConns is how many times as many connections as to a host there may be
// to the proxy.
const proxyConns = 8

// DialContext is the transport's door. With a proxy the address is the
// proxy's, which the user chose.
func (d *dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := d.dial(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return d.open.add(address, conn), nil
}

func (d *dialer) dial(ctx context.Context, network, address string) (net.Conn, error) {
	if to, ok := d.redirect(address); ok {
		return d.free(ctx, network, to)
	}
	if d.proxy != nil {
		return d.free(ctx, network, address)
	}
	return d.guarded(ctx, network, address)
}

// redirect gives the address that a Resolve rule sets for hostport.
func (d *dialer) redirect(hostport string) (string, bool) {
	if len(d.resolve) == 0 {
		return "", false
	}
	host, port, err := net.SplitHostPort(hostport)
	if err != nil {
		return "", false
	}
	for _, r := range d.resolve {
		if (r.Host != "" && r.Host != host) || (r.Port != "" && r.Port != port) {
			continue
		}
		if r.Addr != "" {
			host = r.Addr
		}
		if r.AddrPort != "" {
			port = r.AddrPort
		}
		return net.JoinHostPort(host, port), true
	}
	return "", false
}

// control runs between resolving a name and connecting, so that the address
// judged is the address used.
func (d *dialer) control(_ context.Context, _, address string, _ syscall.RawConn) error {
	ap, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("read address %q: %w", address, err)
	}
	if a := ap.Addr().Unmap().WithZone(""); !d.allow(a) {
		return notPublic(a)
	}
	return nil
}

// proxyFor is the transport's Proxy function.
func (d *dialer) proxyFor(r *http.Request) (*url.URL, error) {
	if !d.proxied(r.URL) {
		return nil, nil
	}
	return d.proxy, nil
}

func (d *dialer) proxied(u *url.URL) bool {
	if d.proxy == nil {
		return false
	}
	_, resolved := d.redirect(hostPort(u))
	return !resolved
}

// judgeProxied refuses what is plainly private in a URL that a proxy would
// resolve: an address, or a name that means this machine (RFC 6761 6.3).
func (d *dialer) judgeProxied(u *url.URL) error {
	if d.allow == nil || !d.proxied(u) {
		return nil
	}
	host := strings.TrimSuffix(u.Hostname(), ".")
	a, err := netip.ParseAddr(host)
	switch {
	case err == nil:
	case host == "localhost" || strings.HasSuffix(host, ".localhost"):
		a = netip.AddrFrom4([4]byte{127, 0, 0, 1})
	case numeric(host):
		return &privateError{"host " + host + " is a number, which a proxy may read as any address"}
	default:
		return nil
	}
	if a = a.Unmap().WithZone(""); !d.allow(a) {
		return notPublic(a)
	}
	return nil
}

// numeric reports a name that browsers and libraries read as an IPv4 address
// in an odd form, such as 2130706433 or 0x7f.1: its last label is a number
// (WHATWG URL, ends in a number checker).
func numeric(host string) bool {
	last := strings.ToLower(host[strings.LastIndexByte(host, '.')+1:])
	hex, isHex := strings.CutPrefix(last, "0x")
	return last != "" && strings.Trim(last, "0123456789") == "" || isHex && strings.Trim(hex, "0123456789abcdef") == ""
}

// privateError says that AllowAddr refused an address.
type privateError struct{ text string }

func (e *privateError) Error() string { return e.text }

func notPublic(a netip.Addr) error {
	text := "address " + a.String() + " may not be reached"
	if b, special := Special(a); special {
		text = "address " + a.String() + " is not public (" + b.Name + ", " + b.Source + ")"
	}
	return &privateError{text}
}

// proxyError is a proxy's refusal.
type proxyError struct{ status string }

func (e *proxyError) Error() string { return "proxy answered " + e.status }

// onProxyConnect turns a proxy's answer to CONNECT into an error with its status.
func onProxyConnect(_ context.Context, _ *url.URL, _ *http.Request, res *http.Response) error {
	if res.StatusCode == http.StatusOK {
		return nil
	}
	return &proxyError{res.Status}
}
