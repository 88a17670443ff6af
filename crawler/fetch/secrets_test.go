package fetch_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/fetch"
)

// Credentials go where they belong and nowhere else; a redirect takes them
// along to no other host.
func TestCredentials(t *testing.T) {
	heads := make(chan http.Header, 1)
	srv := site(t, func(w http.ResponseWriter, r *http.Request) {
		heads <- r.Header.Clone()
		w.Header().Set("Location", "http://other.example/")
		w.WriteHeader(302)
	})
	opts := fetch.Options{
		Header:          http.Header{"x-key": {"k1", "k2"}, "Accept-Language": {"de"}},
		Cookie:          "a=1; b=2",
		BasicAuth:       "user:pass:word",
		CredentialHosts: []string{"http://Shop.example:80", "http://[2001:db8::1]:8080/", "any.example:81"},
		Resolve:         to(t, srv.Listener.Addr().String()),
	}
	f := client(t, opts).NewFetcher()
	for u, has := range map[string]bool{
		"http://shop.example/":          true,
		"http://shop.example/a?b":       true,
		"http://[2001:db8::1]:8080/":    true,
		"http://any.example:81/":        true,
		"http://shop.example:81/":       false,
		"http://www.shop.example/":      false,
		"http://shop.example.evil.net/": false,
		"http://other.example/":         false,
		"http://any.example/":           false,
	} {
		var res fetch.Response
		f.Fetch(context.Background(), &fetch.Request{URL: u, ETag: `"x"`}, &res)
		h := <-heads
		want := http.Header{}
		if has {
			want = http.Header{"X-Key": {"k1", "k2"}, "Accept-Language": {"de"}, "Cookie": {"a=1; b=2"}, "Authorization": {"Basic dXNlcjpwYXNzOndvcmQ="}}
		}
		for _, name := range []string{"X-Key", "Accept-Language", "Cookie", "Authorization"} {
			if fmt.Sprint(h[name]) != fmt.Sprint(want[name]) {
				t.Errorf("%s: %s %q, want %q", u, name, h[name], want[name])
			}
		}
	}
}

func TestBadOptions(t *testing.T) {
	const secret = "open-sesame"
	for name, o := range map[string]fetch.Options{
		"header name":       {Header: http.Header{"a b": {secret}}},
		"header value":      {Header: http.Header{"X": {secret + "\r\nY: z"}}},
		"managed header":    {Header: http.Header{"host": {secret}}},
		"own user agent":    {Header: http.Header{"User-Agent": {secret}}},
		"cookie":            {Cookie: secret + "\n"},
		"basic auth":        {BasicAuth: secret},
		"user agent":        {UserAgent: "a\nb"},
		"credential host":   {CredentialHosts: []string{"example.com"}},
		"credential origin": {CredentialHosts: []string{"ftp://example.com"}},
		"credential path":   {CredentialHosts: []string{"https://example.com/a"}},
		"origin map from":   {OriginMap: map[string]string{"example.com": "http://a"}},
		"origin map to":     {OriginMap: map[string]string{"http://a": "http://b/path"}},
		"proxy scheme":      {Proxy: &url.URL{Scheme: "gopher", Host: "h"}},
		"proxy host":        {Proxy: &url.URL{Scheme: "http", User: url.UserPassword("u", secret)}},
	} {
		_, err := fetch.NewClient(o)
		if err == nil {
			t.Errorf("%s: no error", name)
		} else if strings.Contains(err.Error(), secret) {
			t.Errorf("%s: %q tells a secret", name, err)
		}
	}
}

// A site that sends a secret back in a broken answer doesn't get it into the
// records.
func TestErrorTextsHideSecrets(t *testing.T) {
	root := rawSite(t, say("HTTP/1.1 OPEN-sesame open-sesame dXNlcjpvcGVuLXNlc2FtZQ==\r\n\r\n"))
	res := get(t, fetch.Options{BasicAuth: "user:open-sesame", CredentialHosts: []string{strings.TrimSuffix(root, "/")}}, root)
	if strings.Contains(res.ErrText, "open-sesame") || strings.Contains(res.ErrText, "dXNlcj") || !strings.Contains(res.ErrText, "OPEN-sesame") {
		t.Errorf("text %q", res.ErrText)
	}
}

// What a site sends can't act on a terminal, and is cut between characters.
func TestErrorTextsAreClean(t *testing.T) {
	for _, noise := range []string{"\x1b[2J\u202e\u0085", strings.Repeat("é", 300), "\xff\xfe\x00", strings.Repeat("\u202e", 300)} {
		root := rawSite(t, say("HTTP/1.1 "+noise+"\r\n\r\n"))
		text := get(t, fetch.Options{}, root).ErrText
		if text == "" || len(text) > 200 || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x202e || r == 0x85 || r == 0xfffd }) {
			t.Errorf("text %q (%d bytes)", text, len(text))
		}
	}
}

// echo answers with the request's Cookie header and sets what the query says.
func echo(w http.ResponseWriter, r *http.Request) {
	for _, c := range r.URL.Query()["set"] {
		w.Header().Add("Set-Cookie", c)
	}
	w.Header().Set("Content-Type", "text/plain")
	io.WriteString(w, r.Header.Get("Cookie"))
}

func TestCookies(t *testing.T) {
	srv := site(t, echo)
	c := client(t, fetch.Options{Resolve: to(t, srv.Listener.Addr().String()), Cookie: "own=0", CredentialHosts: []string{"http://shop.example"}})
	see := func(u, want string) {
		t.Helper()
		if res := ask(c, fetch.Request{URL: u}); string(res.Body) != want {
			t.Errorf("%s: sent cookies %q, want %q", u, res.Body, want)
		}
	}
	see("http://shop.example/?set=early=1", "own=0") // not enabled yet
	see("http://shop.example/", "own=0")
	c.EnableCookies("Shop.example")
	see("http://shop.example/?set=a=1&set=b=2%3BPath=/deep&set=c=3%3BDomain=shop.example", "own=0")
	see("http://shop.example/", "own=0; a=1; c=3")
	see("http://shop.example:81/deep/x", "b=2; a=1; c=3")
	see("http://www.shop.example/", "") // by its domain, but not enabled
	c.EnableCookies("www.shop.example")
	see("http://www.shop.example/?set=d=4%3BDomain=example", "c=3") // a public suffix takes no cookie
	see("http://www.shop.example/", "c=3")
	see("http://other.example/?set=e=5", "")
	see("http://other.example/", "")
}

// A flood of cookies is neither kept nor sent back.
func TestCookieFlood(t *testing.T) {
	srv := site(t, func(w http.ResponseWriter, r *http.Request) {
		for i := range 1000 {
			w.Header().Add("Set-Cookie", fmt.Sprintf("n%d=%s; Path=/%s", i, strings.Repeat("v", 100), r.URL.Query().Get("p")))
		}
		w.Header().Add("Set-Cookie", "huge="+strings.Repeat("v", 5000))
		w.Header().Set("Content-Type", "text/plain")
		io.WriteString(w, r.Header.Get("Cookie"))
	})
	c := client(t, fetch.Options{})
	c.EnableCookies("127.0.0.1")
	ask(c, fetch.Request{URL: srv.URL + "/?p="})
	ask(c, fetch.Request{URL: srv.URL + "/?p=x"})
	sent := string(ask(c, fetch.Request{URL: srv.URL + "/x/"}).Body)
	if len(sent) > 9<<10 || len(sent) < 1000 || strings.Contains(sent, "huge") || strings.Contains(sent, "n500=") {
		t.Errorf("%d bytes of cookies sent: %.100q", len(sent), sent)
	}
}

func TestCookieFile(t *testing.T) {
	srv := site(t, echo)
	c := client(t, fetch.Options{Resolve: to(t, srv.Listener.Addr().String()), CredentialHosts: []string{"http://shop.example", "http://www.shop.example"}})
	load := func(text string) error {
		name := filepath.Join(t.TempDir(), "cookies.txt")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return c.LoadCookieFile(name)
	}
	err := load("\ufeff# Netscape HTTP Cookie File\r\n\r\n" +
		".shop.example\tTRUE\t/\tFALSE\t0\tall\t1\r\n" +
		"#HttpOnly_shop.example\tFALSE\t/\tFALSE\t4102444800\thost\t2\r\n" +
		"shop.example\tFALSE\t/\tTRUE\t0\tsecure\t3\n" +
		"shop.example\tFALSE\t/\tFALSE\t1\told\t4\n" +
		"shop.example\tFALSE\t/\tFALSE\t0\tempty\n" +
		".elsewhere.example\tTRUE\t/\tFALSE\t0\tforeign\t5\n")
	if err != nil {
		t.Fatal(err)
	}
	for u, want := range map[string]string{
		"http://shop.example/?set=n=1": "all=1; host=2; empty=", "http://www.shop.example/": "all=1",
		"http://sub.shop.example/": "", "http://elsewhere.example/": "",
	} {
		for range 2 { // what the site sets is not accepted for a file's sake
			if res := ask(c, fetch.Request{URL: u}); string(res.Body) != want {
				t.Errorf("%s: sent cookies %q, want %q", u, res.Body, want)
			}
		}
	}
	for _, text := range []string{"one two", "a\tb\tc\td\te\tf\tg\th", "h\tTRUE\t/\tFALSE\tsoon\tn\tv", "\tTRUE\t/\tFALSE\t0\tn\tv", "h\tTRUE\t/\tFALSE\t0\tn n\tv"} {
		if err := load("# comment\n" + text); err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%q: error %v", text, err)
		}
	}
	if err := c.LoadCookieFile(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("no error for a file that is not there")
	}
}
