package recheck

import (
	"context"
	"fmt"
	"slices"
	"strings"
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
	At       time.Time // when the crawl asked for it, zero if it did not
	Unread   string    // why it did not: its verdict, in words
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
	switch {
	case row == nil:
		return nil, mistake.Errorf("the crawl does not know %s: there is nothing to compare with; portolan explain without --recheck tells what a crawl would do with it", url)
	case row.Page == nil && row.Reason != frontier.Undecided:
		v, err := crawl.VerdictOf(row.ID)
		if err != nil {
			return nil, err
		}
		return nil, mistake.Errorf("%s is not to be asked for: its verdict is %s, %s", url, audit.Code(v.Code), audit.Code(v.Code).Meaning())
	}
	m := member{id: row.ID, target: frontier.NoID, from: row.Via, url: strings.Clone(row.URL)}
	were, targets, err := toldOf(ctx, crawl, m.id)
	if err != nil {
		return nil, err
	}
	s := &sample{crawl: crawl, o: o, also: m.id}
	for _, r := range findings.Rules() {
		if tellsAlone(r) && (r.ID != "list-names-no-page" || were[finding{r.ID, m.url}] != nil) { // the sample is asked for as such a list
			s.rules = append(s.rules, r.ID)
		}
	}
	if err := s.learnRules(); err != nil {
		return nil, err
	}
	part := []member{m}
	for _, id := range targets {
		part = append(part, member{id: m.id, target: id, from: m.from})
	}
	rows, err := s.around(part)
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
	c.states(were, alone, found, now, m)
	return c, c.facts(crawl, m.id, now)
}

// maxTargets is how many URLs that findings name are asked for beside the one.
const maxTargets = 20

// toldOf gives the findings about a URL, and the first of those that they name.
func toldOf(ctx context.Context, crawl *stored.Crawl, id frontier.ID) (were told, targets []frontier.ID, err error) {
	were = told{}
	_, err = crawl.Findings(ctx, stored.Asked{}, func(f *findings.Finding) error {
		if f.ID != id {
			return nil
		}
		if len(targets) < maxTargets && f.Target != frontier.NoID && !slices.Contains(targets, f.Target) {
			targets = append(targets, f.Target)
		}
		return were.add(crawl, f)
	})
	return were, targets, err
}

// states compares the findings. What was found of the whole crawl and not of the
// answers of then alone cannot be told by those of now, either; nor that one is
// gone where the answer of now tells nothing. What one fact of the page tells, others
// need not. Of what sitemaps list none is new: they are not read.
func (c *Comparison) states(were, alone, now told, all *answers, m member) {
	for _, r := range findings.Rules() {
		m.rule = r.ID
		fact, isStill, isFact := all.byFact(m)
		key := finding{r.ID, c.URL}
		for _, said := range were[key] {
			x := member{url: c.URL, rule: r.ID, said: said, of: len(were[key])}
			_, byItself := alone.of(&x)
			detail, still := now.of(&x)
			state := State{r.ID, "not told", "it rests on other pages, too: crawl the site again"}
			switch {
			case all.instead(m.id) != "":
				state.Detail = all.instead(m.id)
			case still && isOfSitemap(r.ID):
				state.Detail = all.beyond(m.id)
			case still && r.Linked:
				state = State{r.ID, "still there", said.detail} // how many pages link to it was not asked
			case still:
				state = State{r.ID, "still there", detail}
			case byItself:
				state = State{r.ID, "gone", said.detail}
				m.target = all.idOf(said.to)
				if why := all.untold(m); why != "" && (!isFact || isStill) {
					state = State{r.ID, "not told", why}
				}
			case isFact && isStill:
				state = State{r.ID, "still there", fact}
			case isFact:
				state = State{r.ID, "gone", said.detail}
			}
			c.Findings = append(c.Findings, state)
		}
		if isOfSitemap(r.ID) {
			continue // none was asked for: which one lists it now is not known
		}
		for _, said := range now.besides(key, were[key]) {
			if len(alone[key]) == 0 || len(were[key]) > 0 {
				c.Findings = append(c.Findings, State{r.ID, "new", said.detail})
			}
		}
	}
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
	told := *now
	if then.Page != nil {
		c.At = then.Page.FetchedAt
	} else {
		c.Unread = fmt.Sprintf("%s (%s)", was.code, was.code.Meaning())
	}
	if told.code.State() == audit.ListedInFile && (then.Page == nil || restsOnOthers(was.code, then, now.row)) {
		told.code = was.code // what other pages say of it stays
	}
	a, b := was.facts(), told.facts()
	for i := range a {
		c.Facts = append(c.Facts, Fact{a[i][0], a[i][1], b[i][1]})
	}
	return nil
}

// restsOnOthers tells of a verdict that others than the page have led to, which one answer
// cannot undo: it is a view of a page or shows what another one shows, and looks as it did.
func restsOnOthers(code audit.Code, then, now *frontier.Row) bool {
	switch code {
	case audit.DuplicateVariant, audit.DuplicateContent, audit.TrapQuarantine:
		return true
	case audit.Soft404:
		return now.Page != nil && now.Page.TextHash == then.Page.TextHash
	}
	return false
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
