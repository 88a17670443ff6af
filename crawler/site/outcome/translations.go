package outcome

import (
	"maps"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/summary"
)

// otherHosts is nil if no other host was to be asked.
func (r *Outcome) otherHosts() *summary.HostAnswers {
	a, err := summary.OtherHosts(r.Store)
	if err != nil {
		r.Log.Warn(err.Error())
	}
	return a
}

// translationRows tells which pages on other hosts count as translations, and
// why the others do not.
func (r *Outcome) translationRows(b *strings.Builder) {
	a := r.otherHosts()
	if a == nil {
		return
	}
	prose.Row(b, "Translations", "%s of %s page%s on other hosts count", prose.Thousands(a.Counted), prose.Thousands(a.Asked), prose.Plural(a.Asked))
	for _, fault := range slices.SortedFunc(maps.Keys(a.Faults), func(x, y string) int {
		if a.Faults[x] != a.Faults[y] {
			return a.Faults[y] - a.Faults[x]
		}
		return strings.Compare(x, y)
	}) {
		example := ""
		if row, err := r.Store.Row(a.Examples[fault]); err == nil && row != nil {
			example = ", such as " + safe.OneLine(row.URL)
		}
		prose.Row(b, "", "%s: %s%s", prose.Thousands(a.Faults[fault]), safe.OneLine(fault), example)
	}
	for _, h := range a.Hosts {
		if h.Left > 0 {
			prose.Row(b, "", "%s: %s or more not asked for: %s", safe.OneLine(h.Host), prose.Thousands(h.Left), h.Why)
		}
	}
}
