package findings

import (
	"fmt"
	"maps"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// speedRules are about time and bytes.
func speedRules() []Rule {
	return []Rule{
		{
			ID: "slow-response", Severity: Notice, Scope: OfSite, Need: AtLeast,
			Title:  "a kind of page that answers slowly",
			When:   "of the pages of a template, at least {pages}, one in four takes longer than {notice} ms to the first byte (notice), or {warning} ms (warning)",
			Why:    "Visitors leave, and engines crawl less of a slow site.",
			Fix:    "Cache or speed up this kind of page.",
			Limits: []Limit{{"pages", 5}, {"notice", 800}, {"warning", 1800}},
			after: func(s *survey) {
				for _, shape := range slices.Sorted(maps.Keys(s.shapes)) {
					f := s.shapes[shape]
					if float64(len(f.ttfb)) < s.limit("pages") {
						continue
					}
					slices.Sort(f.ttfb)
					quarter := float64(f.ttfb[len(f.ttfb)*3/4])
					severity := Notice
					if quarter > s.limit("warning") {
						severity = Warning
					}
					if quarter > s.limit("notice") {
						s.siteFound(shape, Finding{Severity: severity, Target: f.slowest, Detail: fmt.Sprintf("75th percentile %s ms, median %s ms, of %s", number(quarter), number(float64(f.ttfb[len(f.ttfb)/2])), plural(len(f.ttfb), "page", "pages"))})
					}
				}
			},
		},
		{
			ID: "html-too-large", Severity: Warning, Scope: OfPage, Need: Always,
			Title:  "a very large page",
			When:   "the HTML of a page has more than {warning} bytes (warning), or {error} (error)",
			Why:    "Google reads the first 2 MB of a page.",
			Fix:    "Move inline data out of the HTML, or split the page.",
			Limits: []Limit{{"warning", 1_000_000}, {"error", 2_000_000}},
			each: func(s *survey, u *subject) {
				if !u.isPage || !isAnswered(u) {
					return
				}
				switch size := float64(u.Page.Inflated); {
				case size > s.limit("error") || u.Page.Truncated:
					u.about(frontier.NoID, Error, "%s bytes", number(size))
				case size > s.limit("warning"):
					u.says("%s bytes", number(size))
				}
			},
		},
		{
			ID: "not-compressed", Severity: Notice, Scope: OfPage, Need: Always,
			Title:  "sent without compression",
			When:   "the HTML of a page of {bytes} bytes or more is sent as it is, though compression was offered",
			Why:    "Compressed, it has a fifth of its size.",
			Fix:    "Turn on compression.",
			Limits: []Limit{{"bytes", 1400}},
			each: func(s *survey, u *subject) {
				if u.isPage && isAnswered(u) && float64(u.Page.Inflated) >= s.limit("bytes") && u.Page.Wire >= u.Page.Inflated {
					u.says("%s bytes", number(float64(u.Page.Inflated)))
				}
			},
		},
	}
}

// shapeFacts are what is gathered of a template.
type shapeFacts struct {
	ttfb    []int32 // milliseconds to the first byte
	slowest frontier.ID
	most    int32
}

const maxShapes = 20_000

// note gathers what rules that come after the URLs need.
func (s *survey) note(u *subject) {
	if !u.isPage || u.marks&outside != 0 || u.Page.Tries > 1 || u.Page.TTFB <= 0 {
		return
	}
	f := s.shapes[u.shape()]
	if f == nil {
		if len(s.shapes) == maxShapes {
			return
		}
		f = &shapeFacts{slowest: frontier.NoID}
		s.shapes[u.shape()] = f
	}
	ms := int32(u.Page.TTFB.Milliseconds())
	f.ttfb = append(f.ttfb, ms)
	if f.slowest == frontier.NoID || ms > f.most {
		f.slowest, f.most = u.ID, ms
	}
}
