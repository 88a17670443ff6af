package recheck

import (
	"net/http"
	"slices"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// endsWithNoIndex are rules of which a page has no finding any more once it may be
// indexed, whatever else they rest on: how many pages link to it, what a sitemap lists.
var endsWithNoIndex = []string{"noindex-prominent", "pagination-noindex", "sitemap-lists-noindex"}

// byFact tells of a finding that rests on other pages, too, by the one fact of its
// page that it cannot be without: whether that is gone, or still there; told is false
// where it says nothing.
func (a *answers) byFact(m member) (detail string, still, told bool) {
	now := a.now[m.id]
	switch {
	case now == nil || now.row == nil || now.row.Page == nil || now.row.Page.Outcome != record.Answered || now.row.Location != frontier.NoID:
		return "", false, false
	case m.rule == "soft-404" && (now.row.Page.Status == http.StatusNotFound || now.row.Page.Status == http.StatusGone):
		return "", false, true
	case m.rule == "soft-404" && isWell(now.row) && a.unwell(m.id) == "" && a.showsNothing(m.id):
		return "it still looks as the answer to addresses that cannot exist", true, true
	case m.rule == "soft-404" && isWell(now.row) && a.unwell(m.id) == "" && saysMuch(now.row.Page):
		return "", false, true
	case !slices.Contains(endsWithNoIndex, m.rule) || a.unwell(m.id) != "":
		return "", false, false
	case now.row.Page.MetaRobots.Indexable() && now.row.Page.HeaderRobots.Indexable():
		return "", false, true
	}
	return "it says noindex", true, !isOfSitemap(m.rule)
}

// showsNothing tells of a page that was an error page in disguise that it shows the
// text of then, or looks as what was answered then to addresses that cannot exist.
func (a *answers) showsNothing(id frontier.ID) bool {
	then, now := a.then[id], a.now[id].row
	if then.Page != nil && then.Page.TextHash == now.Page.TextHash && then.Page.Title == now.Page.Title {
		return true
	}
	like, _ := a.unknown.Match(now)
	return like != nil
}

// saysMuch tells of a page with a text that may be indexed, and whose title and heading do not say that there is none.
func saysMuch(p *record.Page) bool {
	return p.Words >= muchText && p.MetaRobots.Indexable() && p.HeaderRobots.Indexable() && !lookalike.SaysMissing(p.Title) && !lookalike.SaysMissing(p.H1[0])
}

// saysNone tells of a page that answers well, and whose title and heading say that there is none.
func saysNone(row *frontier.Row) bool {
	if !isWell(row) {
		return false
	}
	title, heading := row.Page.Title, row.Page.H1[0]
	return lookalike.SaysNone(title, heading) || heading == "" && lookalike.SaysMissing(title)
}

// muchText is how many words a page has that is no error page: the least of rule soft-404.
const muchText = 50

// tellsAlone tells of a rule that single pages can be asked about.
func tellsAlone(r *findings.Rule) bool {
	return r.Scope == findings.OfPage || r.Scope == findings.OfTarget || slices.Contains(endsWithNoIndex, r.ID)
}
