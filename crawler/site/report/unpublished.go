package report

import (
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// unpublished says why a crawl has no sitemap, and what to do, by the reason's name.
var unpublished = map[string]string{
	"wall":       "Most of the site redirects to one page, a login, a consent page or the like.",
	"one-text":   "Most of its pages show one and the same text.",
	"unread":     "Most of what the sitemap lists that stands could not be read; it was kept. Crawl again when the site answers.",
	"loss":       "It would have lost much of what the sitemap lists that stands, which was kept. Mend the site and crawl again; if the loss is meant, --accept-loss or --force publishes.",
	"start-lost": "The start page would have left the sitemap, which was kept. Mend it and crawl again; if it is meant, --accept-loss or --force publishes.",
	"slow-loss":  "Crawl after crawl the sitemap would have lost some, and much by now; the one that stands was kept. If the loss is meant, --accept-loss or --force publishes.",
	"flood":      "Most of what it would list is named by the site's own sitemap alone, and no link leads there. If these are pages of the site, --force publishes.",
	"noindex":    "Next to all of its pages say noindex. Take it away and crawl again; if it is meant, --force publishes.",
	"canonical":  "Next to all of its pages name another URL as their canonical. Mend that and crawl again; if it is meant, --force publishes.",
	"missing":    "Next to all of its URLs are not found. Mend the links, or look at what the server does, and crawl again; if it is meant, --force publishes.",
	"only":       "Its URLs redirect to one page, and that alone is left. Mend the redirects and crawl again; if it is meant, --force publishes.",
	"failed":     "Next to all of its URLs could not be read: no answer, a failure of the server, or a check for robots. Crawl again when the site answers.",
	"denied":     "Next to all of its URLs ask for a permission (401, 403). Crawl with what lets you in; if it is meant, --force publishes.",
	"nothing":    "No URL of it may be listed; the findings and the verdicts below say why.",
	"what-if":    "The rules of a robots.txt were tried that is not the live one: the sitemap of the live site was left alone.",
	"foreign":    "A file that portolan has not written stands in its place. Move it away; --force overwrites it.",
}

// What a crawl has seen that has not seen the site.
const (
	sawWall     = "This crawl has seen a page that stands before the site, such as a login, and not the site. What follows tells of that page: how much of the site may be indexed, which pages no link leads to, and what to do first cannot be told."
	sawNothing  = "This crawl has read no page of the site: what is wrong with it, and what is good, cannot be told."
	sawOne      = "This crawl has read one answer in the place of many pages: a login, a notice that too much is asked for, or the like. Look at the site before its sitemap is used. How much of the site may be indexed, and which pages no link leads to, cannot be told."
	sawRefusals = "This crawl has met with refusals and errors in the stead of most pages: how much of the site may be indexed, and which pages no link leads to, cannot be told."
)

// Behind says of a crawl that has not seen the site what it has seen, "" for others.
func (r *Report) Behind() string {
	switch {
	case r.Unpublished.Instead() && r.Unpublished.Gate != page.GateLimit:
		return sawWall
	case r.one != nil:
		return sawOne
	case r.Unpublished.Behind():
		return sawRefusals
	case r.Speed.Pages == 0 && r.Seen.Unread > 0:
		return sawNothing
	}
	return ""
}

// OfferedKnown tells whether it can be said how much of what the site offers may be
// indexed: not where something else was read, or much was not, nor where the site itself obscures it.
func (r *Report) OfferedKnown() bool { return r.Behind() == "" && r.obscured == "" && !r.Seen.Little() }

// Why says why the crawl has no sitemap, "" where that is not known.
func (r *Report) Why() string {
	if r.Unpublished.Unread && r.Unpublished.Why == "loss" {
		return unpublished["unread"]
	}
	return unpublished[r.Unpublished.Why]
}

const meantSo = "If the site is meant to be so, --accept-loss or --force publishes"

// advice says what stands before the site, and what leads past it, as refusals do.
func (r *Report) advice(w *words) (said []string) {
	gate := r.Unpublished.Gate
	switch {
	case r.one != nil:
		gate = page.Gate(r.one.Gate)
	case !r.Unpublished.Instead():
		return nil
	}
	said = []string{capital(w.tr(stored.GateText(gate))), stored.OfHost(w.tr(stored.GateAdvice(gate)), r.host)}
	if stored.GateIsOpened(gate) && !r.Published {
		said = append(said, w.tr(meantSo))
	}
	return said
}
