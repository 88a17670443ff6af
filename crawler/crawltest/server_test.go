package crawltest_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/crawltest"
)

func TestLogIsWhatWasSent(t *testing.T) {
	srv := crawltest.NewServer(t, parse(t, small))
	conn, err := net.Dial("tcp", strings.TrimPrefix(srv.URL(), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, err = io.WriteString(conn, "GET /a|b/%7e/../'?q={} HTTP/1.1\r\nHost: Site.Example:80\r\nX-Name: v\r\n\r\n")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := http.ReadResponse(bufio.NewReader(conn), nil); err != nil {
		t.Fatal(err)
	}
	get(t, srv, "https://site.example/new?a=1")
	log := srv.Log()
	if len(log) != 2 || srv.Requests() != 2 || srv.Connections() != 2 {
		t.Fatalf("log of %d, %d requests, %d connections", len(log), srv.Requests(), srv.Connections())
	}
	first := log[0]
	if first.URL != "http://Site.Example:80/a|b/%7e/../'?q={}" || first.Method != "GET" ||
		first.Header.Get("X-Name") != "v" || first.InFlight != 1 || first.Time.IsZero() {
		t.Errorf("first entry is %+v", first)
	}
	if log[1].URL != "https://site.example/new?a=1" || srv.Asked()[log[1].URL] != 1 {
		t.Errorf("second entry is %+v", log[1])
	}
}

func TestProxyRequests(t *testing.T) {
	srv := crawltest.NewServer(t, parse(t, small))
	conn, err := net.Dial("tcp", strings.TrimPrefix(srv.URL(), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "GET http://other.example:8080/ HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	if body, _ := io.ReadAll(resp.Body); string(body) != "other\n" {
		t.Errorf("through the proxy came %q", body)
	}
	if url := srv.Log()[0].URL; url != "http://other.example:8080/" {
		t.Errorf("logged as %s", url)
	}
}

func TestResolveAndCertificate(t *testing.T) {
	srv := crawltest.NewServer(t, parse(t, small))
	plain, secure := strings.TrimPrefix(srv.URL(), "http://"), strings.TrimPrefix(srv.TLSURL(), "https://")
	want := []string{
		"other.example:443:" + secure, "other.example:8080:" + plain, "other.example:80:" + plain,
		"site.example:443:" + secure, "site.example:80:" + plain,
	}
	if got := srv.Resolve(); !slices.Equal(got, want) {
		t.Errorf("Resolve gives %q, want %q", got, want)
	}
	if _, _, err := do(t, srv, "GET", "https://elsewhere.example/"); err == nil {
		t.Error("the client reached a host that is not of the site")
	}
	if !strings.HasPrefix(string(srv.CertPEM()), "-----BEGIN CERTIFICATE-----\n") {
		t.Errorf("PEM is %q", srv.CertPEM())
	}
	if _, err := http.Get(srv.TLSURL()); err == nil {
		t.Error("a client without the authority trusted the server")
	}
}

func TestConfig(t *testing.T) {
	srv, err := crawltest.Start(crawltest.Config{HTTP2: true, NoLog: true}, parse(t, small))
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Close()
	if resp, _ := get(t, srv, "https://site.example/new"); resp.ProtoMajor != 2 {
		t.Errorf("spoke %s", resp.Proto)
	}
	if srv.Requests() != 1 || len(srv.Log()) != 0 {
		t.Errorf("%d requests, log of %d", srv.Requests(), len(srv.Log()))
	}
	expired, err := crawltest.Start(crawltest.Config{Expired: true}, parse(t, small))
	if err != nil {
		t.Fatal(err)
	}
	defer expired.Close()
	if _, _, err := do(t, expired, "GET", "https://site.example/"); err == nil || !strings.Contains(err.Error(), "expired") {
		t.Errorf("an expired certificate: %v", err)
	}
	taken := strings.TrimPrefix(srv.URL(), "http://")
	if _, err := crawltest.Start(crawltest.Config{TLSAddr: taken}); err == nil {
		t.Error("served twice on one port")
	}
}
