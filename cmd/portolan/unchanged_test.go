package main

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/catalog"
)

// TestUnchangedSites: a site that is as it was is crawled as it was, whatever it has
// of views and endless parts, and what is listed again of the stored crawl is the same.
func TestUnchangedSites(t *testing.T) {
	inLongForm(t)
	t.Parallel()
	for _, name := range []string{
		"endless-calendar-links", "endless-views", "endless-stock-first", "endless-stock-last", "endless-search", "endless-back",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			unchanged(t, name)
		})
	}
}

func unchanged(t *testing.T, name string) {
	t.Helper()
	app := catalog.New(name, catalog.Short)
	dir := filepath.Join(t.TempDir(), "site")
	// lists runs a command, and gives the sitemap and how many requests it took.
	lists := func(args ...string) (sitemap string, requests int) {
		t.Helper()
		served := app.Run()
		server, err := crawltest.Start(crawltest.Config{NoLog: true}, served.Site())
		if err != nil {
			t.Fatal(err)
		}
		defer server.Close()
		if args[0] != "sitemap" {
			for _, line := range server.Resolve() {
				args = append(args, "--resolve", line)
			}
		}
		var out, errOut strings.Builder
		if code := run(t.Context(), args, strings.NewReader(""), &out, &errOut); code != 0 {
			t.Fatalf("portolan %s: exit %d\n%s%s", strings.Join(args, " "), code, out.String(), errOut.String())
		}
		text, err := os.ReadFile(filepath.Join(dir, "sitemap.xml"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text), served.Requests()
	}
	// found counts findings, but for the patterns of what has no end: in which of them it was ended depends on the order of answers.
	found := func() int {
		var out, errOut strings.Builder
		if code := run(t.Context(), []string{"findings", dir, "--format", "csv"}, strings.NewReader(""), &out, &errOut); code != 0 {
			t.Fatalf("portolan findings: exit %d\n%s", code, errOut.String())
		}
		return strings.Count(out.String(), "\n") - strings.Count(out.String(), "\ncrawl-trap,") - 1
	}
	first, asked := lists(app.Origin()+"/", "-o", dir, "--report=none")
	findings := found()
	for nth := 1; nth <= 3; nth++ {
		if again, _ := lists("sitemap", dir); again != first {
			t.Fatalf("%d: listed again of the crawl that is stored there are %d URLs, were %d, or others", nth, strings.Count(again, "<loc>"), strings.Count(first, "<loc>"))
		}
		again, more := lists(app.Origin()+"/", "-o", dir, "--report=none")
		if again != first {
			t.Fatalf("%d: a crawl of the same site lists %d URLs, were %d, or others", nth, strings.Count(again, "<loc>"), strings.Count(first, "<loc>"))
		}
		if again := found(); again != findings {
			t.Errorf("%d: %d findings in the same site, %d before", nth, again, findings)
		}
		if more > asked+asked/10 {
			t.Errorf("%d: the same site took %d requests, %d before", nth, more, asked)
		}
	}
}

// TestCanonicalsGone: pages whose canonicals are not there are listed, and somebody is
// told, in a first crawl and a later one.
func TestCanonicalsGone(t *testing.T) {
	t.Parallel()
	atShop(t, func(t *testing.T, s *shop) {
		s.crawls(0, shopSize)
		s.change(func(w http.ResponseWriter, r *http.Request) bool {
			if strings.HasPrefix(r.URL.Path, "/preview/") {
				notFound(w)
				return true
			}
			return canonicalTo(func(path string) string { return shopURL + "preview" + path })(w, r)
		})
		for _, dir := range []string{s.dir, s.dir + "-anew"} {
			s.dir = dir
			if code, out, _ := s.crawl(); code != 0 || !strings.HasPrefix(out, "CHECK FIRST: ") || !strings.Contains(out, "canonical-to-non-200") {
				t.Errorf("exit %d:\n%s", code, out)
			}
		}
	})
}

// TestUnchangedFindings: what is listed since pages name it as canonical is no orphan
// once the last sitemap lists it, too.
func TestUnchangedFindings(t *testing.T) {
	t.Parallel()
	atShop(t, func(t *testing.T, s *shop) {
		s.change(func(w http.ResponseWriter, r *http.Request) bool {
			if kind, _ := shopPage(r.URL.Path); kind != "/p/" && r.URL.Path != "/" {
				notFound(w)
				return true
			}
			writePage(w, r.URL.Path, `<link rel=canonical href="`+r.URL.Path+`?ref=x">`, links(numbered("/p/", 20)...))
			return true
		})
		s.crawls(0, 21)
		found := func() []string {
			out, _ := s.runs(0, "findings", s.dir, "--format", "csv")
			return slices.Sorted(strings.SplitSeq(out, "\n"))
		}
		first := found()
		s.crawls(0, 21)
		if diff := cmp.Diff(first, found()); diff != "" {
			t.Errorf("the same site has other findings (-first crawl +second):\n%s", diff)
		}
	})
}
