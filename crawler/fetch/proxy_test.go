package fetch_test

import (
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier/record"
)

// proxy is an HTTP proxy that asks for a login and sends everything to target.
func proxy(t *testing.T, login, target string) *url.URL {
	s := site(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Proxy-Authorization") != "Basic "+base64.StdEncoding.EncodeToString([]byte(login)) {
			w.WriteHeader(http.StatusProxyAuthRequired)
			return
		}
		if r.Method != http.MethodConnect {
			fmt.Fprintf(w, "proxied %s", r.RequestURI)
			return
		}
		if target == "" {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		relay(w, target)
	})
	u, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func relay(w http.ResponseWriter, target string) {
	out, err := net.Dial("tcp", target)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	in, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		out.Close()
		return
	}
	io.WriteString(in, "HTTP/1.1 200 OK\r\n\r\n")
	pipe(in, out)
}

// pipe joins two connections until one of them ends.
func pipe(a, b net.Conn) {
	done := make(chan struct{})
	go func() { io.Copy(a, b); a.Close(); close(done) }()
	io.Copy(b, a)
	b.Close()
	<-done
}

func TestProxy(t *testing.T) {
	cert, pool := certificate(t, time.Now().Add(-time.Hour), time.Now().Add(time.Hour))
	_, target := secureSite(t, cert, false, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "by TLS") })
	good := proxy(t, "user:open-sesame", target)
	gone := &url.URL{Scheme: "http", Host: "127.0.0.1:1"}
	login := func(u *url.URL, user *url.Userinfo) *url.URL { c := *u; c.User = user; return &c }
	allowed, wrong := url.UserPassword("user", "open-sesame"), url.UserPassword("user", "hush-hush")

	for _, tc := range []struct {
		name  string
		proxy *url.URL
		url   string
		want  want
		text  string
	}{
		{"http", login(good, allowed), "http://example.com/a%27?b", want{status: 200, body: "proxied http://example.com/a%27?b"}, ""},
		{"https", login(good, allowed), "https://example.com/", want{status: 200, body: "by TLS"}, ""},
		{"http, wrong login", login(good, wrong), "http://example.com/", want{outcome: record.NoAnswer, err: record.ErrConnect}, "proxy answered 407"},
		{"https, wrong login", login(good, wrong), "https://example.com/", want{outcome: record.NoAnswer, err: record.ErrConnect}, "proxy answered 407"},
		{"https, target unreachable", login(proxy(t, "user:open-sesame", ""), allowed), "https://example.com/",
			want{outcome: record.NoAnswer, err: record.ErrConnect}, "proxy answered 502"},
		{"http, proxy gone", login(gone, allowed), "http://example.com/", want{outcome: record.NoAnswer, err: record.ErrConnect}, "proxy: dial: 127.0.0.1:1: "},
		{"https, proxy gone", login(gone, allowed), "https://example.com/", want{outcome: record.NoAnswer, err: record.ErrConnect}, "proxy: dial: 127.0.0.1:1: "},
		{"wrong certificate behind it", login(good, allowed), "https://other.example/", want{outcome: record.NoAnswer, err: record.ErrTLS}, "certificate is not for other.example"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			opts := fetch.Options{Proxy: tc.proxy, RootCAs: pool, AllowAddr: func(a netip.Addr) bool { return !a.IsLoopback() }}
			res := get(t, opts, tc.url)
			check(t, res, tc.want)
			if !strings.Contains(res.ErrText, tc.text) {
				t.Errorf("text %q, want %q in it", res.ErrText, tc.text)
			}
			for _, secret := range []string{"open-sesame", "hush-hush"} {
				if strings.Contains(res.ErrText, secret) {
					t.Errorf("text %q tells a secret", res.ErrText)
				}
			}
		})
	}
}

// A proxy is no way round the rule on private addresses, and a resolved
// host needs no proxy.
func TestProxyAndAddresses(t *testing.T) {
	opts := fetch.Options{Proxy: proxy(t, ":", ""), AllowAddr: func(a netip.Addr) bool { return !a.IsLoopback() }}
	for _, host := range []string{"127.0.0.1", "[::1]", "localhost", "a.localhost", "localhost."} {
		check(t, get(t, opts, "http://"+host+"/"), want{outcome: record.PrivateTarget, err: record.ErrPrivate})
	}
	srv := site(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "direct") })
	opts.Resolve = to(t, srv.Listener.Addr().String())
	check(t, get(t, opts, "http://example.com/"), want{status: 200, body: "direct"})
}

// socks answers as a SOCKS5 server (RFC 1928, 1929) and joins to target;
// with an empty target it refuses.
func socks(t *testing.T, target string) string {
	return rawListener(t, func(conn net.Conn) {
		b := make([]byte, 512)
		conn.Read(b) // greeting
		conn.Write([]byte{5, 2})
		n, _ := conn.Read(b) // login
		if string(b[:n]) != "\x01\x04user\x0bopen-sesame" {
			conn.Write([]byte{1, 1})
			return
		}
		conn.Write([]byte{1, 0})
		conn.Read(b) // connect
		if target == "" {
			conn.Write([]byte{5, 5, 0, 1, 0, 0, 0, 0, 0, 0})
			return
		}
		out, err := net.Dial("tcp", target)
		if err != nil {
			return
		}
		conn.Write([]byte{5, 0, 0, 1, 0, 0, 0, 0, 0, 0})
		pipe(conn, out)
	})
}

func TestSOCKS(t *testing.T) {
	srv := site(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Host) })
	at := func(address, password string) *url.URL {
		return &url.URL{Scheme: "socks5", Host: address, User: url.UserPassword("user", password)}
	}
	res := get(t, fetch.Options{Proxy: at(socks(t, srv.Listener.Addr().String()), "open-sesame")}, "http://example.com/")
	check(t, res, want{status: 200, body: "example.com"})
	for _, u := range []*url.URL{at(socks(t, ""), "open-sesame"), at(socks(t, ""), "hush-hush"), at("127.0.0.1:1", "x")} {
		res := get(t, fetch.Options{Proxy: u}, "http://example.com/")
		check(t, res, want{outcome: record.NoAnswer, err: record.ErrConnect})
		if !strings.HasPrefix(res.ErrText, "proxy: ") || strings.Contains(res.ErrText, "hush") {
			t.Errorf("text %q", res.ErrText)
		}
	}
}
