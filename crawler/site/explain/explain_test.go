package explain_test

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/site/explain"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/sqlite"
	"github.com/portolan-seo/portolan/frontier/workload"
)

const origin = "https://www.example.com"

// crawled leaves a complete crawl of the made-up site of package workload.
func crawled(t *testing.T) (crawl *stored.Crawl, dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "site")
	file := filepath.Join(dir, folder.CrawlsDir, "20261121T120000Z.db")
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	store, err := sqlite.Create(file, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := workload.Crawl(store, store.Key(), 200, 200); err != nil {
		t.Fatal(err)
	}
	o := stored.Options{MapURL: origin + "/sitemap.xml"}
	if o.Crawl.Scope, err = canonical.ScopeOf(o.MapURL); err != nil {
		t.Fatal(err)
	}
	meta := o.Lasting()
	maps.Copy(meta, o.Passing())
	meta[crawler.MetaEnd] = string(crawler.Complete)
	robots := frontier.RobotsFile{Origin: origin, Status: 200, Body: []byte("User-agent: *\nDisallow: /private/\n")}
	if err := store.Settle(&frontier.Batch{Meta: meta, Robots: []frontier.RobotsFile{robots}}); err != nil {
		t.Fatal(err)
	}
	if err := store.Finish(); err != nil {
		t.Fatal(err)
	}
	if crawl, err = stored.Open(dir); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { crawl.Close() })
	return crawl, dir
}

// A URL is found with or without the site's address, and under its canonical
// form; what is told of it is what the crawl knows.
func TestKnown(t *testing.T) {
	crawl, dir := crawled(t)
	const id = 150
	url := workload.URL(id)
	for _, asked := range []string{url, url[len(origin):], url[len("https://"):], url + "?utm_source=x#part"} {
		x, err := explain.URL(t.Context(), crawl, dir, asked)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case !x.Known || x.URL != url || x.Verdict.State != audit.ListedInFile.String():
			t.Errorf("%s: %s, known %t, %+v", asked, x.URL, x.Known, x.Verdict)
		case x.Fetch.Status != 200 || x.Content.Title == "" || x.InLinks.Pages == 0 || x.Out.Links == 0 || len(x.Found.Path) < 2:
			t.Errorf("%s: facts are missing: %+v", asked, x)
		case x.Listed != nil:
			t.Errorf("%s: it is in the file %s, and none is published", asked, x.Listed.File)
		}
	}
}

// Of a URL that the crawl does not know it is told what would come before it
// was fetched.
func TestForeseen(t *testing.T) {
	crawl, dir := crawled(t)
	for asked, want := range map[string]string{
		"/never-met":                "",
		"/private/page":             audit.RobotsBlocked.String(),
		"https://other.example/":    audit.ScopeHost.String(),
		"http://www.example.com/x/": audit.ScopeScheme.String(),
	} {
		x, err := explain.URL(t.Context(), crawl, dir, asked)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if x.Foresee != nil {
			got = x.Foresee.Verdict
		}
		if x.Known || x.Verdict != nil || got != want {
			t.Errorf("%s: foreseen %q, want %q; known %t", asked, got, want, x.Known)
		}
	}
}

func TestNotAPage(t *testing.T) {
	crawl, dir := crawled(t)
	_, err := explain.URL(t.Context(), crawl, dir, "mailto:someone@example.com")
	if e, ok := errors.AsType[*explain.NotAPageError](err); !ok || e.Reason != canonical.Scheme {
		t.Errorf("%v", err)
	}
}
