package findings

import (
	"github.com/portolan-seo/portolan/frontier/record"
)

// markupRules are about markup, by what was noted of a page when it was read.
// Crawls of earlier versions noted none of it.
func markupRules() []Rule {
	return []Rule{
		{
			ID: "title-multiple", Severity: Warning, Scope: OfPage, Need: Always,
			Title: "several titles or descriptions",
			When:  "the head of an indexable page has more than one title, or two descriptions that differ",
			Why:   "Which of them counts is chance.",
			Fix:   "Keep one of each.",
			each: func(_ *survey, u *subject) {
				if u.readable && has(u, record.SeveralTitles) {
					u.flawed(record.SeveralTitles, 0)
				}
			},
		},
		{
			ID: "mixed-content", Severity: Error, Scope: OfPage, Need: Always,
			Title: "https page loads by http",
			When:  "a page on https loads scripts, style sheets or frames by http (error), or pictures (warning), and no policy upgrades them",
			Why:   "Browsers block the ones, and ask for the others by https, where they may be missing.",
			Fix:   "Load everything by https.",
			each: func(_ *survey, u *subject) {
				switch {
				case !u.isPage || !isAnswered(u):
				case has(u, record.MixedActive):
					u.flawed(record.MixedActive, 0)
				case has(u, record.MixedPassive):
					u.flawed(record.MixedPassive, Warning)
				}
			},
		},
		{
			ID: "form-insecure", Severity: Error, Scope: OfPage, Need: Always,
			Title: "a form sends in the clear",
			When:  "a form of a page on https posts to http, or a form with a password does; not on hosts of a private network",
			Why:   "Anybody on the way can read what is sent; browsers warn of it.",
			Fix:   "Post to https.",
			each: func(s *survey, u *subject) {
				if !s.private && u.isPage && isAnswered(u) && has(u, record.FormInsecure) {
					u.flawed(record.FormInsecure, 0)
				}
			},
		},
		{
			ID: "link-uncrawlable", Severity: Warning, Scope: OfPage, Need: Always,
			Title: "links that only scripts follow",
			When:  "an a element has a javascript: or file: address, or none but an onclick; not with a role; of what the pages of a template share it is told once, as of a script's tag that they have in common outside of main",
			Why:   "Crawlers do not follow it.",
			Fix:   "Give the link the address of the page.",
			each: func(_ *survey, u *subject) {
				if u.isPage && isAnswered(u) && has(u, record.LinkUncrawlable) {
					u.flawedLink(record.LinkUncrawlable)
				}
			},
		},
		{
			ID: "image-alt-missing", Severity: Notice, Scope: OfPage, Need: Always,
			Title: "images without alt",
			When:  "an image of an indexable page has no alt at all; an empty one says that it is decoration",
			Why:   "Readers who do not see it, and search for pictures, know nothing of it.",
			Fix:   "Describe the image, or write alt=\"\" if it is decoration.",
			each: func(_ *survey, u *subject) {
				if u.readable && has(u, record.ImageAltMissing) {
					u.flawed(record.ImageAltMissing, 0)
				}
			},
		},
	}
}
