package main

import (
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/failon"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// findingsSummary is how much was found, for programs.
type findingsSummary struct {
	Type       string            `json:"type"` // "findings"
	Errors     int               `json:"errors"`
	Warnings   int               `json:"warnings"`
	Notices    int               `json:"notices"`
	Counts     map[string]int    `json:"counts"`     // by ID
	Likely     map[string]int    `json:"likely"`     // of them
	Unverified map[string]int    `json:"unverified"` // URLs to which a rule could not be applied
	Ignored    map[string]int    `json:"ignored"`    // not in counts
	Withheld   map[string]string `json:"withheld"`   // what is not told, and why
	Unread     int               `json:"unread"`
	InScope    int               `json:"in_scope"`
}

func findingsLine(sum *findings.Summary) findingsSummary {
	l := findingsSummary{
		Type: "findings", Errors: sum.Totals[findings.Error], Warnings: sum.Totals[findings.Warning], Notices: sum.Totals[findings.Notice],
		Counts: map[string]int{}, Likely: map[string]int{}, Unverified: map[string]int{}, Ignored: map[string]int{}, Withheld: map[string]string{}, Unread: sum.Unread, InScope: sum.InScope,
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
		if c.Ignored > 0 {
			l.Ignored[c.Rule.ID] = c.Ignored
		}
		if c.Withheld != "" {
			l.Withheld[c.Rule.ID] = c.Withheld
		}
	}
	return l
}

// counts prints a line for each kind, or one object with all of them.
func (o *findingsOutput) counts(sum *findings.Summary) error {
	switch o.w.format {
	case "jsonl":
		return o.p.PrintJSON(findingsLine(sum))
	case "table":
		var b strings.Builder
		findingsTable(&b, sum)
		_, err := io.WriteString(o.p.Out, b.String())
		return err
	}
	column := func(name string, number bool, value func(*findings.Count) string) *query.Column[findings.Count] {
		return &query.Column[findings.Count]{Name: name, Number: number, Values: func(c *findings.Count) []string { return []string{value(c)} }}
	}
	w := newRowWriter(o.p.Out, "count", o.w.format, []*query.Column[findings.Count]{
		column("id", false, func(c *findings.Count) string { return c.Rule.ID }),
		column("severity", false, func(c *findings.Count) string { return max(c.Severity, c.Rule.Severity).String() }),
		column("findings", true, func(c *findings.Count) string { return strconv.Itoa(c.N) }),
		column("likely", true, func(c *findings.Count) string { return strconv.Itoa(c.Likely) }),
		column("unverified", true, func(c *findings.Count) string { return strconv.Itoa(c.Unverified) }),
		column("ignored", true, func(c *findings.Count) string { return strconv.Itoa(c.Ignored) }),
		column("not_told", false, func(c *findings.Count) string { return c.Withheld }),
	})
	err := w.begin()
	for _, c := range byGravity(sum.Counts) {
		err = errors.Join(err, w.row(&c))
	}
	return errors.Join(err, w.end())
}

// gate holds the rules of --fail-on against what was found.
func (f *findingsFlags) gate(ctx context.Context, crawl *stored.Crawl, sum *findings.Summary, asked query.Asked, skipped func(string, error)) (broken, unknown []failon.Result, err error) {
	fresh := func() (*findings.Summary, string, error) { return query.New(ctx, crawl, asked, skipped) }
	if f.baseline != "" {
		known, err := query.ReadKnown(ctx, f.baseline, asked)
		if err != nil {
			return nil, nil, exit.Usagef("--baseline: %w", err)
		}
		fresh = func() (*findings.Summary, string, error) {
			sum, err := query.NewTo(ctx, crawl, asked, known)
			return sum, "", err
		}
	}
	broken, unknown, err = judgeFindings(f.failOn.rules, sum, fresh)
	if err != nil {
		return nil, nil, exit.Failf("compare with the crawl before: %w", err)
	}
	return broken, unknown, nil
}

// judgeFindings holds rules of --fail-on against what was found. fresh is asked
// for what is new, or why that cannot be said, where a rule wants it.
func judgeFindings(rules []failon.Rule, sum *findings.Summary, fresh func() (*findings.Summary, string, error)) (broken, unknown []failon.Result, err error) {
	var news *findings.Summary
	noBefore := ""
	if slices.ContainsFunc(rules, func(r failon.Rule) bool { return r.New }) {
		if news, noBefore, err = fresh(); err != nil {
			return nil, nil, err
		}
	}
	broken, unknown = failon.Judge(rules, func(r failon.Rule) failon.Count {
		of := sum
		if r.New {
			if noBefore != "" {
				return failon.Count{Unknown: noBefore}
			}
			of = news
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

// countsIn reports whether a rule of --fail-on is about findings of this count.
func countsIn(kind string, c *findings.Count) bool {
	switch kind {
	case findings.Error.String():
		return c.Severity == findings.Error
	case findings.Warning.String():
		return c.Severity >= findings.Warning
	}
	return kind == c.Rule.ID
}
