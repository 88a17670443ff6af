package outcome

import (
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
)

// answeredAlikeRows tells of parts of the site that answer URLs that cannot
// exist as they answer their pages, where addresses that are gone look alive, and of
// pages that were an error page once.
func (r *Outcome) answeredAlikeRows(b *strings.Builder) {
	const shown = 3
	list := r.Verdicts.AnsweredAlike
	for i, a := range list {
		if i == shown {
			prose.Row(b, "", "%d more templates", len(list)-shown)
			break
		}
		like := ""
		if a.Similarity > 0 {
			like = fmt.Sprintf(" (%d %% of the text)", a.Similarity)
		}
		prose.Row(b, "Answers all", "unknown-urls-answer-200: %s of %s pages of %s look like %s%s, which cannot exist; none is left out for that. Have unknown addresses answered with 404 or 410",
			prose.Thousands(a.Alike), prose.Thousands(a.Pages), safe.OneLine(a.Pattern), safe.OneLine(a.Unknown), like)
	}
	for _, url := range r.Verdicts.Intermittent {
		prose.Row(b, "Unsteady", "%s answered once like a URL that cannot exist, and as a page when asked again; it is listed", safe.OneLine(url))
	}
}
