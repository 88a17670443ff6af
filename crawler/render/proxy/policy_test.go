package proxy_test

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler/render/proxy"
)

// What a page may not ask for is not asked for, and told with its reason.
func TestRefused(t *testing.T) {
	dest := func(kind string) []string { return []string{"Sec-Fetch-Dest", kind} }
	for _, c := range []struct {
		name        string
		method, url string
		fields      []string
		why         proxy.Why
	}{
		{"form", "POST", "https://shop.example/order", dest("document"), proxy.Method},
		{"JSON", "POST", "https://shop.example/graphql", []string{"Content-Type", "application/json"}, proxy.Method},
		{"delete", "DELETE", "https://shop.example/item/1", dest("empty"), proxy.Method},
		{"ping", "POST", "https://shop.example/ping", []string{"Content-Type", "text/ping"}, proxy.Method},
		{"effect", "GET", "https://shop.example/logout", dest("empty"), proxy.Effect},
		{"effect in a frame", "GET", "https://shop.example/logout", dest("iframe"), proxy.Effect},
		{"picture", "GET", "https://shop.example/a", dest("image"), proxy.Type},
		{"picture over http", "GET", "http://shop.example/a.png", []string{"Accept", "image/avif,image/webp,*/*"}, proxy.Type},
		{"font", "GET", "https://shop.example/a.woff2", dest("font"), proxy.Type},
		{"film", "GET", "https://shop.example/a.mp4", dest("video"), proxy.Type},
		{"events", "GET", "https://shop.example/events", []string{"Accept", "text/event-stream"}, proxy.Stream},
		{"service worker", "GET", "https://shop.example/sw.js", []string{"Service-Worker", "script"}, proxy.ServiceWorker},
		{"prefetch", "GET", "https://shop.example/next", []string{"Sec-Purpose", "prefetch;prerender"}, proxy.Prefetch},
		{"other site's data", "GET", "https://other.example/data.json", dest("empty"), proxy.ThirdParty},
		{"other site's frame", "GET", "https://other.example/", dest("iframe"), proxy.ThirdParty},
		{"other site that looks alike", "GET", "https://shop.example.other.example/", dest("iframe"), proxy.ThirdParty},
		{"other document", "GET", "https://shop.example/elsewhere", dest("document"), proxy.Leaves},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, proxy.Options{}, nil)
			b.ask("GET", pageURL, "Sec-Fetch-Dest", "document")
			status, _, _ := b.send(c.method, c.url, "x=1", c.fields...)
			log := b.page.Close()
			if status != http.StatusForbidden || len(b.asked) != 1 {
				t.Errorf("status %d, asked %v", status, b.asked)
			}
			if len(log.Refused) != 1 || log.Refused[0].Why != c.why || log.Refused[0].URL != c.url {
				t.Errorf("refused %+v, want %s", log.Refused, c.why)
			}
		})
	}
}

// A page may not reach the proxy itself, by whatever name, nor another page's.
func TestRefusedOwnPorts(t *testing.T) {
	b := newBench(t, proxy.Options{ThirdParty: proxy.AllParties}, nil)
	other, err := b.proxy.Page(t.Context(), "https://other.example/")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	for _, addr := range []string{b.page.Addr(), other.Addr()} {
		_, port, _ := net.SplitHostPort(addr)
		for _, host := range []string{"127.0.0.1", "127.8.9.1", "localhost", "LOCALHOST", "a.localhost", "localhost.", "[::1]", "0.0.0.0", "[::ffff:127.0.0.1]"} {
			url := "http://" + host + ":" + port + "/"
			if status, _, _ := b.ask("GET", url, "Sec-Fetch-Dest", "empty"); status != http.StatusForbidden {
				t.Errorf("%s: %d", url, status)
			}
		}
	}
	// Led there past the proxy, as by a name that points to this machine.
	answer, err := http.Get("http://" + b.page.Addr() + "/secret")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusMisdirectedRequest || len(b.asked) != 0 {
		t.Errorf("status %d, asked %v", answer.StatusCode, b.asked)
	}
	for _, r := range b.page.Close().Refused {
		if r.Why != proxy.Own {
			t.Errorf("%+v", r)
		}
	}
}

// What the browser asks of its own accord ends here, tunnels too.
func TestRefusedBrowser(t *testing.T) {
	b := newBench(t, proxy.Options{}, nil)
	b.page.Close()
	b.open("")
	if status, _, _ := b.ask("GET", "http://update.example/"); status != http.StatusForbidden {
		t.Error(status)
	}
	if answer, err := b.client.Get("https://update.example/"); err == nil {
		answer.Body.Close()
		t.Error(answer.Status)
	}
	if log := b.page.Close(); log.RefusedCount != 2 || len(b.asked) != 0 {
		t.Errorf("%+v, asked %v", log, b.asked)
	}
}

// WebSockets are tunnelled by CONNECT whatever their scheme; what comes
// through the tunnel is read here.
func TestRefusedWebSocket(t *testing.T) {
	b := newBench(t, proxy.Options{ThirdParty: proxy.AllParties}, nil)
	c, err := net.Dial("tcp", b.page.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	in := bufio.NewReader(c)
	say := func(text string) int {
		fmt.Fprint(c, text)
		answer, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode
	}
	if status := say("CONNECT shop.example:80 HTTP/1.1\r\nHost: shop.example:80\r\n\r\n"); status != 200 {
		t.Fatal(status)
	}
	status := say("GET /chat HTTP/1.1\r\nHost: shop.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
	log := b.page.Close()
	if status != http.StatusForbidden || len(b.asked) != 0 || len(log.Refused) != 1 || log.Refused[0].Why != proxy.Upgrade {
		t.Errorf("%d, asked %v, %+v", status, b.asked, log.Refused)
	}
}

func TestThirdParties(t *testing.T) {
	for parties, want := range map[proxy.Parties]string{
		proxy.NoParties:    "403 403 403 200",
		proxy.PartyScripts: "200 403 403 200",
		proxy.AllParties:   "200 200 200 200",
	} {
		b := newBench(t, proxy.Options{ThirdParty: parties}, nil)
		b.ask("GET", pageURL, "Sec-Fetch-Dest", "document")
		var got []string
		for _, r := range [][2]string{
			{"https://cdn.example/a.js", "script"}, {"https://cdn.example/a.json", "empty"},
			{"https://cdn.example/frame", "iframe"}, {"https://api.shop.example/a.json", "empty"},
		} {
			status, _, _ := b.ask("GET", r[0], "Sec-Fetch-Dest", r[1])
			got = append(got, fmt.Sprint(status))
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s: %s, want %s", parties, got, want)
		}
	}
	if _, err := proxy.New(proxy.Options{Asker: &asker{}, Effect: noEffect, ThirdParty: "some"}); err == nil {
		t.Error("third parties \"some\" were taken")
	}
}

func noEffect([]byte) (string, bool) { return "", false }

// POST is for questions in JSON to the page's own origin, where the user
// allows it.
func TestPost(t *testing.T) {
	b := newBench(t, proxy.Options{Post: true, ThirdParty: proxy.AllParties}, func(r *proxy.Request) (*proxy.Response, error) {
		return text(200, "application/json", string(r.Body)), nil
	})
	const json, form = "application/json; charset=utf-8", "application/x-www-form-urlencoded"
	for _, c := range []struct {
		method, url, kind, origin string
		want                      int
	}{
		{"POST", "https://shop.example/graphql", json, "https://shop.example", 200},
		{"POST", "https://shop.example/graphql", "application/graphql+json", "https://shop.example", 200},
		{"POST", "https://shop.example/graphql", form, "https://shop.example", 403},
		{"POST", "https://shop.example/graphql", "text/plain", "https://shop.example", 403},
		{"POST", "https://shop.example/graphql", json, "null", 403}, // a sandboxed frame
		{"POST", "https://shop.example/logout", json, "https://shop.example", 403},
		{"POST", "http://shop.example/graphql", json, "https://shop.example", 403},
		{"POST", "https://api.shop.example/graphql", json, "https://shop.example", 403},
		{"PUT", "https://shop.example/graphql", json, "https://shop.example", 403},
	} {
		status, _, body := b.send(c.method, c.url, `{"query":"{a}"}`, "Content-Type", c.kind, "Origin", c.origin)
		if status != c.want || status == 200 && body != `{"query":"{a}"}` {
			t.Errorf("%s %s %s from %s: %d %s", c.method, c.url, c.kind, c.origin, status, body)
		}
	}
	if status, _, _ := b.send("POST", "https://shop.example/graphql", strings.Repeat("x", 300<<10), "Content-Type", json); status != 403 {
		t.Errorf("a long body: %d", status)
	}
}

// Preflights are answered without asking the site, and only for what may be
// asked after them.
func TestPreflight(t *testing.T) {
	b := newBench(t, proxy.Options{}, nil)
	for method, want := range map[string]int{"GET": 204, "HEAD": 204, "POST": 403, "DELETE": 403} {
		status, header, _ := b.ask("OPTIONS", "https://api.shop.example/a", "Origin", "https://shop.example",
			"Access-Control-Request-Method", method, "Access-Control-Request-Headers", "x-key")
		if status != want || (want == 204) != (header.Get("Access-Control-Allow-Headers") == "x-key") {
			t.Errorf("%s: %d %v", method, status, header)
		}
	}
	if len(b.asked) != 0 {
		t.Errorf("asked %v", b.asked)
	}
}

// A page asks for so much, then for nothing more.
func TestLimits(t *testing.T) {
	b := newBench(t, proxy.Options{}, nil)
	for i := range 600 {
		b.ask("GET", fmt.Sprintf("https://shop.example/%d", i), "Sec-Fetch-Dest", "empty")
	}
	log := b.page.Close()
	if len(b.asked) != 500 || log.Asked != 500 || log.RefusedCount != 100 || log.Refused[0].Why != proxy.Limit {
		t.Errorf("asked %d, %d, refused %d", len(b.asked), log.Asked, log.RefusedCount)
	}

	big := strings.Repeat("x", 8<<20)
	b = newBench(t, proxy.Options{}, func(*proxy.Request) (*proxy.Response, error) { return text(200, "text/plain", big), nil })
	for i := range 10 {
		b.ask("GET", fmt.Sprintf("https://shop.example/%d", i), "Sec-Fetch-Dest", "empty")
	}
	if log := b.page.Close(); log.Bytes != 64<<20 || log.RefusedCount != 2 {
		t.Errorf("%d bytes, refused %d", log.Bytes, log.RefusedCount)
	}

	b = newBench(t, proxy.Options{}, nil)
	for range 10 {
		b.ask("GET", pageURL, "Sec-Fetch-Dest", "document")
	}
	if len(b.asked) != 4 {
		t.Errorf("the page itself was asked for %d times", len(b.asked))
	}
}

// What a log keeps is bounded, whatever a page asks for.
func TestLogBounded(t *testing.T) {
	b := newBench(t, proxy.Options{}, nil)
	long := "https://shop.example/" + strings.Repeat("x", 20_000)
	for i := range 150 {
		b.ask("GET", fmt.Sprint(long, i), "Sec-Fetch-Dest", "image")
	}
	log := b.page.Close()
	if log.RefusedCount != 150 || len(log.Refused) > proxy.MaxResources || len(log.Refused[0].URL) > 2048 {
		t.Errorf("%d, %d told, %d bytes", log.RefusedCount, len(log.Refused), len(log.Refused[0].URL))
	}
}

// An asker's refusals and failures are the page's, with their reasons.
func TestAskerRefuses(t *testing.T) {
	b := newBench(t, proxy.Options{ThirdParty: proxy.AllParties}, func(r *proxy.Request) (*proxy.Response, error) {
		switch {
		case strings.HasSuffix(r.URL, "/forbidden.js"):
			return nil, &proxy.Refusal{Why: proxy.Robots, Detail: "Disallow: /forbidden"}
		case strings.HasPrefix(r.URL, "https://10."):
			return nil, &proxy.Refusal{Why: proxy.Private, Detail: "10.0.0.1"}
		case strings.HasSuffix(r.URL, "/gone.js"):
			return text(404, "text/html", "<p>none"), nil
		case strings.HasSuffix(r.URL, "/photo"):
			return text(200, "image/webp", "RIFF"), nil
		}
		return nil, errors.New("connection refused")
	})
	var statuses []int
	for _, url := range []string{"https://shop.example/forbidden.js", "https://10.0.0.1/x.js", "https://shop.example/gone.js", "https://shop.example/photo", "https://shop.example/dead.js"} {
		status, _, _ := b.ask("GET", url, "Sec-Fetch-Dest", "script")
		statuses = append(statuses, status)
	}
	if diff := cmp.Diff([]int{403, 403, 404, 403, 502}, statuses); diff != "" {
		t.Error(diff)
	}
	log := b.page.Close()
	want := proxy.Log{
		Asked: 2, Bytes: 11, RefusedCount: 3, FailedCount: 2,
		Refused: []proxy.Resource{
			{URL: "https://shop.example/forbidden.js", Kind: proxy.Script, Why: proxy.Robots, Detail: "Disallow: /forbidden"},
			{URL: "https://10.0.0.1/x.js", Kind: proxy.Script, ThirdParty: true, Why: proxy.Private, Detail: "10.0.0.1"},
			{URL: "https://shop.example/photo", Kind: proxy.Script, Why: proxy.Type},
		},
		Failed: []proxy.Resource{
			{URL: "https://shop.example/gone.js", Kind: proxy.Script, Status: 404},
			{URL: "https://shop.example/dead.js", Kind: proxy.Script, Detail: "connection refused"},
		},
	}
	if diff := cmp.Diff(want, log); diff != "" {
		t.Error(diff)
	}
}
