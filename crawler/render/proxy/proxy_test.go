package proxy_test

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/portolan-seo/portolan/crawler/render/proxy"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// asker answers by a function and writes down what it was asked.
type asker struct {
	answer    func(r *proxy.Request) (*proxy.Response, error)
	answering func(context.Context) // before each answer

	mu    sync.Mutex
	asked []string
}

func (a *asker) Ask(ctx context.Context, r *proxy.Request) (*proxy.Response, error) {
	a.mu.Lock()
	a.asked = append(a.asked, r.Method+" "+r.URL)
	a.mu.Unlock()
	if a.answering != nil {
		a.answering(ctx)
	}
	if a.answer == nil {
		return text(200, "text/html", "<p>"+r.URL), nil
	}
	return a.answer(r)
}

func text(status int, kind, body string, fields ...string) *proxy.Response {
	header := http.Header{"Content-Type": {kind}}
	for i := 0; i+1 < len(fields); i += 2 {
		header.Add(fields[i], fields[i+1])
	}
	return &proxy.Response{Status: status, Header: header, Body: []byte(body)}
}

// bench is a proxy, one page of it, and a client that goes through it as a
// browser does.
type bench struct {
	*asker
	t      *testing.T
	proxy  *proxy.Proxy
	page   *proxy.Page
	client *http.Client
}

const pageURL = "https://shop.example/page"

func newBench(t *testing.T, o proxy.Options, answer func(r *proxy.Request) (*proxy.Response, error)) *bench {
	b := &bench{asker: &asker{answer: answer}, t: t}
	o.Asker = b.asker
	if o.Effect == nil {
		o.Effect = func(url []byte) (string, bool) { return "logout", strings.HasSuffix(string(url), "/logout") }
	}
	var err error
	if b.proxy, err = proxy.New(o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.proxy.Close)
	b.open(pageURL)
	return b
}

// open opens a page and makes a client that trusts the proxy's key alone.
func (b *bench) open(page string) {
	var err error
	if b.page, err = b.proxy.Page(context.Background(), page); err != nil {
		b.t.Fatal(err)
	}
	transport := &http.Transport{
		Proxy:             http.ProxyURL(&url.URL{Scheme: "http", Host: b.page.Addr()}),
		ForceAttemptHTTP2: true,
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true, VerifyPeerCertificate: func(chain [][]byte, _ [][]*x509.Certificate) error {
			cert, err := x509.ParseCertificate(chain[0])
			if err != nil {
				return err
			}
			hash := sha256.Sum256(cert.RawSubjectPublicKeyInfo)
			if got := base64.StdEncoding.EncodeToString(hash[:]); got != b.proxy.Pin() {
				return fmt.Errorf("key %s, not %s", got, b.proxy.Pin())
			}
			return nil
		}},
	}
	b.t.Cleanup(transport.CloseIdleConnections)
	page_ := b.page
	b.t.Cleanup(func() { page_.Close() })
	b.client = &http.Client{Transport: transport, Timeout: 10 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
}

// ask asks as a browser does; fields are header fields.
func (b *bench) ask(method, url string, fields ...string) (status int, header http.Header, body string) {
	b.t.Helper()
	return b.send(method, url, "", fields...)
}

func (b *bench) send(method, url, content string, fields ...string) (status int, header http.Header, body string) {
	b.t.Helper()
	r, err := http.NewRequest(method, url, strings.NewReader(content))
	if err != nil {
		b.t.Fatal(err)
	}
	for i := 0; i+1 < len(fields); i += 2 {
		r.Header.Set(fields[i], fields[i+1])
	}
	answer, err := b.client.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer answer.Body.Close()
	read, err := io.ReadAll(answer.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return answer.StatusCode, answer.Header, string(read)
}

func TestSchemes(t *testing.T) {
	b := newBench(t, proxy.Options{}, nil)
	for _, url := range []string{"https://shop.example/page?a=b%20c", "http://shop.example/x", "https://shop.example:8443/y"} {
		if status, _, body := b.ask("GET", url); status != 200 || body != "<p>"+url {
			t.Errorf("%s: %d %s", url, status, body)
		}
	}
	if log := b.page.Close(); log.Asked != 3 || log.RefusedCount != 0 {
		t.Errorf("%+v", log)
	}
}

// The page's time stands still while its requests wait for others' doing.
func TestWaits(t *testing.T) {
	var b *bench
	b = newBench(t, proxy.Options{}, func(r *proxy.Request) (*proxy.Response, error) {
		done := r.Waits()
		for b.page.Waited() == 0 {
			time.Sleep(time.Millisecond)
		}
		done()
		done() // once is enough
		return text(200, "text/html", ""), nil
	})
	b.ask("GET", pageURL)
	waited := b.page.Waited()
	if waited == 0 || waited != b.page.Waited() {
		t.Errorf("%v, then %v", waited, b.page.Waited())
	}
	if (&proxy.Request{}).Waits() == nil {
		t.Error("a request without a page cannot wait")
	}
}

// Closing a page ends what it asks for.
func TestCloseEndsRequests(t *testing.T) {
	asking := make(chan struct{})
	b := newBench(t, proxy.Options{}, nil)
	b.answering = func(ctx context.Context) {
		close(asking)
		<-ctx.Done()
	}
	ended := make(chan error)
	go func() {
		answer, err := b.client.Get(pageURL)
		if err == nil {
			answer.Body.Close()
		}
		ended <- err
	}()
	<-asking
	b.page.Close()
	<-ended
}
