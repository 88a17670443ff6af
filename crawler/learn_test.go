package crawler_test

import (
	stdcmp "cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/crawltest"
)

// listed gives the listed URLs, sorted.
func (c *crawled) listed(t *testing.T) []string {
	t.Helper()
	urls := []string{}
	for _, line := range c.verdicts(t) {
		if url, ok := strings.CutPrefix(line, "listed "); ok {
			urls = append(urls, url)
		}
	}
	return urls
}

// rules gives "kind name" of the rules that a crawl learned, those of scheme
// and host left out.
func (c *crawled) rules() []string {
	lines := []string{}
	for _, r := range c.store.Rules() {
		if r.Name != "" {
			lines = append(lines, string(r.Kind)+" "+r.Name)
		}
	}
	slices.Sort(lines)
	return lines
}

func TestSessionInEveryLink(t *testing.T) {
	for _, param := range []string{"DokuWiki", ";visit", "PHPSESSID", ""} {
		sizes := []int{12, 300}
		if param != "DokuWiki" && os.Getenv("PORTOLAN_TEST_ALL") == "" {
			sizes = sizes[:1]
		}
		for _, pages := range sizes {
			shape := crawltest.Typical(pages, 5)
			shape.EveryLink = param
			g := crawltest.Generate(shape)
			c := crawl(t, g.Site(), "https://big.example/", nil)
			if diff := cmp.Diff(g.Expected(), c.listed(t)); diff != "" {
				t.Errorf("%s, %d pages: sitemap (-want +got):\n%s", param, pages, diff)
			}
			probes := 4
			if param == "" || param == "PHPSESSID" {
				probes = 0 // nothing to ask
			}
			c.fewFetched(t, g.Asks(), probes)
		}
	}
}

// fewFetched holds the crawl to at most 1.05 fetches a page.
func (c *crawled) fewFetched(t *testing.T, pages, probes int) {
	t.Helper()
	if limit := pages + pages/20; c.result.Fetched > limit {
		t.Errorf("%d pages fetched where %d exist", c.result.Fetched, pages)
	}
	if c.result.Receipt.Probes > probes {
		t.Errorf("%d probes, want at most %d", c.result.Receipt.Probes, probes)
	}
	if c.result.End != crawler.Complete {
		t.Errorf("ended as %q", c.result.End)
	}
}

// linkSite is a tree of pages of fan-out ten whose links are spelled by a
// function: link gives the reference to page n in an answer to r.
type linkSite struct {
	pages int
	link  func(w http.ResponseWriter, r *http.Request) func(n int) string
	text  func(n int, r *http.Request) string // instead of the page's own
	title func(n int, r *http.Request) string // the same
	fresh atomic.Int64

	robots string             // robots.txt, "" for none
	head   func(n int) string // of page n, besides its title
}

func (s *linkSite) token() string {
	sum := sha256.Sum256([]byte(strconv.FormatInt(s.fresh.Add(1), 10)))
	return hex.EncodeToString(sum[:12])
}

func (s *linkSite) path(n int) string {
	if n == 0 {
		return "/"
	}
	return "/p" + strconv.Itoa(n) + ".html"
}

// inWords says a number's digits, for texts that are not those of other pages.
func inWords(n int) (text string) {
	for _, digit := range strconv.Itoa(n) {
		text += " " + [...]string{"apples", "boats", "clouds", "deserts", "engines", "forests", "glaciers", "harbours", "islands", "jungles"}[digit-'0']
	}
	return text
}

// document gives one view of four of a document, by its key.
func (s *linkSite) document(n int) string { return s.path(1+n%4) + "?key=" + documentKey(n/4) }

func documentKey(n int) string {
	sum := sha256.Sum256([]byte{byte(n)})
	return hex.EncodeToString(sum[:12])
}

// ServeHTTP overlooks path parameters, as most servers do, and sessions without cookies.
func (s *linkSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path, _, _ := strings.Cut(r.URL.Path, ";")
	if _, page, cookieless := strings.Cut(path, "))"); cookieless { // /(S(id))/
		path = page
	}
	if path == "/robots.txt" && s.robots != "" {
		fmt.Fprint(w, s.robots)
		return
	}
	n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(path, "/p"), ".html"))
	if path != "/" && (err != nil || n < 1 || n >= s.pages) {
		http.NotFound(w, r)
		return
	}
	link := s.link(w, r)
	if link == nil {
		return // answered
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	text := fmt.Sprintf("This is page %d.", n)
	if s.text != nil {
		text = s.text(n, r)
	}
	title := fmt.Sprintf("Page %d", n)
	if s.title != nil {
		title = s.title(n, r)
	}
	fmt.Fprintf(w, "<!DOCTYPE html><title>%s</title>", title)
	if s.head != nil {
		fmt.Fprint(w, s.head(n))
	}
	fmt.Fprintf(w, "<p>%s</p>", text)
	for c := n*10 + 1; c <= n*10+10 && c < s.pages; c++ {
		fmt.Fprintf(w, "<a href=\"%s\">%d</a>\n", link(c), c)
	}
	fmt.Fprintf(w, "<a href=\"%s\">home</a> <a href=\"%s\">next</a>", link(0), link((n+1)%s.pages))
}

func (s *linkSite) site(origins ...string) *crawltest.Site {
	site := &crawltest.Site{}
	for _, o := range origins {
		site.HandleFunc(o+"/", s.ServeHTTP)
	}
	return site
}

func (s *linkSite) expected(origin string) []string {
	var urls []string
	for n := range s.pages {
		urls = append(urls, origin+s.path(n))
	}
	slices.Sort(urls)
	return urls
}

// given gives the session that a request carries, a fresh one if none.
func (s *linkSite) given(r *http.Request, name string) string {
	if v := r.URL.Query().Get(name); v != "" {
		return v
	}
	if _, v, ok := strings.Cut(r.URL.Path, ";"+name+"="); ok {
		return v
	}
	return s.token()
}

// guest gives the number of the session that a request carries, a fresh one if none.
func (s *linkSite) guest(r *http.Request, name string) (number int) {
	for _, c := range s.given(r, name) {
		number = (number*31 + int(c)) % 9973
	}
	return number
}

// TestThousandPages: three sorts of session ids, http and https twins and
// tracking in every link.
func TestThousandPages(t *testing.T) {
	s := &linkSite{pages: 1000}
	s.link = func(_ http.ResponseWriter, r *http.Request) func(int) string {
		php, servlet, own := s.given(r, "PHPSESSID"), s.given(r, "jsessionid"), s.given(r, "visit")
		return func(n int) string {
			origin := [...]string{"", "http://shop.example", "https://shop.example", "//shop.example"}[n%4]
			return origin + s.path(n) + ";jsessionid=" + servlet + "?utm_source=mail&amp;visit=" + own + "&amp;PHPSESSID=" + php
		}
	}
	c := crawl(t, s.site("http://shop.example", "https://shop.example"), "http://shop.example/", nil)
	if diff := cmp.Diff(s.expected("https://shop.example"), c.listed(t)); diff != "" {
		t.Errorf("sitemap (-want +got):\n%s", diff)
	}
	c.fewFetched(t, 1000, 12)
	if diff := cmp.Diff([]string{"session visit"}, c.rules()); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
}

type learnCase struct {
	name string
	link func(s *linkSite, w http.ResponseWriter, r *http.Request) func(n int) string
	text func(n int, r *http.Request) string

	title  func(s *linkSite, n int, r *http.Request) string
	robots string // robots.txt
	head   func(s *linkSite, n int) string
	// rules that are learned; with none, the pages keep their parameter.
	rules  []string
	listed func(s *linkSite) []string // nil: every page once, without parameters
	probes int
}

// query puts a query behind every path; in it {n} is the page's number.
func query(s *linkSite, format string) func(n int) string {
	return func(n int) string { return s.path(n) + numbered(format, n) }
}

// letters spells a number with letters.
func letters(n int) string {
	return strings.Map(func(r rune) rune { return 'a' + r - '0' }, strconv.Itoa(n))
}

func numbered(format string, n int) string {
	return strings.ReplaceAll(format, "{n}", fmt.Sprintf("%06d", n))
}

// spelled expects every page but the home page under a query.
func spelled(format string) func(s *linkSite) []string {
	return func(s *linkSite) []string {
		urls := []string{"https://a.example/"}
		for n := range s.pages {
			urls = append(urls, "https://a.example"+s.path(n)+numbered(format, n))
		}
		slices.Sort(urls)
		return urls
	}
}

var learnCases = []learnCase{
	{
		name: "a short number that changes at each answer",
		link: func(s *linkSite, _ http.ResponseWriter, _ *http.Request) func(int) string {
			return query(s, "?sn="+strconv.FormatInt(4000+s.fresh.Add(7), 10))
		},
		rules: []string{"session sn"}, probes: 4,
	},
	{
		name: "the time of the answer, which many have in common",
		link: func(s *linkSite, _ http.ResponseWriter, _ *http.Request) func(int) string {
			return query(s, fmt.Sprintf("?sent=%d", time.Now().Unix()/60*60))
		},
		text:  func(n int, _ *http.Request) string { return "A story of " + inWords(n) },
		rules: []string{"session sent"}, probes: 6,
	},
	{
		name: "a token that stays the same for a visitor",
		link: func(s *linkSite, _ http.ResponseWriter, _ *http.Request) func(int) string {
			return query(s, "?visitor=9f8e7d6c5b4a39281706f5e4")
		},
		text:  func(n int, _ *http.Request) string { return "A story of " + inWords(n) },
		rules: []string{"session visitor"}, probes: 6,
	},
	{
		name: "another token in each link",
		link: func(s *linkSite, _ http.ResponseWriter, _ *http.Request) func(int) string {
			return func(n int) string { return s.path(n) + "?nonce=" + s.token() }
		},
		rules: []string{"session nonce"}, probes: 6,
	},
	{
		name: "documents of which the newest comes without a key, in each of four views",
		link: func(s *linkSite, _ http.ResponseWriter, _ *http.Request) func(int) string { return s.document },
		text: func(n int, r *http.Request) string {
			return fmt.Sprintf("View %d of %x.", n, sha256.Sum256([]byte(stdcmp.Or(r.URL.Query().Get("key"), documentKey(0)))))
		},
		rules: []string{}, listed: func(s *linkSite) []string {
			urls := []string{"https://a.example/"}
			for c := range 51 { // what pages 0 to 4 lead to
				urls = append(urls, "https://a.example"+s.document(c))
			}
			slices.Sort(urls)
			return urls
		}, probes: 9,
	},
	{
		name: "a short token, another one in each link",
		link: func(s *linkSite, _ http.ResponseWriter, _ *http.Request) func(int) string {
			return func(n int) string { return s.path(n) + "?r=" + s.token()[:8] }
		},
		rules: []string{"session r"}, probes: 4,
	},
	{
		name: "a number without a name, another one in each answer",
		link: func(s *linkSite, _ http.ResponseWriter, _ *http.Request) func(int) string {
			return query(s, fmt.Sprintf("?%d", 1795612000+s.fresh.Add(1)))
		},
		rules: []string{"made number"}, probes: 4,
	},
	{
		name: "another name of a parameter in each link",
		link: func(s *linkSite, _ http.ResponseWriter, _ *http.Request) func(int) string {
			return func(n int) string { return fmt.Sprintf("%s?a7f%dq=1", s.path(n), 100+s.fresh.Add(1)) }
		},
		rules: []string{"made mixed"}, probes: 4,
	},
	{
		name: "articles that are a number without a name",
		link: func(s *linkSite, _ http.ResponseWriter, _ *http.Request) func(int) string {
			return query(s, "?9781234{n}")
		},
		text:  func(n int, r *http.Request) string { return "Article " + r.URL.RawQuery },
		rules: []string{}, listed: spelled("?9781234{n}"), probes: 4,
	},
	{
		name: "articles that are a generated name",
		link: func(s *linkSite, _ http.ResponseWriter, _ *http.Request) func(int) string {
			return query(s, "?a7f{n}q")
		},
		text:  func(n int, r *http.Request) string { return "Article " + r.URL.RawQuery },
		rules: []string{}, listed: spelled("?a7f{n}q"), probes: 4,
	},
	{
		name: "the value of a cookie",
		link: func(s *linkSite, w http.ResponseWriter, r *http.Request) func(int) string {
			id := s.given(r, "shopper")
			http.SetCookie(w, &http.Cookie{Name: "basket", Value: id})
			return query(s, "?shopper="+id)
		},
		rules: []string{"session shopper"}, probes: 4,
	},
	{
		name: "without a session the site redirects to a fresh one, and takes cookies",
		link: func(s *linkSite, w http.ResponseWriter, r *http.Request) func(int) string {
			id := r.URL.Query().Get("visit")
			if c, err := r.Cookie("visit"); err == nil && id == "" {
				id = c.Value
			}
			if id == "" {
				id = s.token()
				http.SetCookie(w, &http.Cookie{Name: "visit", Value: id, Path: "/"})
				http.Redirect(w, r, r.URL.Path+"?visit="+id, http.StatusFound)
				return nil
			}
			return query(s, "?visit="+id)
		},
		rules: []string{"session visit"}, probes: 8,
	},
	{
		name: "links have none, and each page redirects to a fresh one, and takes cookies",
		link: func(s *linkSite, w http.ResponseWriter, r *http.Request) func(int) string {
			if _, err := r.Cookie("visit"); err != nil && r.URL.RawQuery == "" {
				id := s.token()[:9]
				http.SetCookie(w, &http.Cookie{Name: "visit", Value: id, Path: "/"})
				http.Redirect(w, r, r.URL.Path+"?visit="+id, http.StatusFound)
				return nil
			}
			return s.path
		},
		rules: []string{"session visit"}, probes: 5,
	},
	{
		name: "each page redirects to a fresh one, which its links carry, and takes no cookies",
		link: func(s *linkSite, w http.ResponseWriter, r *http.Request) func(int) string {
			if r.URL.RawQuery == "" {
				http.Redirect(w, r, r.URL.Path+"?visit="+s.token(), http.StatusFound)
				return nil
			}
			return query(s, "?"+r.URL.RawQuery)
		},
		rules: []string{"session visit"}, probes: 125, // each page is asked for with and without it
	},
	{
		name: "a clock in the text, and two session ids at once",
		link: func(s *linkSite, _ http.ResponseWriter, _ *http.Request) func(int) string {
			return query(s, "?one="+s.token()+"&amp;two="+s.token())
		},
		text:  func(n int, r *http.Request) string { return fmt.Sprintf("Page %d for %p.", n, r) },
		rules: []string{"session one", "session two"}, probes: 16,
	},
	{
		name: "a clock in the text, and a box of links, that are others at each answer",
		link: func(s *linkSite, _ http.ResponseWriter, _ *http.Request) func(int) string {
			id, n := s.token(), 0
			return func(to int) string {
				if n++; n == 3 {
					return s.path(int(s.fresh.Add(1))%s.pages) + "?visit=" + id
				}
				return s.path(to) + "?visit=" + id
			}
		},
		text:  func(n int, r *http.Request) string { return fmt.Sprintf("Page number %s at %p.", letters(n), r) },
		rules: []string{"session visit"}, probes: 6,
	},
	{
		name: "titles that count guests",
		link: func(s *linkSite, _ http.ResponseWriter, r *http.Request) func(int) string {
			return query(s, "?tok="+s.given(r, "tok"))
		},
		title: func(s *linkSite, n int, r *http.Request) string {
			return fmt.Sprintf("Page%s for guest %d", inWords(n), s.guest(r, "tok"))
		},
		text:  func(n int, _ *http.Request) string { return "All there is to know of" + inWords(n) + "." },
		rules: []string{"session tok"}, probes: 6,
	},
	{
		name: "titles that name guests",
		link: func(s *linkSite, _ http.ResponseWriter, r *http.Request) func(int) string {
			return query(s, "?tok="+s.given(r, "tok"))
		},
		title: func(s *linkSite, n int, r *http.Request) string {
			return fmt.Sprintf("Page%s for our guest%s", inWords(n), inWords(s.guest(r, "tok")))
		},
		text:  func(n int, _ *http.Request) string { return "All there is to know of" + inWords(n) + "." },
		rules: []string{"session tok"}, probes: 6,
	},
	{
		name: "titles and texts that name guests",
		link: func(s *linkSite, _ http.ResponseWriter, r *http.Request) func(int) string {
			return query(s, "?tok="+s.given(r, "tok"))
		},
		title: func(s *linkSite, n int, r *http.Request) string {
			return fmt.Sprintf("Page%s for our guest%s", inWords(n), inWords(s.guest(r, "tok")))
		},
		text: func(n int, r *http.Request) string {
			return "All there is to know of" + inWords(n) + ", for our guest" + inWords(len(r.URL.RawQuery)+n+int(time.Now().UnixNano()%9973))
		},
		rules: []string{"session tok"}, probes: 8,
	},
	{
		name: "articles by generated numbers, whose titles count guests",
		link: func(s *linkSite, _ http.ResponseWriter, _ *http.Request) func(int) string {
			return query(s, "?id=a1b2c3d4e5f6{n}")
		},
		title: func(s *linkSite, n int, r *http.Request) string {
			return fmt.Sprintf("Article %s for guest %d", r.URL.Query().Get("id"), s.guest(r, "none"))
		},
		text:  func(n int, r *http.Request) string { return "Article " + r.URL.Query().Get("id") },
		rules: []string{}, listed: spelled("?id=a1b2c3d4e5f6{n}"), probes: 6,
	},
	{
		name: "robots.txt forbids the spelling with the session",
		link: func(s *linkSite, _ http.ResponseWriter, _ *http.Request) func(int) string {
			return query(s, "?visit="+s.token())
		},
		robots: "User-agent: *\nDisallow: /*visit=\n",
		rules:  []string{"session visit"}, probes: 4,
	},
	{
		name: "rel=canonical carries a session, too",
		link: func(s *linkSite, _ http.ResponseWriter, _ *http.Request) func(int) string {
			return query(s, "?visit="+s.token())
		},
		head: func(s *linkSite, n int) string {
			return "<link rel=canonical href=\"" + s.path(n) + "?visit=" + s.token() + "\">"
		},
		rules: []string{"session visit"}, probes: 4,
	},
	{
		name: "a language that every link carries",
		link: func(s *linkSite, w http.ResponseWriter, r *http.Request) func(int) string {
			http.SetCookie(w, &http.Cookie{Name: "lang", Value: r.URL.Query().Get("lang")})
			if r.URL.Query().Get("lang") == "de" {
				return query(s, "?lang=de")
			}
			return query(s, "?lang=en")
		},
		rules: []string{}, listed: spelled("?lang=en"), probes: 4,
	},
	{
		name: "generated numbers of articles",
		link: func(s *linkSite, _ http.ResponseWriter, _ *http.Request) func(int) string {
			return query(s, "?id=a1b2c3d4e5f6{n}")
		},
		text:  func(n int, r *http.Request) string { return "Article " + r.URL.Query().Get("id") },
		rules: []string{}, listed: spelled("?id=a1b2c3d4e5f6{n}"), probes: 4,
	},
	{
		name: "a token without which there is no page",
		link: func(s *linkSite, w http.ResponseWriter, r *http.Request) func(int) string {
			if r.URL.Path != "/" && r.URL.Query().Get("key") == "" {
				http.NotFound(w, r)
				return nil
			}
			return query(s, "?key=9f8e7d6c5b4a39281706f5e4")
		},
		rules: []string{}, listed: spelled("?key=9f8e7d6c5b4a39281706f5e4"), probes: 4,
	},
}

func TestLearn(t *testing.T) {
	for _, c := range learnCases {
		t.Run(c.name, func(t *testing.T) {
			s := &linkSite{pages: 120, text: c.text, robots: c.robots}
			if c.head != nil {
				s.head = func(n int) string { return c.head(s, n) }
			}
			if c.title != nil {
				s.title = func(n int, r *http.Request) string { return c.title(s, n, r) }
			}
			s.link = func(w http.ResponseWriter, r *http.Request) func(int) string { return c.link(s, w, r) }
			got := crawl(t, s.site("https://a.example"), "https://a.example/", nil)
			if diff := cmp.Diff(c.rules, got.rules()); diff != "" {
				t.Errorf("rules (-want +got):\n%s", diff)
			}
			want := s.expected("https://a.example")
			if c.listed != nil {
				want = c.listed(s)
			}
			if diff := cmp.Diff(want, got.listed(t)); diff != "" {
				t.Errorf("sitemap (-want +got):\n%s", diff)
			}
			got.fewFetched(t, len(want), c.probes)
		})
	}
}

// TestArticlesAtRandom: a page that shows one of many articles, another one each time, and leads to
// others by generated numbers, does not show that these are sessions.
func TestArticlesAtRandom(t *testing.T) {
	s := &linkSite{pages: 40}
	s.link = func(http.ResponseWriter, *http.Request) func(int) string {
		return func(n int) string {
			if n < 4 {
				return s.path(n)
			}
			return s.path(1+n%2) + "?id=" + s.token()
		}
	}
	s.title = func(int, *http.Request) string { return "Article" + inWords(int(s.fresh.Add(1))) }
	s.text = func(int, *http.Request) string { return "All of article" + inWords(int(s.fresh.Add(1))) }
	got := crawl(t, s.site("https://a.example"), "https://a.example/", func(o *crawler.Options) { o.Limits.Pages = 40 })
	if rules := got.rules(); len(rules) > 0 {
		t.Errorf("learned %v", rules)
	}
}

// TestRedirectToOneOfTwo: a redirect that adds one of a few values gives no
// session to anybody, and neither does one that counts requests, but takes no
// cookie: without the parameter there is no page.
func TestRedirectToOneOfTwo(t *testing.T) {
	for _, values := range []int{2, 1 << 30} {
		s := &linkSite{pages: 120}
		s.link = func(w http.ResponseWriter, r *http.Request) func(int) string {
			if r.URL.RawQuery == "" {
				http.Redirect(w, r, fmt.Sprintf("%s?edition=%06d", r.URL.Path, s.fresh.Add(1)%int64(values)), http.StatusFound)
				return nil
			}
			return s.path
		}
		c := crawl(t, s.site("https://a.example"), "https://a.example/", nil)
		if got := c.listed(t); len(got) != 120 || len(c.rules()) > 0 {
			t.Errorf("%d values: %d pages listed, rules %q; want 120", values, len(got), c.rules())
		}
	}
}

// TestRedirectToAnyName: no page waits for ever where each redirect adds a
// parameter that nobody has seen before.
func TestRedirectToAnyName(t *testing.T) {
	s := &linkSite{pages: 40}
	s.link = func(w http.ResponseWriter, r *http.Request) func(int) string {
		if r.URL.RawQuery == "" {
			http.Redirect(w, r, r.URL.Path+"?n"+s.token()+"="+s.token(), http.StatusFound)
			return nil
		}
		return s.path
	}
	c := crawl(t, s.site("https://a.example"), "https://a.example/", nil)
	if got := c.listed(t); len(got) != 40 || len(c.rules()) > 0 {
		t.Errorf("%d pages listed, rules %q; want 40", len(got), c.rules())
	}
	if asked := pagesAsked(c.server); asked > 3*40 {
		t.Errorf("%d requests for 40 pages", asked)
	}
}

// TestSamePageEverywhere: where every address gives the same page, equal
// content shows nothing of a parameter.
func TestSamePageEverywhere(t *testing.T) {
	shell := "<!DOCTYPE html><title>App</title><p>Loading.</p>"
	for i := range 6 {
		shell += fmt.Sprintf("<a href=\"/view%d?doc=f0e1d2c3b4a5968778695a4b%02d\">doc</a>", i, i)
	}
	site := &crawltest.Site{}
	site.HandleFunc("https://a.example/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, shell)
	})
	c := crawl(t, site, "https://a.example/", nil)
	if len(c.rules()) > 0 || len(c.listed(t)) != 7 {
		t.Errorf("rules %q, listed %q", c.rules(), c.listed(t))
	}
}

// TestLearnedLate: pages that were fetched under a session id, before it was
// known to be one, are listed without it.
func TestLearnedLate(t *testing.T) {
	s := &linkSite{pages: 120}
	s.link = func(_ http.ResponseWriter, r *http.Request) func(int) string {
		id := s.token()
		return func(n int) string {
			if n > 20 && n%3 != 0 || n == 4 { // a few only on early pages
				return s.path(n) + "?late=" + id
			}
			return s.path(n)
		}
	}
	c := crawl(t, s.site("https://a.example"), "https://a.example/", nil)
	if diff := cmp.Diff(s.expected("https://a.example"), c.listed(t)); diff != "" {
		t.Errorf("sitemap (-want +got):\n%s", diff)
	}
	if !slices.Contains(c.verdicts(t), "duplicate-session https://a.example/p4.html?late="+c.lateValue(t)) {
		t.Error("no page was fetched before the rule was learned: the test shows nothing")
	}
}

// lateValue gives the value of the first spelling of /p4.html with late.
func (c *crawled) lateValue(t *testing.T) string {
	t.Helper()
	for _, line := range c.verdicts(t) {
		if _, v, ok := strings.Cut(line, "/p4.html?late="); ok {
			return v
		}
	}
	return ""
}

func TestNoLearnMakesNoProbes(t *testing.T) {
	s := &linkSite{pages: 20}
	s.link = func(http.ResponseWriter, *http.Request) func(int) string {
		return query(s, "?visit=9f8e7d6c5b4a39281706f5e4")
	}
	c := crawl(t, s.site("https://a.example"), "https://a.example/", func(o *crawler.Options) { o.NoLearn = true })
	if c.result.Receipt.Probes != 0 || len(c.rules()) > 0 || len(c.listed(t)) != 21 {
		t.Errorf("%d probes, rules %q, %d listed", c.result.Receipt.Probes, c.rules(), len(c.listed(t)))
	}
}

func TestCleanParam(t *testing.T) {
	c := crawl(t, parseSite(t, `
origin: https://a.example
-- /robots.txt --
User-agent: *
Clean-param: sort&dir /list/
Disallow: /private
-- / --
<title>Home</title><a href="/list/?sort=name&page=2">l</a><a href="/list/?page=2&amp;dir=up">l</a><a href="/other?sort=x">o</a>
-- /list/ --
<title>List</title><p>{{uri}}</p>
-- /other --
<title>Other</title>
`), "https://a.example/", nil)
	want := []string{"https://a.example/", "https://a.example/list/?page=2", "https://a.example/other?sort=x"}
	if diff := cmp.Diff(want, c.listed(t)); diff != "" {
		t.Errorf("sitemap (-want +got):\n%s", diff)
	}
	for _, r := range c.store.Rules() {
		if r.Name != "" && (r.Proof != "https://a.example/robots.txt line 2" || r.Time.IsZero()) {
			t.Errorf("rule %+v", r)
		}
	}
	c.fewFetched(t, 3, 4)
}

// TestRedirectsUnderKnownNames: pages that redirect to themselves with a session id under a name, or of a form, that is
// known for one, to who brings cookies, too, are read under it and listed without.
func TestRedirectsUnderKnownNames(t *testing.T) {
	for name, at := range map[string]func(path, id string) string{
		"query":        func(path, id string) string { return path + "?PHPSESSID=" + id },
		"path's end":   func(path, id string) string { return path + ";jsessionid=" + id },
		"path's start": func(path, id string) string { return "/(S(" + id + "))" + path },
	} {
		for start, text := range map[string]string{"": " but for the start", "/": ""} {
			t.Run(name+text, func(t *testing.T) {
				s := &linkSite{pages: 40}
				s.link = func(w http.ResponseWriter, r *http.Request) func(int) string {
					if strings.ContainsAny(r.URL.String(), "?;(") || r.URL.Path != start && r.URL.Path == "/" {
						return s.path
					}
					id := strings.Map(func(c rune) rune { return 'a' + c%16 }, s.token())
					http.Redirect(w, r, at(r.URL.Path, id), http.StatusFound)
					return nil
				}
				c := crawl(t, s.site("https://a.example"), "https://a.example/", nil)
				if diff := cmp.Diff(s.expected("https://a.example"), c.listed(t)); diff != "" {
					t.Errorf("sitemap (-want +got):\n%s", diff)
				}
			})
		}
	}
}

func parseSite(t *testing.T, archive string) *crawltest.Site {
	t.Helper()
	site, err := crawltest.Parse([]byte(archive))
	if err != nil {
		t.Fatal(err)
	}
	return site
}

// TestRedirectSessionsResumed: pages that come under the ids of their redirects alone do so for a
// run that goes on, too, whenever the one before was stopped.
func TestRedirectSessionsResumed(t *testing.T) {
	for _, stopAt := range []int64{2, 4, 6, 8, 9, 12, 40} { // requests; some eight are of the trial
		s := &linkSite{pages: 40}
		asked, drain := atomic.Int64{}, make(chan struct{})
		s.link = func(w http.ResponseWriter, r *http.Request) func(int) string {
			if asked.Add(1) == stopAt {
				close(drain)
			}
			if r.URL.RawQuery == "" {
				http.Redirect(w, r, r.URL.Path+"?visit="+s.token(), http.StatusFound)
				return nil
			}
			return s.path
		}
		site := s.site("https://a.example")
		c := crawl(t, site, "https://a.example/", func(o *crawler.Options) { o.Drain = drain })
		if c.result.End != crawler.Interrupted {
			t.Fatalf("stopped at request %d, ended as %s", stopAt, c.result.End)
		}
		if err := c.store.Close(); err != nil { // which is a crawl file opened again
			t.Fatal(err)
		}
		c = crawlInto(t, c.store, site, "https://a.example/", nil)
		if diff := cmp.Diff(s.expected("https://a.example"), c.listed(t)); diff != "" || c.result.End != crawler.Complete {
			t.Errorf("stopped at request %d, then %s; sitemap (-want +got):\n%s", stopAt, c.result.End, diff)
		}
	}
}

// TestRedirectLoopWithCookies: a page that goes on redirecting to itself is a
// loop, and the next ones are not asked for again and again.
func TestRedirectLoopWithCookies(t *testing.T) {
	links := ""
	want := []string{"listed https://a.example/"}
	for i := range 20 {
		links += fmt.Sprintf("<a href=\"/%02d\">x</a>", i)
		want = append(want, fmt.Sprintf("redirect-loop https://a.example/%02d", i))
	}
	c := crawl(t, parseSite(t, `
origin: https://a.example
-- / --
<title>Home</title>`+links+`
-- /* --
HTTP 302
Location: {{uri}}?PHPSESSID={{session}}
Set-Cookie: PHPSESSID={{session}}; Path=/

`), "https://a.example/", func(o *crawler.Options) { o.Limits.RetryWait = 200 * time.Millisecond })
	if diff := cmp.Diff(want, c.verdicts(t)); diff != "" {
		t.Errorf("verdicts (-want +got):\n%s", diff)
	}
	if asked := pagesAsked(c.server); asked > 60 {
		t.Errorf("%d requests for 21 pages", asked)
	}
}

// TestSiteDecides: redirect and rel=canonical decide between spellings;
// equal pages that nothing decides stay two, with the same text hash.
func TestSiteDecides(t *testing.T) {
	c := crawl(t, parseSite(t, `
origin: https://a.example
-- / --
<title>Home</title><a href="/dir">1</a><a href="/dir/">2</a><a href="/dir/index.html">3</a><a href="/q?a=1&amp;b=2">4</a>
<a href="/q?b=2&amp;a=1">5</a><a href="//a.example//x//y">6</a><a href="/x/y">7</a><a href="/twin">8</a><a href="/twin/">9</a>
-- /dir --
HTTP 301
Location: /dir/

-- /dir/ --
<title>Dir</title><p>dir</p>
-- /dir/index.html --
<title>Dir</title><link rel=canonical href="/dir/"><p>dir</p>
-- /q --
<title>Q</title><link rel=canonical href="/q?a=1&amp;b=2"><p>q</p>
-- //x//y --
HTTP 308
Location: https://a.example/x/y

-- /x/y --
<title>XY</title><p>xy</p>
-- /twin --
<title>Twin</title><p>twin</p>
-- /twin/ --
<title>Twin</title><p>twin</p>
`), "https://a.example/", nil)
	want := []string{
		"canonical-elsewhere https://a.example/dir/index.html",
		"canonical-elsewhere https://a.example/q?b=2&a=1",
		"listed https://a.example/",
		"listed https://a.example/dir/",
		"listed https://a.example/q?a=1&b=2",
		"listed https://a.example/twin",
		"listed https://a.example/twin/",
		"listed https://a.example/x/y",
		"redirect https://a.example//x//y",
		"redirect https://a.example/dir",
	}
	if diff := cmp.Diff(want, c.verdicts(t)); diff != "" {
		t.Errorf("verdicts (-want +got):\n%s", diff)
	}
	if a, b := c.textHash(t, "https://a.example/twin"), c.textHash(t, "https://a.example/twin/"); a != b || a == 0 {
		t.Errorf("text hashes of equal pages: %x and %x", a, b)
	}
}

func (c *crawled) textHash(t *testing.T, url string) uint64 {
	t.Helper()
	row, err := c.store.Find(url)
	if err != nil || row == nil || row.Page == nil {
		t.Fatalf("%s: row %+v, error %v", url, row, err)
	}
	return row.Page.TextHash
}

// TestLearningGoesOnAfterResume: what was fetched under a session id in an
// interrupted run is folded by a rule that a later run learns.
func TestLearningGoesOnAfterResume(t *testing.T) {
	s := &linkSite{pages: 40}
	s.link = func(http.ResponseWriter, *http.Request) func(int) string { return query(s, "?visit="+s.token()) }
	c := crawl(t, s.site("https://a.example"), "https://a.example/", func(o *crawler.Options) {
		o.NoLearn, o.Limits.Pages = true, 5
	})
	c.opts.NoLearn, c.opts.Limits.Pages = false, 0
	err := c.store.Close()
	if err != nil {
		t.Fatal(err)
	}
	if c.result, err = crawler.Run(t.Context(), c.opts, c.store); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(s.expected("https://a.example"), c.listed(t)); diff != "" {
		t.Errorf("sitemap (-want +got):\n%s", diff)
	}
	if counts := c.store.Counts(); counts.Pending != 0 || counts.Known != counts.Settled+counts.Decided+counts.NoFollow {
		t.Errorf("counts %+v", counts)
	}
}

// pagesAsked counts the requests that a server has seen but those for
// robots.txt.
func pagesAsked(server *crawltest.Server) int {
	n := 0
	for _, r := range server.Log() {
		if !strings.HasSuffix(r.URL, "/robots.txt") {
			n++
		}
	}
	return n
}

// TestFirstOfAList: where a site shows the first category to who names none, and links go on with the category at hand,
// what stands in it is the same without it, and under any; the categories are not.
func TestFirstOfAList(t *testing.T) {
	const categories, each = 24, 6
	site := &crawltest.Site{}
	site.HandleFunc("https://a.example/", func(w http.ResponseWriter, r *http.Request) {
		category, err := strconv.Atoi(r.URL.Query().Get("cat"))
		if err != nil {
			category = 11
		}
		seed, title, links := len(r.URL.Path), r.URL.Path, ""
		switch r.URL.Path {
		case "/":
			for n := range categories {
				links += fmt.Sprintf("<a href='/list?cat=%d'>%d</a> ", 11+n, n)
			}
		case "/list":
			seed, title = 100+category, fmt.Sprintf("Category %d", category)
			for n := range each {
				links += fmt.Sprintf("<a href='/item?id=%d&cat=%d'>item</a> ", (category-11)*each+n, category)
			}
			links += fmt.Sprintf("<a href='/help?cat=%d'>help</a>", category)
		case "/item":
			seed, _ = strconv.Atoi("2" + r.URL.Query().Get("id"))
			title = fmt.Sprintf("Item %d", seed)
			links = fmt.Sprintf("<a href='/list?cat=%d'>back</a> <a href='/help?cat=%d'>help</a>", category, category)
		case "/help":
			links = fmt.Sprintf("<a href='/list?cat=%d'>back</a> <a href='/'>home</a>", category)
		default:
			http.NotFound(w, r)
			return
		}
		fmt.Fprintf(w, "<title>%s</title><p>", title)
		for n := range 40 {
			fmt.Fprintf(w, "%s ", strings.Map(func(r rune) rune { return r + 'a' - '0' }, strconv.Itoa(1000+seed*977+n*n*13)))
		}
		fmt.Fprintf(w, "</p>%s", links)
	})
	c := crawl(t, site, "https://a.example/", nil)
	listed := strings.Join(c.listed(t), "\n")
	if lists, items := strings.Count(listed, "/list?cat="), strings.Count(listed, "/item?"); len(c.rules()) > 0 || lists != categories || items < categories*each {
		t.Errorf("%d lists and %d items are listed, rules %q; want %d and %d", lists, items, c.rules(), categories, categories*each)
	}
}
