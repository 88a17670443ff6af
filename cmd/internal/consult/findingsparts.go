package consult

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/query/lines"
)

// countedPart is a kind of findings in a template or segment.
type countedPart struct {
	rule     *findings.Rule
	severity findings.Severity
	of       string // "" for what is in none
}

func (o *findingsOutput) addPart(f *query.Finding) {
	of := f.Template
	if o.by == "segment" {
		of = f.Segment()
	}
	if o.parts == nil {
		o.parts = map[countedPart]int{}
	}
	o.parts[countedPart{f.Rule, f.Severity, strings.Clone(of)}]++
}

// countParts prints a line for each kind in each part, the gravest first, then
// what is most.
func (o *findingsOutput) countParts() error {
	list := slices.SortedFunc(maps.Keys(o.parts), func(x, y countedPart) int {
		return cmp.Or(cmp.Compare(y.severity, x.severity), cmp.Compare(o.parts[y], o.parts[x]), cmp.Compare(x.rule.ID, y.rule.ID), cmp.Compare(x.of, y.of))
	})
	column := func(name string, number bool, value func(*countedPart) string) *query.Column[countedPart] {
		return &query.Column[countedPart]{Name: name, Number: number, Values: func(c *countedPart) []string { return []string{value(c)} }}
	}
	w := lines.New(o.p.Out, "count", o.w.Format, []*query.Column[countedPart]{
		column("id", false, func(c *countedPart) string { return c.rule.ID }),
		column("severity", false, func(c *countedPart) string { return c.severity.String() }),
		column("findings", true, func(c *countedPart) string { return strconv.Itoa(o.parts[*c]) }),
		column(o.by, false, func(c *countedPart) string { return c.of }),
	})
	err := w.Begin()
	for i := range list {
		err = errors.Join(err, w.Row(&list[i]))
	}
	return errors.Join(err, w.End())
}
