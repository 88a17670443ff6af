package findings

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// counter counts findings and hands them on.
type counter struct {
	o     Options
	give  func(*Finding) error
	rules []*Rule // that are asked for

	counts []Count // by place of the rule
	totals [Error + 1]int

	seen   Seen
	inView int // URLs in scope that findings may be about

	indexable int // pages that search engines may have
	doubted   int // of them, those that soft-404 is told of

	why map[string]string // rules had nothing to look at, by ID
}

func newCounter(o Options, give func(*Finding) error) counter {
	t := counter{o: o, give: give, counts: make([]Count, len(rules))}
	for i, r := range rules {
		t.counts[i].Rule = r
		if len(o.Only) == 0 || slices.Contains(o.Only, r.ID) {
			t.rules = append(t.rules, r)
		}
	}
	return t
}

// count counts a finding and hands it on, if it may be about its URL.
func (t *counter) count(f *Finding) error {
	if t.o.In != nil && !t.o.In(f.URL) && !(t.o.Linked != nil && f.Rule.Linked && f.ID != frontier.NoID && t.o.Linked(f.ID)) {
		return nil
	}
	c := &t.counts[f.Rule.place]
	if t.o.Ignored != nil {
		if f.Ignored = t.o.Ignored(f.Rule.ID, f.URL); f.Ignored != "" {
			c.Ignored++
			if t.o.ShowIgnored && t.give != nil {
				return t.give(f)
			}
			return nil
		}
	}
	c.N++
	c.By[f.Severity]++
	c.Severity = max(c.Severity, f.Severity)
	if f.Likely {
		c.Likely++
	}
	if len(c.Examples) < maxExamples {
		kept := *f
		kept.URL, kept.Template = strings.Clone(f.URL), strings.Clone(f.Template)
		c.Examples = append(c.Examples, kept)
	}
	t.totals[f.Severity]++
	if t.give != nil {
		return t.give(f)
	}
	return nil
}

func (t *counter) summary() *Summary {
	sum := &Summary{Totals: t.totals, Seen: t.seen, InScope: t.inView, Indexable: t.indexable, Doubted: t.doubted, Idle: map[string]string{}}
	for _, r := range t.rules {
		if why := t.why[r.ID]; why != "" {
			sum.Idle[r.ID] = why
		}
		if c := t.counts[r.place]; c.N > 0 || c.Withheld != "" || c.Unverified > 0 || c.Ignored > 0 {
			sum.Counts = append(sum.Counts, c)
		}
	}
	return sum
}
