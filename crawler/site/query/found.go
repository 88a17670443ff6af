package query

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/mistake"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// Finding is one finding of a stored crawl, for the time of one step of
// Findings.
type Finding struct {
	*findings.Finding
	names *names
}

// TargetURL is the other URL that it is about, "" if there is none.
func (f *Finding) TargetURL() string { return f.names.text(f.Target) }

// FromURL is a page that links to the URL that it is about, "" if none does.
func (f *Finding) FromURL() string { return f.names.text(f.From) }

// Clicks are those of the URL in search results, by exports.
func (f *Finding) Clicks() int {
	n := 0
	for _, text := range f.names.clicksOf(f.URL) {
		n, _ = strconv.Atoi(text)
	}
	return n
}

// Segment is the user's segment of the URL that it is about, "" for none.
func (f *Finding) Segment() string { return f.names.crawl.Segments.Of(f.URL) }

// SinceLast is "new", or "open" where the findings hold it that are compared with;
// "" where there are none such.
func (f *Finding) SinceLast() string {
	switch known := f.names.before.known(f.names); {
	case known == nil:
		return ""
	case known.Has(f):
		return "open"
	}
	return "new"
}

// FindingColumns are the columns of findings.
func FindingColumns() Table[Finding] {
	return Table[Finding]{
		{Name: "id", Words: "the rule (portolan rules)", Of: findings.IDs, Values: func(f *Finding) []string { return texts(f.Rule.ID) }},
		{Name: "severity", Words: "error, warning or notice", Of: func() []string { return []string{"error", "warning", "notice"} }, Values: func(f *Finding) []string { return texts(f.Severity.String()) }},
		{Name: "confidence", Words: "certain or likely", Of: func() []string { return []string{"certain", "likely"} }, Values: func(f *Finding) []string { return texts(f.Confidence()) }},
		{Name: "url", Words: "the URL, host or file that it is about; empty for the whole site", Values: func(f *Finding) []string { return texts(f.URL) }},
		{Name: "template", Words: "shape of that URL", Values: func(f *Finding) []string { return texts(f.Template) }},
		{Name: "detail", Words: "what was found", Values: func(f *Finding) []string { return texts(f.Detail) }},
		{Name: "status", Words: "status of that URL's answer", Number: true, Values: func(f *Finding) []string {
			if f.Status == 0 {
				return nil
			}
			return number(f.Status)
		}},
		{Name: "target", Words: "another URL that it is about", cost: 2, Values: func(f *Finding) []string { return texts(f.TargetURL()) }},
		{Name: "linked_from", Words: "a page that links to the URL", cost: 2, Values: func(f *Finding) []string { return texts(f.FromURL()) }},
		{Name: "linking_pages", Words: "pages that link to it", Number: true, Values: func(f *Finding) []string { return number(f.Pages) }},
		{Name: "segment", Words: "segment of the site in which that URL is (--segment)", cost: 1, Values: func(f *Finding) []string { return texts(f.Segment()) }},
		{Name: "ignored", Words: "why it is left as it is (--ignore; such ones come with --ignored)", Values: func(f *Finding) []string { return texts(f.Ignored) }},
		{Name: "since_last", Words: "new, or open where the complete crawl before, or --baseline, has it too", Of: func() []string { return []string{"new", "open"} }, cost: 1, need: needBefore, Values: func(f *Finding) []string { return texts(f.SinceLast()) }},
		{Name: "clicks", Words: "clicks of the URL in search results, by an export (--from-export)", Number: true, cost: 1, need: needClicks, Values: func(f *Finding) []string { return f.names.clicksOf(f.URL) }},
	}
}

// Asked is what findings are asked for.
type Asked struct {
	stored.Asked
	Where Filter[Finding]
	// Before are the findings that are not new: those of the complete crawl
	// before, where it is nil.
	Before *Known
	// Causes will be asked for, too: they are found by the way.
	Causes bool
}

// Findings calls give for each finding that passes, in the order of
// findings.Find; nil where the summary, which counts those that pass, is all that is
// wanted.
func Findings(ctx context.Context, crawl *stored.Crawl, asked Asked, give func(*Finding) error) (*findings.Summary, error) {
	if give == nil && len(asked.Where.conditions) == 0 && !asked.Causes {
		return crawl.Findings(ctx, asked.Asked, nil)
	}
	row := Finding{names: newNames(ctx, crawl)}
	row.names.before = before{asked: asked.Asked, is: asked.Before}
	if asked.Where.need()&needBefore != 0 && row.names.before.known(row.names) == nil {
		return nil, cmp.Or(row.names.err, mistake.Errorf("since_last: %s: nothing to compare with; crawl the site again, or give --baseline", Basis(row.names.crawl, nil)))
	}
	if asked.Where.need()&needClicks != 0 {
		if err := row.names.wantClicks(); err != nil {
			return nil, err
		}
	}
	counted := newCounts()
	find := crawl.Findings
	if asked.Causes && crawl.KeepsCauses(asked.Asked) {
		find = func(ctx context.Context, a stored.Asked, give func(*findings.Finding) error) (*findings.Summary, error) {
			_, sum, err := crawl.CausesAnd(ctx, a, give)
			return sum, err
		}
	}
	sum, err := find(ctx, asked.Asked, func(f *findings.Finding) error {
		row.Finding = f
		pass := asked.Where.Pass(&row)
		if row.names.err != nil {
			return row.names.err
		}
		if !pass {
			return nil
		}
		if f.Ignored == "" {
			counted.add(f)
		}
		if give == nil {
			return nil
		}
		return give(&row)
	})
	if err != nil {
		return nil, err
	}
	if len(asked.Where.conditions) > 0 {
		counted.into(sum)
	}
	return sum, nil
}

// maxExamples is how many findings of a rule are kept of those that pass.
const maxExamples = 5

// counts are those of the findings that pass.
type counts struct {
	of     map[string]*findings.Count
	totals [findings.Error + 1]int
}

func newCounts() *counts { return &counts{of: map[string]*findings.Count{}} }

func (c *counts) add(f *findings.Finding) {
	n := c.of[f.Rule.ID]
	if n == nil {
		n = &findings.Count{Rule: f.Rule}
		c.of[f.Rule.ID] = n
	}
	if n.N++; len(n.Examples) < maxExamples {
		kept := *f
		kept.URL, kept.Template, kept.Detail = strings.Clone(f.URL), strings.Clone(f.Template), strings.Clone(f.Detail)
		n.Examples = append(n.Examples, kept)
	}
	n.By[f.Severity]++
	n.Severity = max(n.Severity, f.Severity)
	if f.Likely {
		n.Likely++
	}
	c.totals[f.Severity]++
}

// into puts the counts in the place of a summary's.
func (c *counts) into(sum *findings.Summary) {
	sum.Totals = c.totals
	kept := sum.Counts[:0]
	for _, old := range sum.Counts {
		n := c.of[old.Rule.ID]
		if n == nil && old.Withheld == "" {
			continue
		} else if n == nil {
			n = &findings.Count{Rule: old.Rule}
		}
		n.Withheld, n.Unverified, n.Ignored = old.Withheld, old.Unverified, old.Ignored
		kept = append(kept, *n)
	}
	sum.Counts = kept
}
