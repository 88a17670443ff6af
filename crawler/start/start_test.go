package start_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler/ask"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/fetch/fetchtest"
	"github.com/portolan-seo/portolan/crawler/start"
)

// resolveCase is a site, what a user types, and where the crawl starts.
type resolveCase struct {
	name   string
	site   string           // txtar
	handle http.HandlerFunc // instead of a site, for http and https
	typed  string
	set    func(*start.Resolver)
	closed string // host:port that refuses connections

	start string
	rules []string // "kind host value: word of the proof"
	note  string   // in the first note
	// cookies are the hosts whose cookies are needed.
	cookies []string
	asked   int // requests for pages, 0 = any number
}

const home = "<title>Home</title><p>Welcome to the harbour.</p><a href=\"/a\">a</a><a href=\"/b\">b</a>\n"

var resolveCases = []resolveCase{
	{
		name:  "HSTS settles it without asking http",
		site:  "-- https://a.example/ --\nHTTP 200\nStrict-Transport-Security: max-age=31536000\n\n" + home,
		typed: "a.example", start: "https://a.example/",
		rules: []string{"scheme a.example https: Strict-Transport-Security"}, asked: 1,
	},
	{
		name:  "HSTS with max-age=0 is taken back",
		site:  "-- https://a.example/ --\nHTTP 200\nStrict-Transport-Security: max-age=0\n\n" + home + "-- http://a.example/ --\nHTTP 301\nLocation: https://a.example/\n\n",
		typed: "https://a.example/", start: "https://a.example/",
		rules: []string{"scheme a.example https: redirects"}, asked: 2,
	},
	{
		name: "robots.txt leads to a host that is down",
		site: "-- https://a.example/ --\n" + home + "-- https://a.example/robots.txt --\nHTTP 302\nLocation: https://b.example/robots.txt\n\n" +
			"-- https://b.example/ --\n" + home,
		typed: "https://a.example/", closed: "b.example:443", start: "https://a.example/",
		note: "robots.txt: redirected to https://b.example/robots.txt: connect", asked: 0,
	},
	{
		name:  "http redirects to https",
		site:  "-- http://a.example/ --\nHTTP 301\nLocation: https://a.example/\n\n-- https://a.example/ --\n" + home,
		typed: "http://a.example/", start: "https://a.example/",
		rules: []string{"scheme a.example https: redirects"},
	},
	{
		name:  "https redirects to http",
		site:  "-- https://a.example/ --\nHTTP 301\nLocation: http://a.example/\n\n-- http://a.example/ --\n" + home,
		typed: "a.example", start: "http://a.example/",
		rules: []string{"scheme a.example http: redirects"},
	},
	{
		name: "https redirects to http in spite of its HSTS",
		site: "-- https://a.example/ --\nHTTP 301\nLocation: http://a.example/\nStrict-Transport-Security: max-age=9\n\n" +
			"-- http://a.example/ --\n" + home,
		typed: "http://a.example/", start: "http://a.example/",
		rules: []string{"scheme a.example http: redirects"},
	},
	{
		name: "both answer, rel=canonical names http",
		site: "-- http://a.example/ --\n<title>x</title><link rel=canonical href=\"http://a.example/\">\n" +
			"-- https://a.example/ --\n<title>y</title><link rel=canonical href=\"http://a.example/\">\n",
		typed: "https://a.example/", start: "http://a.example/",
		rules: []string{"scheme a.example http: rel=canonical"},
	},
	{
		name: "both answer with the same pages",
		site: "-- http://a.example/ --\n" + home + "-- http://a.example/a --\nA\n-- http://a.example/b --\nB\n" +
			"-- https://a.example/ --\n" + home + "-- https://a.example/a --\nA\n-- https://a.example/b --\nB\n",
		typed: "http://a.example/", start: "https://a.example/",
		rules: []string{"scheme a.example https: same content"},
	},
	{
		name: "a clock in the text does not make two sites",
		site: "-- http://a.example/ --\n" + home + "{{session}}<a href=\"/c\">c</a>\n-- http://a.example/* --\nA\n" +
			"-- https://a.example/ --\n" + home + "{{session}}<a href=\"/c\">c</a>\n-- https://a.example/* --\nA\n",
		typed: "https://a.example/", start: "https://a.example/",
		rules: []string{"scheme a.example https: same content"},
	},
	{
		name: "home pages that forward into the site",
		site: "-- http://a.example/ --\nHTTP 302\nLocation: /home\n\n-- http://a.example/home --\n" + home + "-- http://a.example/* --\nA\n" +
			"-- https://a.example/ --\nHTTP 302\nLocation: /home\n\n-- https://a.example/home --\n" + home + "-- https://a.example/* --\nA\n",
		typed: "https://a.example/", start: "https://a.example/",
		rules: []string{"scheme a.example https: same content"},
	},
	{
		name: "two different sites stay two",
		site: "-- http://a.example/ --\n<title>Old</title><p>old</p><a href=\"/x\">x</a>\n-- http://a.example/x --\nold x\n" +
			"-- https://a.example/ --\n<title>New</title><p>new</p><a href=\"/x\">x</a>\n-- https://a.example/x --\nnew x\n",
		typed: "https://a.example/", start: "https://a.example/",
		note: "http://a.example and https://a.example are two different sites: only https is charted",
	},
	{
		name:   "https refuses",
		site:   "-- http://a.example/ --\n" + home,
		closed: "a.example:443",
		typed:  "a.example", start: "http://a.example/",
		rules: []string{"scheme a.example http: does not serve"},
	},
	{
		name:   "http refuses",
		site:   "-- https://a.example/ --\n" + home,
		closed: "a.example:80",
		typed:  "https://a.example/", start: "https://a.example/",
		rules: []string{"scheme a.example https: does not serve"}, asked: 1,
	},
	{
		name: "robots.txt of the twin forbids to ask",
		site: "-- http://a.example/robots.txt --\nUser-agent: *\nDisallow: /\n-- http://a.example/ --\nx\n" +
			"-- https://a.example/ --\n" + home,
		typed: "https://a.example/", start: "https://a.example/",
		rules: []string{"scheme a.example https: does not serve"}, asked: 1,
	},
	{
		name: "www redirects to the bare host",
		site: "-- https://www.a.example/ --\nHTTP 301\nLocation: https://a.example/\n\n" +
			"-- https://a.example/ --\nHTTP 200\nStrict-Transport-Security: max-age=9\n\n" + home,
		typed: "www.a.example", start: "https://a.example/",
		rules: []string{"host www.a.example a.example: redirects", "scheme a.example https: Strict"},
	},
	{
		name: "bare host redirects to www, over http",
		site: "-- http://a.example/ --\nHTTP 301\nLocation: https://www.a.example/\n\n" +
			"-- https://www.a.example/ --\nHTTP 200\nStrict-Transport-Security: max-age=9\n\n" + home,
		typed: "http://a.example/", start: "https://www.a.example/",
		rules: []string{"host a.example www.a.example: redirects", "scheme www.a.example https: Strict"},
	},
	{
		name:  "another port has no twin",
		site:  "-- http://a.example:8080/ --\n" + home,
		typed: "http://a.example:8080/", start: "http://a.example:8080/", asked: 1,
	},
	{
		name: "a start that redirects to itself until a cookie comes back",
		handle: func(w http.ResponseWriter, r *http.Request) {
			if _, err := r.Cookie("PHPSESSID"); err != nil && r.URL.Path != "/robots.txt" {
				http.SetCookie(w, &http.Cookie{Name: "PHPSESSID", Value: "x"})
				http.Redirect(w, r, r.URL.Path+"?PHPSESSID=c0ffee", http.StatusFound)
				return
			}
			fmt.Fprint(w, home)
		},
		typed: "http://a.example/", start: "https://a.example/",
		cookies: []string{"a.example"},
		rules:   []string{"scheme a.example https: same content"},
	},
	{
		name: "a consent page that its own cookie opens",
		handle: func(w http.ResponseWriter, r *http.Request) {
			_, err := r.Cookie("seen")
			switch {
			case r.URL.Path == "/consent":
				http.SetCookie(w, &http.Cookie{Name: "seen", Value: "1", Path: "/"})
			case err != nil && r.URL.Path != "/robots.txt":
				http.Redirect(w, r, "/consent", http.StatusFound)
				return
			}
			fmt.Fprint(w, home)
		},
		typed: "http://a.example/", start: "https://a.example/",
		rules: []string{"scheme a.example https: same content"},
		note:  "cookies of a.example are accepted", cookies: []string{"a.example"},
	},
	{
		name: "a page that sets a cookie and sends back",
		handle: func(w http.ResponseWriter, r *http.Request) {
			_, err := r.Cookie("seen")
			switch {
			case r.URL.Path == "/set":
				http.SetCookie(w, &http.Cookie{Name: "seen", Value: "1", Path: "/"})
				http.Redirect(w, r, "/", http.StatusFound)
				return
			case err != nil && r.URL.Path != "/robots.txt":
				http.Redirect(w, r, "/set", http.StatusFound)
				return
			}
			fmt.Fprint(w, home)
		},
		typed: "http://a.example/", start: "https://a.example/",
		rules: []string{"scheme a.example https: same content"},
		note:  "cookies of a.example are accepted", cookies: []string{"a.example"},
	},
	{
		name: "a login that cookies do not open",
		site: "-- http://a.example/ --\nHTTP 302\nLocation: /login\n\n-- http://a.example/login --\n" + home +
			"-- https://a.example/ --\nHTTP 301\nLocation: http://a.example/\n\n",
		typed: "http://a.example/", start: "http://a.example/",
		rules: []string{"scheme a.example http: redirects"},
	},
	{
		name:  "the user's scheme has the last word over HSTS",
		site:  "-- https://a.example/ --\nHTTP 200\nStrict-Transport-Security: max-age=9\n\n" + home + "-- http://a.example/ --\n" + home,
		set:   func(r *start.Resolver) { r.Scheme = "http" },
		typed: "https://a.example/", start: "http://a.example/",
		rules: []string{"scheme a.example http: set by the user"},
	},
	{
		name:  "the user's scheme cannot be had against a redirect",
		site:  "-- http://a.example/ --\nHTTP 301\nLocation: https://a.example/\n\n-- https://a.example/ --\n" + home,
		set:   func(r *start.Resolver) { r.Scheme = "http" },
		typed: "http://a.example/", start: "https://a.example/",
		rules: []string{"scheme a.example https: redirects"},
		note:  "a.example is not served under http",
	},
	{
		name:  "of two different sites the user's is taken",
		site:  "-- http://a.example/ --\n<title>Old</title><p>old</p>\n-- https://a.example/ --\n<title>New</title><p>new</p>\n",
		set:   func(r *start.Resolver) { r.Scheme = "http" },
		typed: "https://a.example/", start: "http://a.example/",
		note: "only http is charted",
	},
	{
		name: "the user prefers www where both hosts serve the site",
		site: "-- https://a.example/shop/?x=1 --\nHTTP 200\nStrict-Transport-Security: max-age=9\n\n" + home +
			"-- https://www.a.example/shop/?x=1 --\nHTTP 200\nStrict-Transport-Security: max-age=9\n\n" + home,
		set:   func(r *start.Resolver) { r.Host = "www.a.example" },
		typed: "https://a.example/shop/?x=1", start: "https://www.a.example/shop/?x=1",
		rules: []string{"host a.example www.a.example: set by the user", "scheme www.a.example https: Strict"},
	},
	{
		name: "the preferred host redirects away",
		site: "-- https://www.a.example/ --\nHTTP 301\nLocation: https://a.example/\n\n" +
			"-- https://a.example/ --\nHTTP 200\nStrict-Transport-Security: max-age=9\n\n" + home,
		set:   func(r *start.Resolver) { r.Host = "www.a.example" },
		typed: "https://a.example/", start: "https://a.example/",
		rules: []string{"scheme a.example https: Strict"},
		note:  "www.a.example was asked for, but redirects to https://a.example",
	},
}

func TestResolveStart(t *testing.T) {
	for _, c := range resolveCases {
		t.Run(c.name, func(t *testing.T) {
			server, resolver := newResolver(t, c)
			found, err := resolver.Resolve(t.Context(), c.typed)
			if err != nil {
				t.Fatal(err)
			}
			if found.URL != c.start {
				t.Errorf("starts at %s, want %s", found.URL, c.start)
			}
			checkRules(t, c, found)
			if diff := cmp.Diff(c.cookies, found.CookieHosts); diff != "" {
				t.Errorf("hosts with cookies (-want +got):\n%s", diff)
			}
			if note := strings.Join(found.Notes, "\n"); !strings.Contains(note, c.note) || (c.note == "") != (note == "") {
				t.Errorf("notes %q, want %q", note, c.note)
			}
			if said := strings.Contains(c.name, "two different sites"); found.TwoSites != said {
				t.Errorf("two sites: %t, want %t", found.TwoSites, said)
			}
			if asked := pagesAsked(server); c.asked > 0 && asked != c.asked {
				t.Errorf("%d pages were asked for, want %d", asked, c.asked)
			}
		})
	}
}

func checkRules(t *testing.T, c resolveCase, found *start.Start) {
	t.Helper()
	var rules []string
	for i, r := range found.Rules {
		line := string(r.Kind) + " " + r.Host + " " + r.Value + ": "
		if i < len(c.rules) {
			if _, word, _ := strings.Cut(c.rules[i], ": "); strings.Contains(r.Proof, word) {
				line += word
			} else {
				line += r.Proof
			}
		}
		rules = append(rules, line)
	}
	if diff := cmp.Diff(c.rules, rules); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
}

func newResolver(t *testing.T, c resolveCase) (*crawltest.Server, *start.Resolver) {
	t.Helper()
	site, err := crawltest.Parse([]byte(c.site))
	if c.handle != nil {
		site, err = &crawltest.Site{}, nil
		site.HandleFunc("http://a.example/", c.handle)
		site.HandleFunc("https://a.example/", c.handle)
	}
	if err != nil {
		t.Fatal(err)
	}
	server := crawltest.NewServer(t, site)
	options := fetch.Options{RootCAs: server.CertPool()}
	if c.closed != "" {
		options.Resolve = append(options.Resolve, parseResolve(t, c.closed+":127.0.0.1:1"))
	}
	client := fetchtest.NewClient(t, server, options)
	r := &start.Resolver{Fetcher: client.NewFetcher(), Robots: ask.Policy{Agent: "portolan"}, ListAgent: "googlebot", EnableCookies: client.EnableCookies}
	if c.set != nil {
		c.set(r)
	}
	return server, r
}

func parseResolve(t *testing.T, line string) fetch.Resolve {
	t.Helper()
	r, err := fetch.ParseResolve(line)
	if err != nil {
		t.Fatal(err)
	}
	return r
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

func TestAddressesHaveNoTwins(t *testing.T) {
	site, err := crawltest.Parse([]byte("origin: https://a.example\n-- / --\n" + home))
	if err != nil {
		t.Fatal(err)
	}
	server := crawltest.NewServer(t, site)
	client, err := fetch.NewClient(fetch.Options{RootCAs: server.CertPool()})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	resolver := start.Resolver{Fetcher: client.NewFetcher(), Robots: ask.Policy{Agent: "portolan"}}
	found, err := resolver.Resolve(t.Context(), server.URL()+"/")
	if err != nil || len(found.Rules)+len(found.Notes) > 0 || pagesAsked(server) != 1 {
		t.Errorf("start %+v, error %v, %d requests", found, err, pagesAsked(server))
	}
}

func TestPreferredHostOfAnotherSite(t *testing.T) {
	_, resolver := newResolver(t, resolveCase{
		site: "-- https://a.example/ --\n" + home,
		set:  func(r *start.Resolver) { r.Host = "www.b.example" },
	})
	if found, err := resolver.Resolve(t.Context(), "https://a.example/"); !errors.Is(err, start.ErrElsewhere) {
		t.Errorf("start %+v, error %v", found, err)
	}
}

func TestStartBehindAWallElsewhere(t *testing.T) {
	_, resolver := newResolver(t, resolveCase{
		site: "-- https://a.example/ --\nHTTP 302\nLocation: https://login.b.example/?back=a\n\n",
	})
	found, err := resolver.Resolve(t.Context(), "https://a.example/")
	if !errors.Is(err, start.ErrWall) {
		t.Fatalf("start %+v, error %v", found, err)
	}
	for _, want := range []string{"https://login.b.example/", "--cookies a.example", "--cookie-file"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q lacks %q", err, want)
		}
	}
}

// TestForbiddenElsewhere names the file that forbids the start, wherever robots.txt has
// led.
func TestForbiddenElsewhere(t *testing.T) {
	_, resolver := newResolver(t, resolveCase{
		site: "-- https://a.example/ --\n" + home + "-- https://a.example/robots.txt --\nHTTP 302\nLocation: https://b.example/rules\n\n" +
			"-- https://b.example/rules --\nContent-Type: text/plain\n\nUser-agent: *\nDisallow: /\n",
	})
	_, err := resolver.Resolve(t.Context(), "https://a.example/")
	if !errors.Is(err, start.ErrForbidden) || !strings.Contains(err.Error(), ": https://b.example/rules line ") {
		t.Error(err)
	}
}
