package explain

import (
	"context"
	"fmt"
	"slices"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// explainer gathers what a stored crawl says of one URL.
type explainer struct {
	ctx   context.Context
	crawl *stored.Crawl
	judge *audit.JudgeCrawl
	dir   string

	canonicalIn []string   // where the page's canonical was met: tag, header
	alternates  []hreflang // that the page names, or a sitemap for it

	annotated *frontier.SitemapTranslations // nil until the URL is found to have any

	linkers audit.Linkers // to the URL
}

const (
	explainExamples = frontier.LinkedFirst // in-links that are shown
	explainPath     = 50                   // URLs of the way from the start; the middle of a longer one is left out
)

// URL gathers what a crawl knows of a URL, which is looked up under its
// canonical form and may lack the site's address. dir is the site folder, whose
// published files are read. What cannot be a URL is a NotAPageError.
func URL(ctx context.Context, crawl *stored.Crawl, dir, asked string) (*Explanation, error) {
	options, err := crawl.AuditOptions()
	if err != nil {
		return nil, err
	}
	e := &explainer{ctx: ctx, crawl: crawl, dir: dir}
	found, err := e.lookUp(options.Rules, asked)
	if err != nil {
		return nil, err
	}
	options.Single = true
	if e.judge, err = audit.NewJudge(ctx, crawl, options); err != nil {
		return nil, err
	}
	e.judge.TrustStored()
	x, err := e.explain(asked, found)
	if err != nil {
		return nil, fmt.Errorf("explain %s: %w", asked, err)
	}
	return x, nil
}

func (e *explainer) explain(asked string, at lookedUp) (*Explanation, error) {
	codes, err := e.crawl.Codes(e.ctx)
	if err != nil {
		return nil, err
	}
	seen, err := findings.SeenOf(e.ctx, e.crawl, codes, e.crawl.Ended())
	if err != nil {
		return nil, err
	}
	x := &Explanation{
		Type: "explanation", Asked: asked, URL: at.url, Removed: removals(at.removed), Known: at.row != nil,
		Also: []Verdict{}, Robots: e.robots(at.url), Translations: []Translation{}, Rules: []Rule{}, Folds: []Fold{},
		Crawl: Crawl{e.crawl.Path(), e.crawl.Began, string(e.crawl.End), e.crawl.Options.Scope.String(), seen.Why(), e.crawl.WhyIncomplete() == "" && seen.Why() != ""},
	}
	if err := e.hostFacts(x); err != nil {
		return nil, err
	}
	if at.row == nil {
		return x, e.foresee(x, at)
	}
	steps := []func(*Explanation, *frontier.Row) error{e.verdicts, e.ends, e.found, e.links, e.shortest, e.outLinks, e.answer, e.checked, e.sitemap, e.translations, e.alternateFaults, e.findings}
	for _, step := range steps {
		if err := step(x, at.row); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// verdicts tells all rules that match.
func (e *explainer) verdicts(x *Explanation, row *frontier.Row) error {
	reasons, err := e.judge.Explain(row)
	if err != nil {
		return err
	}
	for i := range reasons {
		v := verdictOf(&reasons[i])
		if i == 0 {
			x.Verdict = &v
		} else {
			x.Also = append(x.Also, v)
		}
	}
	return e.sides(x, x.Verdict)
}

// foresee tells what decides about a URL that was never met, before it would
// be fetched.
func (e *explainer) foresee(x *Explanation, at lookedUp) error {
	row := &frontier.Row{ID: frontier.NoID, URL: at.url, Depth: frontier.NoDepth, Via: frontier.NoID, Location: frontier.NoID, Canonical: frontier.NoID}
	if at.reason == canonical.TooLong {
		row.Reason = frontier.TooLong
	}
	reasons, err := e.judge.Explain(row)
	if err != nil {
		return err
	}
	if c := reasons[0].Code; c.State() == audit.Excluded || c == audit.RobotsUnavailable || c == audit.TrapQuarantine {
		v := verdictOf(&reasons[0])
		x.Foresee = &v
		if slices.ContainsFunc(reasons[0].Evidence, func(e audit.Evidence) bool { return e.Kind == audit.EvidenceClass }) {
			x.Unless = "a page of another kind links to it, or it is read as a sample: then its answer decides"
		}
		return e.sides(x, &v)
	}
	return nil
}

func (e *explainer) robots(url string) []Robots {
	out := []Robots{}
	for _, w := range e.judge.Robots(url) {
		out = append(out, Robots{w.Agent, w.Allow, w.Line, w.Rule, w.Group.Name, w.Group.Line, w.File, w.Status, w.Note})
	}
	return out
}

// hostFacts tells what was learned of the spelling of URLs on the host.
func (e *explainer) hostFacts(x *Explanation) error {
	_, host, _, _ := canonical.Split([]byte(x.URL))
	for _, r := range e.crawl.Rules() {
		if r.Host == string(host) || r.Value == string(host) {
			x.Rules = append(x.Rules, Rule{string(r.Kind), r.Name, r.Path, r.Value, r.Proof, r.Time.UTC()})
		}
	}
	folds, err := e.crawl.Folds()
	if err != nil {
		return err
	}
	for _, f := range folds {
		if f.Host == string(host) {
			x.Folds = append(x.Folds, Fold{f.Kind, f.Name, f.Count, f.Examples})
		}
	}
	slices.SortStableFunc(x.Folds, func(a, b Fold) int { return b.Count - a.Count })
	return nil
}
