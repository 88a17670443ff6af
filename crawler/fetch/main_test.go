package fetch_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier/record"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	log.SetOutput(io.Discard) // net/http's remarks on what servers do wrong
	// What the environment holds must change nothing.
	os.Setenv("COLLY_MAX_BODY_SIZE", "3")
	os.Setenv("COLLY_USER_AGENT", "intruder")
	os.Setenv("HTTP_PROXY", "http://127.0.0.1:1")
	goleak.VerifyTestMain(m)
}

// client makes a Client that is closed at the end of the test.
func client(t testing.TB, o fetch.Options) *fetch.Client {
	t.Helper()
	c, err := fetch.NewClient(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// get fetches one URL with a new Client.
func get(t testing.TB, o fetch.Options, url string) fetch.Response {
	t.Helper()
	return ask(client(t, o), fetch.Request{URL: url})
}

func ask(c *fetch.Client, req fetch.Request) fetch.Response {
	var res fetch.Response
	c.NewFetcher().Fetch(context.Background(), &req, &res)
	return res
}

// site serves h until the end of the test.
func site(t testing.TB, h http.HandlerFunc) *httptest.Server {
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

// rawSite answers every connection by the function, which gets the request's
// head and writes what it likes. It gives the URL of its root.
func rawSite(t testing.TB, answer func(conn net.Conn, head []byte)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return "http://" + serveRaw(t, l, answer) + "/"
}

func serveRaw(t testing.TB, l net.Listener, answer func(conn net.Conn, head []byte)) string {
	var wg sync.WaitGroup
	var mu sync.Mutex
	var conns []net.Conn
	wg.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			conns = append(conns, conn)
			mu.Unlock()
			wg.Go(func() {
				defer conn.Close()
				r := bufio.NewReader(conn)
				for {
					head, err := readHead(r)
					if err != nil {
						return
					}
					answer(conn, head)
				}
			})
		}
	})
	t.Cleanup(func() {
		l.Close()
		mu.Lock()
		for _, c := range conns {
			c.Close()
		}
		mu.Unlock()
		wg.Wait()
	})
	return l.Addr().String()
}

func readHead(r *bufio.Reader) ([]byte, error) {
	var head bytes.Buffer
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return nil, err
		}
		if len(bytes.TrimSpace(line)) == 0 {
			return head.Bytes(), nil
		}
		head.Write(line)
	}
}

// say answers with fixed bytes and closes the connection.
func say(answer string) func(net.Conn, []byte) {
	return func(conn net.Conn, _ []byte) {
		io.WriteString(conn, answer)
		conn.Close()
	}
}

// blocked waits until the peer closes the connection.
func blocked(conn net.Conn) { io.Copy(io.Discard, conn) }

type want struct {
	outcome record.Outcome
	err     record.ErrClass
	status  int
	body    string
}

func check(t *testing.T, got fetch.Response, w want) {
	t.Helper()
	if got.Outcome != w.outcome || got.Err != w.err || got.Status != w.status {
		t.Errorf("outcome %d, err %q (%s), status %d; want %d, %q, %d",
			got.Outcome, got.Err, got.ErrText, got.Status, w.outcome, w.err, w.status)
	}
	if string(got.Body) != w.body {
		t.Errorf("body %.80q (%d bytes), want %.80q", got.Body, len(got.Body), w.body)
	}
	if (got.Err == record.ErrNone) != (got.ErrText == "") {
		t.Errorf("err %q but text %q", got.Err, got.ErrText)
	}
	if len(got.ErrText) > 200 {
		t.Errorf("error text of %d bytes", len(got.ErrText))
	}
	if got.FetchedAt.IsZero() || got.FetchedAt.Nanosecond()%int(time.Millisecond) != 0 {
		t.Errorf("fetched at %v, want whole milliseconds", got.FetchedAt)
	}
}
