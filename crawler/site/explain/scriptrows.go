package explain

import (
	"cmp"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/opinions"
	"github.com/portolan-seo/portolan/crawler/prose"
)

// scriptRows tells what scripts make of the page: both opinions.
func (x *explanation) scriptRows(b *strings.Builder) {
	r := x.Rendered
	if r == nil {
		return
	}
	if r.Failure != "" {
		row(b, "Scripts", "could not be run at %s: %s", r.At.Format(time.RFC3339), strings.TrimSuffix(r.Failure+": "+r.Detail, ": "))
		b.WriteString("\n")
		return
	}
	differs := "nothing differs"
	if len(r.Differs) > 0 {
		differs = "it differs in " + opinions.Join(r.Differs)
	}
	row(b, "Scripts", "run at %s: %s; what is above holds", r.At.Format(time.RFC3339), differs)
	if r.Kept {
		row(b, "", "by an earlier crawl; this one could not")
	}
	row(b, "  as sent", "%d word%s; canonical %s; title: %s", r.Sent.Words, prose.Plural(r.Sent.Words), r.Sent.Canonical, cmp.Or(r.Sent.Title, "-"))
	if r.Sent.Directives != r.Document.Directives {
		row(b, "  robots", "as sent: %s; by scripts: %s", cmp.Or(r.Sent.Directives, "nothing"), cmp.Or(r.Document.Directives, "nothing"))
	}
	if r.Sent.Canonical != r.Document.Canonical {
		row(b, "  canonical", "by scripts: %s", r.Document.Canonical)
	}
	if r.Links > 0 {
		row(b, "  links", "%d only once they have run", r.Links)
	}
	if r.Script {
		row(b, "  address", "they give the page another one: a redirect")
	}
	for _, blocked := range r.Blocked {
		row(b, "  not loaded", "%s", blocked)
	}
	if len(r.Hashes) > 0 {
		row(b, "  no URLs", "%s", strings.Join(r.Hashes, " "))
	}
	b.WriteString("\n")
}
