package recheck

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/mistake"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
)

// Comparison is what a URL answered in a crawl, and what it answers now. Texts may
// hold any text of the site.
type Comparison struct {
	URL      string
	At       time.Time // when the crawl asked for it
	Facts    []Fact    // all that are compared
	Findings []State
	Untold   string // why nothing can be told of what it is now, "" if it has answered
}

// Fact is one thing as it was and as it is, "" for nothing.
type Fact struct{ Name, Then, Now string }

// Differs tells whether it has changed.
func (f Fact) Differs() bool { return f.Then != f.Now }

// State is a finding of the URL, and what has become of it: "still there", "gone",
// "new", or "not told" where it rests on other pages, too.
type State struct{ ID, State, Detail string }

// URL asks for a URL of a crawl again, with what it points to and a page that links
// to it, and compares.
func URL(ctx context.Context, crawl *stored.Crawl, url string, o Options) (*Comparison, error) {
	row, err := crawl.Find(url)
	if err != nil {
		return nil, err
	}
	if row == nil || row.Page == nil {
		return nil, mistake.Errorf("the crawl has not asked for %s: there is nothing to compare with", url)
	}
	m := member{id: row.ID, target: frontier.NoID, from: row.Via, url: row.URL}
	s := &sample{crawl: crawl, o: o}
	for _, r := range findings.Rules() {
		if r.Scope == findings.OfPage || r.Scope == findings.OfTarget {
			s.rules = append(s.rules, r.ID)
		}
	}
	if err := s.learnRules(); err != nil {
		return nil, err
	}
	rows, err := s.around([]member{m})
	if err != nil {
		return nil, err
	}
	alone, err := s.before(ctx, rows)
	if err != nil {
		return nil, err
	}
	found, now, err := s.now(ctx, rows)
	if err != nil {
		return nil, err
	}
	c := &Comparison{URL: url}
	if at := now.now[m.id]; at == nil || at.row == nil || at.code.State() == audit.Deferred {
		c.Untold = now.unwell(m.id)
	}
	if err := c.states(ctx, crawl, m, alone, found, now.untold(m)); err != nil {
		return nil, err
	}
	return c, c.facts(crawl, m.id, now)
}

// states compares the findings. What was found of the whole crawl and not of the
// answers of then alone cannot be told by those of now, either; nor that one is
// gone where the answer of now tells nothing: untold says why.
func (c *Comparison) states(ctx context.Context, crawl *stored.Crawl, m member, alone map[finding]bool, now map[finding]string, untold string) error {
	told := map[string]bool{}
	_, err := crawl.Findings(ctx, stored.Asked{}, func(f *findings.Finding) error {
		if f.ID != m.id || told[f.Rule.ID] {
			return nil
		}
		told[f.Rule.ID] = true
		key := finding{f.Rule.ID, c.URL}
		detail, still := now[key]
		switch {
		case still && f.Rule.Linked:
			c.Findings = append(c.Findings, State{f.Rule.ID, "still there", f.Detail}) // how many pages link to it was not asked
		case still:
			c.Findings = append(c.Findings, State{f.Rule.ID, "still there", detail})
		case alone[key] && untold != "":
			c.Findings = append(c.Findings, State{f.Rule.ID, "not told", untold})
		case alone[key]:
			c.Findings = append(c.Findings, State{f.Rule.ID, "gone", f.Detail})
		default:
			c.Findings = append(c.Findings, State{f.Rule.ID, "not told", "it rests on other pages, too: crawl the site again"})
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, r := range findings.Rules() {
		key := finding{r.ID, c.URL}
		if detail, is := now[key]; is && !told[r.ID] && !alone[key] {
			c.Findings = append(c.Findings, State{r.ID, "new", detail})
		}
	}
	return nil
}

// facts compares what the URL answers.
func (c *Comparison) facts(crawl *stored.Crawl, id frontier.ID, all *answers) error {
	then, now := all.then[id], all.now[id]
	v, err := crawl.VerdictOf(id)
	if err != nil {
		return err
	}
	was := &answer{row: then, code: audit.Code(v.Code)}
	if was.leads, err = urlOf(crawl, then.Location); err != nil {
		return err
	}
	if was.names, err = urlOf(crawl, then.Canonical); err != nil {
		return err
	}
	c.At = then.Page.FetchedAt
	a, b := was.facts(), now.facts()
	for i := range a {
		c.Facts = append(c.Facts, Fact{a[i][0], a[i][1], b[i][1]})
	}
	return nil
}

// facts are what is compared, by name.
func (a *answer) facts() [][2]string {
	list := [][2]string{{"verdict", a.code.String()}, {"status"}, {"error"}, {"redirect_url", a.leads}, {"canonical_url", a.names}, {"robots"}, {"title"}, {"description"}, {"h1"}, {"words"}, {"bytes"}}
	if a.row == nil || a.row.Page == nil {
		return list
	}
	p := a.row.Page
	values := map[string]string{"title": p.Title, "description": p.Description, "h1": p.H1[0]}
	if p.Status != 0 {
		values["status"], values["bytes"] = fmt.Sprint(p.Status), fmt.Sprint(p.Inflated)
	}
	if p.Err != 0 {
		values["error"] = p.Err.String()
	}
	if p.HTML {
		values["words"] = fmt.Sprint(p.Words)
	}
	if both := p.MetaRobots | p.HeaderRobots; both != 0 {
		values["robots"] = both.String()
	}
	for i := range list {
		if value, is := values[list[i][0]]; is {
			list[i][1] = value
		}
	}
	return list
}

// Changed tells whether anything of the answer differs.
func (c *Comparison) Changed() bool { return slices.ContainsFunc(c.Facts, Fact.Differs) }
