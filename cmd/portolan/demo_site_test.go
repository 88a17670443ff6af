package main

import (
	"bytes"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/testdata"
)

// TestDemoSiteIsAsExpected walks the demo site with a small crawler of its
// own that shares no code with the real one, and compares what it finds with
// the archive's file "expected". So a slip of the pen in the site is told
// apart from a fault of the crawler.
func TestDemoSiteIsAsExpected(t *testing.T) {
	site := demoArchive(t)
	walk := newDemoWalk(t, site)
	walk.from("https://demo.example/")
	compareDemo(t, demoExpected(t, site, "expected"), walk.verdicts())

	for _, u := range demoSitemapLocs(t, walk) {
		walk.from(u)
	}
	extra := append(demoExpected(t, site, "expected"), demoExpected(t, site, "expected-from-sitemap")...)
	compareDemo(t, extra, walk.verdicts())
	for _, r := range walk.srv.Log() {
		if !strings.HasPrefix(r.URL, "https://demo.example/") {
			t.Errorf("asked for %s", r.URL)
		}
	}
}

// TestDemoSiteHasNoPageToSpare: each answer of the archive is in one of the
// lists, or is one of those that nothing may ask for.
func TestDemoSiteHasNoPageToSpare(t *testing.T) {
	site := demoArchive(t)
	lines := append(demoExpected(t, site, "expected"), demoExpected(t, site, "expected-from-sitemap")...)
	known := map[string]bool{
		"https://demo.example/robots.txt":               true,
		"https://demo.example/sitemap.xml":              true,
		"https://demo.example/private/stocktaking.html": true,
		"http://demo.example/about/":                    true,
	}
	for _, l := range lines {
		_, u, _ := strings.Cut(l, " ")
		known[u] = true
	}
	for _, u := range site.URLs() {
		if !known[u] {
			t.Errorf("%s is in the archive and in no list", u)
		}
	}
}

func demoArchive(t *testing.T) *crawltest.Site {
	t.Helper()
	site, err := crawltest.Parse(testdata.Demo)
	if err != nil {
		t.Fatal(err)
	}
	return site
}

func demoExpected(t *testing.T, site *crawltest.Site, name string) []string {
	t.Helper()
	data, ok := site.Part(name)
	if !ok {
		t.Fatalf("the archive has no file %q", name)
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}

func compareDemo(t *testing.T, want, got []string) {
	t.Helper()
	for _, l := range want {
		if !slices.Contains(got, l) {
			t.Errorf("expected, not found: %s", l)
		}
	}
	for _, l := range got {
		if !slices.Contains(want, l) {
			t.Errorf("found, not expected: %s", l)
		}
	}
	if len(want) != len(slices.Compact(slices.Sorted(slices.Values(want)))) {
		t.Error("a line is expected twice")
	}
}

// demoWalk is the small crawler. It knows the demo site's habits and no
// others.
type demoWalk struct {
	t     *testing.T
	srv   *crawltest.Server
	known map[string]*demoPage
	queue []string
}

type demoPage struct {
	followed  bool // reached by a link that is not nofollow
	verdict   string
	location  string
	canonical []string
}

func newDemoWalk(t *testing.T, site *crawltest.Site) *demoWalk {
	return &demoWalk{t: t, srv: crawltest.NewServer(t, site), known: map[string]*demoPage{}}
}

func (d *demoWalk) from(start string) {
	d.link(start, start, true)
	for len(d.queue) > 0 {
		at := d.queue[0]
		d.queue = d.queue[1:]
		d.visit(at, d.known[at])
	}
}

// verdicts gives a line "verdict URL" for each known URL.
func (d *demoWalk) verdicts() []string {
	var lines []string
	for u, p := range d.known {
		v := p.verdict
		if !p.followed && v == "" {
			v = "not-followed"
		}
		if v == "redirect" && d.loops(u) {
			v = "redirect-loop"
		}
		lines = append(lines, v+" "+u)
	}
	return lines
}

func (d *demoWalk) loops(u string) bool {
	seen := map[string]bool{}
	for p := d.known[u]; p != nil && p.location != ""; p = d.known[u] {
		if seen[u] {
			return true
		}
		seen[u], u = true, p.location
	}
	return false
}

var (
	demoSession  = regexp.MustCompile(`^(?i:PHPSESSID|osCsid|utm_[a-z]+|gclid|fbclid)=|^sid=[0-9a-f]{32}$`)
	demoPathID   = regexp.MustCompile(`;jsessionid=[0-9A-F]+`)
	demoEffects  = regexp.MustCompile(`add-to-cart=|/logout$`)
	demoForAll   = regexp.MustCompile(`^/(private/|search)`)
	demoForIndex = regexp.MustCompile(`^/(private/|search|beta/)`)
)

// demoForm gives the canonical form of a reference; "" if it is not one
// that can be crawled.
func demoForm(base, ref string) (form string, ok bool) {
	b, err := url.Parse(base)
	if err != nil {
		return "", false
	}
	u, err := b.Parse(strings.TrimSpace(ref))
	if err != nil {
		return strings.TrimSpace(ref), false
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return "", false
	}
	u.Host = strings.TrimSuffix(strings.ToLower(u.Host), ":443")
	if u.Host == "demo.example" {
		u.Scheme = "https"
	}
	if u.Path == "" {
		u.Path = "/"
	}
	u.Path, u.RawPath = demoPathID.ReplaceAllString(u.Path, ""), ""
	params := slices.DeleteFunc(strings.Split(u.RawQuery, "&"), demoSession.MatchString)
	u.RawQuery, u.Fragment = strings.ReplaceAll(strings.Join(params, "&"), "\xf6", "%F6"), ""
	return u.String(), true
}

func (d *demoWalk) link(base, ref string, follow bool) {
	form, ok := demoForm(base, ref)
	if form == "" {
		return
	}
	p := d.known[form]
	if p == nil {
		p = &demoPage{}
		d.known[form] = p
		switch {
		case !ok:
			p.verdict = "invalid-url"
		case !strings.HasPrefix(form, "https://demo.example/"):
			p.verdict = "scope-host"
		case demoEffects.MatchString(form):
			p.verdict = "filter-crawl"
		}
	}
	if follow && !p.followed && p.verdict == "" {
		d.queue = append(d.queue, form)
	}
	p.followed = p.followed || follow
}

func (d *demoWalk) visit(at string, p *demoPage) {
	path := strings.TrimPrefix(at, "https://demo.example")
	if demoForAll.MatchString(path) {
		p.verdict = "robots-blocked"
		return
	}
	resp, err := d.srv.Client().Get(at)
	if err != nil {
		d.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		d.t.Fatal(err)
	}
	media, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if err != nil {
		d.t.Fatalf("%s: %v", at, err)
	}
	var robots string
	if media == "text/html" && resp.StatusCode == http.StatusOK {
		robots = d.read(at, p, resp.Header, body)
	}
	p.verdict = d.judge(at, p, resp, media, robots)
	if demoForIndex.MatchString(path) {
		p.verdict = "robots-blocked"
	}
}

func (d *demoWalk) judge(at string, p *demoPage, resp *http.Response, media, robots string) string {
	switch code := resp.StatusCode; {
	case code/100 == 3:
		p.location, _ = demoForm(at, resp.Header.Get("Location"))
		d.link(at, resp.Header.Get("Location"), true)
		return "redirect"
	case code == http.StatusUnauthorized:
		return "denied"
	case code/100 == 4:
		return "http-4xx"
	case code != http.StatusOK:
		d.t.Errorf("%s answers %d", at, code)
	case media != "text/html":
		return "type"
	case resp.Header.Get("X-Robots-Tag") == "noindex":
		return "noindex-header"
	case strings.Contains(robots, "noindex"):
		return "noindex-meta"
	case len(p.canonical) == 1 && p.canonical[0] != at:
		return "canonical-elsewhere"
	}
	return "listed"
}

// read follows the links of a page and gives its robots metas.
func (d *demoWalk) read(at string, p *demoPage, header http.Header, body []byte) (robots string) {
	type ref struct {
		href     string
		nofollow bool
	}
	var refs []ref
	base := at
	if target, rel, ok := strings.Cut(header.Get("Link"), ">; "); ok && rel == `rel="canonical"` {
		p.addCanonical(at, target[1:])
	}
	for z := html.NewTokenizer(bytes.NewReader(body)); z.Next() != html.ErrorToken; {
		tok := z.Token()
		if tok.Type != html.StartTagToken && tok.Type != html.SelfClosingTagToken {
			continue
		}
		a := map[string]string{}
		for _, attr := range tok.Attr {
			a[attr.Key] = attr.Val
		}
		switch tok.Data {
		case "base":
			base = a["href"]
		case "meta":
			if a["name"] == "robots" || a["name"] == "googlebot" {
				robots += a["content"] + " "
			}
		case "a", "area":
			refs = append(refs, ref{a["href"], a["rel"] == "nofollow"})
		case "frame", "iframe":
			refs = append(refs, ref{a["src"], false})
		case "link":
			refs = append(refs, ref{a["href"], false})
			if a["rel"] == "canonical" {
				p.addCanonical(at, a["href"])
			}
		}
	}
	for _, r := range refs {
		d.link(base, r.href, !r.nofollow && !strings.Contains(robots, "nofollow"))
	}
	return robots
}

func (p *demoPage) addCanonical(at, ref string) {
	if form, ok := demoForm(at, ref); ok && !slices.Contains(p.canonical, form) {
		p.canonical = append(p.canonical, form)
	}
}

func demoSitemapLocs(t *testing.T, d *demoWalk) []string {
	resp, err := d.srv.Client().Get("https://demo.example/sitemap.xml")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	locs := map[string]bool{}
	for _, m := range regexp.MustCompile(`<loc>(.*?)</loc>`).FindAllSubmatch(body, -1) {
		locs[string(m[1])] = true
	}
	return slices.Sorted(maps.Keys(locs))
}
