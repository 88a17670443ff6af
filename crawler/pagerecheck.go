package crawler

import (
	"context"
	"net/url"
	"slices"
	"time"

	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/frontier"
)

// maxRechecks is how many pages of a crawl are asked for again.
const maxRechecks = 50

// pageRechecks ask once more for pages that look like the answer to a URL that
// cannot exist: an error that passes makes no page a soft 404. The start page
// comes first, so that what stands on every page can be told from the text of
// one. Where it has become that answer itself, or redirects as all else does,
// the site has shut while it was crawled.
type pageRechecks struct {
	modest
	probes  *soft404
	picked  bool
	queue   []lookalike.Candidate
	asking  bool            // a request is under way
	start   *lookalike.Text // nil if it did not answer
	home    frontier.Row    // the start page as it was
	results []frontier.SecondLook
	shut    []frontier.SecondLook // the start page, where it has become what any address shows
}

func (q *pageRechecks) busy() bool { return len(q.queue) > 0 && !q.probes.given }

func (q *pageRechecks) begin(ctx context.Context) (more bool) {
	u := q.probes
	if u.off() || !u.wanted {
		return false
	}
	if !q.picked {
		q.pick(ctx, u.s)
		if ctx.Err() != nil || u.s.c.hasFailed() {
			return true // the next turn ends the run
		}
	}
	u.done = !q.busy()
	return !u.done
}

func (q *pageRechecks) next(_ time.Time, offer func(task) bool) (wait time.Duration) {
	for q.busy() && !q.asking && offer(&pageRecheck{Candidate: q.queue[0]}) {
	}
	return forever
}

func (q *pageRechecks) granted(task, *origin) bool {
	q.queue, q.asking = q.queue[1:], true
	return true
}

func (q *pageRechecks) refused(task, string) { q.queue = q.queue[1:] }

// pick chooses the pages to ask for again. They count against the limit
// of pages.
func (q *pageRechecks) pick(ctx context.Context, s *scheduler) {
	q.picked = true
	answers := lookalike.ReadAnswers(q.probes.answers)
	most := maxRechecks
	if s.c.opts.Limits.Pages > 0 {
		most = min(most, s.pagesLeft())
	}
	if !answers.Any() && !q.probes.redirect() || most <= 1 {
		return
	}
	p := lookalike.Picker{Answers: answers, Key: s.c.rules.Load().Key}
	s.eachRow(ctx, func(row *frontier.Row) {
		if row.Sources&frontier.FromStart != 0 && q.home.Page == nil && lookalike.IsPage(row) {
			record := *row.Page
			q.home = frontier.Row{ID: row.ID, Page: &record}
		}
		p.See(row)
	})
	picked := p.Pick(most - 1)
	if len(picked) == 0 && (q.home.Page == nil || !q.probes.redirect()) {
		return
	}
	q.queue = append(q.queue, lookalike.Candidate{ID: frontier.NoID, URL: s.c.opts.Start})
	q.queue = append(q.queue, picked...)
}

// pageRecheck asks for a page again. Its Answer is nil where it is the start
// page.
type pageRecheck struct {
	lookalike.Candidate
	text  *lookalike.Text // nil where it is no page
	to    string          // where it redirects
	shell bool            // a browser has to say what it is
}

func (t *pageRecheck) url() string     { return t.URL }
func (t *pageRecheck) purpose() string { return "second look at a page" }

func (t *pageRecheck) ask(ctx context.Context, w *worker) (*outcome, pace.Exchange) {
	o, x := w.get(ctx, t.URL)
	t.text, t.shell = w.textOf(t.URL)
	if w.Res.Status/100 == 3 {
		if base, err := url.Parse(t.URL); err == nil {
			if to, err := base.Parse(w.Res.Header.Get("Location")); err == nil {
				t.to = to.String()
			}
		}
	}
	return o, x
}

func (t *pageRecheck) answered(s *scheduler, x *pace.Exchange, _ time.Time) {
	if t.shell && s.renders.usable() {
		was := *x
		s.renders.lookAt(t.URL, func(text *lookalike.Text) {
			t.text = text
			t.compared(s, &was)
		})
		return
	}
	if was, found := s.c.opts.Before.Look(t.URL); t.shell && found && t.Answer != nil {
		q := &s.soft404.rechecks
		was.ID, was.URL, q.asking = t.ID, t.Answer.URL, false
		q.results = append(q.results, was)
		return
	}
	t.compared(s, x)
}

// compared compares what came with the answer that the page looked like.
func (t *pageRecheck) compared(s *scheduler, x *pace.Exchange) {
	q := &s.soft404.rechecks
	q.asking = false
	if t.Answer == nil {
		q.start = t.text
		q.lookForShut(x, t.text, t.to)
		return
	}
	result := frontier.SecondLook{ID: t.ID, URL: t.Answer.URL, Status: x.Status}
	switch {
	case x.Failed || x.Status == 429 || x.Status >= 500:
		result.Result = frontier.LookFailed
	case t.text == nil:
		result.Result = frontier.LookOnce
	default:
		result.Text, result.Title = s.soft404.similarity(t.Answer, t.text, q.start)
		differ, of := t.Page.Differ(t.text.Print)
		switch {
		case min(result.Text, result.Title) >= lookalike.Alike:
			result.Result = frontier.LookAlike
		case lookalike.Near(differ, of):
			result.Result = frontier.LookOther
		default:
			result.Result = frontier.LookOnce
		}
	}
	q.results = append(q.results, result)
}

// lookForShut notes a start page that was a page of its own, and is now what any
// address shows, or redirects as these do. text is nil where it is no page, to is
// where it leads, "" where it does not redirect.
func (q *pageRechecks) lookForShut(x *pace.Exchange, text *lookalike.Text, to string) {
	if q.home.Page == nil {
		return
	}
	if to != "" && q.probes.redirect() {
		q.shut = []frontier.SecondLook{{ID: q.home.ID, URL: to, Status: x.Status, Result: frontier.LookAlike}}
		return
	}
	for i, a := range q.probes.texts {
		if a == nil || text == nil {
			continue
		}
		differ, of := q.home.Page.Sketch.Differ(text.Print)
		inText, inTitle := text.Similarity(a, nil, 0)
		if differ*2 > of && min(inText, inTitle) >= lookalike.Alike {
			q.shut = []frontier.SecondLook{{ID: q.home.ID, URL: q.probes.answers[i].URL, Status: x.Status, Text: inText, Title: inTitle, Result: frontier.LookAlike}}
			return
		}
	}
}

// redirect tells whether an address that cannot exist redirects.
func (u *soft404) redirect() bool {
	return slices.ContainsFunc(u.answers, func(n frontier.Unknown) bool { return n.Status/100 == 3 })
}

// similarity compares a page with the answers for one directory: the least
// similar one counts. What differs between two answers for the same directory,
// this one or another, makes no difference.
func (u *soft404) similarity(answer *frontier.Unknown, t, start *lookalike.Text) (text, title int) {
	noise := 0
	for i, a := range u.texts {
		for j, b := range u.texts[:i] {
			if a != nil && b != nil && u.answers[i].Prefix == u.answers[j].Prefix {
				noise = max(noise, a.Noise(b))
			}
		}
	}
	text, title = 100, 100
	for i, a := range u.texts {
		if a != nil && u.answers[i].Prefix == answer.Prefix {
			x, y := t.Similarity(a, start, noise)
			text, title = min(text, x), min(title, y)
		}
	}
	return text, title
}
