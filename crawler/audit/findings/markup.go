package findings

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/portolan-seo/portolan/frontier"
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
			ID: "link-uncrawlable", Severity: Warning, Scope: OfPage, Need: Always, Once: true,
			Title: "links that only scripts follow",
			When:  "an a element has a javascript: or file: address, or none but an onclick; not with a role; of what the pages of a template share it is told once, as of a script's tag that they have in common outside of main; notice: the address is void (javascript:void(0)), as buttons that open a menu have it",
			Why:   "Crawlers do not follow it.",
			Fix:   "Give the link the address of the page; write a button where it is none.",
			each: func(_ *survey, u *subject) {
				if u.isPage && isAnswered(u) && has(u, record.LinkUncrawlable) {
					severity := Warning
					if f, noted := u.flaw(record.LinkUncrawlable); noted && voidAddress().MatchString(f.shown) {
						severity = Notice
					}
					u.flawedLink(record.LinkUncrawlable, severity)
				}
			},
		},
		{
			ID: "server-message", Severity: Error, Scope: OfPage, Need: Always,
			Title: "messages of PHP in the page",
			When:  "a page shows a warning, notice or error of PHP with file and line, in the form in which PHP writes it (with markup, in plain text, or as a table of Xdebug); not in code, comments and scripts",
			Why:   "Visitors and engines read it, part of the page may be missing, and it shows paths of the server.",
			Fix:   "Mend the fault, and have PHP write messages into its log (display_errors off).",
			each:  onPage(record.ServerMessage),
		},
		{
			ID: "content-encoding-void", Severity: Error, Scope: OfPage, Need: Always,
			Title: "sent as packed, and is not",
			When:  "Content-Encoding of a page names gzip, br, zstd or deflate, and the body is plain text",
			Why:   "Browsers show an error in the page's stead.",
			Fix:   "Send the header with packed bodies alone: mostly two places set it, such as the application and a proxy.",
			each:  onPage(record.CodingVoid),
		},
		{
			ID: "content-attachment", Severity: Warning, Scope: OfPage, Need: Always,
			Title: "a page offered as a download",
			When:  "an HTML page is sent with Content-Disposition: attachment",
			Why:   "Browsers save a file in the stead of showing the page.",
			Fix:   "Send pages without that header.",
			each:  onPage(record.Attachment),
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

// onPage tells of a problem of any page.
func onPage(p record.Problem) func(*survey, *subject) {
	return func(_ *survey, u *subject) {
		if u.isPage && isAnswered(u) && has(u, p) {
			u.flawed(p, 0)
		}
	}
}

// flaw is what was noted of a problem when the page was read.
type flaw struct {
	line, column string // of the first place; "0" where there is none
	region       record.Region
	n            int
	shown        string // what stands there
}

// flaw gives what is noted of a problem; false where nothing is.
func (u *subject) flaw(p record.Problem) (flaw, bool) { return flawOf(u.Page, p) }

func flawOf(page *record.Page, p record.Problem) (flaw, bool) {
	for line := range strings.SplitSeq(page.Notes, "\n") {
		kind, rest, _ := strings.Cut(line, " ")
		if kind != p.String() {
			continue
		}
		place, rest, _ := strings.Cut(rest, " ")
		number, shown, whole := strings.Cut(rest, " ")
		if !whole {
			continue
		}
		row, rest, _ := strings.Cut(place, ":")
		column, rest, _ := strings.Cut(rest, ":")
		region, _, _ := strings.Cut(rest, ":")
		n, _ := strconv.Atoi(number) // 0 is shown as nothing
		return flaw{row, column, record.RegionOf(region), n, shown}, true
	}
	return flaw{}, false
}

// flawed gives a finding of what was noted when the page was read, with its
// first place.
func (u *subject) flawed(p record.Problem, severity Severity) {
	detail := p.Words()
	if f, noted := u.flaw(p); noted {
		shown, place, all := "", "", ""
		if f.shown != "" {
			shown = ": " + f.shown
		}
		if f.line != "0" {
			place = " (line " + f.line + ", column " + f.column + ")"
		}
		if f.n > 1 {
			all = fmt.Sprintf(", %d in all", f.n)
		}
		detail += shown + place + all
	}
	u.found(Finding{Severity: severity, Target: frontier.NoID, Detail: detail})
}

// flawedLink is flawed, of links; of what the pages of a template share, about one of
// them alone.
func (u *subject) flawedLink(p record.Problem, severity Severity) {
	f, noted := u.flaw(p)
	if shared, as := u.shared(f, p); !noted || !shared || u.stands(frontier.NoID, as) {
		u.flawed(p, severity)
	}
}

// voidAddress is one that leads nowhere, whatever the script does.
var voidAddress = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)href\s*=\s*["']?\s*javascript:\s*(void\(?\s*0?\s*\)?)?\s*;?\s*["'>]`)
})

// shared tells whether the pages of a template have a flawed link in common, and
// as what. Where no element says so (div class=menu), they do, with as many others,
// of the tag of a script: nobody writes one into each page by hand; and of a link
// without a text that many pages have.
func (u *subject) shared(f flaw, p record.Problem) (bool, string) {
	if f.region != record.RegionBody {
		return f.region.Shared(), f.shown
	}
	switch as := fmt.Sprint(f.shown, f.n); p {
	case record.LinkUncrawlable:
		return !strings.Contains(strings.ToLower(f.shown), "file:"), as
	case record.LinkTextPoor:
		link := poorLink(u.URL, f)
		return u.commonLinks[link], fmt.Sprint(link, f.n)
	default:
		return false, as
	}
}

// noted gives what stands where a problem is, after a colon; "" if that is not known.
func (u *subject) noted(p record.Problem) string {
	if f, noted := u.flaw(p); noted && f.shown != "" {
		return ": " + f.shown
	}
	return ""
}
