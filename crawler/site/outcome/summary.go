package outcome

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/crawler/guard"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/crawler/site/summary"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/robots"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// SummaryText tells what was found, what to do first, and what has changed; with
// Told.Verbose all that the run knows of itself.
func (r *Outcome) SummaryText() string {
	var b strings.Builder
	r.findingsHeadline(&b)
	if r.Refused != nil {
		stays := "; the sitemap stays as it was."
		if len(r.Last.Flaws) > 0 {
			stays = "; the sitemap is left as it is, and is not whole."
		}
		headline := "NOT PUBLISHED: " + r.Refused.headline() + stays
		fmt.Fprintf(&b, "%s\n\n", strings.Join(prose.Wrap(headline, prose.Width), "\n"))
	}
	r.checkFirstRow(&b)
	title := fmt.Sprintf("portolan %s  %s  %s in %s", r.Version, safe.OneLine(r.Start.URL), r.ending(), prose.Took(r.Result.Took))
	fmt.Fprintf(&b, "%s\n\n", strings.Join(prose.Wrap(title, prose.Width), "\n"))
	v := r.Verdicts
	fmt.Fprintf(&b, "%-10s %9s = listed %s + excluded %s + deferred %s\n", "Known URLs", prose.Thousands(v.Known),
		prose.Thousands(v.Of(audit.ListedInFile)), prose.Thousands(v.Of(audit.Excluded)), prose.Thousands(v.Of(audit.Deferred)))
	if n := v.Counts[audit.ListedCarried]; n > 0 {
		prose.CountRow(&b, "", prose.Thousands(n), "listed last time", "and not read now")
	}
	r.verdictRows(&b, "Excluded", audit.Excluded)
	r.verdictRows(&b, "Deferred", audit.Deferred)
	b.WriteString("\n")
	r.figureRows(&b)
	r.findingRows(&b)
	if r.Told.Verbose {
		r.problemRows(&b)
	}
	r.troubleRows(&b)
	r.renderRows(&b)
	r.viewRows(&b)
	r.unmatchedRows(&b)
	r.hintRows(&b)
	if r.Told.Verbose {
		r.foldRows(&b)
	}
	r.ruleRows(&b)
	r.robotsRows(&b)
	r.sitemapRows(&b)
	r.noIndexRow(&b)
	deltaRows(&b, r.Folder.Dir, r.Delta)
	newsRows(&b, r.News)
	r.ownSitemapRows(&b)
	r.sourceRows(&b)
	r.coverageRows(&b)
	r.translationRows(&b)
	r.checkedRows(&b)
	r.extractedRows(&b)
	extraRows(&b, r.Written, r.Folder.Dir, r.Told.Hot)
	if r.Told.Verbose {
		r.receiptRow(&b)
	}
	r.reportRows(&b)
	prose.Row(&b, "Crawl file", "%s", r.crawlFile())
	next := strings.Join(prose.Wrap(r.nextStep(), prose.Width), "\n")
	if r.Refused != nil {
		next = r.Refused.toDecide()
	}
	fmt.Fprintf(&b, "\n%s\n", next)
	return b.String()
}

// reportRows names the reports; many tables in one line.
func (r *Outcome) reportRows(b *strings.Builder) {
	isTable := func(file string) bool { return filepath.Ext(file) == ".csv" }
	files, tables := r.Reports, 0
	for _, file := range files {
		if isTable(file) {
			tables++
		}
	}
	if tables > 3 {
		files = append(slices.DeleteFunc(slices.Clone(files), isTable), fmt.Sprintf("%s tables, %s", prose.Thousands(tables), filepath.Join(r.Folder.Dir, "*.csv")))
	}
	for i, file := range files {
		prose.Row(b, []string{"Report", ""}[min(i, 1)], "%s", safe.Printable(file))
	}
}

// ending says how the run ended.
func (r *Outcome) ending() string {
	switch r.Result.End {
	case crawler.Complete:
		return "finished"
	case crawler.NotCrawled:
		return "made of your sources, nothing fetched,"
	case crawler.RobotsUnavailable:
		return "stopped, robots.txt unavailable,"
	case crawler.Unreachable:
		return "stopped, a host does not answer well,"
	case crawler.ShutOut:
		if list := r.Firewalls(); len(list) > 0 && maybeDown(list[0]) {
			return "stopped, a host does not answer well,"
		}
		return "stopped by a firewall"
	}
	if r.listAlone() {
		return "finished, without following links,"
	}
	return "stopped at " + string(r.Result.End)
}

// listAlone tells of a run that was to fetch what sources name, and no more, and
// has done so.
func (r *Outcome) listAlone() bool {
	return r.Result.End == crawler.LimitDepth && r.Options.Crawl.Limits.StartAlone() &&
		slices.ContainsFunc(r.Told.Given, func(g stored.Given) bool { return strings.HasPrefix(g.Flag, "from-") })
}

// verdictRows lists the counts of a state's verdicts, largest first; they add
// up to the state's total. Those that take URLs from the last sitemap are told in any case.
func (r *Outcome) verdictRows(b *strings.Builder, label string, state audit.State) {
	var codes []audit.Code
	for _, c := range audit.Codes() {
		if c.State() == state && r.Verdicts.Counts[c] > 0 {
			codes = append(codes, c)
		}
	}
	slices.SortStableFunc(codes, func(x, y audit.Code) int { return r.Verdicts.Counts[y] - r.Verdicts.Counts[x] })
	hides := func(i int, c audit.Code) bool {
		return !r.Told.Verbose && len(codes) > shownVerdicts && i >= shownVerdicts-1 && (r.Compared == nil || r.Compared.LostAs[c] == 0)
	}
	left, urls := 0, 0
	for i, c := range codes {
		if hides(i, c) {
			left, urls = left+1, urls+r.Verdicts.Counts[c]
			continue
		}
		prose.CountRow(b, label, prose.Thousands(r.Verdicts.Counts[c]), c.String(), c.Meaning())
		label = ""
	}
	if left > 0 {
		prose.CountRow(b, "", prose.Thousands(urls), fmt.Sprintf("%d more reason%s", left, prose.Plural(left)), "--verbose tells them")
	}
}

// shownVerdicts are the lines for one state's verdicts where not all are told.
const shownVerdicts = 6

// foldRows tells which spellings were folded, and where.
func (r *Outcome) foldRows(b *strings.Builder) {
	folds, err := r.Store.Folds()
	if err != nil || len(folds) == 0 {
		return
	}
	slices.SortStableFunc(folds, func(x, y frontier.Fold) int { return y.Count - x.Count })
	label := "Folded"
	for i, f := range folds {
		if i == 5 {
			prose.CountRow(b, "", prose.Thousands(len(folds)-i), "more rules", "")
			break
		}
		example := ""
		if len(f.Examples) > 0 {
			example = safe.OneLine(f.Examples[0])
		}
		prose.CountRow(b, label, prose.Thousands(f.Count), f.Kind+" "+safe.OneLine(f.Name), example)
		label = ""
	}
	b.WriteString("\n")
}

// ruleRows tells what was learned of the site's spelling.
func (r *Outcome) ruleRows(b *strings.Builder) {
	label := "Learned"
	for _, rule := range r.Store.Rules() {
		if spelling := rule.Kind == canonical.RuleScheme || rule.Kind == canonical.RuleHost; spelling && !r.Told.Verbose {
			continue // the first line has it
		}
		prose.Row(b, label, "%s: %s", safe.OneLine(rule.Host), prose.Cut(safe.OneLine(rule.String()), 2*prose.Width))
		prose.Row(b, "", "%s", prose.Cut(safe.OneLine(rule.Proof), 2*prose.Width))
		label = ""
	}
	for _, note := range r.Start.Notes {
		prose.Row(b, label, "%s", safe.OneLine(note))
		label = ""
	}
	if label == "" {
		b.WriteString("\n")
	}
}

// robotsRows tells whose robots.txt rules were obeyed, where it is not simply
// the live file's for portolan.
func (r *Outcome) robotsRows(b *strings.Builder) {
	o := &r.Told
	r.stagingRows(b)
	switch {
	case o.NoRobots && r.found("robots-txt-unavailable") > 0:
		prose.Row(b, "robots.txt", "ignored (--ignore-robots); IT GAVE NO ANSWER, or an error: until it does, search engines may fetch nothing of the site. Have it answer 200, or 404 where there is none")
	case o.NoRobots:
		prose.Row(b, "robots.txt", "ignored (--ignore-robots)")
	case o.WhatIf:
		prose.Row(b, "robots.txt", "WHAT-IF: %s was obeyed instead of the live file", safe.Printable(o.RobotsFile))
	}
	if !o.NoRobots && !o.WhatIf && r.RobotsIsPage() {
		prose.Row(b, "robots.txt", "%s", robots.WebPageText)
	}
	if !o.NoRobots && !strings.EqualFold(o.RobotsAgent, "portolan") {
		prose.Row(b, "", "rules for %s obeyed; fetched as %s", safe.Printable(o.RobotsAgent), safe.Printable(o.UserAgent))
	}
}

func (r *Outcome) sitemapRows(b *strings.Builder) {
	switch {
	case r.Aside:
		r.asideRows(b)
	case r.Refused != nil:
		r.refusedRows(b)
	case r.Shut != nil:
		prose.Row(b, "Sitemap", "NOT WRITTEN: %s", shutHeadline(r.Shut.Shut))
	case r.Failed:
		prose.Row(b, "Sitemap", "NOT PUBLISHED: see the error below")
	case r.Published == nil && r.Result.End == crawler.ShutOut && r.Last != nil:
		prose.Row(b, "Sitemap", "not written: a firewall has ended the crawl; the set that stands in %s was kept", r.Folder.Dir)
	case r.Published == nil && r.Result.End == crawler.ShutOut:
		prose.Row(b, "Sitemap", "not written: a firewall has ended the crawl")
	case r.Published == nil:
		prose.Row(b, "Sitemap", "not written: there is nothing to list; %s", r.WhyNothing())
	default:
		r.publishedRows(b)
	}
}

// asideRows tell of a what-if in the folder of the live site.
func (r *Outcome) asideRows(b *strings.Builder) {
	prose.Row(b, "Sitemap", "WHAT-IF: not published; the sitemap in %s stays as it was, and later crawls are not compared with this one", safe.Printable(r.Folder.Dir))
	prose.Row(b, "", "it would list %s", prose.Counted(r.Verdicts.Of(audit.ListedInFile), "URL"))
	r.changeRow(b)
	prose.Row(b, "", "to publish it all the same: portolan sitemap %s, or --force; for a folder of its own: -o DIR", safe.ShellQuote(r.Folder.Dir))
}

// refusedRows tell why the sitemap was not published, and the two commands that
// decide.
func (r *Outcome) refusedRows(b *strings.Builder) {
	what := "it has lost many URLs"
	if r.Refused.unread() {
		what = "nothing of it could be read"
	}
	switch r.Refused.Reason() {
	case guard.StartLost:
		what = "it has lost the start page"
	case guard.Flood:
		what = "most of it is new, and no link leads there"
	case guard.OneText:
		what = "many of its pages show one and the same text"
	}
	prose.Row(b, "Sitemap", "NOT PUBLISHED: %s; the set that stands in %s was kept", what, r.Folder.Dir)
	for _, f := range r.Last.Flaws {
		prose.Row(b, "", "%s is not as it was published: %s", f.Name, f.What)
	}
	for _, line := range slices.Concat(r.Refused.differs(), r.Refused.lines()) {
		prose.Row(b, "", "%s", line)
	}
}

func (r *Outcome) publishedRows(b *strings.Builder) {
	set := r.Published
	main := set.Sitemap()
	prose.Row(b, "Sitemap", "%s", filepath.Join(r.Folder.Dir, main.Name))
	switch left := r.Verdicts.Of(audit.Deferred); {
	case r.listAlone():
		prose.Row(b, "", "no link followed (--max-depth 0): %s known and unread", prose.Counted(left, "URL"))
	case r.Partial && left == 0 && r.Verdicts.Counts[audit.ListedCarried] > 0:
		prose.Row(b, "", "portolan stopped at %s: what it did not read stays listed", r.Result.End)
	case r.Partial && left == 0:
		prose.Row(b, "", "all %s known URLs are decided; but at %s portolan stopped asking whether there are more", prose.Thousands(r.Verdicts.Known), r.Result.End)
	case r.Partial:
		prose.Row(b, "", "PARTIAL (%s): %s URLs known, %s undecided", r.Result.End, prose.Thousands(r.Verdicts.Known), prose.Thousands(left))
	}
	prose.Row(b, "", "%s URL%s in %d file%s", prose.Thousands(set.URLs), prose.Plural(set.URLs), len(set.Files), prose.Plural(len(set.Files)))
	textRow(b, set)
	prose.Row(b, "", "to be served at %s", safe.Printable(main.URL))
	lacks := " (the live file lacks it)"
	if r.Staging != "" {
		lacks = " (the copy's lacks it; the site's own was not read)"
	}
	robotsLineRows(b, r.Store, r.Scope, main.URL, lacks)
	if n := r.Verdicts.Counts[audit.ListedCarried]; n > 0 {
		prose.Row(b, "", "%s of them not read now: listed last time", prose.Thousands(n))
	}
	r.changeRow(b)
	switch c := summary.ComparedOf(r.Store); {
	case c == nil:
	case c.Changed == nil:
		prose.Row(b, "", "texts not compared with the last crawl: %s", safe.OneLine(c.Why))
	default:
		prose.Row(b, "", "%s", textsChanged(*c.Changed, c.Unchanged))
	}
	if !set.Changed {
		prose.Row(b, "", "nothing changed since the last run: files untouched")
	}
	r.behindRows(b)
}

// textsChanged tells how many texts are others than in the last crawl, and of how many the
// server said so.
func textsChanged(changed, unsent int) string {
	text := "no text changed since the last crawl"
	if changed > 0 {
		text = prose.Counted(changed, "text") + " changed since the last crawl"
	}
	if unsent > 0 {
		text += fmt.Sprintf(", %s not sent again (304)", prose.Thousands(unsent))
	}
	return text
}

// textRow tells of the text sitemaps beside the others.
func textRow(b *strings.Builder, set *publish.Result) {
	if n := len(set.Texts); n > 0 {
		prose.Row(b, "", "the same URLs as text: %s%s", safe.Printable(set.Texts[0].URL), prose.AndMore(n-1))
	}
}

// topReason is the most frequent reason for which URLs are not listed.
func (r *Outcome) topReason() string {
	var top audit.Code
	for _, c := range audit.Codes() {
		if c.State() != audit.ListedInFile && r.Verdicts.Counts[c] > r.Verdicts.Counts[top] {
			top = c
		}
	}
	if top == audit.NoVerdict {
		return "no URL is known"
	}
	return fmt.Sprintf("most URLs (%s) are %s", prose.Thousands(r.Verdicts.Counts[top]), top)
}

// ToGoOn tells how a crawl that is not complete goes on.
func (r *Outcome) ToGoOn() string {
	switch r.Result.End {
	case crawler.LimitPages, crawler.LimitPrefix, crawler.LimitDepth, crawler.LimitMemory, crawler.LimitDisk:
		return "run the same command with a higher limit"
	}
	return "run the same command again"
}

// nextStep is the command to try next.
func (r *Outcome) nextStep() string {
	switch {
	case r.Failed:
		return "Once that is mended, run the same command again: it fetches no page twice."
	case r.Partial && !r.listAlone():
		return "To go on with this crawl, " + r.ToGoOn() + "."
	case r.Aside:
		return "What it changes: portolan diff " + safe.ShellQuote(r.Folder.Dir)
	case r.Published == nil:
		page := r.Start.URL
		if r.Shut != nil && r.Shut.ByItself() {
			page = r.Shut.Page
		}
		return "To see why: portolan explain " + safe.ShellQuote(r.Folder.Dir) + " " + safe.ShellQuote(safe.OneLine(page))
	}
	return safe.Printable("Check it: portolan check " + safe.ShellQuote(filepath.Join(r.Folder.Dir, r.Published.Sitemap().Name)))
}

func (r *Outcome) crawlFile() string { return r.File }

// SummaryJSON is the crawl's summary for programs.
func (r *Outcome) SummaryJSON() map[string]any {
	verdicts := map[string]int{}
	for _, c := range audit.Codes() {
		if n := r.Verdicts.Counts[c]; n > 0 {
			verdicts[c.String()] = n
		}
	}
	x := r.Result.Receipt
	out := map[string]any{
		"type": "summary", "version": r.Version, "start": r.Start.URL, "scope": r.Scope.String(),
		"folder": r.Folder.Dir, "crawl_file": r.crawlFile(), "end": string(r.Result.End), "ms": r.Result.Took.Milliseconds(),
		"known": r.Verdicts.Known, "listed": r.Verdicts.Of(audit.ListedInFile), "excluded": r.Verdicts.Of(audit.Excluded),
		"deferred": r.Verdicts.Of(audit.Deferred), "verdicts": verdicts, "partial": r.Partial, "published": r.Published != nil, "what_if": r.Aside,
		"fetched": r.Result.Fetched, "requests": x.Requests, "probes": x.Probes, "requests_per_second": x.Rate, "bytes": x.Bytes,
		"ttfb_p50_ms": x.P50.Milliseconds(), "ttfb_p95_ms": x.P95.Milliseconds(), "back_offs": x.BackOffs, "slowed_by": safe.List(x.SlowedBy), "throttled": x.Throttled,
		"parked": x.Parked, "robots_requests": x.Robots, "ttfb_start_p50_ms": x.StartP50.Milliseconds(), "ttfb_start_p95_ms": x.StartP95.Milliseconds(),
		"crawl_delay_ms": x.CrawlDelay.Milliseconds(), "receipt": r.receiptText(), "firewalls": safe.List(r.Firewalls()), "quarantine": safe.List(r.Quarantines()), "links_cut": r.LinksCut(), "unknown_urls_answer_200": safe.List(r.Verdicts.AnsweredAlike), "intermittent": safe.List(r.Verdicts.Intermittent),
		"own_sitemaps": r.ownSitemapsJSON(), "sources": r.sourcesJSON(), "translations": r.otherHosts(), "checked": r.checked(), "extracted": r.extracted(), "sitemap_url": r.MapURL, "sitemap": nil, "files": []string{}, "urls": 0,
	}
	extraJSON(out, r.Written, r.Told.Hot)
	out["error"], out["hints"] = nil, safe.List(r.hints(context.Background()))
	if !r.Silent {
		out["error"] = typedurl.MaskLogins(r.Verdict.Error())
	}
	out["delta"], out["parts_behind"] = deltaJSON(r.Folder.Dir, r.Delta), safe.List(r.Behind)
	out["news"] = newsJSON(r.News)
	out["coverage"] = r.coverage()
	views := []classes.Record{}
	for i := range r.Verdicts.Views {
		view := classes.RecordOf(&r.Verdicts.Views[i])
		view.Listed, view.Held = nil, nil // portolan classes counts them
		views = append(views, view)
	}
	out["parameters"] = views
	if rendered, err := summary.RenderedOf(context.Background(), r.Store); err == nil {
		out["rendered"] = rendered
	}
	out["compared"] = summary.ComparedOf(r.Store)
	if out["findings"] = nil; r.Found != nil {
		out["findings"] = query.CountedOf(r.Found, r.Unpublished.Refused())
	}
	out["since"], out["figures"] = r.Since, r.Figures
	out["reports"] = safe.List(r.Reports)
	out["guard"], out["wall"] = r.guardJSON(), r.wallJSON()
	out["check_first"] = r.CheckFirst()
	if found, err := r.unmatched(context.Background()); err == nil {
		out["unmatched_filters"] = safe.List(found)
	}
	if r.Published != nil {
		out["sitemap"], out["files"], out["urls"] = filepath.Join(r.Folder.Dir, r.Published.Sitemap().Name), r.Published.Paths(r.Folder.Dir), r.Published.URLs
		out["lastmod_sources"] = r.Written.LastModSources()
	}
	return out
}
