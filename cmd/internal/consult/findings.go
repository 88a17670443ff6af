package consult

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/opening"
	"github.com/portolan-seo/portolan/cmd/internal/option"
	"github.com/portolan-seo/portolan/cmd/internal/spelling"
	"github.com/portolan-seo/portolan/crawler/audit/ci"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/mistake"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/query/lines"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// findingsFlags are the flags of portolan findings.
type findingsFlags struct {
	rowFlags
	thresholds []string
	all        bool // no columns were chosen
	limited    bool // --limit was given, and not as "all"
	counts     bool
	by         string // "", template, segment
	ignored    stored.Ignored
	showAll    bool // the ignored ones, too
	failOn     option.FailOn
	baseline   string
}

// findingsShown are the columns of findings without --columns.
var findingsShown = []string{"id", "severity", "confidence", "url", "detail", "target", "linked_from"}

func Findings(p *console.Program) *cobra.Command {
	f := &findingsFlags{}
	cmd := &cobra.Command{
		Use:   "findings [flags] FOLDER [ID...]",
		Short: "Tell what is wrong with a crawled site",
		Long: `Tell what is wrong with a site, by the newest crawl in its folder: broken links,
redirect chains, canonicals that lead nowhere, duplicate titles, pages that no
link leads to, and so on. Without an ID, a line for each kind: how grave it is,
how often it was found, and what it is; one of which some are graver than others
has several. With IDs, or in another form than the
table, each finding with the URL it is about, what was found, and a page that
links to it; in the table those first that have most clicks in search results, by an
export, then those to which most pages link. portolan rules ID has the threshold, the reason and the mend.

What is a guess is called likely. What an incomplete crawl cannot know is not
claimed: it is listed as not told, with the reason. An earlier crawl is given by
its file.

Filters are as those of portolan urls. The columns:
` + columnsHelp(query.FindingColumns()) + `

--fail-on is for CI and cron: with [new:]KIND[>N|>N%] the exit code is 1 if there
are more than N findings of a kind, or more than N% of the URLs in scope. KIND
is the ID of a finding, error, or warning, which counts errors, too. new: those
that the complete crawl before this one did not have. Quote it, for > means
something to the shell. What cannot be told, such as orphans of an incomplete
crawl, or links to other sites that were not asked for, is exit code 3. Where no crawl is kept from run to run, --baseline names a
file in the stead of the crawl before: a crawl file, or what --format jsonl has
printed.

junit, github, gitlab and sarif are forms that CI shows beside a change: JUnit's
XML, annotations by GitHub's workflow commands, GitLab's Code Quality, SARIF for
code scanning. They hold as many findings of each kind as --limit says, the same
ones from run to run, and count the rest; with --baseline only what is new. In
JUnit's a kind has failed that breaks --fail-on; without, each of errors and
warnings.`,
		Example: `  portolan findings example.com
  portolan findings example.com client-error redirect-chain
  portolan findings example.com --where severity=error --format csv > errors.csv
  portolan findings example.com --where since_last=new
  portolan findings example.com --fail-on 'error,title-duplicate>10,new:warning'
  portolan findings example.com --fail-on new:error --baseline known.jsonl --format junit > junit.xml
  portolan findings example.com title-length --threshold title-length.longest=70`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return opening.OneFolder("findings", args)
			}
			for _, id := range args[1:] {
				if findings.RuleOf(id) == nil {
					return exit.Usagef("there is no finding %q%s; 'portolan rules' lists them", id, spelling.DidYouMean(id, "", findings.IDs()))
				}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			f.limited = cmd.Flags().Changed("limit") && f.limit > 0
			return runFindings(cmd.Context(), p, f, args[0], args[1:])
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	option.DeclareFailOn(flags, &f.failOn, query.FailKinds(), query.FailKindsText, "error,title-duplicate>10,new:client-error")
	option.DeclareBaseline(flags, &f.baseline)
	f.forms = slices.Concat(lines.Formats, ci.Forms())
	f.declare(flags, 20, "findings of each kind in the table and in forms for CI")
	flags.BoolVar(&f.counts, "counts", false, "how often each kind was found, instead of the findings; in JSON one object, which tells what is not told, too")
	flags.StringVar(&f.by, "by", "", "with --counts: `WHAT` they are parted by, template or segment")
	flags.Var(option.IgnoreValue{List: &f.ignored}, "ignore", option.IgnoreText+", besides those of the crawl")
	flags.BoolVar(&f.showAll, "ignored", false, "show what is ignored, too, with the reason")
	flags.StringArrayVar(&f.thresholds, "threshold", nil, "another limit for a rule, `RULE.LIMIT=VALUE`, such as title-length.longest=70; may be repeated")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(f.forms, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func runFindings(ctx context.Context, p *console.Program, f *findingsFlags, dir string, ids []string) error {
	asked, columns, err := f.read(p, ids)
	if err != nil {
		return err
	}
	return opening.With(p, dir, func(crawl *stored.Crawl) error {
		if err := f.Into(ctx, crawl); err != nil {
			return err
		}
		crawl.Ignored = append(f.ignored, crawl.Ignored...)
		if len(f.failOn.Rules) > 0 {
			asked.IDs = nil // its rules may name others
		}
		known, err := option.Baseline(ctx, p, f.baseline, asked)
		if err == nil {
			err = option.BaselineOf(known, f.baseline, crawl.Options.Scope.String())
		}
		if err != nil {
			return exit.InterruptedBy(ctx, err)
		}
		asked.Before = known
		if text := refusedText(crawl); text != "" && (f.format != "table" || f.by != "") { // else it is in the table
			p.Log.Warn(text)
		}
		out := findingsWriter(p, f, crawl, ids, columns, known)
		take := out.take
		if f.countsAlone(ids) {
			take = nil
		}
		sum, err := query.Findings(ctx, crawl, asked, take)
		if _, mistaken := errors.AsType[*mistake.Error](err); mistaken {
			return err
		} else if err != nil {
			return exit.InterruptedBy(ctx, exit.Failf("%w", err))
		}
		if len(ids) == 0 && f.In == "" {
			for _, text := range crawl.Idle() {
				p.Log.Warn("--ignore " + safe.OneLine(text))
			}
		}
		var since *findings.Summary
		if known != nil {
			if since, err = query.NewTo(ctx, crawl, asked, known); err != nil {
				return exit.InterruptedBy(ctx, exit.Failf("compare with the baseline: %w", err))
			}
		}
		if text := f.failOn.OfPart(sum.Seen.Why()); text != "" {
			p.Say(safe.OneLine(text))
		}
		broken, unknown, err := f.gate(ctx, crawl, sum, since, asked, p.Skipped)
		if err != nil {
			return exit.InterruptedBy(ctx, err)
		}
		if known != nil && slices.Contains(ci.Forms(), f.format) {
			sum = since
		}
		if err := out.end(sum, broken); err != nil {
			return exit.Failf("print the findings: %w", err)
		}
		return option.Failure(broken, unknown)
	})
}

// countsAlone reports whether nothing of single findings is printed.
func (f *findingsFlags) countsAlone(ids []string) bool {
	return f.by == "" && (f.counts || f.format == "table" && len(ids) == 0)
}

// read looks at the flags.
func (f *findingsFlags) read(p *console.Program, ids []string) (asked query.Asked, columns []*query.Column[query.Finding], err error) {
	if err := f.check(p); err != nil {
		return asked, nil, err
	}
	heeded := []option.Heeded{{Flags: []string{"limit"}, Forms: append([]string{"table"}, ci.Forms()...)}}
	if err := option.Unheeded("--format", []string{f.format}, heeded, func(string) bool { return f.limited }); err != nil {
		return asked, nil, fmt.Errorf("%w; the other forms have all findings: --where takes some", err)
	}
	if len(f.columns) > 0 && f.countsAlone(ids) {
		return asked, nil, exit.Usagef("--columns are for single findings: name an ID, or give --format csv")
	}
	if len(f.columns) > 0 && slices.Contains(ci.Forms(), f.format) {
		return asked, nil, exit.Usagef("--columns are for tables, csv, tsv and jsonl; --format %s has its own", f.format)
	}
	if (f.counts || f.by != "" || f.showAll) && slices.Contains(ci.Forms(), f.format) {
		return asked, nil, exit.Usagef("--counts, --by and --ignored are for tables, csv, tsv and jsonl; --format %s has its own", f.format)
	}
	if f.baseline != "" && !f.failOn.AsksForNew() && !f.asksSinceLast() && !slices.Contains(ci.Forms(), f.format) {
		return asked, nil, exit.Usagef("--baseline is for --where since_last=new, for rules of --fail-on that begin with new:, as in --fail-on new:error, and for --format %s", strings.Join(ci.Forms(), ", "))
	}
	if f.by != "" && f.by != "template" && f.by != "segment" {
		return asked, nil, exit.Usagef("--by %q: it is template or segment", f.by)
	}
	asked = query.Asked{Asked: stored.Asked{IDs: ids, Limits: map[string]float64{}, Segment: f.In, Ignored: f.showAll}}
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

// asksSinceLast reports whether it matters what is new.
func (f *findingsFlags) asksSinceLast() bool {
	return slices.ContainsFunc(slices.Concat(f.where, f.columns), func(text string) bool { return strings.HasPrefix(strings.TrimSpace(text), "since_last") })
}

// threshold reads RULE.LIMIT=VALUE.
func threshold(text string) (name string, value float64, err error) {
	name, number, _ := strings.Cut(text, "=")
	id, limit, _ := strings.Cut(strings.TrimSpace(name), ".")
	r := findings.RuleOf(id)
	if r == nil {
		return "", 0, exit.Usagef("--threshold %q: there is no finding %q%s", text, id, spelling.DidYouMean(id, "", findings.IDs()))
	}
	if !slices.ContainsFunc(r.Limits, func(l findings.Limit) bool { return l.Name == limit }) {
		var names []string
		for _, l := range r.Limits {
			names = append(names, id+"."+l.Name)
		}
		if names == nil {
			return "", 0, exit.Usagef("--threshold %q: %s has no limits", text, id)
		}
		return "", 0, exit.Usagef("--threshold %q: the limits of %s are %s", text, id, strings.Join(names, ", "))
	}
	if value, err = strconv.ParseFloat(strings.TrimSpace(number), 64); err != nil || value < 0 {
		return "", 0, exit.Usagef("--threshold %q: %q is no number", text, number)
	}
	return id + "." + limit, value, nil
}
