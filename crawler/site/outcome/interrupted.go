package outcome

import (
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/frontier"
)

func (r *Outcome) InterruptedText(c frontier.Counts, when string) string {
	var b strings.Builder
	title, why := "interrupted in "+prose.Took(r.Result.Took), "the crawl was interrupted"
	if when != "" {
		title, why = "interrupted "+when, "the run was interrupted "+when
	}
	title = fmt.Sprintf("portolan %s  %s  %s", r.Version, safe.OneLine(r.Start.URL), title)
	fmt.Fprintf(&b, "%s\n\n", strings.Join(prose.Wrap(title, prose.Width), "\n"))
	fmt.Fprintf(&b, "%-10s %9s = read %s + waiting %s + not to be read %s\n\n", "Known URLs", prose.Thousands(c.Known),
		prose.Thousands(c.Settled), prose.Thousands(c.Pending), prose.Thousands(c.Decided+c.NoFollow))
	prose.Row(&b, "Sitemap", "not written: %s", why)
	if r.Result.Receipt.Requests > 0 {
		r.receiptRow(&b)
	}
	prose.Row(&b, "Crawl file", "%s", r.crawlFile())
	fmt.Fprintf(&b, "\nTo go on, run the same command again.\n")
	return b.String()
}

// InterruptedJSON has the names of the summary's object for what is known
// without verdicts.
func (r *Outcome) InterruptedJSON(c frontier.Counts, when string) map[string]any {
	x := r.Result.Receipt
	return map[string]any{
		"type": "summary", "version": r.Version, "start": r.Start.URL, "scope": r.Scope.String(),
		"folder": r.Folder.Dir, "crawl_file": r.crawlFile(), "end": string(crawler.Interrupted), "interrupted": when,
		"ms": r.Result.Took.Milliseconds(), "known": c.Known, "settled": c.Settled, "pending": c.Pending, "not_fetched": c.Decided + c.NoFollow,
		"published": false, "fetched": r.Result.Fetched, "requests": x.Requests, "requests_per_second": x.Rate, "bytes": x.Bytes,
		"throttled": x.Throttled, "back_offs": x.BackOffs, "receipt": r.receiptText(), "sitemap_url": r.MapURL, "sitemap": nil,
	}
}
