package outcome

import (
	"maps"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/summary"
)

// checked is nil if neither links to other hosts nor pictures were asked for.
func (r *Outcome) checked() *summary.Checked {
	c, err := summary.CheckedOf(r.Store)
	if err != nil {
		r.Log.Warn(err.Error())
	}
	return c
}

// checkedRows tell what was asked for besides pages, and what was not.
func (r *Outcome) checkedRows(b *strings.Builder) {
	c := r.checked()
	if c == nil {
		return
	}
	prose.Row(b, "Checked", "%s link%s to other hosts, %s picture%s", prose.Thousands(c.Links), prose.Plural(c.Links), prose.Thousands(c.Pictures), prose.Plural(c.Pictures))
	reasons := map[string]int{}
	for why, n := range c.NotAsked {
		if strings.HasPrefix(why, "robots.txt forbids it") { // each rule would be a reason of its own
			why = "robots.txt forbids it"
		}
		reasons[why] += n
	}
	for _, why := range slices.Sorted(maps.Keys(reasons)) {
		prose.Row(b, "", "%s not asked for: %s", prose.Thousands(reasons[why]), safe.OneLine(why))
	}
	for _, l := range c.Left {
		prose.Row(b, "", "%s not asked for: %s", prose.Thousands(l.N), safe.OneLine(l.Why))
	}
}
