package crawltest_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/portolan-seo/portolan/crawler/crawltest"
)

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ name, archive, want string }{
		{"no origin", "-- / --\n", "needs a line"},
		{"origin with path", "origin: https://a.example/x\n-- / --\n", "has a path"},
		{"origin of another scheme", "origin: ftp://a.example\n-- / --\n", "not an absolute http"},
		{"fragment", "-- http://a.example/#x --\n", "no fragment"},
		{"user", "-- http://me@a.example/ --\n", "no user"},
		{"raw umlaut", "-- http://a.example/ü --\n", "as on the wire"},
		{"unknown part", "-- http://a.example/ --\n{{nav}}\n", `no part "nav"`},
		{"parts in a ring", "-- a --\n{{b}}\n-- b --\n{{a}}\n-- http://a.example/ --\n{{a}}\n", "ten deep"},
		{"part twice", "-- a --\n-- a --\nx\n-- a --\ny\n", "twice"},
		{"unknown field", "-- http://a.example/ --\nHTTP 200\nCrawltest-Wiat: x\n", "unknown field"},
		{"unknown fault", "-- http://a.example/ --\nHTTP 200\nCrawltest-Fault: x\n", "unknown fault"},
		{"unknown encoding", "-- http://a.example/ --\nHTTP 200\nCrawltest-Encoding: br\n", "unknown encoding"},
		{"unknown charset", "-- http://a.example/ --\nHTTP 200\nCrawltest-Charset: latin-x\n", "charset"},
		{"not in charset", "-- http://a.example/ --\nHTTP 200\nCrawltest-Charset: latin1\n\n諫\n", "in its charset"},
		{"repeat", "-- http://a.example/ --\nHTTP 200\nCrawltest-Repeat: 0\n", "positive"},
		{"repeated fault", "-- http://a.example/ --\nHTTP 200\nCrawltest-Repeat: 2\nCrawltest-Fault: stall\n", "together"},
		{"header line", "-- http://a.example/ --\nHTTP 200\n<html>\n", "no name"},
		{"interim status", "-- http://a.example/ --\nHTTP 103\n\n", "final"},
		{"bomb", bomb(), "longer than"},
	} {
		_, err := crawltest.Parse([]byte(c.archive))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

// bomb is an archive whose parts hold each other eight deep, eight times.
func bomb() string {
	var b strings.Builder
	for c := 'a'; c < 'i'; c++ {
		b.WriteString("-- " + string(c) + " --\n" + strings.Repeat("{{"+string(c+1)+"}}", 9) + "\n")
	}
	return b.String() + "-- i --\n-- http://a.example/ --\n{{a}}\n"
}

func TestLoad(t *testing.T) {
	fsys := fstest.MapFS{
		"good.txtar": {Data: []byte(small)},
		"bad.txtar":  {Data: []byte("-- / --\n")},
	}
	site, err := crawltest.Load(fsys, "good.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if urls := site.URLs(); site.Origin() != "https://site.example" || len(urls) != 13 || urls[0] != "https://site.example/" {
		t.Errorf("origin %s, %d URLs %q", site.Origin(), len(urls), urls)
	}
	if part, ok := site.Part("mark"); !ok || string(part) != "!\n" {
		t.Errorf("part is %q", part)
	}
	if _, ok := site.Part("none"); ok {
		t.Error("a part that is not there was found")
	}
	for _, name := range []string{"bad.txtar", "none.txtar"} {
		if _, err := crawltest.Load(fsys, name); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// FuzzParse: any archive is refused or served, and a served one answers each
// of its URLs.
func FuzzParse(f *testing.F) {
	f.Add(small)
	f.Add("-- http://a.example/ --\nHTTP 200\nCrawltest-Encoding: gzip\nA: {{count}}\n\n{{session}}{{row}}")
	f.Add("-- a --\n{{b}}\n-- b --\n{{a}}\n-- http://a.example/ --\n{{a}}\n")
	f.Fuzz(func(t *testing.T, archive string) {
		site, err := crawltest.Parse([]byte(archive))
		if err != nil || strings.Contains(strings.ToLower(archive), "crawltest-") {
			return // faults and gates need a server
		}
		for _, url := range site.URLs() {
			req, err := http.NewRequest("GET", url, nil)
			if err != nil {
				t.Fatalf("URL %q: %v", url, err)
			}
			origin, uri := cutOrigin(url)
			req.RequestURI = uri
			if strings.HasPrefix(origin, "https") {
				req.TLS = httptest.NewRequest("GET", "https://a.example/", nil).TLS
			}
			req.URL.Scheme, req.URL.Host = "", ""
			rec := httptest.NewRecorder()
			site.ServeHTTP(rec, req)
			if rec.Code == http.StatusMisdirectedRequest && !strings.Contains(archive, "421") {
				t.Errorf("%q is not served", url)
			}
		}
	})
}

func cutOrigin(url string) (origin, uri string) {
	i := strings.Index(url, "://") + 3
	i += strings.IndexByte(url[i:], '/')
	return url[:i], url[i:]
}
