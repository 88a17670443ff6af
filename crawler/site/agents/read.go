package agents

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/robots"
)

// Table is what a robots.txt says to agents. Texts may hold any text of the site.
type Table struct {
	RobotsURL      string
	Status         int    // 0 for a file of the user's
	File           string // what holds of it, in words, "" where it is a robots.txt like others
	Rows           []Row
	Preferences    []robots.Preference
	Directives     []string // what metas and headers of pages say, in words
	Contradictions []string
	LLMs           []string // what /llms.txt is, and what is wrong with it; nil where it was not asked for
	NotVisible     []string // settings outside the site that decide, too
}

// Row is what one agent may read of one segment.
type Row struct {
	Agent   Agent
	Group   string // whose group of robots.txt holds, "" if none
	Line    int    // of that group's name
	Segment string // of the user's, "" for the whole site
	Pages   int    // pages of the segment, 0 without a crawl, or that were looked at
	Allowed int    // of them
	Rule    string // that most of the refused meet, "" if none is
	At      int    // its line
	More    int    // other lines that refuse pages
	Example string // a refused URL
	Signals []robots.Signal
	InPart  []PartSignal    // what Content-Usage lines say of some of the pages that it may read
	Unasked []robots.Signal // what is said to all, and not to this agent, whose group says nothing
}

// PartSignal is what is said of so many pages.
type PartSignal struct {
	robots.Signal
	Pages int
}

// judge counts for one agent.
type judge struct {
	agent   Agent
	rules   *robots.Agent
	usage   *usage
	signals []robots.Signal
	unasked []robots.Signal
	parts   map[string]*count
}

// newJudge takes what the file says to an agent: by the groups that name it, else
// by those for all.
func newJudge(a Agent, rules *robots.Rules, prefs []robots.Preference) *judge {
	j := &judge{agent: a, rules: rules.Agent(a.Token, robots.RFC9309), parts: map[string]*count{}}
	name := j.rules.Group().Name
	own := name != "" && name != "*"
	its := prefsFor(prefs, a.Token, own)
	j.usage, j.signals = newUsage(its), signalsOf(its)
	if own && j.usage == nil && j.signals == nil {
		all := prefsFor(prefs, a.Token, false)
		j.unasked = signalsOf(all)
		for _, p := range all {
			if p.Field == "Content-Usage" && (p.Path == "" || p.Path == "/") {
				j.unasked = join(j.unasked, p.Says)
			}
		}
	}
	return j
}

type count struct {
	pages, allowed int
	rules          map[int]*refusal
	usage          map[robots.Signal]int
}

type refusal struct {
	n    int
	rule string
	url  string
}

// take counts a page of a segment, and of the whole site.
func (j *judge) take(segment, url string) (allow bool) {
	d := j.rules.Test(url)
	j.count("", url, &d)
	if segment != "" {
		j.count(segment, url, &d)
	}
	return d.Allow
}

func (j *judge) count(segment, url string, d *robots.Decision) {
	c := j.parts[segment]
	if c == nil {
		c = &count{rules: map[int]*refusal{}, usage: map[robots.Signal]int{}}
		j.parts[segment] = c
	}
	c.pages++
	if d.Allow {
		c.allowed++
		for _, s := range j.usage.of(url) {
			c.usage[s]++
		}
		return
	}
	r := c.rules[d.Line]
	if r == nil {
		r = &refusal{rule: d.Rule, url: strings.Clone(url)}
		c.rules[d.Line] = r
	}
	r.n++
}

func (j *judge) rows(segments []string) (rows []Row) {
	group := j.rules.Group()
	for _, s := range segments {
		c := j.parts[s]
		if c == nil {
			continue
		}
		row := Row{Agent: j.agent, Group: group.Name, Line: group.Line, Segment: s, Pages: c.pages, Allowed: c.allowed, Signals: slices.Clone(j.signals), Unasked: j.unasked}
		row.More = max(0, len(c.rules)-1)
		most := 0
		for line, r := range c.rules {
			if r.n > most || r.n == most && line < row.At {
				most, row.Rule, row.At, row.Example = r.n, r.rule, line, r.url
			}
		}
		for _, s := range slices.SortedFunc(maps.Keys(c.usage), func(a, b robots.Signal) int { return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Value, b.Value)) }) {
			if c.usage[s] == c.allowed {
				row.Signals = append(row.Signals, s)
			} else {
				row.InPart = append(row.InPart, PartSignal{s, c.usage[s]})
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// notVisible are settings that no file of the site shows.
var notVisible = []string{
	"Google: whether pages are shown in AI Overviews and AI Mode can since June 2026 be set in Search Console; that is not visible from here",
	"content delivery networks: what they refuse or charge AI crawlers for is not visible from here",
}

// OfFile is the table of a robots.txt alone, for the URLs that are asked about; llms
// is nil where that was not asked for.
func OfFile(rules *robots.Rules, robotsURL string, status int, urls []string, list []Agent, llms *LLMsText) *Table {
	t := &Table{RobotsURL: robotsURL, Status: status, File: fileText(rules, status), Preferences: rules.Preferences(), NotVisible: notVisible}
	if llms != nil {
		t.LLMs = llms.words()
	}
	for _, a := range list {
		j := newJudge(a, rules, t.Preferences)
		for _, url := range urls {
			j.take("", url)
		}
		t.Rows = append(t.Rows, j.rows([]string{""})...)
	}
	t.contradict()
	return t
}

// Of is the table of a stored crawl: pages are those of the scope's host that
// are listed or answered well, and those that robots.txt forbids.
func Of(ctx context.Context, crawl *stored.Crawl, list []Agent) (*Table, error) {
	scope := crawl.Options.Scope
	t := &Table{RobotsURL: scope.Scheme + "://" + scope.Host + "/robots.txt", NotVisible: notVisible}
	rules, err := t.rulesOf(crawl)
	if err != nil {
		return nil, err
	}
	t.Preferences = rules.Preferences()
	var all []*judge
	for _, a := range list {
		all = append(all, newJudge(a, rules, t.Preferences))
	}
	inSitemap, challenged := map[string]int{}, 0
	var said directives
	for u, err := range query.URLs(ctx, crawl, query.Filter[query.URL]{}, nil) {
		if err != nil {
			return nil, fmt.Errorf("look what agents may read: %w", err)
		}
		if u.Code == audit.Challenged {
			challenged++
		}
		if !IsPage(u) || !strings.HasPrefix(u.Row.URL, scope.Scheme+"://"+scope.Host+"/") {
			continue
		}
		said.take(u)
		segment := crawl.Segments.Of(u.Row.URL)
		for _, j := range all {
			if !j.take(segment, u.Row.URL) && u.Sources&frontier.FromSitemap != 0 && j.agent.For == "search" {
				inSitemap[j.agent.Token]++
			}
		}
	}
	segments := append([]string{""}, crawl.Segments.Names()...)
	for _, j := range all {
		t.Rows = append(t.Rows, j.rows(segments)...)
	}
	most, names := 0, []string(nil)
	for _, a := range list {
		if n := inSitemap[a.Token]; n > 0 {
			most, names = max(most, n), append(names, a.Token)
		}
	}
	if most > 0 {
		t.Contradictions = append(t.Contradictions, fmt.Sprintf("the site's sitemaps name pages that robots.txt forbids %s: %d at most", strings.Join(names, ", "), most))
	}
	t.Directives = said.words()
	if said.contrary > 0 {
		t.Contradictions = append(t.Contradictions, fmt.Sprintf("robots metas and X-Robots-Tag headers of %s say a thing and its contrary; the prohibition holds: finding robots-directive-faulty", pages(said.contrary)))
	}
	if challenged > 0 {
		t.Contradictions = append(t.Contradictions, fmt.Sprintf("robots.txt lets crawlers in, and %d URLs of this crawl were answered by a firewall's challenge, or refused; what it does with other agents is not visible from here", challenged))
	}
	t.contradict()
	return t, nil
}

// IsPage reports whether what agents may read is told by a URL: it is listed,
// answers well, or is forbidden by robots.txt.
func IsPage(u *query.URL) bool {
	switch u.Code {
	case audit.Listed, audit.ListedCarried, audit.ListedUnverified, audit.FilterList, audit.RobotsBlocked, audit.NoIndexMeta, audit.NoIndexHeader, audit.CanonicalElsewhere:
		return true
	}
	return false
}

// contradict notes where the file says two things.
func (t *Table) contradict() {
	for _, p := range t.Preferences {
		a, b := slices.Clone(p.Agents), slices.Clone(p.Others)
		slices.SortFunc(a, cmp.Compare[string])
		slices.SortFunc(b, cmp.Compare[string])
		if len(p.Agents) > 0 && !slices.Equal(a, b) {
			t.Contradictions = append(t.Contradictions, fmt.Sprintf(
				"line %d, %s: it is for %s where such a line ends the list of names (aipref), and for %s where it does not (Google); put it below a rule, or part the groups", p.Line, p.Field, strings.Join(p.Agents, ", "), strings.Join(p.Others, ", ")))
		}
		if u, err := url.Parse(p.Value); p.Field == "License" && (err != nil || !isAbsolute(u)) {
			t.Contradictions = append(t.Contradictions, fmt.Sprintf("line %d, License: %q is no absolute address, which RSL 1.0 wants", p.Line, p.Value))
		}
		if p.Field != "License" && len(p.Says) == 0 {
			t.Contradictions = append(t.Contradictions, fmt.Sprintf("line %d, %s: %q says nothing that is known", p.Line, p.Field, p.Value))
		}
	}
	var readers, unasked []string
	for _, r := range t.Rows {
		if r.Agent.For != "training" || r.Segment != "" || r.Allowed == 0 {
			continue
		}
		if slices.ContainsFunc(r.Signals, noTraining) || slices.ContainsFunc(r.InPart, func(s PartSignal) bool { return noTraining(s.Signal) }) {
			readers = append(readers, r.Agent.Token)
		}
		if slices.ContainsFunc(r.Unasked, noTraining) {
			unasked = append(unasked, r.Agent.Token)
		}
	}
	if unasked != nil {
		t.Contradictions = append(t.Contradictions, "the group for all asks that pages train no model; who has a group of its own reads that one alone, which lets it in and says nothing of that: "+strings.Join(unasked, ", "))
	}
	if readers != nil {
		t.Contradictions = append(t.Contradictions, "the site asks that its pages train no model, and robots.txt lets read who does that: "+strings.Join(readers, ", "))
	}
}

func noTraining(s robots.Signal) bool {
	return s.Key == "ai-train" && s.Value == "no" || s.Key == "train-ai" && s.Value == "n"
}
