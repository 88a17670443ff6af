package export

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/discover/table"
)

// kind is a report of a tool.
type kind struct {
	what  string
	match func(*layout) bool
	// limits are the numbers of rows at which the tool stops writing.
	limits []int
	links  bool // every row is a link to the page
	visits bool // its URLs are what visitors asked for, secrets and all
	crawl  bool // it holds what is wrong with the site, too
}

// The numbers of rows at which tools stop: Search Console's pages, its API and
// the add-ons that use it, Analytics' pages.
var (
	consoleLimits   = []int{1000}
	apiLimits       = []int{1000, 5000, 10_000, 25_000, 50_000, 100_000}
	analyticsLimits = []int{100, 250, 500, 1000, 5000, 10_000, 50_000, 100_000}
)

// kinds are tried in this order.
var kinds = []kind{
	{what: "Screaming Frog: internal", crawl: true, match: func(l *layout) bool {
		return l.named("address", "status code") || l.named("address", "indexability")
	}},
	{what: "Ahrefs: backlinks", links: true, match: func(l *layout) bool { return l.named("referring page url", "target url") }},
	{what: "Majestic: backlinks", links: true, match: func(l *layout) bool { return l.named("sourceurl", "targeturl") }},
	{what: "Search Console by BigQuery", limits: nil, match: func(l *layout) bool {
		return l.has("sum-position") || l.named("data_date", "impressions")
	}},
	{what: "Search Console: pages by query, date, country or device", limits: apiLimits, match: func(l *layout) bool {
		return l.has("clicks", "impressions") && (l.has(roleQuery) || l.has(roleDimension) || l.date >= 0)
	}},
	{what: "AI answers: pages cited", limits: consoleLimits, match: func(l *layout) bool { return l.has("citations") }},
	{what: "Bing: pages", limits: consoleLimits, match: func(l *layout) bool {
		return l.has("clicks", "impressions") && l.at("impressions") < l.at("clicks")
	}},
	{what: "Search Console: pages", limits: consoleLimits, match: func(l *layout) bool {
		return l.has("clicks", "impressions") && !l.visitors() && len(l.sample.Columns) <= 12
	}},
	{what: "Analytics: pages", limits: analyticsLimits, visits: true, match: (*layout).visitors},
	{what: "Search Console: links", limits: consoleLimits, match: func(l *layout) bool {
		return len(l.columns) <= 2 && l.has("incoming-links") && l.means[l.url].name == roleTarget
	}},
	{what: "backlinks", links: true, match: func(l *layout) bool { return l.source >= 0 && l.source != l.url }},
	{what: "Search Console: pages of one reason", limits: consoleLimits, match: (*layout).drillDown},
	{what: "product feed", match: func(l *layout) bool {
		return l.named("link") && (l.named("price") || l.named("availability") || l.named("image link") || l.named("image_link") || l.named("id", "title"))
	}},
	{what: "a table", match: func(*layout) bool { return true }},
}

// visitors reports measures of an analytics tool, of which Screaming Frog has
// columns, too.
func (l *layout) visitors() bool {
	return l.has("sessions") || l.has("views") || l.has("active-users") || l.has("new-users")
}

// drillDown reports a table of pages and the dates when they were crawled.
func (l *layout) drillDown() bool {
	if len(l.sample.Columns) != 2 || l.url != 0 {
		return false
	}
	return l.means[1].name == "last-crawled" || l.sample.Columns[1].Mostly(table.DateTime)
}

// kindOf recognises a table that has a column of URLs.
func kindOf(l *layout) *kind {
	for i := range kinds {
		if kinds[i].match(l) {
			return &kinds[i]
		}
	}
	return nil
}

// limit gives the number of rows at which the tool stopped, 0 if it did not.
func (k *kind) limit(rows int) int {
	if slices.Contains(k.limits, rows) {
		return rows
	}
	return 0
}

// without tells what a table is that names no URLs.
func without(l *layout) string {
	names := make([]string, 0, len(l.sample.Columns))
	for i := range l.sample.Columns {
		names = append(names, l.sample.Columns[i].Name)
	}
	what := "a table without URLs"
	if l.has("clicks", "impressions") {
		switch {
		case l.sample.Columns[0].Mostly(table.DateTime):
			what = "Search Console or Bing: dates"
		case l.has(roleQuery) || l.at("clicks") != 1:
			what = "Search Console or Bing: queries"
		default:
			what = "Search Console or Bing: queries, countries or devices"
		}
	}
	return what + " (columns " + strings.Join(names[:min(len(names), 6)], ", ") + ")"
}
