package crawler_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	_ "github.com/portolan-seo/portolan/crawler/crawltest/lazygc"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/fetch/fetchtest"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/crawler/start"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/testdata"
)

func TestMain(m *testing.M) {
	if pages := os.Getenv(serveEnv); pages != "" {
		serveGenerated(pages)
		return
	}
	resolveByTests()
	goleak.VerifyTestMain(m)
}

// crawled is a made-up site and what a crawl of it left behind.
type crawled struct {
	server *crawltest.Server
	opts   crawler.Options
	store  *frontier.Memory
	start  *start.Start
	result crawler.Result
}

// crawl resolves the start and crawls a site, with options that change
// changes.
func crawl(t *testing.T, site *crawltest.Site, typed string, change func(*crawler.Options)) *crawled {
	t.Helper()
	return crawlInto(t, frontier.NewMemory(), site, typed, change)
}

// crawlInto goes on with the crawl that a store holds.
func crawlInto(t *testing.T, store *frontier.Memory, site *crawltest.Site, typed string, change func(*crawler.Options)) *crawled {
	t.Helper()
	c := &crawled{server: crawltest.NewServer(t, site), store: store}
	client := c.client(t)
	polite := pace.NewPoliteFetcher(client.NewFetcher(), crawler.Politeness{})
	resolver := start.Resolver{Fetcher: polite, Robots: crawler.Robots{Agent: "portolan"}, ListAgent: "googlebot"}
	var err error
	if c.start, err = resolver.Resolve(t.Context(), typed); err != nil {
		t.Fatal(err)
	}
	dir := c.start.URL[:strings.LastIndex(c.start.URL, "/")+1]
	scope, err := canonical.ScopeOf(dir + "sitemap.xml")
	if err != nil {
		t.Fatal(err)
	}
	c.opts = crawler.Options{
		Start:      c.start.URL,
		Scope:      scope,
		Rules:      c.start.Rules,
		Asked:      polite.Asked(),
		NewFetcher: func() crawler.Fetcher { return client.NewFetcher() },

		EnableCookies: client.EnableCookies,
		Limits:        crawler.Limits{RetryWait: 1},
		Robots:        crawler.Robots{Wait: 1},
	}
	if change != nil {
		change(&c.opts)
	}
	if c.result, err = crawler.Run(t.Context(), c.opts, c.store); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *crawled) client(t *testing.T) *fetch.Client {
	t.Helper()
	client := fetchtest.NewClient(t, c.server, fetch.Options{UserAgent: "portolan/test", MaxConns: 8})
	return client
}

// verdicts gives "verdict URL" of every known URL, sorted.
func (c *crawled) verdicts(t *testing.T) []string {
	t.Helper()
	rules, err := canonical.New(canonical.Config{Rules: c.store.Rules()})
	if err != nil {
		t.Fatal(err)
	}
	opts := audit.Options{Decide: c.opts.Decide, Rules: rules, Agent: "portolan", ListAgent: "googlebot", Left: audit.Pending}
	if _, err := audit.JudgeAll(context.Background(), c.store, opts); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for row, err := range c.store.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		v, err := c.store.VerdictOf(row.ID)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, fmt.Sprintf("%s %s", audit.Code(v.Code), row.URL))
	}
	slices.Sort(lines)
	return lines
}

func sortedLines(text []byte) []string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	slices.Sort(lines)
	return lines
}

func TestDemoSite(t *testing.T) {
	site, err := crawltest.Parse(testdata.Demo)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := site.Part("expected")
	c := crawl(t, site, "demo.example", nil)
	if c.result.End != crawler.Complete {
		t.Errorf("ended as %q", c.result.End)
	}
	if diff := cmp.Diff(sortedLines(want), c.verdicts(t)); diff != "" {
		t.Errorf("verdicts (-want +got):\n%s", diff)
	}

	// The receipt tells what the site's own log does.
	robots := 0
	for _, r := range c.server.Log() {
		if strings.HasSuffix(r.URL, "/robots.txt") {
			robots++
		}
	}
	if r := c.result.Receipt; r.Requests != c.server.Requests() || r.Robots != robots {
		t.Errorf("the receipt tells of %d requests, %d of them for robots.txt; the site saw %d and %d", r.Requests, r.Robots, c.server.Requests(), robots)
	}
}
