package query

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/failon"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

const FailKindsText = "error, warning, and the findings that 'portolan rules' lists; warning counts errors, too, and notices count by their own names alone"

// FailKinds are what --fail-on counts of findings. Notices fail nothing
// unless they are named.
func FailKinds() []string {
	return append([]string{findings.Error.String(), findings.Warning.String()}, findings.IDs()...)
}

// Counted is how much was found, for programs.
type Counted struct {
	Type       string            `json:"type"` // "findings"
	Errors     int               `json:"errors"`
	Warnings   int               `json:"warnings"`
	Notices    int               `json:"notices"`
	Counts     map[string]int    `json:"counts"`     // by ID
	Likely     map[string]int    `json:"likely"`     // of them
	Unverified map[string]int    `json:"unverified"` // URLs to which a rule could not be applied
	Ignored    map[string]int    `json:"ignored"`    // not in counts
	Withheld   map[string]string `json:"withheld"`   // what is not told, and why
	Incomplete string            `json:"incomplete"` // why what needs the whole site is not claimed, "" if it is
	Unread     int               `json:"unread"`     // URLs in scope
	InScope    int               `json:"in_scope"`
	HeldBack   int               `json:"held_back"` // URLs in scope: endless, or views of pages
	Refused    string            `json:"refused"`   // why the crawl's sitemap was not published without a person's word
}

// SeenText answers whether a crawl is complete: yes, nearly or no, and why.
func SeenText(s findings.Seen) string {
	text, args := s.Text()
	for i, arg := range args {
		if n, is := arg.(int); is {
			args[i] = prose.Thousands(n)
		}
	}
	return fmt.Sprintf(text, args...)
}

// CountedOf counts what was found in a crawl; refused is why a person has to say whether
// what it lists is published, "" where nobody has to.
func CountedOf(sum *findings.Summary, refused string) Counted {
	l := Counted{
		Type: "findings", Errors: sum.Totals[findings.Error], Warnings: sum.Totals[findings.Warning], Notices: sum.Totals[findings.Notice],
		Counts: map[string]int{}, Likely: map[string]int{}, Unverified: map[string]int{}, Ignored: map[string]int{}, Withheld: map[string]string{}, Incomplete: sum.Seen.Why(), Refused: refused, Unread: sum.Seen.Unread, InScope: sum.InScope, HeldBack: sum.Seen.Held,
	}
	for _, c := range sum.Counts {
		if c.N > 0 {
			l.Counts[c.Rule.ID] = c.N
		}
		if c.Likely > 0 {
			l.Likely[c.Rule.ID] = c.Likely
		}
		if c.Unverified > 0 {
			l.Unverified[c.Rule.ID] = c.Unverified
		}
		if c.Ignored > 0 {
			l.Ignored[c.Rule.ID] = c.Ignored
		}
		if c.Withheld != "" {
			l.Withheld[c.Rule.ID] = c.Withheld
		}
	}
	return l
}

// Judge holds rules of --fail-on against what was found in a crawl. fresh is asked
// for what is new, or why that cannot be said, where a rule wants it.
func Judge(crawl *stored.Crawl, rules []failon.Rule, sum *findings.Summary, fresh func() (*findings.Summary, string, error)) (broken, unknown []failon.Result, err error) {
	var news *findings.Summary
	noBefore := ""
	if slices.ContainsFunc(rules, func(r failon.Rule) bool { return r.New }) {
		if news, noBefore, err = fresh(); err != nil {
			return nil, nil, err
		}
	}
	broken, unknown = failon.Judge(rules, func(r failon.Rule) failon.Count {
		if why := unasked(crawl, sum.Idle[r.Kind]); why != "" {
			return failon.Count{Unknown: why}
		}
		of := sum
		if r.New {
			if noBefore != "" {
				return failon.Count{Unknown: noBefore}
			}
			of = news
		}
		count := findingCount(r.Kind, of)
		if r.New {
			count.Examples = examplesOf(r.Kind, of)
		}
		return count
	})
	return broken, unknown, nil
}

// unasked says that a rule had nothing to look at since the crawl was not asked
// for it.
func unasked(crawl *stored.Crawl, why string) string {
	flags := findings.GivenBy(why)
	if len(flags) == 0 || slices.ContainsFunc(flags, crawl.IsGiven) {
		return ""
	}
	return why + ": a crawl with --" + strings.Join(flags, " or --") + " can tell"
}

// findingCount counts what a rule of --fail-on is about.
func findingCount(kind string, sum *findings.Summary) failon.Count {
	count := failon.Count{Of: sum.InScope, What: "finding"}
	switch kind {
	case findings.Error.String():
		count.N = sum.Totals[findings.Error]
	case findings.Warning.String():
		count.N = sum.Totals[findings.Error] + sum.Totals[findings.Warning]
	default:
		c := sum.Of(kind)
		count.N, count.Unknown = c.N, c.Withheld
	}
	return count
}

// examplesOf names some findings that a rule of --fail-on is about: ID and URL.
func examplesOf(kind string, sum *findings.Summary) (list []string) {
	for _, c := range sum.Counts {
		if !CountsIn(kind, &c) {
			continue
		}
		for _, f := range c.Examples {
			if len(list) == maxExamples {
				return list
			}
			if kind == findings.Error.String() && f.Severity != findings.Error || kind == findings.Warning.String() && f.Severity < findings.Warning {
				continue
			}
			list = append(list, strings.TrimSpace(f.Rule.ID+" "+f.URL))
		}
	}
	return list
}

// CountsIn reports whether a rule of --fail-on is about findings of this count.
func CountsIn(kind string, c *findings.Count) bool {
	switch kind {
	case findings.Error.String():
		return c.Severity == findings.Error
	case findings.Warning.String():
		return c.Severity >= findings.Warning
	}
	return kind == c.Rule.ID
}

// OnlyOf leaves the counts of these rules, all if there are none.
func OnlyOf(sum *findings.Summary, ids []string) *findings.Summary {
	if len(ids) == 0 {
		return sum
	}
	only := *sum
	only.Counts = slices.DeleteFunc(slices.Clone(sum.Counts), func(c findings.Count) bool { return !slices.Contains(ids, c.Rule.ID) })
	return &only
}

// ByGravity sorts kinds: the gravest first, then those with most.
func ByGravity(counts []findings.Count) []findings.Count {
	list := slices.Clone(counts)
	slices.SortStableFunc(list, func(x, y findings.Count) int {
		return cmp.Or(cmp.Compare(y.Severity, x.Severity), cmp.Compare(y.N, x.N))
	})
	return list
}
