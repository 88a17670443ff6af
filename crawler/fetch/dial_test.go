package fetch_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier/record"
)

func TestParseResolve(t *testing.T) {
	for in, want := range map[string]fetch.Resolve{
		"example.com:443:127.0.0.1:8443":   {Host: "example.com", Port: "443", Addr: "127.0.0.1", AddrPort: "8443"},
		"Example.COM:80:Staging.local:81":  {Host: "example.com", Port: "80", Addr: "staging.local", AddrPort: "81"},
		"[2001:DB8::1]:443:[::1]:8443":     {Host: "2001:db8::1", Port: "443", Addr: "::1", AddrPort: "8443"},
		"::127.0.0.1:8080":                 {Addr: "127.0.0.1", AddrPort: "8080"},
		"example.com::127.0.0.1:":          {Host: "example.com", Addr: "127.0.0.1"},
		"example.com:443::8443":            {Host: "example.com", Port: "443", AddrPort: "8443"},
		":::":                              {},
		"bücher.example:80:127.0.0.1:8080": {Host: "xn--bcher-kva.example", Port: "80", Addr: "127.0.0.1", AddrPort: "8080"},
	} {
		got, err := fetch.ParseResolve(in)
		if err != nil || got != want {
			t.Errorf("%q: %+v, %v; want %+v", in, got, err, want)
		}
	}
	for _, in := range []string{"", "a", "a:1", "a:1:b", "a:1:b:2:c", "a:x:b:1", "a:1:b:99999", "a:0:b:1", "a:1:b:-1", "::1:80:127.0.0.1:8080",
		"[::1:80:b:1", "a b:1:c:2", "http://a:80:b:80", "a:1:[b]c:2", "[]]:1:b:2", "a/b:1:c:2"} {
		if got, err := fetch.ParseResolve(in); err == nil {
			t.Errorf("%q: %+v, want an error", in, got)
		}
	}
}

func FuzzParseResolve(f *testing.F) {
	f.Add("example.com:443:127.0.0.1:8443")
	f.Add("[2001:db8::1]:443:[::1]:8443")
	f.Add("::a:")
	f.Fuzz(func(t *testing.T, s string) {
		r, err := fetch.ParseResolve(s)
		if err != nil {
			return
		}
		bracket := func(h string) string {
			if strings.Contains(h, ":") {
				return "[" + h + "]"
			}
			return h
		}
		again := strings.Join([]string{bracket(r.Host), r.Port, bracket(r.Addr), r.AddrPort}, ":")
		if r2, err := fetch.ParseResolve(again); err != nil || r2 != r {
			t.Errorf("%q gave %+v, written %q it gives %+v, %v", s, r, again, r2, err)
		}
	})
}

// Resolved hosts are connected to elsewhere, and asked by their own name.
func TestResolve(t *testing.T) {
	srv := site(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Host) })
	_, port, _ := net.SplitHostPort(srv.Listener.Addr().String())
	rules := []string{
		"example.com:80:127.0.0.1:" + port, "bücher.example:80:127.0.0.1:" + port, "[2001:db8::1]:8080:127.0.0.1:" + port,
		"other.example:81:127.0.0.1:" + port,
	}
	var opts fetch.Options
	for _, rule := range rules {
		r, err := fetch.ParseResolve(rule)
		if err != nil {
			t.Fatal(err)
		}
		opts.Resolve = append(opts.Resolve, r)
	}
	// They are the user's own word, so no address is refused.
	opts.AllowAddr = func(netip.Addr) bool { return false }
	for u, host := range map[string]string{
		"http://example.com/": "example.com", "http://xn--bcher-kva.example/": "xn--bcher-kva.example",
		"http://[2001:db8::1]:8080/": "[2001:db8::1]:8080", "http://other.example:81/": "other.example:81",
	} {
		check(t, get(t, opts, u), want{status: 200, body: host})
	}
}

func TestNoConnection(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	refusing := l.Addr().String()
	l.Close()
	res := get(t, fetch.Options{}, "http://"+refusing+"/")
	check(t, res, want{outcome: record.NoAnswer, err: record.ErrConnect})
	if !strings.HasPrefix(res.ErrText, refusing+": ") {
		t.Errorf("text %q", res.ErrText)
	}
	res = get(t, fetch.Options{}, "https://"+refusing+"/")
	check(t, res, want{outcome: record.NoAnswer, err: record.ErrConnect})

	name := strings.Repeat("a", 64) + ".example" // too long a label for any name server to be asked
	res = get(t, fetch.Options{}, "http://"+name+"/")
	check(t, res, want{outcome: record.NoAnswer, err: record.ErrDNS})
	if res.ErrText != "host name "+name+" does not exist" {
		t.Errorf("text %q", res.ErrText)
	}
}

// Private addresses are refused as they are connected to: by number, by
// name, and where they hide in IPv6.
func TestPrivateAddresses(t *testing.T) {
	hit := false
	srv := site(t, func(http.ResponseWriter, *http.Request) { hit = true })
	_, port, _ := net.SplitHostPort(srv.Listener.Addr().String())
	var asked []netip.Addr
	opts := fetch.Options{AllowAddr: func(a netip.Addr) bool { asked = append(asked, a); return !a.IsLoopback() }}
	for _, host := range []string{"127.0.0.1", "localhost", "[::ffff:7f00:1]"} {
		res := get(t, opts, "http://"+host+":"+port+"/")
		check(t, res, want{outcome: record.PrivateTarget, err: record.ErrPrivate})
		if !strings.Contains(res.ErrText, "is not public (loopback, RFC 1122)") {
			t.Errorf("%s: text %q", host, res.ErrText)
		}
	}
	for _, a := range asked {
		if a.Is4In6() || a.Zone() != "" {
			t.Errorf("asked for %v, which is not plain", a)
		}
	}
	if hit || len(asked) == 0 {
		t.Errorf("reached: %v; asked for %v", hit, asked)
	}
	opts.AllowAddr = func(a netip.Addr) bool { return a.IsLoopback() }
	check(t, get(t, opts, srv.URL+"/"), want{status: 200})
}

func TestIPv6(t *testing.T) {
	l, err := net.Listen("tcp6", "[::1]:0")
	if err != nil {
		t.Skip("no IPv6 loopback here")
	}
	s := &httptest.Server{Listener: l, Config: &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, r.Host)
	})}}
	s.Start()
	t.Cleanup(s.Close)
	check(t, get(t, fetch.Options{}, "http://"+l.Addr().String()+"/"), want{status: 200, body: l.Addr().String()})
	res := get(t, fetch.Options{AllowAddr: func(netip.Addr) bool { return false }}, "http://"+l.Addr().String()+"/")
	check(t, res, want{outcome: record.PrivateTarget, err: record.ErrPrivate})
}

// Dial stands in for the operating system, after Resolve has had its say.
func TestDialOfTheCaller(t *testing.T) {
	srv := site(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Host) })
	var asked []string
	opts := fetch.Options{
		Resolve:   []fetch.Resolve{{Host: "a.example", AddrPort: "8080"}},
		AllowAddr: func(netip.Addr) bool { return false },
		Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
			asked = append(asked, address)
			return (&net.Dialer{}).DialContext(ctx, network, srv.Listener.Addr().String())
		},
	}
	for _, host := range []string{"a.example", "b.example"} {
		check(t, get(t, opts, "http://"+host+"/"), want{status: 200, body: host})
	}
	if want := []string{"a.example:8080", "b.example:80"}; !slices.Equal(asked, want) {
		t.Errorf("asked to connect to %q, want %q", asked, want)
	}
}
