package outcome

import (
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/summary"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

const outOfScope = "out_of_scope"

// faultNames group the verdicts of URLs that a sitemap should not list.
var faultNames = []struct {
	name  string
	key   string // in --json
	codes []audit.Code
}{
	{"dead", "dead", []audit.Code{audit.HTTP4xx, audit.HTTP5xx, audit.HTTPOther, audit.Denied, audit.NetworkError}},
	{"redirected", "redirected", []audit.Code{audit.Redirect, audit.RedirectLoop}},
	{"error pages that answer 200", "error_pages", []audit.Code{audit.Soft404}},
	{"noindex", "noindex", []audit.Code{audit.NoIndexHeader, audit.NoIndexMeta}},
	{"canonical elsewhere", "canonical_elsewhere", []audit.Code{audit.CanonicalElsewhere}},
	{"blocked by robots.txt", "blocked", []audit.Code{audit.RobotsBlocked, audit.RobotsUnavailable}},
	{"out of scope", outOfScope, []audit.Code{audit.ScopeHost, audit.ScopeScheme, audit.ScopePath}},
}

// ownSitemapRows tells how the site's own sitemaps differ from ours.
func (r *Outcome) ownSitemapRows(b *strings.Builder) {
	files, read := crawler.SitemapFiles(r.Store.Meta)
	if !read {
		return
	}
	own := &r.Verdicts.Own
	good := slices.DeleteFunc(slices.Clone(files), func(f crawler.SitemapFile) bool { return !f.Read })
	switch {
	case len(good) > 0:
		first := safe.OneLine(good[0].URL)
		if len(good) > 1 {
			first += fmt.Sprintf(" and %s more", prose.Thousands(len(good)-1))
		}
		prose.Row(b, "Site's sitemap", "%s: %s URL%s", first, prose.Thousands(own.Total()), prose.Plural(own.Total()))
		r.ownDifferences(b, own, slices.ContainsFunc(good, func(f crawler.SitemapFile) bool { return !f.Feed() }))
	case len(files) > 0:
		none := "none found"
		if i := slices.IndexFunc(files, untoldPlace); i >= 0 {
			none = fmt.Sprintf("not known: %s %s", r.shortURL(files[i].URL), refusal(files[i].Status))
		}
		prose.Row(b, "Site's sitemap", "%s", none)
	}
	r.unreadSitemaps(b, files)
	r.mergedRow(b)
}

// untoldPlace reports a usual place of which the site has not said whether a
// sitemap is there.
func untoldPlace(f crawler.SitemapFile) bool { return f.Found == crawler.SitemapUsual && f.Untold() }

func refusal(status int) string {
	if status == 0 {
		return "gave no answer"
	}
	return fmt.Sprintf("answers %d", status)
}

// mergedRow names what --merge-index has kept.
func (r *Outcome) mergedRow(b *strings.Builder) {
	const shown = 3
	if r.Written == nil || !r.Written.MergeIndex {
		return
	}
	var names []string
	for _, e := range r.Written.Foreign() {
		names = append(names, r.shortURL(e.Loc))
	}
	switch n := len(names); {
	case n == 0:
		prose.Row(b, "", "--merge-index keeps none: no index of the site lists a sitemap of others that could be read")
	case n > shown:
		prose.Row(b, "", "the index keeps %s sitemaps of others: %s and %s more", prose.Thousands(n), strings.Join(names[:shown], ", "), prose.Thousands(n-shown))
	default:
		prose.Row(b, "", "the index keeps %d sitemap%s of others: %s", n, prose.Plural(n), strings.Join(names, ", "))
	}
}

// ownDifferences tells what the site's sitemaps list and should not, and, if
// they are to list everything, what they miss.
func (r *Outcome) ownDifferences(b *strings.Builder, own *audit.OwnSitemaps, all bool) {
	if faults, _ := r.ownFaults(); len(faults) > 0 {
		prose.Row(b, "", "lists what it should not: %s", strings.Join(faults, ", "))
	}
	if n := r.unlisted(); all && n > 0 {
		text := fmt.Sprintf("misses %s of the %s URLs listed now", prose.Thousands(n), prose.Thousands(r.Verdicts.Of(audit.ListedInFile)))
		if r.Found != nil {
			if found := r.Found.Of("sitemap-misses-page").N; found > 0 && found < n {
				text += fmt.Sprintf(", of which %s are findings: not later parts of lists", prose.Thousands(found))
			}
		}
		prose.Row(b, "", "%s", text)
	}
	if r.found(awayRule) > 0 {
		return // links were written for another address: nothing is wrong with what they lead to
	}
	if own.Orphans > 0 && (r.Found == nil || r.Found.Of("orphan").Withheld == "") {
		prose.Row(b, "", "%s orphan%s, which no link leads to: %s", prose.Thousands(own.Orphans), prose.Plural(own.Orphans), r.shortURL(own.OrphanExamples[0]))
	}
}

// unlisted counts the URLs that we list and the site's sitemaps do not.
func (r *Outcome) unlisted() int {
	return r.Verdicts.Counts[audit.Listed] - r.Verdicts.Own.Counts[audit.Listed]
}

// unreadSitemaps names sitemaps that somebody relies on and that are none.
func (r *Outcome) unreadSitemaps(b *strings.Builder, files []crawler.SitemapFile) {
	const shown = 3
	bad := slices.DeleteFunc(slices.Clone(files), func(f crawler.SitemapFile) bool {
		sound := f.Read && f.Errors == 0 && !f.Cut
		return sound || f.Found == crawler.SitemapUsual && !f.Read || strings.HasPrefix(f.Note, "redirects ")
	})
	for i, f := range bad {
		if i == shown {
			prose.Row(b, "", "and %s more with faults", prose.Thousands(len(bad)-shown))
			return
		}
		prose.Row(b, "", "%s: %s", r.shortURL(f.URL), safe.OneLine(sitemapFault(f)))
	}
}

func sitemapFault(f crawler.SitemapFile) string {
	switch {
	case f.Note != "":
		return f.Note
	case f.Errors > 0:
		return fmt.Sprintf("%s error%s, the first: %s", prose.Thousands(f.Errors), prose.Plural(f.Errors), f.Problem)
	}
	return "too large; only its beginning was read"
}

// ownSitemapsJSON is the same for programs, nil if the site's sitemaps were
// not read.
func (r *Outcome) ownSitemapsJSON() map[string]any {
	files, read := crawler.SitemapFiles(r.Store.Meta)
	if !read {
		return nil
	}
	own := &r.Verdicts.Own
	out := map[string]any{"files": files, "urls": own.Total(), "listed": own.Counts[audit.Listed], "unlisted": r.unlisted(), "orphans": own.Orphans}
	for _, f := range faultNames {
		out[f.key] = own.Of(f.codes...)
	}
	return out
}

// robotsLineRows shows the line by which engines find the sitemap, and whether
// the robots.txt that the crawl has read lacks it: missing is the word for that.
// The line stands by itself, in one piece if a terminal has room for it, so that
// it can be copied.
func robotsLineRows(b *strings.Builder, crawl frontier.Crawl, scope canonical.Scope, mapURL, missing string) {
	if lacks, known := summary.RobotsLacks(crawl, scope, mapURL); !known || !lacks {
		missing = ""
	}
	prose.Row(b, "", "for robots.txt%s:", missing)
	text, indent := "Sitemap: "+safe.Printable(mapURL), prose.LabelWidth
	if prose.Columns(text) > prose.Width-indent {
		indent = 2
	}
	for _, line := range prose.Wrap(text, prose.Width-indent) {
		fmt.Fprintf(b, "%*s%s\n", indent, "", line)
	}
	if place, err := canonical.ScopeOf(mapURL); err == nil && place == scope && place.Dir != "/" {
		prose.Row(b, "", "a sitemap in %s can only list URLs in %s", safe.Printable(place.Dir), safe.Printable(place.Dir))
	}
}
