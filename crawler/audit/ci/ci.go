// Package ci writes findings in the forms that systems for continuous
// integration show beside a change: JUnit's XML, GitHub's workflow commands,
// GitLab's Code Quality and SARIF 2.1.0. The same findings give the same bytes.
//
// Texts of the site are escaped for each form; they come in one line each,
// without characters that cannot be seen.
package ci

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
)

// Forms are the names of the forms.
func Forms() []string { return []string{"junit", "github", "gitlab", "sarif"} }

// Write writes a run in one of the forms.
func Write(to io.Writer, form string, r *Run) error {
	return map[string]func(*Run, io.Writer) error{
		"junit": (*Run).junit, "github": (*Run).github, "gitlab": (*Run).gitlab, "sarif": (*Run).sarif,
	}[form](r, to)
}

// Run is the findings of a crawl.
type Run struct {
	Site, Version string // what was crawled, and the version of portolan
	Began         time.Time
	Incomplete    string // why the crawl has not seen the whole site, "" if it has
	Summary       *findings.Summary
	IDs           []string // of the rules that were asked for, all if there are none
	// Fails says of the rules that fired which of them fail the build.
	Fails func(*findings.Count) bool
	// Most findings of a rule are kept, 0 for all: those of lowest SHA-256, so that
	// they are the same ones from run to run.
	Most int
	// New says that all of it, Summary included, is what a baseline did not have.
	New bool

	found map[string][]Found
}

// Found is one finding.
type Found struct {
	Severity  findings.Severity
	Likely    bool
	URL       string // "" for the whole site
	Detail    string
	Target    string // "" if there is none
	From      string // a page that links to it, "" if none does
	key       [sha256.Size]byte
	seenAlike int // findings of the same rule and URL before this one
}

// Add takes a finding of a rule.
func (r *Run) Add(rule string, f Found) {
	if r.found == nil {
		r.found = map[string][]Found{}
	}
	f.key = sha256.Sum256([]byte(rule + "\x00" + f.URL + "\x00" + f.Detail))
	list := append(r.found[rule], f)
	if r.Most > 0 && len(list) >= 2*r.Most+64 {
		list = lowest(list, r.Most)
	}
	r.found[rule] = list
}

func lowest(list []Found, most int) []Found {
	slices.SortFunc(list, func(a, b Found) int { return bytes.Compare(a.key[:], b.key[:]) })
	if most > 0 && len(list) > most {
		list = list[:most]
	}
	return list
}

// of gives the findings of a rule, by URL.
func (r *Run) of(rule string) []Found {
	list := lowest(slices.Clone(r.found[rule]), r.Most)
	slices.SortStableFunc(list, func(a, b Found) int {
		return cmp.Or(strings.Compare(a.URL, b.URL), strings.Compare(a.Detail, b.Detail))
	})
	for i := 1; i < len(list); i++ {
		if list[i].URL == list[i-1].URL {
			list[i].seenAlike = list[i-1].seenAlike + 1
		}
	}
	return list
}

// fingerprint names a finding of a rule from run to run. Details hold counts
// that change.
func (f *Found) fingerprint(rule string) string {
	sum := sha256.Sum256([]byte(rule + "\x00" + f.URL + "\x00" + string(rune('0'+f.seenAlike))))
	return hex.EncodeToString(sum[:16])
}

// subject is what a finding is about.
func (f *Found) subject(r *Run) string { return cmp.Or(f.URL, r.Site) }

// text says what was found, without the URL.
func (f *Found) text() string {
	text := f.Detail
	if f.Target != "" {
		text += " -> " + f.Target
	}
	if f.From != "" {
		text += ", linked from " + f.From
	}
	if f.Likely {
		text = "likely: " + text
	}
	return text
}

// many counts findings in words.
func (r *Run) many(n int) string {
	if r.New {
		return fmt.Sprintf("%d new", n)
	}
	return fmt.Sprint(n)
}

// fired are the rules with findings, the gravest first, then those with most.
func (r *Run) fired() (list []findings.Count) {
	for _, c := range r.Summary.Counts {
		if c.N > 0 {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b findings.Count) int {
		return cmp.Or(cmp.Compare(b.Severity, a.Severity), cmp.Compare(b.N, a.N))
	})
	return list
}

// rules are those that were asked for.
func (r *Run) rules() []*findings.Rule {
	return slices.DeleteFunc(findings.Rules(), func(rule *findings.Rule) bool {
		return len(r.IDs) > 0 && !slices.Contains(r.IDs, rule.ID)
	})
}

// advice says why a rule matters and what to do.
func advice(r *findings.Rule) string { return r.Why + " " + r.Fix }

func isWeb(url string) bool {
	return strings.HasPrefix(url, "http://") || strings.HasPrefix(url, "https://")
}
