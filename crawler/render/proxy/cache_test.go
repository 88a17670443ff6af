package proxy_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/portolan-seo/portolan/crawler/render/proxy"
)

const script = "https://shop.example/app.js"

// Scripts and styles are asked for once a crawl, whatever page wants them.
func TestCacheOnceACrawl(t *testing.T) {
	for _, c := range []struct {
		name   string
		url    string
		fields []string // of the answer
		asked  int      // of three times
	}{
		{"script", script, nil, 1},
		{"script that says so", script, []string{"Cache-Control", "public, max-age=600"}, 1},
		{"script with a cookie", script, []string{"Set-Cookie", "a=1"}, 1},
		{"script that must not be kept", script, []string{"Cache-Control", "no-store"}, 3},
		{"script that is stale at once", script, []string{"Cache-Control", "no-cache"}, 3},
		{"script that expired", script, []string{"Expires", "0"}, 3},
		{"script that anything may change", script, []string{"Vary", "*"}, 3},
		{"data", "https://shop.example/a.json", []string{"Content-Type", "application/json"}, 3},
		{"data that may be kept", "https://shop.example/a.json", []string{"Content-Type", "application/json", "Cache-Control", "max-age=60"}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, proxy.Options{}, func(*proxy.Request) (*proxy.Response, error) {
				res := text(200, "text/javascript", "run()", c.fields...)
				if kind := res.Header.Values("Content-Type"); len(kind) > 1 {
					res.Header["Content-Type"] = kind[1:]
				}
				return res, nil
			})
			for range 3 {
				b.open(pageURL)
				if status, header, body := b.ask("GET", c.url, "Sec-Fetch-Dest", "script"); status != 200 || body != "run()" {
					t.Errorf("%d %v %s", status, header, body)
				}
			}
			if len(b.asked) != c.asked {
				t.Errorf("asked %d times, want %d", len(b.asked), c.asked)
			}
		})
	}
}

// Many pages that want the same at a time ask once.
func TestCacheTogether(t *testing.T) {
	const pages = 8
	var arrived sync.WaitGroup
	arrived.Add(pages)
	b := newBench(t, proxy.Options{}, func(*proxy.Request) (*proxy.Response, error) {
		arrived.Wait()
		return text(200, "text/javascript", "run()"), nil
	})
	var wg sync.WaitGroup
	for range pages {
		b.open(pageURL)
		client := b.client
		wg.Go(func() {
			arrived.Done()
			if answer, err := client.Get(script); err != nil || answer.StatusCode != 200 {
				t.Error(err, answer)
			} else {
				answer.Body.Close()
			}
		})
	}
	wg.Wait()
	if len(b.asked) != 1 {
		t.Errorf("asked %d times", len(b.asked))
	}
}

// What is stale is asked for with a condition.
func TestCacheRenews(t *testing.T) {
	var conditions []string
	b := newBench(t, proxy.Options{}, func(r *proxy.Request) (*proxy.Response, error) {
		condition := r.Header.Get("If-None-Match")
		conditions = append(conditions, condition)
		if condition == `"1"` {
			return text(304, "", "", "Cache-Control", "max-age=60"), nil
		}
		return text(200, "text/javascript", "run()", "Etag", `"1"`, "Cache-Control", "no-cache"), nil
	})
	for range 3 {
		if status, _, body := b.ask("GET", script, "Sec-Fetch-Dest", "script"); status != 200 || body != "run()" {
			t.Errorf("%d %s", status, body)
		}
	}
	if got := fmt.Sprintf("%q", conditions); got != `["" "\"1\""]` {
		t.Error(got)
	}
}

// What a server gives to one who asks otherwise is another answer.
func TestCacheVaries(t *testing.T) {
	b := newBench(t, proxy.Options{}, func(r *proxy.Request) (*proxy.Response, error) {
		return text(200, "text/javascript", r.Header.Get("Cookie"), "Vary", "Cookie"), nil
	})
	for _, cookie := range []string{"a=1", "a=2", "a=2"} {
		if _, _, body := b.ask("GET", script, "Sec-Fetch-Dest", "script", "Cookie", cookie); body != cookie {
			t.Errorf("%s got %s", cookie, body)
		}
	}
	if len(b.asked) != 2 {
		t.Errorf("asked %d times", len(b.asked))
	}
}

// A cookie that came with what was kept is the page's that asked, and no
// other's.
func TestCacheKeepsNoCookies(t *testing.T) {
	b := newBench(t, proxy.Options{}, func(*proxy.Request) (*proxy.Response, error) {
		return text(200, "text/javascript", "run()", "Set-Cookie", "session=secret"), nil
	})
	b.ask("GET", script, "Sec-Fetch-Dest", "script")
	b.open(pageURL)
	if _, header, _ := b.ask("GET", script, "Sec-Fetch-Dest", "script"); header.Get("Set-Cookie") != "" {
		t.Error(header)
	}
}

// The cache forgets rather than grows.
func TestCacheBounded(t *testing.T) {
	b := newBench(t, proxy.Options{Cache: 1 << 20}, func(*proxy.Request) (*proxy.Response, error) {
		return text(200, "text/javascript", strings.Repeat("x", 100_000)), nil
	})
	for range 2 {
		for i := range 20 {
			b.ask("GET", fmt.Sprintf("https://shop.example/%d.js", i), "Sec-Fetch-Dest", "script")
		}
	}
	if len(b.asked) != 40 { // of twenty in a row, ten find no room
		t.Errorf("asked %d times", len(b.asked))
	}
	b.ask("GET", "https://shop.example/19.js", "Sec-Fetch-Dest", "script")
	if len(b.asked) != 40 {
		t.Error("the latest was forgotten")
	}
}

// What says who asks, and how, is the asker's to say; what an answer says of
// the connection, or to start a login or reports, stays here.
func TestHeaders(t *testing.T) {
	var got http.Header
	b := newBench(t, proxy.Options{}, func(r *proxy.Request) (*proxy.Response, error) {
		got = r.Header
		return text(200, "text/html", "", "Www-Authenticate", "Basic", "Nel", "{}", "Alt-Svc", `h3=":443"`, "Set-Cookie", "a=1"), nil
	})
	_, header, _ := b.ask("GET", "https://user:secret@shop.example/page", "Sec-Fetch-Dest", "document", "User-Agent", "Chrome", "Sec-Ch-Ua", "x",
		"Cookie", "a=1", "X-Requested-With", "XMLHttpRequest", "Accept-Language", "en-US,en;q=0.9", "If-None-Match", "x", "Range", "bytes=0-")
	if got.Get("Cookie") != "a=1" || got.Get("X-Requested-With") == "" {
		t.Errorf("kept back: %v", got)
	}
	for _, name := range []string{"User-Agent", "Sec-Ch-Ua", "Sec-Fetch-Dest", "Accept-Language", "If-None-Match", "Range", "Accept-Encoding"} {
		if got.Get(name) != "" {
			t.Errorf("%s reached the asker", name)
		}
	}
	if strings.Contains(strings.Join(b.asked, " "), "secret") {
		t.Errorf("asked %v", b.asked)
	}
	if header.Get("Set-Cookie") == "" || header.Get("Www-Authenticate")+header.Get("Nel")+header.Get("Alt-Svc") != "" {
		t.Errorf("passed on: %v", header)
	}
}
