package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/site/summary"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// summarise tells what the run found and wrote: for people, or as one JSON
// object.
func (r *crawlRun) summarise() error {
	if r.p.json {
		return r.p.printJSON(r.summaryJSON())
	}
	if r.p.quiet {
		return nil
	}
	_, err := fmt.Fprint(r.p.out, r.summaryText())
	return err
}

func (r *crawlRun) summaryText() string {
	var b strings.Builder
	r.findingsHeadline(&b)
	if r.refused != nil {
		stays := "; the sitemap stays as it was."
		if len(r.Last.Flaws) > 0 {
			stays = "; the sitemap is left as it is, and is not whole."
		}
		headline := "NOT PUBLISHED: " + r.refused.headline() + stays
		fmt.Fprintf(&b, "%s\n\n", strings.Join(wrap(headline, summaryWidth), "\n"))
	}
	title := fmt.Sprintf("portolan %s  %s  %s in %s", versionString(), oneLine(r.start.URL), r.ending(), took(r.Result.Took))
	fmt.Fprintf(&b, "%s\n\n", strings.Join(wrap(title, summaryWidth), "\n"))
	v := r.Verdicts
	fmt.Fprintf(&b, "%-10s %9s = listed %s + excluded %s + deferred %s\n", "Known URLs", thousands(v.Known),
		thousands(v.Of(audit.ListedInFile)), thousands(v.Of(audit.Excluded)), thousands(v.Of(audit.Deferred)))
	r.verdictRows(&b, "Excluded", audit.Excluded)
	r.verdictRows(&b, "Deferred", audit.Deferred)
	b.WriteString("\n")
	r.findingRows(&b)
	r.problemRows(&b)
	r.troubleRows(&b)
	r.viewRows(&b)
	r.unmatchedRows(&b)
	r.hintRows(&b)
	r.foldRows(&b)
	r.ruleRows(&b)
	r.robotsRows(&b)
	r.sitemapRows(&b)
	deltaRows(&b, r.Folder.Dir, r.delta)
	newsRows(&b, r.news)
	r.ownSitemapRows(&b)
	r.sourceRows(&b)
	r.coverageRows(&b)
	r.translationRows(&b)
	r.opts.publishing.extraRows(&b, r.Written, r.Folder.Dir)
	r.receiptRow(&b)
	summaryRow(&b, "Crawl file", "%s", r.crawlFile())
	next := strings.Join(wrap(r.nextStep(), summaryWidth), "\n")
	if r.refused != nil {
		next = r.refused.toDecide()
	}
	fmt.Fprintf(&b, "\n%s\n", next)
	return b.String()
}

// ending says how the run ended.
func (r *crawlRun) ending() string {
	switch r.Result.End {
	case crawler.Complete:
		return "finished"
	case crawler.NotCrawled:
		return "made of your sources, nothing fetched,"
	case crawler.RobotsUnavailable:
		return "stopped, robots.txt unavailable,"
	case crawler.Unreachable:
		return "stopped, a host does not answer,"
	case crawler.ShutOut:
		return "stopped by a firewall"
	}
	return "stopped at " + string(r.Result.End)
}

// verdictRows lists the counts of a state's verdicts, largest first; they add
// up to the state's total.
func (r *crawlRun) verdictRows(b *strings.Builder, label string, state audit.State) {
	var codes []audit.Code
	for _, c := range audit.Codes() {
		if c.State() == state && r.Verdicts.Counts[c] > 0 {
			codes = append(codes, c)
		}
	}
	slices.SortStableFunc(codes, func(x, y audit.Code) int { return r.Verdicts.Counts[y] - r.Verdicts.Counts[x] })
	for _, c := range codes {
		countRow(b, label, thousands(r.Verdicts.Counts[c]), c.String(), c.Meaning())
		label = ""
	}
}

// foldRows tells which spellings were folded, and where.
func (r *crawlRun) foldRows(b *strings.Builder) {
	folds, err := r.Store.Folds()
	if err != nil || len(folds) == 0 {
		return
	}
	slices.SortStableFunc(folds, func(x, y frontier.Fold) int { return y.Count - x.Count })
	label := "Folded"
	for i, f := range folds {
		if i == 5 {
			countRow(b, "", thousands(len(folds)-i), "more rules", "")
			break
		}
		example := ""
		if len(f.Examples) > 0 {
			example = oneLine(f.Examples[0])
		}
		countRow(b, label, thousands(f.Count), f.Kind+" "+oneLine(f.Name), example)
		label = ""
	}
	b.WriteString("\n")
}

// ruleRows tells what was learned of the site's spelling.
func (r *crawlRun) ruleRows(b *strings.Builder) {
	label := "Learned"
	for _, rule := range r.Store.Rules() {
		what := strings.Join(strings.Fields(string(rule.Kind)+" "+rule.Name+rule.Path+" "+rule.Value), " ")
		summaryRow(b, label, "%s: %s", oneLine(rule.Host), cut(oneLine(what), 2*summaryWidth))
		summaryRow(b, "", "%s", cut(oneLine(rule.Proof), 2*summaryWidth))
		label = ""
	}
	for _, note := range r.start.Notes {
		summaryRow(b, label, "%s", oneLine(note))
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
	r.stagingRows(b)
	switch {
	case o.noRobots:
		summaryRow(b, "robots.txt", "ignored (--ignore-robots)")
	case o.robotsText != nil:
		summaryRow(b, "robots.txt", "WHAT-IF: %s was obeyed instead of the live file", printable(o.robotsFile))
	}
	if !o.noRobots && o.robotsText == nil && r.RobotsIsPage() {
		summaryRow(b, "robots.txt", "%s", webPageText)
	}
	if !o.noRobots && !strings.EqualFold(o.robotsAgent, "portolan") {
		summaryRow(b, "", "rules for %s obeyed; fetched as %s", printable(o.robotsAgent), printable(o.userAgent))
	}
}

func (r *crawlRun) sitemapRows(b *strings.Builder) {
	switch {
	case r.refused != nil:
		r.refusedRows(b)
	case r.shut != nil:
		summaryRow(b, "Sitemap", "NOT WRITTEN: %s", shutHeadline(r.shut.Shut))
	case r.Failed:
		summaryRow(b, "Sitemap", "NOT PUBLISHED: see the error below")
	case r.Published == nil:
		summaryRow(b, "Sitemap", "not written: there is nothing to list; %s", r.whyNothing())
	default:
		r.publishedRows(b)
	}
}

// refusedRows tell why the sitemap was not published, and the two commands that
// decide.
func (r *crawlRun) refusedRows(b *strings.Builder) {
	summaryRow(b, "Sitemap", "NOT PUBLISHED: it has lost many URLs; the set that stands in %s was kept", r.Folder.Dir)
	for _, f := range r.Last.Flaws {
		summaryRow(b, "", "%s is not as it was published: %s", f.Name, f.What)
	}
	for _, line := range slices.Concat(r.refused.differs(), r.refused.lines()) {
		summaryRow(b, "", "%s", line)
	}
}

func (r *crawlRun) publishedRows(b *strings.Builder) {
	set := r.Published
	main := set.Sitemap()
	summaryRow(b, "Sitemap", "%s", filepath.Join(r.Folder.Dir, main.Name))
	if r.partial {
		summaryRow(b, "", "PARTIAL (%s): %s URLs known, %s undecided", r.Result.End,
			thousands(r.Verdicts.Known), thousands(r.Verdicts.Of(audit.Deferred)))
	}
	summaryRow(b, "", "%s URL%s in %d file%s", thousands(set.URLs), plural(set.URLs), len(set.Files), plural(len(set.Files)))
	textRow(b, set)
	summaryRow(b, "", "to be served at %s", printable(main.URL))
	lacks := " (the live file lacks it)"
	if r.staging != "" {
		lacks = " (the copy's lacks it; the site's own was not read)"
	}
	robotsLineRows(b, r.Store, r.scope, main.URL, lacks)
	if n := r.Verdicts.Counts[audit.ListedCarried]; n > 0 {
		summaryRow(b, "", "%s of them not read now: listed last time", thousands(n))
	}
	r.changeRow(b)
	if c := summary.ComparedOf(r.Store); c != nil {
		summaryRow(b, "", "%s page%s changed since the last crawl, %s not sent again (304)", thousands(c.Changed), plural(c.Changed), thousands(c.Unchanged))
	}
	if !set.Changed {
		summaryRow(b, "", "nothing changed since the last run: files untouched")
	}
}

// textRow tells of the text sitemaps beside the others.
func textRow(b *strings.Builder, set *publish.Result) {
	if n := len(set.Texts); n > 0 {
		summaryRow(b, "", "the same URLs as text: %s%s", printable(set.Texts[0].URL), andMore(n-1))
	}
}

func andMore(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" and %s more", thousands(n))
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// topReason is the most frequent reason for which URLs are not listed.
func (r *crawlRun) topReason() string {
	var top audit.Code
	for _, c := range audit.Codes() {
		if c.State() != audit.ListedInFile && r.Verdicts.Counts[c] > r.Verdicts.Counts[top] {
			top = c
		}
	}
	if top == audit.NoVerdict {
		return "no URL is known"
	}
	return fmt.Sprintf("most URLs (%s) are %s", thousands(r.Verdicts.Counts[top]), top)
}

// toGoOn tells how a crawl that is not complete goes on.
func (r *crawlRun) toGoOn() string {
	switch r.Result.End {
	case crawler.LimitPages, crawler.LimitPrefix, crawler.LimitDepth, crawler.LimitMemory, crawler.LimitDisk:
		return "run the same command with a higher limit"
	}
	return "run the same command again"
}

// nextStep is the command to try next.
func (r *crawlRun) nextStep() string {
	switch {
	case r.Failed:
		return "Once that is mended, run the same command again: it fetches no page twice."
	case r.partial:
		return "To go on with this crawl, " + r.toGoOn() + "."
	case r.Published == nil:
		return "To see why: portolan explain " + shellQuote(r.Folder.Dir) + " " + shellQuote(oneLine(r.start.URL))
	}
	return printable("Check it: portolan check " + shellQuote(filepath.Join(r.Folder.Dir, r.Published.Sitemap().Name)))
}

func (r *crawlRun) crawlFile() string { return r.File }

// fileNames gives the paths of a set's files, those of indexes first.
func fileNames(dir string, set *publish.Result) []string {
	names := []string{}
	for _, f := range slices.Concat(set.Indexes, set.Files, set.Texts) {
		names = append(names, filepath.Join(dir, f.Name))
	}
	return names
}

// summaryJSON is the crawl's summary for programs.
func (r *crawlRun) summaryJSON() map[string]any {
	verdicts := map[string]int{}
	for _, c := range audit.Codes() {
		if n := r.Verdicts.Counts[c]; n > 0 {
			verdicts[c.String()] = n
		}
	}
	x := r.Result.Receipt
	out := map[string]any{
		"type": "summary", "version": versionString(), "start": r.start.URL, "scope": r.scope.String(),
		"folder": r.Folder.Dir, "crawl_file": r.crawlFile(), "end": string(r.Result.End), "ms": r.Result.Took.Milliseconds(),
		"known": r.Verdicts.Known, "listed": r.Verdicts.Of(audit.ListedInFile), "excluded": r.Verdicts.Of(audit.Excluded),
		"deferred": r.Verdicts.Of(audit.Deferred), "verdicts": verdicts, "partial": r.partial, "published": r.Published != nil,
		"fetched": r.Result.Fetched, "requests": x.Requests, "probes": x.Probes, "requests_per_second": x.Rate, "bytes": x.Bytes,
		"ttfb_p50_ms": x.P50.Milliseconds(), "ttfb_p95_ms": x.P95.Milliseconds(), "back_offs": x.BackOffs, "slowed_by": list(x.SlowedBy), "throttled": x.Throttled,
		"parked": x.Parked, "robots_requests": x.Robots, "ttfb_start_p50_ms": x.StartP50.Milliseconds(), "ttfb_start_p95_ms": x.StartP95.Milliseconds(),
		"crawl_delay_ms": x.CrawlDelay.Milliseconds(), "receipt": r.receiptText(), "firewalls": list(r.Firewalls()), "quarantine": list(r.Quarantines()), "links_cut": r.LinksCut(), "unknown_urls_answer_200": list(r.Verdicts.AnsweredAlike), "intermittent": list(r.Verdicts.Intermittent),
		"own_sitemaps": r.ownSitemapsJSON(), "sources": r.sourcesJSON(), "translations": r.otherHosts(), "sitemap_url": r.mapURL, "sitemap": nil, "files": []string{}, "urls": 0,
	}
	r.opts.publishing.extraJSON(out, r.Written)
	out["error"], out["hints"] = nil, list(r.hints(context.Background()))
	if !silent(r.verdict) {
		out["error"] = maskLogins(r.verdict.Error())
	}
	out["delta"] = deltaJSON(r.Folder.Dir, r.delta)
	out["news"] = newsJSON(r.news)
	out["coverage"] = r.coverage()
	views := []classLine{}
	for i := range r.Verdicts.Views {
		views = append(views, classJSON(&r.Verdicts.Views[i]))
	}
	out["parameters"] = views
	out["compared"] = summary.ComparedOf(r.Store)
	if out["findings"] = nil; r.found != nil {
		out["findings"] = findingsLine(r.found)
	}
	out["guard"], out["wall"] = r.guardJSON(), r.wallJSON()
	if found, err := r.unmatched(context.Background()); err == nil {
		out["unmatched_filters"] = list(found)
	}
	if r.Published != nil {
		out["sitemap"], out["files"], out["urls"] = filepath.Join(r.Folder.Dir, r.Published.Sitemap().Name), fileNames(r.Folder.Dir, r.Published), r.Published.URLs
		out["lastmod_sources"] = r.Written.LastModSources()
	}
	return out
}

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
