package catalog_test

import (
	"html"
	"math/rand/v2"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/catalog"
)

// TestLinks walks through each application at random: each link leads to an
// answer, and everything that is met has a kind.
func TestLinks(t *testing.T) {
	for _, name := range someNames() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := catalog.New(name, catalog.Short)
			run, chance := app.Run(), rand.New(rand.NewPCG(1, 2))
			at, kinds := "/", map[string]int{}
			for range 150 {
				v := app.Look(apps.ParseURL(at))
				if v.Kind == "" || v.Status == 404 {
					t.Fatalf("a link leads to %s: %+v", at, v.Truth)
				}
				kinds[v.Kind]++
				at = someLink(t, run, at, chance)
			}
			t.Logf("%v", kinds)
		})
	}
}

// someLink gives one of the links of a page, or the start again where there
// is none.
func someLink(t *testing.T, run *apps.Running, at string, chance *rand.Rand) string {
	t.Helper()
	rec := httptest.NewRecorder()
	req := httptest.NewRequest("GET", run.Origin()+at, nil)
	req.RequestURI = at
	run.ServeHTTP(rec, req)
	if location := rec.Header().Get("Location"); location != "" {
		return location
	}
	var to []string
	base, err := url.Parse(run.Origin() + at)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range hrefRE.FindAllStringSubmatch(rec.Body.String(), -1) {
		u, err := base.Parse(html.UnescapeString(m[1]))
		if err != nil {
			t.Fatalf("%s links to %q: %v", at, m[1], err)
		}
		if u.Host == base.Host && !strings.HasPrefix(u.Path, "/img/") {
			to = append(to, u.RequestURI())
		}
	}
	if len(to) == 0 || len(at) > 1500 {
		return "/"
	}
	return to[chance.IntN(len(to))]
}
