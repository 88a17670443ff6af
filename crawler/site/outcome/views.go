package outcome

import (
	"strings"

	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
)

// viewRows tells of the parameters that make most views of pages.
func (r *Outcome) viewRows(b *strings.Builder) {
	label := "Parameters"
	for _, c := range r.Verdicts.Views {
		prose.Row(b, label, "%s of %s: %s; %s URLs known, %s read", prose.Cut(safe.OneLine(c.Param), 40), safe.OneLine(c.Pattern), c.Relation, prose.Thousands(c.Known), prose.Thousands(c.Fetched))
		label = ""
	}
	if label == "" {
		prose.Row(b, "", "portolan classes %s tells more", r.Folder.Dir)
		b.WriteString("\n")
	}
}
