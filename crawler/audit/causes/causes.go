package causes

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Of groups the findings of a crawl, as find gives them, into the fewest causes
// that explain them (greedy set cover). They are sorted by severity, then by the
// clicks that their URLs have by exports, then by their link score, never by counts
// alone. It holds 24 bytes a finding
// besides what findings.Find does, 8 of them for as long as the causes.
func Of(ctx context.Context, crawl frontier.Crawl, find func(give func(*findings.Finding) error) (*findings.Summary, error)) ([]Cause, *findings.Summary, error) {
	c := finder{lists: map[kind]*ruleList{}, places: map[string]uint32{}, nth: map[string]int{}, clicked: map[frontier.ID]float64{}, lines: map[string]frontier.ID{}, known: frontier.ID(crawl.Counts().Known)}
	var err error
	if c.scores, err = linkScores(ctx, crawl); err != nil { // before the findings: it holds all links for a while
		return nil, nil, err
	}
	if c.clicks, err = ReadClicks(ctx, crawl); err != nil {
		return nil, nil, err
	}
	sum, err := find(c.take)
	if err != nil {
		return nil, nil, err
	}
	c.places, c.pages = nil, sum.Indexable
	ranks := map[*findings.Rule]int{}
	for rank, r := range findings.Rules() {
		ranks[r] = rank
		for severity := findings.Severity(0); severity <= findings.Error; severity++ {
			if k := (kind{r, severity}); c.lists[k] != nil {
				c.cover(r, c.lists[k].list)
				delete(c.lists, k)
			}
		}
	}
	if err := c.name(ctx, crawl); err != nil {
		return nil, nil, err
	}
	slices.SortStableFunc(c.causes, func(a, b Cause) int {
		return cmp.Or(cmp.Compare(b.Severity, a.Severity), cmp.Compare(b.Clicks, a.Clicks), cmp.Compare(b.Score, a.Score), cmp.Compare(b.N, a.N), cmp.Compare(ranks[a.Rule], ranks[b.Rule]))
	})
	return c.causes, sum, nil
}

type finder struct {
	lists     map[kind]*ruleList
	last      *ruleList // that was taken from or added to last
	templates []string
	places    map[string]uint32
	pages     int // that search engines may have
	scores    []float32
	clicks    *Clicks // nil without an export
	clicked   map[frontier.ID]float64
	causes    []Cause
	nth       map[string]int // causes of a host, a file or the site, by rule and what

	// Subjects that are no known URLs have the numbers from known on.
	known frontier.ID
	extra []string
	lines map[string]frontier.ID // of robots.txt

	unnamed []unnamed
}

// kind are the findings that may have a cause in common: of one rule, and as grave
// as each other, but where one mend removes all of the rule.
type kind struct {
	rule     *findings.Rule
	severity findings.Severity // 0 where one mend removes all
}

// ruleList are the findings of one kind.
type ruleList struct {
	kind
	key  uint64
	list []instance
}

// unnamed is a cause whose URLs are still numbers.
type unnamed struct {
	cause    int         // its place
	what     frontier.ID // NoID where it has a name
	examples []frontier.ID
	linking  []frontier.ID
}

// take keeps a finding. One of a host, a file or the site is a cause by itself,
// unless it has a template.
func (c *finder) take(f *findings.Finding) error {
	if f.ID == frontier.NoID && f.Template == "" {
		c.takeWhole(f)
		return nil
	}
	at, known := c.places[f.Template]
	if !known {
		at = uint32(len(c.templates))
		pattern := strings.Clone(f.Template)
		c.templates, c.places[pattern] = append(c.templates, pattern), at
	}
	at = at&templateBits | uint32(f.Severity)<<severityAt
	if f.Likely {
		at |= isLikely
	}
	id := f.ID
	if id == frontier.NoID {
		id = c.known + frontier.ID(len(c.extra))
		c.extra = append(c.extra, strings.Clone(f.URL))
	}
	if n := c.clicks.Of(f.URL); n > 0 {
		c.clicked[id] = n
	}
	l := c.listOf(f)
	l.list = append(l.list, instance{memberKey(l.key, f.URL), id, c.targetOf(f), f.From, at})
	return nil
}

// targetOf gives what a finding leads to: a URL, or of a rule by lines of robots.txt
// the number of the line's text.
func (c *finder) targetOf(f *findings.Finding) frontier.ID {
	line := ""
	if f.Rule.ByLine {
		line = findings.LineOf(f.Detail)
	}
	if line == "" {
		return f.Target
	}
	id, known := c.lines[line]
	if !known {
		id = c.known + frontier.ID(len(c.extra))
		line = strings.Clone(line)
		c.lines[line], c.extra = id, append(c.extra, line)
	}
	return id
}

func (c *finder) listOf(f *findings.Finding) *ruleList {
	k := kind{f.Rule, f.Severity}
	if f.Rule.OneMend {
		k.severity = 0
	}
	if c.last != nil && c.last.kind == k {
		return c.last
	}
	l := c.lists[k]
	if l == nil {
		l = &ruleList{kind: k, key: ruleKey(f.Rule)}
		c.lists[k] = l
	}
	c.last = l
	return l
}

func (c *finder) takeWhole(f *findings.Finding) {
	likely := 0
	if f.Likely {
		likely = 1
	}
	what := strings.Clone(f.URL)
	if f.Rule.OneMend && c.joins(f, &what) {
		return
	}
	nth := c.nth[f.Rule.ID+" "+what] // of several of a host, such as its parameters: their details hold counts
	c.nth[f.Rule.ID+" "+what]++
	x := Cause{ID: causeID(f.Rule.ID, causeNames[byURL], fmt.Sprint(what, " ", nth)), Rule: f.Rule, Severity: f.Severity, By: causeNames[byURL], What: what, N: 1, Likely: likely, Examples: []string{f.Detail}}
	if f.Rule.Everywhere {
		x.Score = 1
		if c.clicks != nil {
			x.Clicks = c.clicks.All
		}
	}
	c.causes = append(c.causes, x)
}

// joins counts a finding to the cause that its host has already. Else what
// becomes the host, of which the cause is to be.
func (c *finder) joins(f *findings.Finding, what *string) bool {
	scheme, host, _, _ := canonical.Split([]byte(f.URL))
	*what = string(scheme) + "://" + string(host) + "/"
	for i := range c.causes {
		x := &c.causes[i]
		if x.Rule != f.Rule || x.What != *what {
			continue
		}
		if x.N++; len(x.Examples) < causeExamples {
			x.Examples = append(x.Examples, f.Detail)
		}
		x.Severity = max(x.Severity, f.Severity)
		if f.Likely {
			x.Likely++
		}
		return true
	}
	return false
}

const causeExamples = 3

// add makes a cause of those of a group that are not done yet.
func (c *finder) add(rule *findings.Rule, list []instance, g *group, done []bool) {
	by := causeNames[g.by]
	if g.by == byTarget && rule.ByLine && frontier.ID(g.at) >= c.known {
		by = "line"
	}
	cause := Cause{Rule: rule, By: by, Examples: []string{}, members: make([]uint64, 0, max(g.live, 1))}
	left := unnamed{cause: len(c.causes), what: frontier.NoID}
	switch g.by {
	case bySite:
	case byTemplate:
		cause.What = c.templates[g.at]
	default:
		left.what = frontier.ID(g.at)
	}
	var shown, elsewhere []*instance
	ids := make([]frontier.ID, 0, max(g.live, 1))
	for _, p := range g.members {
		m := &list[uint32(p)]
		if done != nil && done[uint32(p)] {
			continue
		}
		cause.N++
		cause.Severity = max(cause.Severity, m.severity())
		cause.members = append(cause.members, m.key)
		if m.template&isLikely != 0 {
			cause.Likely++
		}
		ids = append(ids, m.id)
		switch {
		case g.by == byTarget && m.id == frontier.ID(g.at): // what all share is named already
		case g.by == byTemplate && m.template&templateBits != g.at:
			elsewhere = c.show(elsewhere, m)
		default:
			shown = c.show(shown, m)
		}
	}
	c.weigh(&cause, ids)
	cause.Spans = len(elsewhere) > 0
	if len(shown) == 0 {
		shown = elsewhere
	}
	for _, m := range shown {
		from := m.from
		if m.id >= c.known { // a picture, say: the page that shows it
			from = m.target
		}
		left.examples, left.linking = append(left.examples, m.id), append(left.linking, from)
	}
	slices.Sort(cause.members)
	c.causes, c.unnamed = append(c.causes, cause), append(c.unnamed, left)
}

// weigh gives a cause the link score and the clicks of its URLs, each once however
// many of its findings it has.
func (c *finder) weigh(cause *Cause, ids []frontier.ID) {
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		if int(id) < len(c.scores) {
			cause.Score += float64(c.scores[id])
		}
		cause.Clicks += c.clicked[id]
	}
}

// show puts a finding among the examples: those first whose URLs have most clicks,
// then those to which the links of the site lead most; no URL twice.
func (c *finder) show(shown []*instance, m *instance) []*instance {
	if slices.ContainsFunc(shown, func(x *instance) bool { return x.id == m.id }) {
		return shown
	}
	score := func(x *instance) (s float32) {
		if int(x.id) < len(c.scores) {
			s = c.scores[x.id]
		}
		return s
	}
	at := len(shown)
	for at > 0 && cmp.Or(cmp.Compare(c.clicked[m.id], c.clicked[shown[at-1].id]), cmp.Compare(score(m), score(shown[at-1]))) > 0 {
		at--
	}
	shown = slices.Insert(shown, at, m)
	return shown[:min(len(shown), causeExamples)]
}

// fewNames is how many times as many URLs as are to be named a crawl has for
// each of them to be looked up by itself.
const fewNames = 50

// name gives causes their URLs.
func (c *finder) name(ctx context.Context, crawl frontier.Crawl) error {
	urls := map[frontier.ID]string{}
	for _, u := range c.unnamed {
		for _, id := range slices.Concat(u.examples, u.linking, []frontier.ID{u.what}) {
			urls[id] = ""
			if at := int(id) - int(c.known); at >= 0 && at < len(c.extra) {
				urls[id] = c.extra[at]
			}
		}
	}
	if err := c.lookUp(ctx, crawl, urls); err != nil {
		return err
	}
	for _, u := range c.unnamed {
		x := &c.causes[u.cause]
		if u.what != frontier.NoID {
			x.What = urls[u.what]
		}
		for i, id := range u.examples {
			x.Examples, x.Linking = append(x.Examples, urls[id]), append(x.Linking, urls[u.linking[i]])
		}
		rule := x.Rule.ID
		if x.Severity != x.Rule.Severity && !x.Rule.OneMend {
			rule += " " + x.Severity.String()
		}
		x.ID = causeID(rule, x.By, x.What)
	}
	return nil
}

// lookUp fills in URLs by their numbers: one by one, or where they are many in
// one pass over those of the crawl.
func (c *finder) lookUp(ctx context.Context, crawl frontier.Crawl, urls map[frontier.ID]string) error {
	if len(urls)*fewNames < int(c.known) {
		for id := range urls {
			if id >= c.known {
				continue
			}
			row, err := crawl.Row(id)
			if err != nil {
				return err
			}
			if row != nil {
				urls[id] = strings.Clone(row.URL)
			}
		}
		return nil
	}
	for row, err := range crawl.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		if _, wanted := urls[row.ID]; wanted && row.ID < c.known {
			urls[row.ID] = strings.Clone(row.URL)
		}
	}
	return nil
}
