package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
)

// summarise tells what the run found and wrote: for people, or as one JSON
// object.
func (r *crawlRun) summarise() error {
	if r.p.json {
		return json.NewEncoder(r.p.out).Encode(r.summaryJSON())
	}
	if r.p.quiet {
		return nil
	}
	_, err := fmt.Fprint(r.p.out, r.summaryText())
	return err
}

// summaryRow is one line with a label in the first 17 columns.
func summaryRow(b *strings.Builder, label, format string, args ...any) {
	fmt.Fprintf(b, "%-16s %s\n", label, fmt.Sprintf(format, args...))
}

func (r *crawlRun) summaryText() string {
	var b strings.Builder
	fmt.Fprintf(&b, "portolan %s  %s  %s in %s\n\n", versionString(), printable(r.start.URL), r.ending(), took(r.result.Took))
	v := r.verdicts
	summaryRow(&b, "Known URLs", "%s = listed %s + excluded %s + deferred %s", thousands(v.Known),
		thousands(v.Of(audit.ListedInFile)), thousands(v.Of(audit.Excluded)), thousands(v.Of(audit.Deferred)))
	r.verdictRows(&b, "Excluded", audit.Excluded)
	r.verdictRows(&b, "Deferred", audit.Deferred)
	b.WriteString("\n")
	r.foldRows(&b)
	r.ruleRows(&b)
	r.robotsRows(&b)
	r.sitemapRows(&b)
	r.politenessRow(&b)
	summaryRow(&b, "Crawl file", "%s", r.crawlFile())
	fmt.Fprintf(&b, "\n%s\n", r.nextStep())
	return b.String()
}

// ending says how the run ended.
func (r *crawlRun) ending() string {
	switch r.result.End {
	case crawler.Complete:
		return "finished"
	case crawler.Interrupted:
		return "interrupted"
	case crawler.RobotsUnavailable:
		return "stopped, robots.txt unavailable,"
	}
	return "stopped at " + string(r.result.End)
}

// verdictRows lists the counts of a state's verdicts, largest first; they add
// up to the state's total.
func (r *crawlRun) verdictRows(b *strings.Builder, label string, state audit.State) {
	var codes []audit.Code
	for _, c := range audit.Codes() {
		if c.State() == state && r.verdicts.Counts[c] > 0 {
			codes = append(codes, c)
		}
	}
	slices.SortStableFunc(codes, func(x, y audit.Code) int { return r.verdicts.Counts[y] - r.verdicts.Counts[x] })
	for _, c := range codes {
		summaryRow(b, label, "%9s  %-22s %s", thousands(r.verdicts.Counts[c]), c, cut(c.Meaning(), 29))
		label = ""
	}
}

// foldRows tells which spellings were folded, and where.
func (r *crawlRun) foldRows(b *strings.Builder) {
	folds, err := r.store.Folds()
	if err != nil || len(folds) == 0 {
		return
	}
	slices.SortStableFunc(folds, func(x, y frontier.Fold) int { return y.Count - x.Count })
	label := "Spellings folded"
	for i, f := range folds {
		if i == 5 {
			summaryRow(b, "", "%9s  more rules", thousands(len(folds)-i))
			break
		}
		example := ""
		if len(f.Examples) > 0 {
			example = printable(f.Examples[0])
		}
		summaryRow(b, label, "%9s  %-22s %s", thousands(f.Count), cut(f.Kind+" "+printable(f.Name), 22), cut(example, 29))
		label = ""
	}
	b.WriteString("\n")
}

// ruleRows tells what was learned of the site's spelling.
func (r *crawlRun) ruleRows(b *strings.Builder) {
	label := "Learned"
	for _, rule := range r.store.Rules() {
		what := strings.TrimSpace(string(rule.Kind) + " " + rule.Name + rule.Path + " " + rule.Value)
		summaryRow(b, label, "%s: %s", printable(rule.Host), cut(printable(what), 60-len(rule.Host)))
		summaryRow(b, "", "  %s", cut(printable(rule.Proof), 61))
		label = ""
	}
	for _, note := range r.start.Notes {
		summaryRow(b, label, "%s", printable(note))
		label = ""
	}
	if label == "" {
		b.WriteString("\n")
	}
}

// robotsRows tells whose robots.txt rules were obeyed, where it is not simply
// the live file's for portolan.
func (r *crawlRun) robotsRows(b *strings.Builder) {
	o := r.opts
	switch {
	case o.noRobots:
		summaryRow(b, "robots.txt", "ignored (--ignore-robots)")
	case o.robotsText != nil:
		summaryRow(b, "robots.txt", "WHAT-IF: %s was obeyed instead of the live file", printable(o.robotsFile))
	}
	if !o.noRobots && !strings.EqualFold(o.robotsAgent, "portolan") {
		summaryRow(b, "", "rules for %s obeyed; fetched as %s", printable(o.robotsAgent), printable(o.userAgent))
	}
}

func (r *crawlRun) sitemapRows(b *strings.Builder) {
	switch {
	case r.result.End == crawler.Interrupted:
		summaryRow(b, "Sitemap", "not written: the crawl was interrupted")
	case r.kept:
		summaryRow(b, "Sitemap", "NOT PUBLISHED: the crawl is partial (%s), and a set stands here", r.result.End)
		summaryRow(b, "", "already; it was kept")
	case r.published == nil:
		summaryRow(b, "Sitemap", "not written: nothing to list; %s", r.topReason())
	default:
		r.publishedRows(b)
	}
}

func (r *crawlRun) publishedRows(b *strings.Builder) {
	set := r.published
	main := set.Sitemap()
	mark := ""
	if r.partial {
		mark = fmt.Sprintf("PARTIAL (%s): %s URLs known, %s undecided; ", r.result.End,
			thousands(r.verdicts.Known), thousands(r.verdicts.Of(audit.Deferred)))
	}
	summaryRow(b, "Sitemap", "%s", filepath.Join(r.folder.dir, main.Name))
	summaryRow(b, "", "%s%s URLs in %d file%s", mark, thousands(set.URLs), len(set.Files), plural(len(set.Files)))
	summaryRow(b, "", "to be served at %s", printable(main.URL))
	if !set.Changed {
		summaryRow(b, "", "nothing changed since the last run: files untouched")
	}
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

func (r *crawlRun) politenessRow(b *strings.Builder) {
	x := r.result.Receipt
	summaryRow(b, "Politeness", "%s requests, %.1f/s, %s; first byte p50 %s, p95 %s", thousands(x.Requests), x.Rate, humanBytes(x.Bytes),
		millis(x.P50), millis(x.P95))
	if x.BackOffs > 0 || x.Throttled > 0 {
		summaryRow(b, "", "%d back-offs, %d times asked to wait", x.BackOffs, x.Throttled)
	}
	if x.CrawlDelay > 0 {
		summaryRow(b, "", "Crawl-delay of %s kept", x.CrawlDelay)
	}
}

// topReason is the most frequent reason for which URLs are not listed.
func (r *crawlRun) topReason() string {
	var top audit.Code
	for _, c := range audit.Codes() {
		if c.State() != audit.ListedInFile && r.verdicts.Counts[c] > r.verdicts.Counts[top] {
			top = c
		}
	}
	if top == audit.NoVerdict {
		return "no URL is known"
	}
	return fmt.Sprintf("most URLs (%s) are %s", thousands(r.verdicts.Counts[top]), top)
}

// nextStep is the command to try next.
func (r *crawlRun) nextStep() string {
	switch {
	case r.result.End == crawler.Interrupted:
		return "To go on, run the same command again."
	case r.kept:
		return "To replace it, remove the limit, or write into another folder with -o."
	case r.published == nil:
		return "To see why a URL is not listed: portolan explain " + r.folder.dir + " " + printable(r.start.URL)
	case r.partial:
		return "To go on with this crawl, run the same command with a higher limit."
	}
	return "Check it: portolan check " + filepath.Join(r.folder.dir, r.published.Sitemap().Name)
}

func (r *crawlRun) crawlFile() string {
	names, err := r.folder.crawlFiles()
	if err != nil || len(names) == 0 {
		return r.folder.dir
	}
	return names[len(names)-1]
}

// summaryJSON is the crawl's summary for programs.
func (r *crawlRun) summaryJSON() map[string]any {
	verdicts := map[string]int{}
	for _, c := range audit.Codes() {
		if n := r.verdicts.Counts[c]; n > 0 {
			verdicts[c.String()] = n
		}
	}
	x := r.result.Receipt
	out := map[string]any{
		"type": "summary", "version": versionString(), "start": r.start.URL, "scope": r.scope.String(),
		"folder": r.folder.dir, "crawl_file": r.crawlFile(), "end": string(r.result.End), "ms": r.result.Took.Milliseconds(),
		"known": r.verdicts.Known, "listed": r.verdicts.Of(audit.ListedInFile), "excluded": r.verdicts.Of(audit.Excluded),
		"deferred": r.verdicts.Of(audit.Deferred), "verdicts": verdicts, "partial": r.partial, "published": r.published != nil,
		"fetched": r.result.Fetched, "requests": x.Requests, "requests_per_second": x.Rate, "bytes": x.Bytes,
		"ttfb_p50_ms": x.P50.Milliseconds(), "ttfb_p95_ms": x.P95.Milliseconds(), "back_offs": x.BackOffs, "throttled": x.Throttled,
		"sitemap_url": r.mapURL, "sitemap": nil, "files": []string{}, "urls": 0,
	}
	if r.published != nil {
		files := []string{}
		for _, f := range append(slices.Clone(r.published.Indexes), r.published.Files...) {
			files = append(files, filepath.Join(r.folder.dir, f.Name))
		}
		out["sitemap"], out["files"], out["urls"] = filepath.Join(r.folder.dir, r.published.Sitemap().Name), files, r.published.URLs
	}
	return out
}

// cut shortens text to n columns.
func cut(s string, n int) string {
	runes := []rune(s)
	if n < 4 || len(runes) <= n {
		return s
	}
	return string(runes[:n-3]) + "..."
}

func millis(d time.Duration) string { return fmt.Sprintf("%d ms", d.Milliseconds()) }

// took gives a duration for people: 41 m 08 s.
func took(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Hour:
		return fmt.Sprintf("%d m %02d s", int(d.Minutes()), int(d.Seconds())%60)
	}
	return fmt.Sprintf("%d h %02d m", int(d.Hours()), int(d.Minutes())%60)
}
