package findings

import (
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// checkedRules are about what is no page of the crawl and was asked for all the
// same: links to other hosts (--check-external), pictures (--check-images).
func checkedRules() []Rule {
	return []Rule{
		{
			ID: "external-link-broken", Severity: Warning, Scope: OfTarget, Need: AtLeast, Linked: true,
			Title: "a link to another site is broken",
			When:  "with --check-external: what a page names on another host answers 404 or 410, to HEAD and to GET, or its host has no address or takes no connection, or it redirects to what does; likely where no other host could be reached, either",
			Why:   "Visitors land nowhere, and the page looks neglected.",
			Fix:   "Update the link, or remove it.",
			before: func(s *survey) {
				s.readChecked()
			},
			each: func(s *survey, u *subject) {
				c, asked := s.brokenLinks[u.ID]
				switch {
				case !asked:
				case c.Err == "connect":
					u.found(Finding{Target: frontier.NoID, Detail: ledTo(&c, "no connection to its host can be made", "to whose host no connection can be made"), Likely: s.linksAnswered == 0})
				case c.Err != "":
					u.found(Finding{Target: frontier.NoID, Detail: ledTo(&c, "its host has no address", "whose host has no address"), Likely: s.linksAnswered == 0})
				default:
					answer := fmt.Sprintf("answers %d, to HEAD and to GET", c.Status)
					u.found(Finding{Target: frontier.NoID, Detail: ledTo(&c, "it "+answer, "which "+answer), Status: c.Status})
				}
			},
		},
		{
			ID: "image-broken", Severity: Warning, Scope: OfTarget, Need: AtLeast,
			Title: "a picture is broken",
			When:  "with --check-images: a picture of a page answers 4xx or 5xx, to HEAD and to GET, or is no picture; not 429 and 503, and on other hosts not 401 and 403",
			Why:   "The damage is there for every visitor to see.",
			Fix:   "Restore the picture, or remove it from the pages.",
			before: func(s *survey) {
				s.eachPicture(func(c *frontier.Checked) string {
					switch {
					case c.Status >= 400 && !mayBeUs(c):
						answer := fmt.Sprintf("answers %d", c.Status)
						return ledTo(c, "it "+answer, "which "+answer)
					case c.Status == 200 && isText(c.Type):
						return ledTo(c, "it is no picture, but "+c.Type, "which is no picture, but "+c.Type)
					}
					return ""
				})
			},
		},
		{
			ID: "image-heavy", Severity: Notice, Scope: OfTarget, Need: AtLeast,
			Title:  "a picture of many bytes",
			When:   "with --check-images: a picture of a page has more than {bytes} bytes",
			Why:    "It is slow to come, and costs those who pay by the byte.",
			Fix:    "Compress the picture, or show a smaller one.",
			Limits: []Limit{{"bytes", 200 << 10}},
			before: func(s *survey) {
				s.eachPicture(func(c *frontier.Checked) string {
					if c.Status != 200 || isText(c.Type) || float64(c.Bytes) <= s.limit("bytes") {
						return ""
					}
					return number(float64(c.Bytes)) + " bytes"
				})
			},
		},
	}
}

// ledTo says what is wrong with a URL, or with the end of its redirects.
func ledTo(c *frontier.Checked, own, end string) string {
	if c.End == "" {
		return own
	}
	return "it redirects to " + cut(c.End) + ", " + end
}

// mayBeUs tells of an answer that may be meant for the crawler alone.
func mayBeUs(c *frontier.Checked) bool {
	switch c.Status {
	case 429, 503:
		return true
	case 401, 403, 407, 451:
		return !c.Own || c.Shut
	}
	return c.Shut
}

// isText tells of a type that no browser shows as a picture.
func isText(media string) bool {
	switch media {
	case "text/html", "application/xhtml+xml", "application/json", "text/plain":
		return true
	}
	return false
}

// readChecked keeps the links to other hosts that are broken, 100,000 at most.
func (s *survey) readChecked() {
	s.brokenLinks = map[frontier.ID]frontier.Checked{}
	_, err := frontier.EachChecked(s.crawl.Meta, func(c *frontier.Checked) {
		if c.URL == "" && c.Status != 0 {
			s.linksAnswered++
		}
		if c.Broken() {
			s.brokenLinks[c.ID] = *c
		}
	})
	s.fail(err)
}

// eachPicture gives findings about the pictures that wrong has words for.
func (s *survey) eachPicture(wrong func(*frontier.Checked) string) {
	_, err := frontier.EachChecked(s.crawl.Meta, func(c *frontier.Checked) {
		if c.URL == "" || c.Why != "" {
			return
		}
		if detail := wrong(c); detail != "" {
			s.siteFound(c.URL, Finding{Target: c.ID, Detail: detail + ", on " + plural(c.Pages, "page", "pages"), Pages: c.Pages, Status: c.Status,
				Template: strings.Clone(s.templates.Of(c.URL).Pattern)})
		}
	})
	s.fail(err)
}
