package outcome

import (
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// alternateRows tells how many translations were written, and why others were
// not. dir is the site folder.
func alternateRows(b *strings.Builder, crawl frontier.Crawl, dir string, a *audit.Alternates) {
	if a == nil {
		return
	}
	if n := a.Len(); n > 0 {
		prose.Row(b, "Translations", "%s page%s in %s group%s of translations", prose.Thousands(a.Pages()), prose.Plural(a.Pages()), prose.Thousands(n), prose.Plural(n))
	} else {
		prose.Row(b, "Translations", "NONE WRITTEN (--hreflang): no two listed pages name each other by rel=alternate hreflang")
	}
	example := ""
	for _, why := range audit.AlternateFaults() {
		left := a.Left(why)
		if left.Count == 0 {
			continue
		}
		from, to := urlOf(crawl, left.From), urlOf(crawl, left.To)
		prose.Row(b, "", "%s left out: %s, such as %q at %s on %s", prose.Thousands(left.Count), why, safe.Quoted(left.Lang), safe.Quoted(to), safe.Quoted(from))
		if host := otherHost(crawl, left.To); host != "" && why != audit.AlternateLanguage {
			prose.Row(b, "", "to count pages on that host: --hreflang-hosts %s", host)
		}
		if example == "" {
			example = from
		}
	}
	if example != "" {
		prose.Row(b, "", "page by page: portolan explain %s %s", safe.ShellQuote(dir), safe.ShellQuote(safe.OneLine(example)))
	}
}

func urlOf(crawl frontier.Crawl, id frontier.ID) string {
	if row, err := crawl.Row(id); err == nil && row != nil {
		return row.URL
	}
	return fmt.Sprintf("URL %d", id)
}

// otherHost gives the host of a URL that is out of scope for its host, "" for
// any other.
func otherHost(crawl frontier.Crawl, id frontier.ID) string {
	row, err := crawl.Row(id)
	if err != nil || row == nil || row.Reason != frontier.ScopeHost {
		return ""
	}
	_, host, _, _ := canonical.Split([]byte(row.URL))
	return string(host)
}
