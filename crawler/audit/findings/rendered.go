package findings

import (
	"context"
	"iter"
	"strings"

	"github.com/portolan-seo/portolan/crawler/opinions"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// renderings gives, beside the known URLs, what was found when scripts of pages
// were run.
type renderings struct {
	next func() (*frontier.RenderedRow, error, bool)
	row  *frontier.RenderedRow // the next one, nil after the last
}

// openRenderings begins to read; stop ends it.
func (s *survey) openRenderings(ctx context.Context) (stop func()) {
	r := &s.renderings
	r.next, stop = iter.Pull2(s.crawl.Renderings(ctx))
	s.advance()
	return stop
}

func (s *survey) advance() {
	row, err, more := s.renderings.next()
	if s.renderings.row = row; err != nil && s.err == nil {
		s.err = err
	}
	if !more {
		s.renderings.row = nil
	}
}

// renderedOf gives the rendering of a URL, nil if there is none. IDs may not
// descend from call to call.
func (s *survey) renderedOf(id frontier.ID) *frontier.RenderedRow {
	r := &s.renderings
	for r.row != nil && r.row.ID < id {
		s.advance()
	}
	if r.row != nil && r.row.ID == id {
		return r.row
	}
	return nil
}

// both gives a rule's function for pages of which there are two opinions.
func both(look func(u *subject, r *frontier.RenderedRow)) func(*survey, *subject) {
	return func(_ *survey, u *subject) {
		if u.rendered != nil && u.rendered.Page != nil {
			look(u, u.rendered)
		}
	}
}

// renderedRules are about what scripts make of pages.
func renderedRules() []Rule {
	return []Rule{
		{
			ID: "rendered-noindex", Severity: Error, Scope: OfPage, Need: Always,
			Title: "scripts set or remove noindex",
			When:  "a robots meta tag says noindex in the page as it is sent and not once its scripts have run, or the other way round",
			Why:   "A noindex that is sent holds: the page is not even rendered. One that scripts set is seen by engines that render, and by no others.",
			Fix:   "Say it in the HTML that is sent, or not at all.",
			each: both(func(u *subject, r *frontier.RenderedRow) {
				switch sent, rendered := r.Sent.MetaRobots.Indexable(), r.Rendering.Robots.Indexable(); {
				case sent && !rendered:
					u.says("scripts set it: %s", cut(r.Page.RobotsMeta))
				case !sent && rendered:
					u.says("scripts remove what was sent: %s", cut(r.Sent.RobotsMeta))
				}
			}),
		},
		{
			ID: "rendered-canonical", Severity: Error, Scope: OfPage, Need: Always,
			Title: "scripts set another canonical",
			When:  "the canonical of a page is another one, or none, once its scripts have run",
			Why:   "Engines read both. Of two that differ none counts.",
			Fix:   "Send the right one in the HTML, and leave it alone.",
			each: both(func(u *subject, r *frontier.RenderedRow) {
				if opinions.Of(r)&opinions.Canonical != 0 {
					u.about(r.Own, 0, "%s as it is sent, %s once its scripts have run", canonicalWords(r.Sent.Canonical), canonicalWords(r.Rendering.Canonical))
				}
			}),
		},
		{
			ID: "rendered-title", Severity: Warning, Scope: OfPage, Need: Always,
			Title: "scripts set another title",
			When:  "the title of a page is another one once its scripts have run",
			Why:   "Engines and agents that do not render show the one that is sent.",
			Fix:   "Send the right one in the HTML.",
			each: both(func(u *subject, r *frontier.RenderedRow) {
				if r.Sent.Title != r.Page.Title {
					u.says("sent: %s; with scripts: %s", cut(orNone(r.Sent.Title)), cut(orNone(r.Page.Title)))
				}
			}),
		},
		{
			ID: "links-only-rendered", Severity: Warning, Scope: OfPage, Need: Always,
			Title: "links that only a browser sees",
			When:  "a page has links to URLs of the site only once its scripts have run",
			Why:   "Crawlers that do not render do not find what they lead to; those that do find it late.",
			Fix:   "Send the links in the HTML.",
			each: both(func(u *subject, r *frontier.RenderedRow) {
				if r.Rendering.Links > 0 {
					u.says("%s", plural(r.Rendering.Links, "link", "links"))
				}
			}),
		},
		{
			ID: "content-only-rendered", Severity: Warning, Scope: OfPage, Need: Always,
			Title:  "text that only a browser sees",
			When:   "a page has {words} words more once its scripts have run, and a fourth of them all at least",
			Why:    "Agents that do not render, those of most AI services among them, read the rest alone.",
			Fix:    "Send the text in the HTML: render on the server, or ahead of time.",
			Limits: []Limit{{"words", 20}},
			each: both(func(u *subject, r *frontier.RenderedRow) {
				sent, rendered := r.Sent.Words, r.Page.Words
				if rendered > sent && opinions.Words(sent, rendered) && float64(rendered-sent) >= u.limit("words") {
					u.says("agents that do not render read %d %% of it: %d of %d words", sent*100/rendered, sent, rendered)
				}
			}),
		},
		{
			ID: "render-failed", Severity: Notice, Scope: OfPage, Need: Always,
			Title: "scripts could not be run",
			When:  "a page broke, hung or gave no document when its scripts were run",
			Why:   "It is judged by what was sent, or by what an earlier crawl has seen.",
			Fix:   "Open it in a browser, with the console: an engine may fail on it, too.",
			each: func(_ *survey, u *subject) {
				switch r := u.rendered; {
				case r == nil:
				case r.Rendering.Failure != "":
					u.says("%s", strings.TrimSuffix(r.Rendering.Failure+": "+cut(r.Rendering.Detail), ": "))
				case strings.Contains(r.Rendering.Marks, opinions.MarkFailed):
					_, how, _ := strings.Cut(r.Rendering.Marks, opinions.MarkFailed)
					u.says("%s; judged by what it was in an earlier crawl", how)
				}
			},
		},
		{
			ID: "render-blocked-resources", Severity: Warning, Scope: OfPage, Need: Always,
			Title: "robots.txt bars scripts of pages",
			When:  "robots.txt forbids what a page loads once its scripts run: scripts, styles or data",
			Why:   "Engines that render obey it, and see the page without.",
			Fix:   "Allow what pages need.",
			each: both(func(u *subject, r *frontier.RenderedRow) {
				if r.Rendering.Blocked != "" {
					first, rest, _ := strings.Cut(r.Rendering.Blocked, "\n")
					more := ""
					if rest != "" {
						more = ", and others"
					}
					u.says("%s%s", cut(first), more)
				}
			}),
		},
		{
			ID: "link-script-only", Severity: Warning, Scope: OfTarget, Need: AtLeast,
			Title: "a URL that only scripts lead to",
			When:  "scripts give a page another URL by history.pushState, and no link leads there",
			Why:   "Engines follow links alone. --follow-script-links crawls and lists it.",
			Fix:   "Link to it by <a href>.",
			each: func(_ *survey, u *subject) {
				if u.marks&byScript != 0 && u.marks&(linkedAtAll|inSitemap|isStart|outside) == 0 {
					u.says("pushed by scripts of a page, and linked nowhere")
				}
			},
		},
	}
}

func canonicalWords(c record.CanonicalState) string {
	switch c {
	case record.CanonicalSelf:
		return "itself"
	case record.CanonicalOther:
		return "another page"
	case record.CanonicalInvalid:
		return "nothing that is a URL"
	case record.CanonicalConflict:
		return "several"
	}
	return "none"
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}
