package findings_test

import (
	"cmp"
	"fmt"
	"strings"
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
		name:  "answering",
		lines: "fires unknown-urls-answer-200 http://other.example/\nfires unknown-urls-answer-200 /shop/*\nquiet unknown-urls-answer-200 http://well.example/",
		meta: map[string]string{frontier.MetaUnknown: frontier.ListText([]frontier.Unknown{
			{Prefix: "http://other.example/", URL: "http://other.example/portolan-1", Status: 404}, {Prefix: "http://other.example/a/", URL: "http://other.example/a/portolan-1", Status: 200},
			{Prefix: "http://facts.example/", URL: "http://facts.example/portolan-1", Status: 200}, {Prefix: "http://well.example/", URL: "http://well.example/portolan-1", Status: 404},
		})},
		change: func(o *findings.Options) {
			o.Alike = []audit.AnsweredAlike{{Pattern: "http://facts.example/shop/*", Pages: 20, Alike: 19}}
		},
	},
	{
		name:  "twice",
		lines: "fires host-variants facts.example\nfires certificate facts.example\nfires robots-txt-changed /robots.txt",
		rules: []canonical.Rule{{Host: "facts.example", Kind: canonical.RuleScheme, Value: "https", Proof: "http://facts.example/ and https://facts.example/ have the same content"}},
		meta: map[string]string{
			frontier.MetaRobotsChanged: frontier.ListText([]string{"+ Disallow: /"}),
			frontier.MetaCertificates:  frontier.ListText([]frontier.Certificate{{Host: "facts.example", From: noon.AddDate(0, 0, -80), Until: noon.AddDate(0, 0, 10), Seen: noon}}),
		},
	},
	{
		name:  "two sites",
		lines: "fires host-variants facts.example notice",
		meta:  map[string]string{frontier.MetaTwoSites: "yes"},
	},
	{
		name:  "once",
		lines: "quiet host-variants *\nquiet certificate *\nquiet robots-txt-changed *",
		rules: []canonical.Rule{
			{Host: "facts.example", Kind: canonical.RuleScheme, Value: "https", Proof: "http://facts.example/ redirects to https://facts.example/"},
			{Host: "other.example", Kind: canonical.RuleScheme, Value: "https", Proof: "http://other.example/ and https://other.example/ have the same content"},
		},
		meta: map[string]string{
			// Of six days a quarter is one and a half.
			frontier.MetaCertificates: frontier.ListText([]frontier.Certificate{{Host: "facts.example", From: noon.AddDate(0, 0, -4), Until: noon.AddDate(0, 0, 2), Seen: noon}}),
		},
	},
	{
		name:  "refused",
		lines: "fires certificate facts.example",
		meta: map[string]string{
			frontier.MetaCertificates: frontier.ListText([]frontier.Certificate{{Host: "facts.example", From: noon.AddDate(0, 0, -4), Until: noon.AddDate(1, 0, 0), Seen: noon, Fault: "certificate is not for facts.example"}}),
		},
	},
	{
		name:  "refused for now",
		lines: "fires crawl-incomplete",
		meta:  map[string]string{frontier.MetaLimits: frontier.ListText([]frontier.Limit{{Host: "facts.example", Pause: time.Second}})},
		page: func(i int, p *record.Page) {
			if p.Tries = 2; i%2 == 0 {
				p.Status = 403
			}
		},
	},
	{
		name:  "refused",
		lines: "quiet crawl-incomplete *",
		meta:  map[string]string{frontier.MetaLimits: frontier.ListText([]frontier.Limit{{Host: "facts.example", Pause: time.Second}})},
		page: func(i int, p *record.Page) {
			if i%2 == 0 {
				p.Status = 403
			}
		},
	},
	{
		name:  "thin",
		lines: "fires thin-content /3\nquiet thin-content /4\nquiet thin-content /5\nfires canonical-form-drift /6\nquiet canonical-form-drift /7\nfires list-uncrawlable /8\nquiet list-uncrawlable /9",
		pages: 24,
		page: func(i int, p *record.Page) {
			p.Words, p.Canonical = 300, record.CanonicalSelf
			switch i {
			case 3:
				p.Words = 59
			case 4:
				p.Words = 60
			case 6:
				p.Facts.Problems.Add(record.CanonicalFolded)
				p.Notes = "canonical-folded 0:0 1 https://www.facts.example/6?utm_source=x"
			case 8:
				p.Facts.Problems.Add(record.ListCut)
			}
		},
	},
	{
		name:  "drifted",
		lines: "quiet thin-content *\nquiet canonical-form-drift *",
		page: func(i int, p *record.Page) {
			p.Words, p.Canonical = 10*i, record.CanonicalSelf
			if i < 4 {
				p.Facts.Problems.Add(record.CanonicalFolded)
			}
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
		name:     "come to say noindex",
		lines:    "fires noindex-prominent /3 error\nquiet sitemap-lists-noindex /3\nquiet noindex-prominent /7\nfires sitemap-lists-noindex /7",
		sources:  frontier.FromSitemap,
		previous: 7,
		page: func(i int, p *record.Page) {
			if i > 0 && i < 8 {
				p.MetaRobots = robots.NoIndex
			}
		},
	},
	{
		name:     "five have come to say noindex",
		lines:    "quiet noindex-prominent *\nfires sitemap-lists-noindex /3",
		sources:  frontier.FromSitemap,
		previous: 6,
		page: func(i int, p *record.Page) {
			if i > 0 && i < 8 {
				p.MetaRobots = robots.NoIndex
			}
		},
	},
	{
		name:  "traffic",
		lines: "fires traffic-lost /3\nquiet traffic-lost /4\nquiet traffic-lost /5\nfires google-canonical-differs /6\nquiet google-canonical-differs /7\nfires bot-waste facts.example\nfires cannibalisation /5\nquiet cannibalisation /4\nquiet cannibalisation /6\nfires traffic-lost /9\nquiet traffic-lost /2\nfires list-names-no-page /2\nfires list-names-no-page /4\nfires list-names-no-page /8\nquiet list-names-no-page /3\nquiet list-names-no-page /9\nquiet list-names-no-page /5",
		page: func(i int, p *record.Page) {
			switch i {
			case 2, 3, 4, 9:
				p.Status, p.HTML = 404, false
			case 8:
				p.MetaRobots = robots.NoIndex
			}
		},
		measures: []frontier.Measured{
			{URL: "http://facts.example/3", Source: "export", Facts: `{"clicks": 12, "referring-pages": 3}`},
			{URL: "http://facts.example/3", Source: "log", Facts: `{"hits-search-verified": 30, "hits-people": 9}`},
			{URL: "http://facts.example/4", Source: "export", Facts: `{"clicks": 0, "position": 7.5, "note": "x", "contested-by": "\"blue\": 60 % of 300 impressions, and http://facts.example/5"}`},
			{URL: "http://facts.example/5", Source: "export", Facts: `{"clicks": 9, "contested-queries": 1, "contested-by": "\"blue\": 40 % of 300 impressions, and http://facts.example/4"}`},
			{URL: "http://facts.example/5", Source: "log", Facts: `{"hits-search-verified": 80}`},
			{URL: "http://facts.example/6", Source: "export", Facts: `{"google-canonical": "http://facts.example/5"}`},
			{URL: "http://facts.example/7", Source: "export", Facts: `{"google-canonical": "http://facts.example/7/"}`},
			{URL: "http://facts.example/8", Source: "export", Facts: `not JSON`},
			{URL: "http://facts.example/2", Source: "log", Facts: `{"hits-people": 9, "hits-4xx": 9}`},
			{URL: "http://facts.example/9", Source: "log", Facts: `{"hits-people": 9, "hits-4xx": 7, "hits-2xx": 2}`},
		},
	},
	{
		name:    "clicked",
		lines:   "fires sitemap-lists-error /2\nfires sitemap-lists-noindex /8 error\nfires sitemap-lists-error /3 error\nfires sitemap-lists-error /4 warning\nquiet sitemap-lists-error /5\nfires sitemap-lists-error /2 warning",
		sources: frontier.FromSitemap,
		page: func(i int, p *record.Page) {
			switch i {
			case 2, 3:
				p.Status, p.HTML = 404, false
			case 4:
				p.Status, p.HTML = 401, false
			case 8:
				p.MetaRobots = robots.NoIndex
			}
		},
		measures: []frontier.Measured{
			{URL: "http://facts.example/2", Source: "export", Facts: `{"sessions": 12}`},
			{URL: "http://facts.example/3", Source: "export", Facts: `{"clicks": 12}`},
			{URL: "http://facts.example/4", Source: "export", Facts: `{"clicks": 12}`},
			{URL: "http://facts.example/8", Source: "export", Facts: `{"clicks": 1}`},
		},
	},
	{
		name:  "sitemaps",
		lines: "fires sitemap-over-limit /big.xml\nquiet sitemap-over-limit /small.xml\nfires sitemap-over-limit /heavy.xml\nquiet sitemap-faulty /heavy.xml\nfires robots-txt-unavailable /robots.txt\nquiet sitemap-missing *\nfires lastmod-untrue /big.xml\nquiet lastmod-untrue /small.xml\nquiet lastmod-untrue /news.xml\nquiet lastmod-untrue /mixed.xml\nquiet lastmod-untrue /future.xml\nfires lastmod-untrue http://news.example/map.xml",
		change: func(o *findings.Options) {
			today, once := noon.Format(time.DateOnly), noon.AddDate(0, 0, -4).Format(time.DateOnly)
			o.Sitemaps = []findings.SitemapFile{
				{URL: "http://facts.example/big.xml", Named: "robots", Status: 200, Read: true, URLs: 50_001, At: noon, Dates: findings.SitemapDates{N: 20, Day: today, OnDay: 18}},
				{URL: "http://facts.example/small.xml", Named: "robots", Status: 200, Read: true, URLs: 50_000, At: noon, Dates: findings.SitemapDates{N: 90, Day: once, OnDay: 90}},
				{URL: "http://facts.example/heavy.xml", Named: "robots", Status: 200, Read: true, URLs: 9, At: noon, Errors: 1, Flaws: []findings.SitemapFlaw{{Code: "too-large", N: 1, Detail: "60000000 bytes unpacked", Error: true}}},
				{URL: "http://facts.example/news.xml", Named: "robots", Status: 200, Read: true, URLs: 90, At: noon, Dates: findings.SitemapDates{N: 90, Day: today, OnDay: 90}},
				{URL: "http://facts.example/future.xml", Named: "robots", Status: 200, Read: true, URLs: 90, At: noon, Dates: findings.SitemapDates{N: 90, Day: "2199-01-01", OnDay: 90}},
				{URL: "http://news.example/map.xml", Named: "robots", Status: 200, Read: true, URLs: 90, At: noon, Dates: findings.SitemapDates{N: 90, Day: today, OnDay: 90}},
				{URL: "http://facts.example/mixed.xml", Named: "robots", Status: 200, Read: true, URLs: 90, At: noon, Dates: findings.SitemapDates{N: 90, Day: today, OnDay: 80}},
			}
		},
		robots: []frontier.RobotsFile{
			{Origin: "http://facts.example", Status: 200, FetchedAt: noon},
			{Origin: "http://facts.example", Status: 500, FetchedAt: noon},
			{Origin: "http://other.example", Status: 500, FetchedAt: noon},
		},
	},
	{
		name:   "robots.txt not obeyed, and not to be had",
		lines:  "fires robots-txt-unavailable /robots.txt\nquiet sitemap-missing *",
		change: func(o *findings.Options) { o.NoRobots, o.RobotsAsked = true, true },
		robots: []frontier.RobotsFile{{Origin: "http://facts.example", Note: "no answer in 30s", FetchedAt: noon}},
	},
	{
		name:  "refused plainly when the run was stopped",
		lines: "fires crawler-blocked facts.example",
		says:  "facts.example:2 URLs were refused, and could not be asked for again", refused: 2,
	},
	{
		name:  "a host that asks for less",
		lines: "quiet sitemap-missing *",
		change: func(o *findings.Options) {
			o.Sitemaps = []findings.SitemapFile{{URL: "http://facts.example/sitemap.xml", Named: "usual-place", Status: 503, Untold: true}}
		},
	},
}

// scripts is a crawl in which those of its pages were run. Of /9 the two
// opinions agree.
var scripts = madeOfFacts{
	name: "scripts",
	lines: `fires rendered-noindex /0
fires rendered-noindex /1
fires rendered-canonical /2
fires rendered-title /3
fires links-only-rendered /4
fires content-only-rendered /5
quiet content-only-rendered /4
fires render-failed /6
fires render-failed /7
fires render-blocked-resources /7
fires link-script-only /pushed
quiet link-script-only /4
quiet rendered-noindex /9
quiet rendered-canonical /9
quiet rendered-title /9
quiet links-only-rendered /9
quiet render-failed /9
quiet render-blocked-resources /9`,
	scripts: func(id int, sent, page *record.Page, how *record.Rendering, link func(string, frontier.LinkFlags) int) (canonical int) {
		canonical = -1
		switch id {
		case 0:
			page.MetaRobots, how.Robots, page.RobotsMeta = robots.NoIndex, robots.NoIndex, "robots: noindex"
		case 1:
			sent.MetaRobots, sent.RobotsMeta, page.MetaRobots = robots.NoIndex, "robots: noindex", robots.NoIndex
		case 2:
			page.Canonical, how.Canonical = record.CanonicalOther, record.CanonicalOther
			canonical = link("/3", frontier.LinkCanonical)
		case 3:
			page.Title = "Of the script"
		case 4:
			how.Links = 1
			link("/4", frontier.LinkA)
			link("/pushed", frontier.LinkScript|frontier.Unlinked)
			page.Words = sent.Words + 19
		case 5:
			page.Words = sent.Words + 20
		case 6:
			how.Failure, how.Detail = "hung", "its scripts did not end"
		case 7:
			how.Marks, how.Blocked = "failed:crashed", "http://facts.example/api.json robots.txt forbids it, line 2: Disallow: /api"
		}
		return canonical
	},
}

func init() { facts = append(facts, scripts) }

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

type madeOfFacts struct {
	name   string
	lines  string        // as those of an archive
	ttfb   time.Duration // of each of its ten pages
	meta   map[string]string
	rules  []canonical.Rule
	robots []frontier.RobotsFile
	change func(*findings.Options)

	pages    int    // 0 for ten
	refused  int    // so many, the first ones, were refused (403), and wait
	says     string // what a finding has to say
	page     func(i int, p *record.Page)
	measures []frontier.Measured
	sources  frontier.Source // of all pages, beside a list
	previous int             // the last sitemap lists so many of them, the first ones
	// scripts changes a page as it is sent and as it is with its scripts run; link
	// adds a link to the latter. Nil: they were not run.
	scripts func(id int, sent, page *record.Page, how *record.Rendering, link func(string, frontier.LinkFlags) int) (canonical int)
}

func checkFacts(t *testing.T, made *madeOfFacts) (fires, quiet map[string]bool) {
	t.Helper()
	const origin = "http://facts.example"
	crawl, rules := frontier.NewMemory(), must(canonical.New(canonical.Config{}))
	batch := frontier.Batch{Meta: made.meta, Rules: made.rules, Robots: made.robots, Measures: made.measures}
	pages := cmp.Or(made.pages, 10)
	for i := range pages {
		url := fmt.Appendf(nil, "%s/%d", origin, i)
		batch.Seeds = append(batch.Seeds, frontier.Seed{Key: rules.Key(url), URL: url, Source: frontier.FromList | made.sources, Depth: frontier.NoDepth})
		if i < made.previous {
			last := audit.Previous{Verified: noon}.Next(noon)
			batch.Seeds = append(batch.Seeds, frontier.Seed{Key: rules.Key(url), URL: url, Source: frontier.FromPrevious, Detail: last.String(), Depth: frontier.NoDepth})
		}
	}
	check(t, crawl.Settle(&batch))
	items, _, err := crawl.Lease(pages, frontier.LastRank, noon)
	check(t, err)
	batch = frontier.Batch{}
	for i, item := range items {
		if i < made.refused {
			batch.Retries = append(batch.Retries, frontier.Retry{ID: item.ID, Tries: 1, Due: noon, Status: 403})
			continue
		}
		p := record.Page{Exchange: record.Exchange{Status: 200, Tries: 1, FetchedAt: noon, TTFB: made.ttfb}, Facts: record.Facts{HTML: true, Type: "text/html"}}
		if made.page != nil {
			made.page(i, &p)
		}
		if made.scripts != nil {
			p.Words, p.Title = 40, "A page"
			with := frontier.Rendered{Settled: frontier.Settled{ID: item.ID, Record: p, Location: -1, Canonical: -1}, Own: -1}
			with.Canonical = made.scripts(i, &p, &with.Record, &with.Rendering, func(path string, flags frontier.LinkFlags) int {
				url := []byte(origin + path)
				with.Links = append(with.Links, frontier.Link{Key: rules.Key(url), URL: url, Flags: flags | frontier.InRendered})
				return len(with.Links) - 1
			})
			with.Own = with.Canonical
			batch.Rendered = append(batch.Rendered, with)
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
	if said := fmt.Sprint(found); !strings.Contains(said, made.says) {
		t.Errorf("found %s; want %q", said, made.says)
	}
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
