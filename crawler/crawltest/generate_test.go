package crawltest_test

import (
	"compress/gzip"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/crawltest"
)

var (
	linkRE      = regexp.MustCompile(`<a [^>]*href="([^"]*)"`)
	canonicalRE = regexp.MustCompile(`<link rel="canonical" href="([^"]*)"`)
	pathParamRE = regexp.MustCompile(`;jsessionid=[0-9a-f]+`)
)

// walk crawls a generated site the slow and simple way: it knows the site's
// session and tracking parameters, obeys robots.txt, and keeps to the host.
func walk(t *testing.T, h http.Handler, start string, params ...string) (asked int, listed []string) {
	t.Helper()
	base, err := url.Parse(start)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{start: true}
	for queue := []string{start}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, httptest.NewRequest("GET", at, nil))
		asked++
		body := rec.Body.String()
		refs := []string{rec.Header().Get("Location")}
		for _, m := range linkRE.FindAllStringSubmatch(body, -1) {
			refs = append(refs, html.UnescapeString(m[1]))
		}
		if fit(rec, body, at) {
			listed = append(listed, at)
		}
		for _, ref := range refs {
			u := plainForm(t, at, ref, params)
			if u.Host == base.Host && !strings.HasPrefix(u.Path, "/private/") && !known[u.String()] {
				known[u.String()] = true
				queue = append(queue, u.String())
			}
		}
	}
	slices.Sort(listed)
	return asked, listed
}

// fit is the rule of the sitemap: 200, indexable, its own canonical.
func fit(rec *httptest.ResponseRecorder, body, at string) bool {
	if rec.Code != http.StatusOK || rec.Header().Get("X-Robots-Tag") != "" || strings.Contains(body, "noindex") {
		return false
	}
	m := canonicalRE.FindStringSubmatch(body)
	return m != nil && m[1] == at
}

func plainForm(t *testing.T, at, ref string, params []string) *url.URL {
	base, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	u, err := base.Parse(pathParamRE.ReplaceAllString(ref, ""))
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	for _, p := range append(params, "PHPSESSID", "utm_source", "utm_campaign") {
		q.Del(p)
	}
	u.RawQuery, u.Fragment = q.Encode(), ""
	return u
}

func TestGeneratedSiteIsWhatItSays(t *testing.T) {
	for _, pages := range []int{1, 2, 40, 300} {
		g := crawltest.Generate(crawltest.Typical(pages, 7))
		asked, listed := walk(t, g, "https://big.example/")
		if !slices.Equal(listed, g.Expected()) {
			t.Errorf("%d pages: %d listed, %d expected", pages, len(listed), len(g.Expected()))
		}
		if asked != g.Asks() {
			t.Errorf("%d pages: %d asked, Asks says %d", pages, asked, g.Asks())
		}
	}
}

func TestEveryShareOfAShapeShows(t *testing.T) {
	const pages = 200
	bare := crawltest.Shape{Pages: pages, Seed: 3, Origin: "https://big.example"}
	all := crawltest.Generate(bare)
	if all.Asks() != pages || len(all.Expected()) != pages {
		t.Errorf("a bare site of %d pages has %d expected, %d asks", pages, len(all.Expected()), all.Asks())
	}
	for _, c := range []struct {
		name          string
		set           func(*crawltest.Shape)
		fewer         bool // URLs for the sitemap
		more          bool // requests
		inSomeAnswers string
	}{
		{"noindex by meta", func(s *crawltest.Shape) { s.NoindexMeta = 100 }, true, false, `content="noindex`},
		{"noindex by header", func(s *crawltest.Shape) { s.NoindexHeader = 100 }, true, false, "X-Robots-Tag: noindex"},
		{"canonical", func(s *crawltest.Shape) { s.Canonical = 100 }, true, false, `href="https://elsewhere.example/shelf-`},
		{"redirects", func(s *crawltest.Shape) { s.Redirected = 100 }, false, true, `href="/far/`},
		{"dead links", func(s *crawltest.Shape) { s.Dead = 100 }, false, true, `href="/gone/`},
		{"sessions", func(s *crawltest.Shape) { s.Sessions = 100 }, false, false, `;jsessionid=`},
		{"tracking", func(s *crawltest.Shape) { s.Tracking = 100 }, false, false, `?utm_source=`},
		{"sorted", func(s *crawltest.Shape) { s.Sorted = 100 }, false, true, `?sort=`},
		{"sorted and declared", func(s *crawltest.Shape) { s.Sorted, s.CleanParam = 100, true }, false, false, `?sort=`},
	} {
		shape := bare
		c.set(&shape)
		g := crawltest.Generate(shape)
		if fewer := len(g.Expected()) < pages; fewer != c.fewer {
			t.Errorf("%s: %d of %d expected", c.name, len(g.Expected()), pages)
		}
		if more := g.Asks() > pages; more != c.more {
			t.Errorf("%s: %d asks", c.name, g.Asks())
		}
		if !answersHold(g, bare.Origin, all.Expected(), c.inSomeAnswers) {
			t.Errorf("%s: no answer holds %q", c.name, c.inSomeAnswers)
		}
	}
}

func answersHold(h http.Handler, origin string, urls []string, want string) bool {
	for _, u := range append(urls, origin+"/robots.txt") {
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, httptest.NewRequest("GET", u, nil))
		var header strings.Builder
		_ = rec.Header().Write(&header) // a Builder takes everything
		if strings.Contains(header.String()+rec.Body.String(), want) {
			return true
		}
	}
	return false
}

func TestBlockedPagesAreForbiddenLeaves(t *testing.T) {
	g := crawltest.Generate(crawltest.Shape{Pages: 150, Seed: 1, Origin: "https://big.example", Blocked: 200})
	if !answersHold(g, "https://big.example", []string{"https://big.example/"}, "Disallow: /private/") {
		t.Error("robots.txt does not forbid them")
	}
	asked, listed := walk(t, g, "https://big.example/")
	if asked != g.Asks() || asked >= 150 || !slices.Equal(listed, g.Expected()) {
		t.Errorf("%d asked of %d, %d listed of %d", asked, g.Asks(), len(listed), len(g.Expected()))
	}
}

func TestEveryLinkCarriesAFreshSession(t *testing.T) {
	for _, param := range []string{"PHPSESSID", ";jsessionid", "DokuWiki"} {
		shape := crawltest.Typical(45, 2)
		shape.EveryLink = param
		g := crawltest.Generate(shape)
		at := func() string {
			rec := httptest.NewRecorder()
			g.ServeHTTP(rec, httptest.NewRequest("GET", "https://big.example/", nil))
			return rec.Body.String()
		}
		first, second := at(), at()
		if first == second {
			t.Errorf("%s: two answers carry the same session", param)
		}
		for _, m := range linkRE.FindAllStringSubmatch(first, -1) {
			inner := !strings.HasPrefix(m[1], "#") && !strings.Contains(m[1], "elsewhere")
			if inner != strings.Contains(m[1], param+"=") {
				t.Errorf("%s: link %s", param, m[1])
			}
		}
		asked, listed := walk(t, g, "https://big.example/", "DokuWiki")
		if asked != g.Asks() || !slices.Equal(listed, g.Expected()) {
			t.Errorf("%s: %d asked of %d, %d listed of %d", param, asked, g.Asks(), len(listed), len(g.Expected()))
		}
	}
}

// TestGeneratedPages: size and number of links are those of the shape's
// comment, and gzip holds the very same page.
func TestGeneratedPages(t *testing.T) {
	g := crawltest.Generate(crawltest.Typical(10000, 1))
	srv := crawltest.NewServer(t, g.Site())
	var size, packed, links, n int
	for i, u := range g.Expected() {
		if i%97 != 0 {
			continue
		}
		resp, body := get(t, srv, u, "Accept-Encoding: identity")
		_, zipped := get(t, srv, u, "Accept-Encoding: gzip")
		r, err := gzip.NewReader(strings.NewReader(zipped))
		if err != nil {
			t.Fatal(err)
		}
		if inflated, err := io.ReadAll(r); err != nil || string(inflated) != body {
			t.Fatalf("%s: gzip holds another page, error %v", u, err)
		}
		if again, _ := get(t, srv, u, "If-None-Match: "+resp.Header.Get("ETag")); again.StatusCode != 304 {
			t.Errorf("%s: status %d for its own ETag", u, again.StatusCode)
		}
		size, packed, links, n = size+len(body), packed+len(zipped), links+strings.Count(body, "<a "), n+1
	}
	t.Logf("%d pages: %d bytes, %d packed, %d links each", n, size/n, packed/n, links/n)
	if size/n < 27000 || size/n > 31000 || packed/n > 10000 || links/n < 105 || links/n > 115 {
		t.Errorf("%d bytes, %d packed, %d links a page", size/n, packed/n, links/n)
	}
}

func TestGeneratedOriginMayBeEmpty(t *testing.T) {
	shape := crawltest.Typical(50, 1)
	shape.Origin = ""
	g := crawltest.Generate(shape)
	srv := crawltest.NewServer(t, g.Site())
	for _, path := range g.Expected() {
		if resp, body := get(t, srv, srv.URL()+path); resp.StatusCode != 200 || strings.Contains(body, "big.example") {
			t.Errorf("%s: status %d", path, resp.StatusCode)
		}
	}
}

func BenchmarkGenerated(b *testing.B) {
	g := crawltest.Generate(crawltest.Typical(100000, 1))
	urls := g.Expected()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		req := httptest.NewRequest("GET", urls[i*7919%len(urls)], nil)
		req.Header.Set("Accept-Encoding", "gzip")
		rec := httptest.NewRecorder()
		g.ServeHTTP(rec, req)
	}
}
