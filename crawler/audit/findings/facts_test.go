package findings_test

import (
	"cmp"
	"fmt"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/robots"
)

// facts are crawls that no short run of a real one gives: files of 50,000
// entries, slow servers, endless spaces.
var facts = []madeOfFacts{
	{
		name:  "slow",
		lines: "fires slow-response /*\nquiet crawl-trap *\nquiet unknown-urls-answer-200 *",
		ttfb:  time.Second,
	},
	{
		name:  "fast",
		lines: "quiet slow-response *\nfires crawl-trap /calendar/*\nfires unknown-urls-answer-200 /shop/*",
		ttfb:  100 * time.Millisecond,
		meta: map[string]string{frontier.MetaQuarantine: frontier.ListText([]frontier.Quarantine{
			{Kind: "calendar", Pattern: "http://facts.example/calendar/*", Expr: "http://facts.example/calendar/.*", Fetched: 100, Window: 100, Opener: frontier.NoID},
			{Kind: audit.KindBudget, Pattern: "http://facts.example/budget/*", Expr: "http://facts.example/budget/.*", Opener: frontier.NoID},
		})},
		change: func(o *findings.Options) {
			o.Alike = []audit.AnsweredAlike{{Pattern: "http://facts.example/shop/*", Pages: 20, Alike: 19}}
		},
	},
	{
		name:  "dates",
		lines: "fires lastmod-untrue facts.example\nfires snippet-suppressed /*\nquiet hsts-missing *",
		pages: 24,
		page: func(i int, p *record.Page) {
			p.Date, p.LastModified = "Sun, 22 Nov 2026 12:00:00 GMT", "Sun, 22 Nov 2026 12:00:03 GMT"
			if i < 23 {
				p.MetaRobots = robots.NoSnippet
			}
		},
	},
	{
		name:  "traffic",
		lines: "fires traffic-lost /3\nquiet traffic-lost /4\nquiet traffic-lost /5\nfires google-canonical-differs /6\nquiet google-canonical-differs /7\nfires bot-waste facts.example",
		page: func(i int, p *record.Page) {
			if i == 3 || i == 4 {
				p.Status, p.HTML = 404, false
			}
		},
		measures: []frontier.Measured{
			{URL: "http://facts.example/3", Source: "export", Facts: `{"clicks": 12, "referring-pages": 3}`},
			{URL: "http://facts.example/3", Source: "log", Facts: `{"hits-search-verified": 30, "hits-people": 9}`},
			{URL: "http://facts.example/4", Source: "export", Facts: `{"clicks": 0, "position": 7.5, "note": "x"}`},
			{URL: "http://facts.example/5", Source: "export", Facts: `{"clicks": 9}`},
			{URL: "http://facts.example/5", Source: "log", Facts: `{"hits-search-verified": 80}`},
			{URL: "http://facts.example/6", Source: "export", Facts: `{"google-canonical": "http://facts.example/5"}`},
			{URL: "http://facts.example/7", Source: "export", Facts: `{"google-canonical": "http://facts.example/7/"}`},
			{URL: "http://facts.example/8", Source: "export", Facts: `not JSON`},
		},
	},
	{
		name:  "sitemaps",
		lines: "fires sitemap-over-limit /big.xml\nquiet sitemap-over-limit /small.xml\nfires robots-txt-unavailable /robots.txt\nquiet sitemap-missing *",
		change: func(o *findings.Options) {
			o.Sitemaps = []findings.SitemapFile{
				{URL: "http://facts.example/big.xml", Named: "robots", Status: 200, Read: true, URLs: 50_001},
				{URL: "http://facts.example/small.xml", Named: "robots", Status: 200, Read: true, URLs: 50_000},
			}
		},
		robots: []frontier.RobotsFile{
			{Origin: "http://facts.example", Status: 200, FetchedAt: noon},
			{Origin: "http://facts.example", Status: 500, FetchedAt: noon},
			{Origin: "http://other.example", Status: 500, FetchedAt: noon},
		},
	},
}

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

type madeOfFacts struct {
	name   string
	lines  string        // as those of an archive
	ttfb   time.Duration // of each of its ten pages
	meta   map[string]string
	robots []frontier.RobotsFile
	change func(*findings.Options)

	pages    int // 0 for ten
	page     func(i int, p *record.Page)
	measures []frontier.Measured
}

func checkFacts(t *testing.T, made *madeOfFacts) (fires, quiet map[string]bool) {
	t.Helper()
	const origin = "http://facts.example"
	crawl, rules := frontier.NewMemory(), must(canonical.New(canonical.Config{}))
	batch := frontier.Batch{Meta: made.meta, Robots: made.robots, Measures: made.measures}
	pages := cmp.Or(made.pages, 10)
	for i := range pages {
		url := fmt.Appendf(nil, "%s/%d", origin, i)
		batch.Seeds = append(batch.Seeds, frontier.Seed{Key: rules.Key(url), URL: url, Source: frontier.FromList, Depth: frontier.NoDepth})
	}
	check(t, crawl.Settle(&batch))
	items, _, err := crawl.Lease(pages, frontier.LastRank, noon)
	check(t, err)
	batch = frontier.Batch{}
	for i, item := range items {
		p := record.Page{Exchange: record.Exchange{Status: 200, Tries: 1, FetchedAt: noon, TTFB: made.ttfb}, Facts: record.Facts{HTML: true, Type: "text/html"}}
		if made.page != nil {
			made.page(i, &p)
		}
		batch.Pages = append(batch.Pages, frontier.Settled{ID: item.ID, Record: p, Location: -1, Canonical: -1})
	}
	check(t, crawl.Settle(&batch))
	scope := must(canonical.ScopeOf(origin + "/sitemap.xml"))
	_, err = audit.JudgeAll(t.Context(), crawl, audit.Options{Decide: func([]byte) frontier.Reason { return 0 }, Rules: rules, IgnoreRobots: true, Digest: made.name})
	check(t, err)
	o := findings.Options{Scope: scope}
	if made.change != nil {
		made.change(&o)
	}
	found := map[string]map[string]string{}
	sum, err := findings.Find(t.Context(), crawl, o, keep(found, origin))
	check(t, err)
	return compare(t, crawl, origin, made.lines, found, sum)
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
