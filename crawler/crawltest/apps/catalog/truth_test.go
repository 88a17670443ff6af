package catalog_test

import (
	"cmp"
	"flag"
	"html"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/catalog"
)

var long = flag.Bool("long", false, "make the applications as big as real ones")

func size() catalog.Size {
	if *long {
		return catalog.Long
	}
	return catalog.Short
}

// someNames are those of each sixth application, and of all where
// PORTOLAN_TEST_ALL is set.
func someNames() (names []string) {
	for n, name := range catalog.Names() {
		if n%6 == 0 || os.Getenv("PORTOLAN_TEST_ALL") != "" {
			names = append(names, name)
		}
	}
	return names
}

var (
	hrefRE      = regexp.MustCompile(`<a [^>]*href="([^"]*)"`)
	canonicalRE = regexp.MustCompile(`<link rel="canonical" href="([^"]*)"`)
	robotsRE    = regexp.MustCompile(`<meta name="robots" content="([^"]*)"`)
)

// told is a crawl by somebody who knows what each URL is: only pages and what
// leads to them are asked for.
type told struct {
	app       *apps.App
	run       *apps.Running
	known     map[string]bool
	queue     []string
	pages     map[string]bool // of required pages, what is shown
	linked    map[string]bool // kinds of other URLs that were seen in a link
	requested int
	doors     bool // there are URLs that only lead on
	shut      bool // and they are left alone
}

func (c *told) meet(ref string) {
	u := apps.ParseURL(ref)
	if u.Query.Has(c.app.Noise...) {
		path, _, _ := strings.Cut(ref, "?")
		u.Query = u.Query.Without(c.app.Noise...)
		ref = path + u.Query.String()
	}
	key := u.String()
	if c.known[key] {
		return
	}
	c.known[key] = true
	v := c.app.Look(u)
	if v.Page != "" {
		if c.known["page "+v.Page] {
			c.linked["copy"] = true
			if c.app.Once {
				return
			}
		}
		c.known["page "+v.Page] = true
	}
	c.doors = c.doors || v.Door
	if v.Word == apps.Required || v.Door && !c.shut || v.Location != "" && c.leads(v.Location) || v.Again != nil {
		c.queue = append(c.queue, ref)
	}
	if v.Word != apps.Required {
		c.linked[v.Kind] = true
	}
}

// leads tells whether the target of a redirect is new, and may be anything.
func (c *told) leads(location string) bool {
	to := apps.ParseURL(location)
	return !c.known[to.String()] && c.app.Look(to).Word != apps.Forbidden
}

func (c *told) visit(t *testing.T, ref string) {
	t.Helper()
	v := c.app.Look(apps.ParseURL(ref))
	rec := httptest.NewRecorder()
	req := httptest.NewRequest("GET", c.app.Origin()+ref, nil)
	req.RequestURI = ref
	c.run.ServeHTTP(rec, req)
	c.requested++
	base, err := url.Parse(c.app.Origin() + ref)
	if err != nil {
		t.Fatal(err)
	}
	if location := rec.Header().Get("Location"); location != "" {
		c.meet(location)
		return
	}
	body := rec.Body.String()
	if v.Word == apps.Required {
		c.fit(t, ref, rec.Code, body)
		c.pages[cmp.Or(v.Page, apps.ParseURL(ref).String())] = true
	}
	refs := hrefRE.FindAllStringSubmatch(body, -1)
	if v.Door {
		refs = append(refs, canonicalRE.FindAllStringSubmatch(body, -1)...)
	}
	for _, m := range refs {
		to, err := base.Parse(html.UnescapeString(m[1]))
		if err != nil {
			t.Fatalf("%s links to %q: %v", ref, m[1], err)
		}
		if to.Host == base.Host {
			c.meet(to.RequestURI())
		}
	}
}

// fit holds a required page to what a sitemap asks of it.
func (c *told) fit(t *testing.T, ref string, status int, body string) {
	t.Helper()
	if status != 200 {
		t.Errorf("%s is required and answers %d", ref, status)
	}
	if m := robotsRE.FindStringSubmatch(body); m != nil && strings.Contains(m[1], "noindex") {
		t.Errorf("%s is required and noindex", ref)
	}
	if m := canonicalRE.FindStringSubmatch(body); m != nil {
		canonical := strings.TrimPrefix(html.UnescapeString(m[1]), c.app.Origin())
		if apps.ParseURL(canonical).String() != apps.ParseURL(ref).String() {
			t.Errorf("%s is required and names %s as canonical", ref, canonical)
		}
	}
}

// walk crawls an application by its truth, with or without what only leads on.
func walk(t *testing.T, app *apps.App, shut bool) *told {
	t.Helper()
	c := &told{app: app, run: app.Run(), known: map[string]bool{}, pages: map[string]bool{}, linked: map[string]bool{}, shut: shut}
	c.meet("/")
	if len(c.queue) == 0 {
		c.queue = []string{"/"}
	}
	for _, path := range app.Sitemap {
		c.meet(path)
	}
	for ; len(c.queue) > 0; c.queue = c.queue[1:] {
		c.visit(t, c.queue[0])
	}
	return c
}

// TestTruth shows that the truth of each application can be had within its
// limits: pages and what leads to them lead to all pages, pages alone do not.
func TestTruth(t *testing.T) {
	for _, name := range someNames() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := catalog.New(name, size())
			c := walk(t, app, false)
			required := 0
			for path := range app.Required() {
				required++
				v := app.Look(apps.ParseURL(path))
				if v.Word != apps.Required {
					t.Fatalf("%s is required, and Look says %s %s", path, v.Word, v.Kind)
				}
				if !c.pages[cmp.Or(v.Page, apps.ParseURL(path).String())] {
					t.Errorf("nothing leads to %s, a %s", path, v.Kind)
				}
			}
			if len(c.pages) != required {
				t.Errorf("%d pages were found, %d are named", len(c.pages), required)
			}
			if c.doors && len(walk(t, app, true).pages) == required {
				t.Error("what is called a door leads nowhere")
			}
			if most := app.Limit.Requests(required); c.requested > most {
				t.Errorf("%d requests for those who know, %d are allowed", c.requested, most)
			}
			t.Logf("%d pages, %d requests for those who know, at most %d; other kinds %v", required, c.requested, app.Limit.Requests(required), len(c.linked))
			if len(c.linked) == 0 && !strings.HasPrefix(name, "whole-") && !strings.HasPrefix(name, "loss-") {
				t.Error("nothing on this site is to be left alone")
			}
		})
	}
}
