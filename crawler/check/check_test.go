package check_test

import (
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/check"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/fetch/fetchtest"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/sitemap"
)

const indexed = `origin: http://a.example
-- /index.xml --
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>http://a.example/index.xml</loc></sitemap>
<sitemap><loc>http://a.example/one.xml</loc></sitemap>
<sitemap><loc>http://a.example/moved.xml</loc></sitemap>
<sitemap><loc>http://a.example/away.xml</loc></sitemap>
</sitemapindex>
-- /one.xml --
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://a.example/?PHPSESSID=9682993c8daa2c5400aa11bb22cc33dd</loc></url></urlset>
-- /moved.xml --
HTTP 301
Location: /two.xml

-- /two.xml --
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://a.example/b</loc></url></urlset>
-- /away.xml --
HTTP 301
Location: http://b.example/x.xml

-- http://b.example/x.xml --
<urlset/>
`

// checked follows the index and gives what was reported, by name, and what
// could not be read.
func checked(t *testing.T, c check.Checker) (reports map[string]*sitemap.Report, unread []string) {
	t.Helper()
	site, err := crawltest.Parse([]byte(indexed))
	if err != nil {
		t.Fatal(err)
	}
	server := crawltest.NewServer(t, site)
	client := fetchtest.NewClient(t, server, fetch.Options{})
	rules, err := canonical.New(canonical.Config{NoSessionRules: true, NoTrackingRules: true})
	if err != nil {
		t.Fatal(err)
	}
	f := &check.Fetcher{PoliteFetcher: pace.NewPoliteFetcher(client.NewFetcher(), pace.Politeness{}), Rules: rules, Log: slog.New(slog.DiscardHandler)}
	reports = map[string]*sitemap.Report{}
	c.Report = func(name string, rep *sitemap.Report) error { reports[name] = rep; return nil }
	c.CannotRead = func(err error) { unread = append(unread, err.Error()) }
	if c.HasSession, err = check.SessionTest(); err != nil {
		t.Fatal(err)
	}
	if err := c.Follow(t.Context(), f, "http://a.example/index.xml"); err != nil {
		t.Fatal(err)
	}
	return reports, unread
}

func codes(rep *sitemap.Report) (list []string) {
	for _, p := range rep.Problems {
		list = append(list, p.Code.String())
	}
	return list
}

// An index is followed to what it lists, redirects included, but not to itself
// and not to another host.
func TestFollow(t *testing.T) {
	reports, unread := checked(t, check.Checker{MaxFiles: 10})
	if len(reports) != 3 {
		t.Fatalf("%d reports: %v", len(reports), reports)
	}
	if got := codes(reports["http://a.example/index.xml"]); !slices.Contains(got, sitemap.IndexLoop.String()) {
		t.Errorf("the loop is not told of: %q", got)
	}
	if rep := reports["http://a.example/moved.xml"]; rep.URLs != 1 || !rep.Valid() {
		t.Errorf("behind the redirect: %+v", rep)
	}
	if rep := reports["http://a.example/one.xml"]; len(rep.Problems) == 0 {
		t.Error("a session id is not told of")
	}
	if len(unread) != 1 || !strings.Contains(unread[0], "another host, b.example") || !strings.Contains(unread[0], "listed in line 5 of") {
		t.Errorf("could not be read: %q", unread)
	}
}

// What is too much is left, which is told once; without following, the index
// alone is read.
func TestLimits(t *testing.T) {
	times := 0
	reports, _ := checked(t, check.Checker{MaxFiles: 2, TooMany: func() { times++ }})
	if len(reports) != 2 || times != 1 {
		t.Errorf("%d reports, told %d times", len(reports), times)
	}
	if reports, _ := checked(t, check.Checker{MaxFiles: 10, NoFollow: true}); len(reports) != 1 {
		t.Errorf("%d reports", len(reports))
	}
}
