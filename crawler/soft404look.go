package crawler

import (
	"context"
	"time"

	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/frontier"
)

// maxLooks is how many pages of a crawl are looked at a second time.
const maxLooks = 50

// secondLooks asks once more for pages that look like the answer to a URL that
// cannot exist: an error that passes makes no page a soft 404. The start page
// comes first, so that what stands on every page can be told from the text of
// one. It belongs to the scheduler.
type secondLooks struct {
	picked  bool
	queue   []look
	start   *lookalike.Text // nil if it did not answer
	results []frontier.SecondLook
}

// look is one such request. Answer is nil for that of the start page.
type look struct {
	lookalike.Candidate
}

// secondLook makes the second looks, one after the other. more is false when
// there are none any more; else wait tells when to call again.
func (s *scheduler) secondLook(ctx context.Context, now time.Time) (wait time.Duration, more bool) {
	u := &s.unknown
	if !u.looks.picked {
		s.pickLooks(ctx)
		if ctx.Err() != nil || s.c.hasFailed() {
			return 0, true // the next turn ends the run
		}
	}
	for len(u.looks.queue) > 0 {
		l := &u.looks.queue[0]
		o, wait, refused := s.mayAsk(l.URL, now)
		if wait > 0 {
			return wait, true
		}
		u.looks.queue = u.looks.queue[1:]
		if refused != "" {
			continue
		}
		s.start(o, job{origin: o, again: l.URL, look: l}, now)
		return time.Hour, true
	}
	u.done = true
	return 0, false
}

// pickLooks chooses the pages to look at again. They count against the limit
// of pages.
func (s *scheduler) pickLooks(ctx context.Context) {
	u := &s.unknown
	u.looks.picked = true
	answers := lookalike.ReadAnswers(u.answers)
	most := maxLooks
	if limit := s.c.opts.Limits.Pages; limit > 0 {
		most = min(most, limit-s.before-s.fetched)
	}
	if !answers.Any() || most <= 1 {
		return
	}
	p := lookalike.Picker{Answers: answers, Key: s.c.rules.Load().Key}
	s.eachRow(ctx, p.See)
	picked := p.Pick(most - 1)
	if len(picked) == 0 {
		return
	}
	u.looks.queue = append(u.looks.queue, look{lookalike.Candidate{ID: frontier.NoID, URL: s.c.opts.Start}})
	for _, c := range picked {
		u.looks.queue = append(u.looks.queue, look{c})
	}
}

// looked takes the answer to a second look.
func (s *scheduler) looked(r report) {
	l := r.job.look
	if l.Answer == nil {
		s.unknown.looks.start = r.text
		return
	}
	result := frontier.SecondLook{ID: l.ID, URL: l.Answer.URL, Status: r.x.Status}
	switch {
	case r.x.Failed || r.x.Status == 429 || r.x.Status >= 500:
		result.Result = frontier.LookFailed
	case r.text == nil:
		result.Result = frontier.LookOnce
	default:
		result.Text, result.Title = s.unknown.similarity(l.Answer, r.text, s.unknown.looks.start)
		differ, of := l.Page.Differ(r.text.Print)
		switch {
		case min(result.Text, result.Title) >= lookalike.Alike:
			result.Result = frontier.LookAlike
		case lookalike.Near(differ, of):
			result.Result = frontier.LookOther
		default:
			result.Result = frontier.LookOnce
		}
	}
	s.unknown.looks.results = append(s.unknown.looks.results, result)
}

// similarity compares a page with the answers for one directory: the least
// similar one counts. What differs between two answers for the same directory,
// this one or another, makes no difference.
func (u *unknowns) similarity(answer *frontier.Unknown, t, start *lookalike.Text) (text, title int) {
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
