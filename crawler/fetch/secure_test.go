package fetch_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier/record"
)

// certificate makes a self-signed one for example.com.
func certificate(t *testing.T, from, until time.Time) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, DNSNames: []string{"example.com"},
		NotBefore: from, NotAfter: until, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(leaf)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pool
}

// secureSite serves h by TLS and gives its address.
func secureSite(t *testing.T, cert tls.Certificate, http2 bool, h http.HandlerFunc) (*httptest.Server, string) {
	s := httptest.NewUnstartedServer(h)
	s.TLS = &tls.Config{Certificates: []tls.Certificate{cert}}
	s.EnableHTTP2 = http2
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	return s, s.Listener.Addr().String()
}

// to resolves every host and port to address.
func to(t testing.TB, address string) []fetch.Resolve {
	t.Helper()
	r, err := fetch.ParseResolve("::" + address)
	if err != nil {
		t.Fatal(err)
	}
	return []fetch.Resolve{r}
}

func TestCertificates(t *testing.T) {
	now := time.Now()
	valid, validPool := certificate(t, now.Add(-time.Hour), now.Add(time.Hour))
	expired, expiredPool := certificate(t, now.Add(-48*time.Hour), now.Add(-24*time.Hour))
	early, earlyPool := certificate(t, now.Add(24*time.Hour), now.Add(48*time.Hour))
	for _, tc := range []struct {
		name, url string
		cert      tls.Certificate
		opts      fetch.Options
		text      string // of the error, "" for none
	}{
		{"trusted", "https://example.com/", valid, fetch.Options{RootCAs: validPool}, ""},
		{"self-signed", "https://example.com/", valid, fetch.Options{}, "certificate is self-signed, or its root is not trusted"},
		{"self-signed, insecure", "https://example.com/", valid, fetch.Options{Insecure: true}, ""},
		{"wrong name", "https://www.example.com/", valid, fetch.Options{RootCAs: validPool},
			"certificate is not for www.example.com; it is for example.com"},
		{"expired", "https://example.com/", expired, fetch.Options{RootCAs: expiredPool},
			"certificate expired on " + now.Add(-24*time.Hour).UTC().Format(time.DateOnly)},
		{"not yet valid", "https://example.com/", early, fetch.Options{RootCAs: earlyPool},
			"certificate is not valid before " + now.Add(24*time.Hour).UTC().Format(time.DateOnly)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, address := secureSite(t, tc.cert, false, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "hi") })
			tc.opts.Resolve = to(t, address)
			res := get(t, tc.opts, tc.url)
			if tc.text == "" {
				check(t, res, want{status: 200, body: "hi"})
				return
			}
			check(t, res, want{outcome: record.NoAnswer, err: record.ErrTLS})
			if res.ErrText != tc.text {
				t.Errorf("text %q, want %q", res.ErrText, tc.text)
			}
		})
	}
}

// Handshakes that go wrong otherwise.
func TestHandshakes(t *testing.T) {
	plain := site(t, func(http.ResponseWriter, *http.Request) {})
	hangUp := rawListener(t, func(conn net.Conn) { io.ReadFull(conn, make([]byte, 50)) })
	silent := rawListener(t, blocked)
	for _, tc := range []struct {
		name, address string
		err           record.ErrClass
		text          string
	}{
		{"plain HTTP on the port", plain.Listener.Addr().String(), record.ErrTLS, "server does not speak TLS on this port"},
		{"hangs up", hangUp, record.ErrReset, "TLS handshake"},
		{"silent", silent, record.ErrTimeout, "no connection in 200ms"},
	} {
		opts := fetch.Options{Resolve: to(t, tc.address)}
		if tc.err == record.ErrTimeout {
			opts.Timeout = 200 * time.Millisecond
		}
		res := get(t, opts, "https://example.com/")
		check(t, res, want{outcome: record.NoAnswer, err: tc.err})
		if !strings.Contains(res.ErrText, tc.text) {
			t.Errorf("%s: text %q, want %q in it", tc.name, res.ErrText, tc.text)
		}
	}
}

// rawListener hands every connection to serve, and gives its address.
func rawListener(t *testing.T, serve func(net.Conn)) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			serve(conn)
			conn.Close()
		}
	}()
	t.Cleanup(func() { l.Close(); <-done })
	return l.Addr().String()
}

// A server that closes each connection signs once: later handshakes resume the
// first one's session.
func TestSessionsAreResumed(t *testing.T) {
	cert, pool := certificate(t, time.Now().Add(-time.Hour), time.Now().Add(time.Hour))
	var full, resumed atomic.Int64
	_, address := secureSite(t, cert, false, func(w http.ResponseWriter, r *http.Request) {
		if r.TLS.DidResume {
			resumed.Add(1)
		} else {
			full.Add(1)
		}
		w.Header().Set("Connection", "close")
		io.WriteString(w, "hi")
	})
	c := client(t, fetch.Options{RootCAs: pool, Resolve: to(t, address), MaxConns: 1})
	crawl(c, 1, 20, func(int) string { return "https://example.com/" }, func(res fetch.Response) {
		if res.Status != http.StatusOK {
			t.Errorf("status %d: %s", res.Status, res.ErrText)
		}
	})
	if full.Load() != 1 || resumed.Load() != 19 {
		t.Errorf("%d full handshakes and %d resumed ones, want 1 and 19", full.Load(), resumed.Load())
	}
}

func TestHTTP2(t *testing.T) {
	cert, pool := certificate(t, time.Now().Add(-time.Hour), time.Now().Add(time.Hour))
	html := samplePage()
	gz := compress(t, "gzip", html)
	var conns sync.Map // by the client's address
	var protos [3]atomic.Int64
	_, address := secureSite(t, cert, true, func(w http.ResponseWriter, r *http.Request) {
		protos[r.ProtoMajor].Add(1)
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/gzip":
			conns.Store(r.RemoteAddr, true)
			w.Header().Set("Content-Encoding", "gzip")
			w.Write(gz)
		case "/abort":
			w.Write(html[:20000])
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		case "/short":
			w.Header().Set("Content-Length", "100")
			io.WriteString(w, "hi")
		case "/endless":
			for {
				if _, err := w.Write(html); err != nil {
					return
				}
			}
		case "/stall":
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		case "/flood":
			w.Header().Set("X-Flood", strings.Repeat("x", 300<<10))
		case "/302":
			w.Header().Set("Location", "http://[::1")
			w.WriteHeader(302)
		case "/unwanted":
			w.Header().Set("Content-Type", "image/png")
			w.Write(make([]byte, 500_000))
		}
	})
	opts := fetch.Options{RootCAs: pool, Resolve: to(t, address), MaxConns: 8}
	c := client(t, opts)
	for _, tc := range []struct {
		path string
		want want
	}{
		{"/gzip", want{status: 200, body: string(html)}},
		{"/abort", want{status: 200, err: record.ErrReset, body: string(html[:20000])}},
		{"/short", want{status: 200, err: record.ErrTruncated, body: "hi"}},
		{"/302", want{status: 302}},
		{"/flood", want{outcome: record.NoAnswer, err: record.ErrProtocol}},
		{"/unwanted", want{status: 200}},
	} {
		t.Run(tc.path, func(t *testing.T) { check(t, ask(c, fetch.Request{URL: "https://example.com" + tc.path}), tc.want) })
	}
	res := ask(c, fetch.Request{URL: "https://example.com/endless", MaxBody: 100_000})
	if res.Status != 200 || !res.Truncated || len(res.Body) != 100_000 {
		t.Errorf("endless: status %d, %d bytes, %s", res.Status, len(res.Body), res.ErrText)
	}
	crawl(c, 8, 20, func(int) string { return "https://example.com/gzip" }, func(res fetch.Response) {
		if len(res.Body) != len(html) {
			t.Errorf("%d bytes: %s", len(res.Body), res.ErrText)
		}
	})
	n := 0
	conns.Range(func(any, any) bool { n++; return true })
	if n > 2 { // one broke in the flood
		t.Errorf("%d connections, not shared", n)
	}
	if protos[1].Load() != 0 {
		t.Errorf("%d requests by HTTP/1.1", protos[1].Load())
	}

	opts.Timeout = time.Second
	check(t, get(t, opts, "https://example.com/stall"), want{status: 200, err: record.ErrTimeout})
	opts.NoHTTP2, opts.Timeout = true, 0
	check(t, get(t, opts, "https://example.com/gzip"), want{status: 200, body: string(html)})
	if protos[1].Load() != 1 {
		t.Error("HTTP/2 was spoken though switched off")
	}
}
