package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/site/agents"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/robots"
)

// Robots is the robots.txt of the site, with what its lines do.
type Robots struct {
	URL           string
	Status        int
	Lines         []RobotsLine
	More          int // lines that are not shown
	URLs          int // addresses of its host that were held against it
	Agent, Listed string
	Pages         int // of them, those that are listed, answer well, or are forbidden
	Groups        []AgentGroup
}

// RobotsLine is a line and how many addresses it decides on: for the crawler,
// and for the search engine by whose word pages are listed.
type RobotsLine struct {
	N           int
	Text        string
	Hits, Lists int
}

// AgentGroup is the agents that one group of lines is for.
type AgentGroup struct {
	Name    string // "" where no group names them
	Line    int
	Tokens  []string
	Allowed int // of the pages
}

const shownLines = 150

// robotsTest holds addresses against the robots.txt of the scope's host.
type robotsTest struct {
	origin      string
	text        string
	file        *Robots
	rules       *robots.Rules
	own, search *robots.Agent
	hits, lists map[int]int
	groups      []agentGroup
}

type agentGroup struct {
	AgentGroup
	agent *robots.Agent
}

// newRobotsTest gives nil where the crawl has no robots.txt of the host.
func newRobotsTest(crawl *stored.Crawl) (*robotsTest, error) {
	files, err := crawl.Robots()
	if err != nil {
		return nil, err
	}
	scope := crawl.Options.Scope
	t := &robotsTest{origin: scope.Scheme + "://" + scope.Host, hits: map[int]int{}, lists: map[int]int{}}
	at := slices.IndexFunc(files, func(f frontier.RobotsFile) bool { return f.Origin == t.origin })
	if at < 0 || files[at].Status != 200 {
		return nil, nil
	}
	t.text = string(files[at].Body[:min(len(files[at].Body), robots.MaxSize)])
	t.rules = robots.Parse(files[at].Body)
	if t.rules.WebPage() {
		return nil, nil
	}
	t.file = &Robots{
		URL: t.origin + "/robots.txt", Status: files[at].Status,
		Agent: cmp.Or(crawl.Options.Robots.Agent, "portolan"), Listed: cmp.Or(crawl.Options.ListAgent, "googlebot"),
	}
	t.own, t.search = t.rules.Agent(t.file.Agent, robots.RFC9309), t.rules.Agent(t.file.Listed, robots.RFC9309)
	known, err := agents.Known()
	if err != nil {
		return nil, err
	}
	for _, a := range known {
		agent := t.rules.Agent(a.Token, robots.RFC9309)
		g := agent.Group()
		i := slices.IndexFunc(t.groups, func(x agentGroup) bool { return x.Line == g.Line })
		if i < 0 {
			i = len(t.groups)
			t.groups = append(t.groups, agentGroup{AgentGroup{Name: g.Name, Line: g.Line}, agent})
		}
		t.groups[i].Tokens = append(t.groups[i].Tokens, a.Token)
	}
	return t, nil
}

func (t *robotsTest) add(u *query.URL) {
	url := u.Row.URL
	if t == nil || !strings.HasPrefix(url, t.origin+"/") {
		return
	}
	t.file.URLs++
	if d := t.own.Test(url); d.Line > 0 {
		t.hits[d.Line]++
	}
	if d := t.search.Test(url); d.Line > 0 {
		t.lists[d.Line]++
	}
	if !agents.IsPage(u) {
		return
	}
	t.file.Pages++
	for i := range t.groups {
		if t.groups[i].agent.Test(url).Allow {
			t.groups[i].Allowed++
		}
	}
}

// end gives the file with the counts. Lines that decide nothing are shown as
// far as there is room.
func (t *robotsTest) end() *Robots {
	if t == nil {
		return nil
	}
	for i, text := range strings.Split(strings.TrimRight(lineEnds.Replace(t.text), "\n "), "\n") {
		line := RobotsLine{i + 1, text, t.hits[i+1], t.lists[i+1]}
		if line.Hits+line.Lists == 0 && len(t.file.Lines) >= shownLines || len(t.file.Lines) >= 2*shownLines {
			t.file.More++
			continue
		}
		t.file.Lines = append(t.file.Lines, line)
	}
	for _, g := range t.groups {
		t.file.Groups = append(t.file.Groups, g.AgentGroup)
	}
	return t.file
}

// lineEnds are those that robots.Parse knows.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")
