package consult

import (
	"slices"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/crawler/audit/ci"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/failon"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/query/lines"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// findingsOut prints findings: each as it comes, and what is left at the end.
type findingsOut interface {
	take(*query.Finding) error
	end(sum *findings.Summary, broken []failon.Result) error
}

func findingsWriter(p *console.Program, f *findingsFlags, crawl *stored.Crawl, ids []string, columns []*query.Column[query.Finding], known *query.Known) findingsOut {
	if slices.Contains(ci.Forms(), f.format) {
		return newFindingsCI(p, f, crawl, ids, known)
	}
	w := lines.New(p.Out, "finding", f.format, columns)
	return &findingsOutput{p: p, w: w, ids: ids, limit: f.limit, whole: f.all, count: f.counts || f.by != "", by: f.by, crawl: crawl}
}

// findingsCI prints findings in a form for CI.
type findingsCI struct {
	p     *console.Program
	form  string
	ids   []string     // of rules, all if there are none
	gated bool         // there is a --fail-on
	known *query.Known // what is left out, nil for nothing
	run   ci.Run
}

func newFindingsCI(p *console.Program, f *findingsFlags, crawl *stored.Crawl, ids []string, known *query.Known) *findingsCI {
	return &findingsCI{p: p, form: f.format, ids: ids, gated: len(f.failOn.Rules) > 0, known: known, run: ci.Run{
		New:  known != nil,
		Site: crawl.Options.Scope.String(), Version: console.Version(), Began: crawl.Began, IDs: ids, Most: f.limit,
	}}
}

func (o *findingsCI) take(f *query.Finding) error {
	if f.Ignored != "" || o.known != nil && o.known.Has(f) || len(o.ids) > 0 && !slices.Contains(o.ids, f.Rule.ID) {
		return nil
	}
	o.run.Add(f.Rule.ID, ci.Found{
		Severity: f.Severity, Likely: f.Likely, URL: safe.OneLine(f.URL), Detail: safe.OneLine(f.Detail), Target: safe.OneLine(f.TargetURL()), From: safe.OneLine(f.FromURL()),
	})
	return nil
}

func (o *findingsCI) end(sum *findings.Summary, broken []failon.Result) error {
	o.run.Incomplete = sum.Seen.Why()
	o.run.Summary = query.OnlyOf(sum, o.ids)
	o.run.Fails = func(c *findings.Count) bool {
		if !o.gated {
			return c.Severity >= findings.Warning
		}
		return slices.ContainsFunc(broken, func(r failon.Result) bool { return query.CountsIn(r.Kind, c) })
	}
	return ci.Write(o.p.Out, o.form, &o.run)
}
