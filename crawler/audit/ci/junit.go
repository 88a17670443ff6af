package ci

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
)

// The elements that Jenkins and GitLab read of JUnit's XML
// (https://github.com/jenkinsci/xunit-plugin, junit-10.xsd).
type (
	suites struct {
		XMLName xml.Name `xml:"testsuites"`
		Name    string   `xml:"name,attr"`
		sums
		Suites []suite `xml:"testsuite"`
	}
	suite struct {
		Name      string `xml:"name,attr"`
		Timestamp string `xml:"timestamp,attr"`
		sums
		Cases []testCase `xml:"testcase"`
	}
	sums struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Skipped  int `xml:"skipped,attr"`
	}
	testCase struct {
		Class   string   `xml:"classname,attr"`
		Name    string   `xml:"name,attr"`
		Failure *failure `xml:"failure"`
		Skipped *failure `xml:"skipped"`
		Out     string   `xml:"system-out,omitempty"`
	}
	failure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
)

// junit writes a test for each rule: failed, skipped where nothing can be told
// or there was nothing to look at, else passed.
func (r *Run) junit(to io.Writer) error {
	s := suite{Name: r.Site, Timestamp: r.Began.UTC().Format("2006-01-02T15:04:05")}
	for _, rule := range r.rules() {
		c := r.Summary.Of(rule.ID)
		t := testCase{Class: "portolan." + rule.Severity.String(), Name: rule.ID + ": " + rule.Title}
		switch {
		case c.N == 0 && c.Withheld != "":
			s.Skipped++
			t.Skipped = &failure{Message: c.Withheld}
		case c.N == 0 && r.Summary.Idle[rule.ID] != "":
			s.Skipped++
			t.Skipped = &failure{Message: r.Summary.Idle[rule.ID]}
		case c.N > 0 && r.Fails(&c):
			s.Failures++
			t.Failure = &failure{Message: fmt.Sprintf("%s found. %s", r.many(c.N), advice(rule)), Type: c.Severity.String(), Text: r.lines(&c)}
		case c.N > 0:
			t.Out = fmt.Sprintf("%s found. %s\n%s", r.many(c.N), advice(rule), r.lines(&c))
		}
		s.Tests++
		s.Cases = append(s.Cases, t)
	}
	text, err := xml.MarshalIndent(suites{Name: "portolan", sums: s.sums, Suites: []suite{s}}, "", " ")
	if err == nil {
		_, err = io.WriteString(to, xml.Header+string(text)+"\n")
	}
	return err
}

// lines are the findings of a rule.
func (r *Run) lines(c *findings.Count) string {
	var b strings.Builder
	list := r.of(c.Rule.ID)
	for i := range list {
		fmt.Fprintf(&b, "%s: %s\n", list[i].subject(r), list[i].text())
	}
	if more := c.N - len(list); more > 0 {
		fmt.Fprintf(&b, "and %d more\n", more)
	}
	return b.String()
}
