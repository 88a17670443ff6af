package consult

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/failon"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/query/lines"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// counts prints a line for each kind, or one object with all of them.
func (o *findingsOutput) counts(sum *findings.Summary) error {
	switch o.w.Format {
	case "jsonl":
		return o.p.PrintJSON(query.CountedOf(sum, o.crawl.Refused()))
	case "table":
		var b strings.Builder
		o.table(&b, sum)
		_, err := io.WriteString(o.p.Out, b.String())
		return err
	}
	column := func(name string, number bool, value func(*findings.Count) string) *query.Column[findings.Count] {
		return &query.Column[findings.Count]{Name: name, Number: number, Values: func(c *findings.Count) []string { return []string{value(c)} }}
	}
	w := lines.New(o.p.Out, "count", o.w.Format, []*query.Column[findings.Count]{
		column("id", false, func(c *findings.Count) string { return c.Rule.ID }),
		column("severity", false, func(c *findings.Count) string { return max(c.Severity, c.Rule.Severity).String() }),
		column("findings", true, func(c *findings.Count) string { return strconv.Itoa(c.N) }),
		column("likely", true, func(c *findings.Count) string { return strconv.Itoa(c.Likely) }),
		column("unverified", true, func(c *findings.Count) string { return strconv.Itoa(c.Unverified) }),
		column("ignored", true, func(c *findings.Count) string { return strconv.Itoa(c.Ignored) }),
		column("not_told", false, func(c *findings.Count) string { return c.Withheld }),
	})
	err := w.Begin()
	for _, c := range query.ByGravity(sum.Counts) {
		err = errors.Join(err, w.Row(&c))
	}
	return errors.Join(err, w.End())
}

// gate holds the rules of --fail-on against what was found; since is what of it
// --baseline lacks, nil without one.
func (f *findingsFlags) gate(ctx context.Context, crawl *stored.Crawl, sum, since *findings.Summary, asked query.Asked, skipped func(string, error)) (broken, unknown []failon.Result, err error) {
	fresh := func() (*findings.Summary, string, error) { return query.New(ctx, crawl, asked, skipped) }
	if since != nil {
		fresh = func() (*findings.Summary, string, error) { return since, "", nil }
	}
	broken, unknown, err = query.Judge(crawl, f.failOn.Rules, sum, fresh)
	if err != nil {
		return nil, nil, exit.Failf("compare with the crawl before: %w", err)
	}
	return broken, unknown, nil
}
