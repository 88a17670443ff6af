package outcome

import (
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
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
	held := r.Verdicts.Counts[audit.TrapQuarantine]
	switch {
	case label == "":
		prose.Row(b, "", "portolan classes %s tells more", r.Folder.Dir)
	case held > 0 && len(r.Quarantines()) == 0:
		prose.Row(b, "Quarantine", "%s held back as endless, or as views of pages. Which, and the lines that take them back: portolan classes %s", prose.Counted(held, "URL"), r.Folder.Dir)
	default:
		return
	}
	b.WriteString("\n")
}
