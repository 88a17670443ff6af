package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/failon"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
)

// findingsFlags are the flags of portolan findings.
type findingsFlags struct {
	rowFlags
	thresholds []string
	all        bool // no columns were chosen
	failOn     failOn
}

// findingsShown are the columns of findings without --columns.
var findingsShown = []string{"id", "severity", "confidence", "url", "detail", "target", "linked_from"}

func (p *program) findingsCmd() *cobra.Command {
	f := &findingsFlags{}
	cmd := &cobra.Command{
		Use:   "findings [flags] FOLDER [ID...]",
		Short: "Tell what is wrong with a crawled site",
		Long: `Tell what is wrong with a site, by the newest crawl in its folder: broken links,
redirect chains, canonicals that lead nowhere, duplicate titles, pages that no
link leads to, and so on. Without an ID, a line for each kind: how grave it is,
how often it was found, and what it is. With IDs, or in another form than the
table, each finding with the URL it is about, what was found, and a page that
links to it. portolan rules ID has the threshold, the reason and the mend.

What is a guess is called likely. What an incomplete crawl cannot know is not
claimed: it is listed as not told, with the reason.

Filters are as those of portolan urls. The columns:
` + columnsHelp(query.FindingColumns()) + `

--fail-on is for CI and cron: with [new:]KIND[>N|>N%] the exit code is 1 if there
are more than N findings of a kind, or more than N% of the URLs in scope. KIND
is the ID of a finding, error, or warning, which counts errors, too. new: those
that the complete crawl before this one did not have. Quote it, for > means
something to the shell. What cannot be told, such as orphans of an incomplete
crawl, is exit code 3.`,
		Example: `  portolan findings example.com
  portolan findings example.com client-error redirect-chain
  portolan findings example.com --where severity=error --format csv > errors.csv
  portolan findings example.com --fail-on 'error,title-duplicate>10,new:warning'
  portolan findings example.com title-length --threshold title-length.longest=70`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return oneFolder("findings", args)
			}
			for _, id := range args[1:] {
				if findings.RuleOf(id) == nil {
					return usagef("there is no finding %q%s; 'portolan rules' lists them", id, didYouMean(id, "", findings.IDs()))
				}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.findings(cmd.Context(), f, args[0], args[1:])
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	declareFailOn(flags, &f.failOn, findingKinds(), findingKindsText, "error,title-duplicate>10,new:client-error")
	f.declare(flags, 20, "findings of each kind in the table")
	flags.StringArrayVar(&f.thresholds, "threshold", nil, "another limit for a rule, `RULE.LIMIT=VALUE`, such as title-length.longest=70; may be repeated")
	return cmd
}

const findingKindsText = "error, warning, and the findings that 'portolan rules' lists"

// findingKinds are what --fail-on counts of findings. Notices fail nothing
// unless they are named.
func findingKinds() []string {
	return append([]string{findings.Error.String(), findings.Warning.String()}, findings.IDs()...)
}

func (p *program) findings(ctx context.Context, f *findingsFlags, dir string, ids []string) error {
	asked, columns, err := f.read(p, ids)
	if err != nil {
		return err
	}
	return p.withStored(dir, func(crawl *stored.Crawl) error {
		w := newRowWriter(p.out, "finding", f.format, columns)
		out := &findingsOutput{p: p, w: w, ids: ids, limit: f.limit, whole: f.all}
		if len(f.failOn.rules) > 0 {
			asked.IDs = nil // its rules may name others
		}
		sum, err := query.Findings(ctx, crawl, asked, out.take)
		if err == nil {
			err = out.end(sum)
		}
		if err != nil {
			return interruptedBy(ctx, failf("%w", err))
		}
		broken, unknown, err := judgeFindings(ctx, f.failOn.rules, crawl, sum, asked, p.skipped)
		if err != nil {
			return interruptedBy(ctx, failf("compare with the crawl before: %w", err))
		}
		return failure(broken, unknown)
	})
}

// read looks at the flags.
func (f *findingsFlags) read(p *program, ids []string) (asked query.Asked, columns []*query.Column[query.Finding], err error) {
	if err := f.check(p); err != nil {
		return asked, nil, err
	}
	asked = query.Asked{IDs: ids, Limits: map[string]float64{}}
	for _, text := range f.thresholds {
		name, value, err := threshold(text)
		if err != nil {
			return asked, nil, err
		}
		asked.Limits[name] = value
	}
	table := query.FindingColumns()
	if asked.Where, err = table.Filter(f.where); err != nil {
		return asked, nil, queryError("--where", err)
	}
	if f.all = len(f.columns) == 0; f.all {
		f.columns = findingsShown
	}
	if columns, err = table.Columns(f.columns); err != nil {
		return asked, nil, queryError("--columns", err)
	}
	return asked, columns, nil
}

// threshold reads RULE.LIMIT=VALUE.
func threshold(text string) (name string, value float64, err error) {
	name, number, _ := strings.Cut(text, "=")
	id, limit, _ := strings.Cut(strings.TrimSpace(name), ".")
	r := findings.RuleOf(id)
	if r == nil {
		return "", 0, usagef("--threshold %q: there is no finding %q%s", text, id, didYouMean(id, "", findings.IDs()))
	}
	if !slices.ContainsFunc(r.Limits, func(l findings.Limit) bool { return l.Name == limit }) {
		var names []string
		for _, l := range r.Limits {
			names = append(names, id+"."+l.Name)
		}
		if names == nil {
			return "", 0, usagef("--threshold %q: %s has no limits", text, id)
		}
		return "", 0, usagef("--threshold %q: the limits of %s are %s", text, id, strings.Join(names, ", "))
	}
	if value, err = strconv.ParseFloat(strings.TrimSpace(number), 64); err != nil || value < 0 {
		return "", 0, usagef("--threshold %q: %q is no number", text, number)
	}
	return id + "." + limit, value, nil
}

// findingsOutput prints findings.
type findingsOutput struct {
	p     *program
	w     *rowWriter[query.Finding]
	ids   []string // in a table, each finding of these kinds; without any, a line for each kind
	whole bool     // in JSON, all of a finding
	limit int
	shown map[string][]string // texts of findings by rule, for the table
	begun bool
}

func (o *findingsOutput) take(f *query.Finding) error {
	switch {
	case len(o.ids) > 0 && !slices.Contains(o.ids, f.Rule.ID):
		return nil
	case o.w.format == "jsonl" && o.whole:
		return o.object(f)
	case o.w.format != "table":
		if !o.begun {
			o.begun = true
			if err := o.w.begin(); err != nil {
				return err
			}
		}
		return o.w.row(f)
	case len(o.ids) == 0 || o.p.quiet:
		return nil
	}
	if o.shown == nil {
		o.shown = map[string][]string{}
	}
	if list := o.shown[f.Rule.ID]; o.limit == 0 || len(list) < o.limit {
		o.shown[f.Rule.ID] = append(list, o.text(f))
	}
	return nil
}

// findingLine is a finding for programs.
type findingLine struct {
	Type       string          `json:"type"` // "finding"
	ID         string          `json:"id"`
	Severity   string          `json:"severity"`
	Confidence string          `json:"confidence"`
	URL        string          `json:"url"`     // "" for a host, a pattern or the whole site
	Subject    string          `json:"subject"` // what it is about: the URL, a host, a pattern; "" for the whole site
	Template   string          `json:"template"`
	Detail     string          `json:"detail"`
	Evidence   findingEvidence `json:"evidence"`
}

// findingEvidence is what a finding rests on; what there is none of is null.
type findingEvidence struct {
	Status       *int    `json:"status"`
	Target       *string `json:"target"`
	LinkedFrom   *string `json:"linked_from"`
	LinkingPages *int    `json:"linking_pages"`
}

// object prints a finding as an object of its own shape.
func (o *findingsOutput) object(f *query.Finding) error {
	l := findingLine{Type: "finding", ID: f.Rule.ID, Severity: f.Severity.String(), Confidence: f.Confidence(), Subject: f.URL, Template: f.Template, Detail: f.Detail}
	if f.ID != frontier.NoID || strings.HasSuffix(f.URL, ".xml") || strings.HasSuffix(f.URL, ".txt") {
		l.URL = f.URL
	}
	if f.Status != 0 {
		l.Evidence.Status = &f.Status
	}
	if url := f.TargetURL(); url != "" {
		l.Evidence.Target = &url
	}
	if url := f.FromURL(); url != "" {
		l.Evidence.LinkedFrom = &url
	}
	if f.ID != frontier.NoID {
		l.Evidence.LinkingPages = &f.Pages
	}
	line, err := encodeJSON(l)
	if err == nil {
		_, err = o.w.out.Write(line)
	}
	return err
}

// text is one finding in the table.
func (o *findingsOutput) text(f *query.Finding) string {
	var b strings.Builder
	mark := ""
	if f.Severity != f.Rule.Severity {
		mark = f.Severity.String() + ": "
	}
	if f.Likely {
		mark += "likely: "
	}
	fmt.Fprintf(&b, "  %s\n", firstOf(oneLine(f.URL), "the site"))
	fmt.Fprintf(&b, "    %s%s\n", mark, oneLine(f.Detail))
	if to := f.TargetURL(); to != "" {
		fmt.Fprintf(&b, "    see %s\n", oneLine(to))
	}
	if from := f.FromURL(); from != "" {
		fmt.Fprintf(&b, "    on  %s%s\n", oneLine(from), andMore(max(0, f.Pages-1)))
	}
	return b.String()
}

// end prints what comes after the findings.
func (o *findingsOutput) end(sum *findings.Summary) error {
	if len(o.ids) > 0 {
		only := *sum
		only.Counts = slices.DeleteFunc(slices.Clone(sum.Counts), func(c findings.Count) bool { return !slices.Contains(o.ids, c.Rule.ID) })
		sum = &only
	}
	switch {
	case o.w.format == "jsonl":
		line, err := encodeJSON(findingsLine(sum))
		if err == nil {
			_, err = o.w.out.Write(line)
		}
		if err != nil {
			return err
		}
		return o.w.end()
	case o.w.format != "table":
		if !o.begun {
			if err := o.w.begin(); err != nil {
				return err
			}
		}
		return o.w.end()
	case o.p.quiet:
		return nil
	}
	var b strings.Builder
	if len(o.ids) > 0 {
		o.sections(&b, sum)
	} else {
		findingsTable(&b, sum)
	}
	_, err := o.p.out.Write([]byte(b.String()))
	return err
}

// sections prints the findings of each kind, below its name.
func (o *findingsOutput) sections(b *strings.Builder, sum *findings.Summary) {
	if len(sum.Counts) == 0 {
		b.WriteString("Nothing was found.\n")
	}
	for i, c := range sum.Counts {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(b, "%s %s: %s\n", c.Rule.Severity, c.Rule.ID, countWords(&c))
		for _, line := range wrap(c.Rule.Title+". "+c.Rule.Fix, summaryWidth-2) {
			fmt.Fprintf(b, "  %s\n", line)
		}
		for _, text := range o.shown[c.Rule.ID] {
			b.WriteString(text)
		}
		if more := c.N - len(o.shown[c.Rule.ID]); more > 0 {
			fmt.Fprintf(b, "  and %s more: --limit 0, or --format csv\n", thousands(more))
		}
	}
}

// countWords says how often a rule fired, or why it did not.
func countWords(c *findings.Count) string {
	text := thousands(c.N)
	switch {
	case c.Withheld != "":
		return "not told: " + oneLine(c.Withheld)
	case c.Likely == c.N && c.N > 0:
		text += ", likely"
	case c.Likely > 0:
		text += fmt.Sprintf(", %s of them likely", thousands(c.Likely))
	}
	if c.Unverified > 0 {
		text += fmt.Sprintf(", and %s unverified", thousands(c.Unverified))
	}
	return text
}

const titleWidth = summaryWidth - 46 // of what stands behind an ID

// findingsTable is a line for each kind, the gravest first, then the most.
func findingsTable(b *strings.Builder, sum *findings.Summary) {
	fmt.Fprintf(b, "%s, %s, %s\n", counted(sum.Totals[findings.Error], "error"), counted(sum.Totals[findings.Warning], "warning"), counted(sum.Totals[findings.Notice], "notice"))
	list, why := byGravity(sum.Counts), ""
	for _, c := range list {
		if c.N == 0 {
			continue
		}
		likely := ""
		if c.Likely == c.N {
			likely = "likely: "
		}
		fmt.Fprintf(b, "%-7s %7s  %-27s  %s\n", c.Severity, thousands(c.N), c.Rule.ID, cut(likely+c.Rule.Title, titleWidth))
	}
	for _, c := range list {
		if c.Withheld != "" {
			why = c.Withheld
			fmt.Fprintf(b, "%-7s %7s  %-27s  %s\n", c.Rule.Severity, "?", c.Rule.ID, cut(c.Rule.Title, titleWidth))
		}
	}
	if why != "" {
		for _, line := range wrap("? not told, since the crawl has not seen the whole site: "+oneLine(why), summaryWidth) {
			fmt.Fprintln(b, line)
		}
	}
	b.WriteString("\nURLs of one kind: portolan findings FOLDER ID; what it means: portolan rules ID\n")
}

// byGravity sorts kinds: the gravest first, then those with most.
func byGravity(counts []findings.Count) []findings.Count {
	list := slices.Clone(counts)
	slices.SortStableFunc(list, func(x, y findings.Count) int {
		return cmp.Or(cmp.Compare(y.Severity, x.Severity), cmp.Compare(y.N, x.N))
	})
	return list
}

// findingsSummary is the last line for programs.
type findingsSummary struct {
	Type       string            `json:"type"` // "findings"
	Errors     int               `json:"errors"`
	Warnings   int               `json:"warnings"`
	Notices    int               `json:"notices"`
	Counts     map[string]int    `json:"counts"`     // by ID
	Likely     map[string]int    `json:"likely"`     // of them
	Unverified map[string]int    `json:"unverified"` // URLs to which a rule could not be applied
	Withheld   map[string]string `json:"withheld"`   // what is not told, and why
	Unread     int               `json:"unread"`
	InScope    int               `json:"in_scope"`
}

func findingsLine(sum *findings.Summary) findingsSummary {
	l := findingsSummary{
		Type: "findings", Errors: sum.Totals[findings.Error], Warnings: sum.Totals[findings.Warning], Notices: sum.Totals[findings.Notice],
		Counts: map[string]int{}, Likely: map[string]int{}, Unverified: map[string]int{}, Withheld: map[string]string{}, Unread: sum.Unread, InScope: sum.InScope,
	}
	for _, c := range sum.Counts {
		if c.N > 0 {
			l.Counts[c.Rule.ID] = c.N
		}
		if c.Likely > 0 {
			l.Likely[c.Rule.ID] = c.Likely
		}
		if c.Unverified > 0 {
			l.Unverified[c.Rule.ID] = c.Unverified
		}
		if c.Withheld != "" {
			l.Withheld[c.Rule.ID] = c.Withheld
		}
	}
	return l
}

// judgeFindings holds rules of --fail-on against what was found. Those of new
// findings want the complete crawl before.
func judgeFindings(ctx context.Context, rules []failon.Rule, crawl *stored.Crawl, sum *findings.Summary, asked query.Asked, skipped func(string, error)) (broken, unknown []failon.Result, err error) {
	var fresh *findings.Summary
	noBefore := ""
	if slices.ContainsFunc(rules, func(r failon.Rule) bool { return r.New }) {
		if fresh, noBefore, err = query.New(ctx, crawl, asked, skipped); err != nil {
			return nil, nil, err
		}
	}
	broken, unknown = failon.Judge(rules, func(r failon.Rule) failon.Count {
		of := sum
		if r.New {
			if noBefore != "" {
				return failon.Count{Unknown: noBefore}
			}
			of = fresh
		}
		return findingCount(r.Kind, of)
	})
	return broken, unknown, nil
}

// findingCount counts what a rule of --fail-on is about.
func findingCount(kind string, sum *findings.Summary) failon.Count {
	count := failon.Count{Of: sum.InScope}
	switch kind {
	case findings.Error.String():
		count.N = sum.Totals[findings.Error]
	case findings.Warning.String():
		count.N = sum.Totals[findings.Error] + sum.Totals[findings.Warning]
	default:
		c := sum.Of(kind)
		count.N, count.Unknown = c.N, c.Withheld
	}
	return count
}
