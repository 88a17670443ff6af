package outcome

import (
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
)

// ServedAt is the origin to which requests go: the site's own, or that of its
// staging copy.
func (r *Outcome) ServedAt() string {
	if r.Staging != "" {
		return r.Staging
	}
	return r.Scope.Scheme + "://" + r.Scope.Host
}

// stagingRows tells what was reported and not obeyed.
func (r *Outcome) stagingRows(b *strings.Builder) {
	if r.Staging != "" {
		prose.Row(b, "Crawled at", "%s", safe.Printable(r.Staging))
	}
	if !r.Told.Staging {
		return
	}
	label := "Not obeyed"
	for _, c := range audit.Codes() {
		if n := r.Verdicts.Overruled[c]; n > 0 {
			prose.CountRow(b, label, prose.Thousands(n), c.String(), c.Meaning())
			label = ""
		}
	}
}
