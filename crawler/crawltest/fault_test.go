package crawltest_test

import (
	"errors"
	"io"
	"testing"

	"github.com/portolan-seo/portolan/crawler/crawltest"
)

func TestFaults(t *testing.T) {
	const archive = `
origin: https://a.example
-- /reset --
HTTP 200
Crawltest-Fault: reset

x
-- /truncate --
HTTP 200
Crawltest-Fault: truncate

1234567
-- /raw --
HTTP 200
Crawltest-Fault: raw

HTTP/1.0 200 OK

<p>old</p>
-- /empty --
HTTP 204
X-Note: nothing

`
	srv := crawltest.NewServer(t, parse(t, archive))
	if _, _, err := do(t, srv, "GET", "https://a.example/reset"); err == nil {
		t.Error("a reset connection gave an answer")
	}
	resp, body, err := do(t, srv, "GET", "https://a.example/truncate")
	if !errors.Is(err, io.ErrUnexpectedEOF) || body != "1234" || resp.ContentLength != 8 {
		t.Errorf("truncated body: %q, error %v", body, err)
	}
	if resp, body := get(t, srv, "https://a.example/raw"); resp.Proto != "HTTP/1.0" || body != "<p>old</p>\n" {
		t.Errorf("raw answer: %s %q", resp.Proto, body)
	}
	if resp, body := get(t, srv, "https://a.example/empty"); resp.StatusCode != 204 || body != "" {
		t.Errorf("204 came as %d %q", resp.StatusCode, body)
	}
}

func TestStallEndsWithTheServer(t *testing.T) {
	srv, err := crawltest.Start(crawltest.Config{}, parse(t, `
origin: http://a.example
-- / --
HTTP 200
Crawltest-Fault: stall

1234567
`))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := srv.Client().Get("http://a.example/")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	half := make([]byte, 4)
	if _, err := io.ReadFull(resp.Body, half); err != nil {
		t.Fatal(err)
	}
	srv.Close() // returns only when the handler has
	if rest, err := io.ReadAll(resp.Body); err == nil || len(rest) > 0 {
		t.Errorf("after Close: %q, error %v", rest, err)
	}
}

func TestGate(t *testing.T) {
	site := parse(t, `
origin: http://a.example
-- / --
HTTP 200
Crawltest-Wait: slow

late
`)
	srv := crawltest.NewServer(t, site)
	body := make(chan string)
	go func() {
		_, b, _ := do(t, srv, "GET", "http://a.example/")
		body <- b
	}()
	<-site.Gate("slow").Arrived()
	select {
	case b := <-body:
		t.Fatalf("the gate let %q through", b)
	default:
	}
	site.Gate("slow").Open()
	if b := <-body; b != "late\n" {
		t.Errorf("behind the gate was %q", b)
	}
	if _, b := get(t, srv, "http://a.example/"); b != "late\n" {
		t.Errorf("the open gate gave %q", b)
	}
}
