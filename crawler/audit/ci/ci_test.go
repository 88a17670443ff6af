package ci_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler/audit/ci"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
)

// made gives a run: 30 dead links, a doubtful title, an orphan rule that is
// withheld. Texts are what a hostile site would write.
func made(form string, most int, backwards bool) string {
	dead, title := findings.RuleOf("client-error"), findings.RuleOf("title-length")
	sum := &findings.Summary{Counts: []findings.Count{
		{Rule: dead, Severity: findings.Error, N: 30}, {Rule: title, Severity: findings.Notice, N: 1, Likely: 1},
		{Rule: findings.RuleOf("orphan"), Withheld: "it stopped"},
	}}
	r := ci.Run{
		Site: "http://a.example:8080/", Version: "1", Began: time.Unix(0, 0), Incomplete: "it stopped", Summary: sum, Most: most,
		Fails: func(c *findings.Count) bool { return c.Rule == dead },
	}
	list := make([]ci.Found, 30)
	for i := range list {
		list[i] = ci.Found{Severity: findings.Error, URL: fmt.Sprintf("http://a.example:8080/gone/%d?a=]]>&b=\"", i), Detail: "it answers 404", From: "http://a.example:8080/"}
	}
	if backwards {
		slices.Reverse(list)
	}
	for _, f := range list {
		r.Add(dead.ID, f)
	}
	r.Add(title.ID, ci.Found{Severity: findings.Notice, Likely: true, Detail: "7 columns: a%0A::error title=x::y, </failure><x>"})
	var b bytes.Buffer
	if err := ci.Write(&b, form, &r); err != nil {
		panic(err)
	}
	return b.String()
}

// The order in which findings come changes nothing, nor what is left out.
func TestSameFromRunToRun(t *testing.T) {
	for _, form := range ci.Forms() {
		for _, most := range []int{0, 5} {
			if a, b := made(form, most, false), made(form, most, true); a != b {
				t.Errorf("%s of %d: two outputs", form, most)
			}
		}
	}
}

func TestJUnit(t *testing.T) {
	var got struct {
		Failures int `xml:"failures,attr"`
		Skipped  int `xml:"skipped,attr"`
		Cases    []struct {
			Name    string `xml:"name,attr"`
			Failure []struct {
				Type string `xml:"type,attr"`
				Text string `xml:",chardata"`
			} `xml:"failure"`
			Skipped []struct{} `xml:"skipped"`
			Out     string     `xml:"system-out"`
		} `xml:"testsuite>testcase"`
	}
	if err := xml.Unmarshal([]byte(made("junit", 5, false)), &got); err != nil {
		t.Fatal(err)
	}
	if got.Failures != 1 || got.Skipped != 1 || len(got.Cases) != len(findings.Rules()) {
		t.Errorf("%d failures, %d skipped, %d tests", got.Failures, got.Skipped, len(got.Cases))
	}
	for _, c := range got.Cases {
		name, _, _ := strings.Cut(c.Name, ":")
		switch {
		case name == "client-error":
			if len(c.Failure) != 1 || strings.Count(c.Failure[0].Text, "gone/") != 5 || !strings.Contains(c.Failure[0].Text, "and 25 more") || !strings.Contains(c.Failure[0].Text, "?a=]]>&b=\"") {
				t.Errorf("%s: %+v", name, c.Failure)
			}
		case len(c.Failure) > 0 || len(c.Skipped) > 0 != (name == "orphan") || strings.Contains(c.Out, "::error title=x::y, </failure><x>") != (name == "title-length"):
			t.Errorf("%s: %+v", name, c)
		}
	}
}

// Nothing that the site has written is a command or a property of one.
func TestGitHub(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(made("github", 5, false)), "\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "::error title=client-error%3A named%2C and not found (4xx)::30 on http://a.example:8080/.") ||
		!strings.HasPrefix(lines[1], "::notice title=title-length%3A") || !strings.Contains(lines[1], "a%250A::error") {
		t.Errorf("%q", lines)
	}
}

func TestGitLab(t *testing.T) {
	var got []struct {
		Check       string `json:"check_name"`
		Fingerprint string
		Severity    string
		Location    struct{ Path string }
	}
	if err := json.Unmarshal([]byte(made("gitlab", 5, false)), &got); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, q := range got {
		if seen[q.Fingerprint] || !strings.HasPrefix(q.Location.Path, "a.example%3A8080/") {
			t.Errorf("%+v", q)
		}
		seen[q.Fingerprint] = true
	}
	if len(got) != 7 || got[0].Severity != "major" || got[6].Severity != "info" { // five, the rest of 30, a title
		t.Errorf("%+v", got)
	}
}

func TestSARIF(t *testing.T) {
	var got struct {
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Results []struct {
				RuleID          string
				RuleIndex       int
				Level           string
				OccurrenceCount int
				WebRequest      struct{ Target string }
			}
		}
	}
	if err := json.Unmarshal([]byte(made("sarif", 5, false)), &got); err != nil {
		t.Fatal(err)
	}
	run := got.Runs[0]
	sum := 0
	for i, r := range run.Results {
		if sum += r.OccurrenceCount; run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID || strings.HasPrefix(r.WebRequest.Target, "http://a.example:8080/gone/") != (i < 5) {
			t.Errorf("%+v", r)
		}
	}
	if got.Version != "2.1.0" || sum != 31 {
		t.Errorf("version %s, %d results", got.Version, sum)
	}
}

// GitHub shows ten annotations of a severity: the one that counts the rest is
// among them.
func TestManyKinds(t *testing.T) {
	r := ci.Run{Site: "http://a.example/", Version: "1", Summary: &findings.Summary{}}
	n := 0
	for _, rule := range findings.Rules() {
		if rule.Severity == findings.Notice && n < 12 {
			n++
			r.Summary.Counts = append(r.Summary.Counts, findings.Count{Rule: rule, Severity: findings.Notice, N: 1})
			r.Add(rule.ID, ci.Found{Severity: findings.Notice, URL: "http://a.example/", Detail: "so"})
		}
	}
	var b bytes.Buffer
	if err := ci.Write(&b, "github", &r); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(strings.TrimSpace(b.String()), "\n"); len(lines) != 10 || !strings.Contains(lines[9], "::3 more kinds of findings") {
		t.Errorf("%d annotations, the last %s", len(lines), lines[len(lines)-1])
	}
}
