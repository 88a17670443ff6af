package robots_test

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/robots"
)

// vector is one question to a robots.txt and its answer. Profile says in
// which mode it holds: both, rfc9309, google, or ext (the default mode).
type vector struct {
	ID      string
	Profile string
	Robots  string
	B64     []byte  `json:"robots_b64"`
	Parts   [][]any `json:"robots_parts"`
	Agent   string
	URL     string
	Allow   bool

	Delay       json.RawMessage `json:"crawl_delay"`
	Sitemaps    []string
	Host        *string
	CleanParams []struct {
		Params []string
		Path   string
	} `json:"clean_params"`
}

func (v vector) file() []byte {
	if v.B64 != nil {
		return v.B64
	}
	var b strings.Builder
	b.WriteString(v.Robots)
	for _, part := range v.Parts {
		b.WriteString(strings.Repeat(part[0].(string), int(part[1].(float64))))
	}
	return []byte(b.String())
}

func (v vector) modes() []robots.Mode {
	switch v.Profile {
	case "google":
		return []robots.Mode{robots.Google}
	case "both":
		return []robots.Mode{robots.RFC9309, robots.Google}
	}
	return []robots.Mode{robots.RFC9309}
}

func readVectors(t testing.TB) []vector {
	t.Helper()
	f, err := os.Open("../testdata/vectors/robots.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []vector
	for s := json.NewDecoder(bufio.NewReader(f)); s.More(); {
		var v vector
		if err := s.Decode(&v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

func TestVectors(t *testing.T) {
	for _, v := range readVectors(t) {
		for _, mode := range v.modes() {
			t.Run(v.ID, func(t *testing.T) { checkVector(t, v, mode) })
		}
	}
}

func checkVector(t *testing.T, v vector, mode robots.Mode) {
	rules := robots.Parse(v.file())
	agent := rules.Agent(v.Agent, mode)
	d := agent.Test(v.URL)
	if d.Allow != v.Allow || d.Disputed {
		t.Errorf("%q for %q in mode %d: %+v, want allow=%t\n%.500s", v.URL, v.Agent, mode, d, v.Allow, v.file())
	}
	checkQuote(t, rules, agent, d, v.URL)
	checkDelay(t, v.Delay, agent)
	if v.Sitemaps != nil && !slices.Equal(rules.Sitemaps(), v.Sitemaps) {
		t.Errorf("sitemaps %q, want %q", rules.Sitemaps(), v.Sitemaps)
	}
	if v.Host != nil && rules.Host() != *v.Host {
		t.Errorf("host %q, want %q", rules.Host(), *v.Host)
	}
	if v.CleanParams == nil {
		return
	}
	got := rules.CleanParams()
	for i, want := range v.CleanParams {
		if len(got) != len(v.CleanParams) || !slices.Equal(got[i].Params, want.Params) || got[i].Path != want.Path {
			t.Errorf("clean params %v, want %v", got, v.CleanParams)
		}
	}
}

// checkQuote holds what must be true of every decision: the rule is in the
// line that is named, and a look at every rule comes to the same answer.
func checkQuote(t *testing.T, rules *robots.Rules, agent *robots.Agent, d robots.Decision, url string) {
	t.Helper()
	if (d.Line > 0) != (d.Reason == robots.ByRule) || (d.Line > 0) != (d.Rule != "") {
		t.Errorf("decision %+v quotes by halves", d)
	}
	if d.Line > 0 && !strings.Contains(rules.Line(d.Line), d.Rule) {
		t.Errorf("line %d is %q, quoted as %q", d.Line, rules.Line(d.Line), d.Rule)
	}
	all := agent.Matches(url, 1)
	if d.Reason == robots.RobotsTxt {
		return
	}
	if (len(all) > 0) != (d.Line > 0) || d.Line > 0 && (all[0].Line != d.Line || all[0].Allow != d.Allow) {
		t.Errorf("%q: decision %+v, a look at every rule says %+v", url, d, all)
	}
}

func checkDelay(t *testing.T, want json.RawMessage, agent *robots.Agent) {
	t.Helper()
	if want == nil {
		return
	}
	got, ok := agent.CrawlDelay()
	if string(want) == "null" {
		if ok {
			t.Errorf("crawl-delay %v, want none", got)
		}
		return
	}
	var seconds float64
	if err := json.Unmarshal(want, &seconds); err != nil {
		t.Fatal(err)
	}
	if !ok || got.Seconds() != seconds {
		t.Errorf("crawl-delay %v %t, want %v s", got, ok, seconds)
	}
}
