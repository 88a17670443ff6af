package crawler

import (
	"context"
	"sync"
	"time"

	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/crawler/traps"
	"github.com/portolan-seo/portolan/frontier/record"
)

// stackTalk is what the scheduler, which asks, and the committer, which watches for
// traps, tell each other of folders that seem to be stacked up.
type stackTalk struct {
	mu        sync.Mutex
	questions []traps.StackQuestion
	answers   []stackAnswer
}

type stackAnswer struct {
	traps.StackQuestion
	traps.StackAnswer
}

// trade gives the detector the answers that have come, and takes its questions.
func (t *stackTalk) trade(d *traps.Detector) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, a := range t.answers {
		d.Told(a.StackQuestion, a.StackAnswer)
	}
	t.answers = nil
	t.questions = append(t.questions, d.StackQuestions()...)
}

func (t *stackTalk) answer(a stackAnswer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.answers = append(t.answers, a)
}

// stackQuestions asks for addresses that cannot exist, where a site seems to stack
// its folders up. Where no answer is to be had, the detector decides without one.
type stackQuestions struct {
	s    *scheduler
	list []traps.StackQuestion
}

func (q *stackQuestions) busy() bool { return len(q.list) > 0 }

func (q *stackQuestions) next(_ time.Time, offer func(task) bool) time.Duration {
	t := &q.s.c.stackTalk
	t.mu.Lock()
	q.list, t.questions = append(q.list, t.questions...), nil
	t.mu.Unlock()
	q.s.readStacks()
	for len(q.list) > 0 && offer(&stackProbe{StackQuestion: q.list[0]}) {
	}
	return forever
}

func (q *stackQuestions) granted(task, *origin) bool {
	q.list = q.list[1:]
	return true
}

// begin has addresses fetched that were held back before it was known that they stand for pages.
func (q *stackQuestions) begin(context.Context) (more bool) { return q.s.readStacks() }

func (q *stackQuestions) refused(task, string) { q.list = q.list[1:] }
func (q *stackQuestions) giveUp()              { q.list = nil }

// stackProbe asks one question.
type stackProbe struct{ traps.StackQuestion }

func (t *stackProbe) url() string { return t.URL }
func (t *stackProbe) purpose() string {
	return "probe whether folders come at addresses that cannot exist"
}

func (t *stackProbe) ask(ctx context.Context, w *worker) (*outcome, pace.Exchange) {
	o, x := w.get(ctx, t.URL)
	if w.Res.Outcome == record.Answered && w.Res.Status < 500 {
		// The outcome has the committer look for answers.
		w.c.stackTalk.answer(stackAnswer{t.StackQuestion, traps.StackAnswer{Comes: record.IsPage(w.Res.Status), Same: t.isPage(w)}})
	}
	return o, x
}

// isPage tells whether the answer is the page that stands at the address without folders in front.
func (t *stackProbe) isPage(w *worker) bool {
	if w.Res.Status != 200 {
		return false
	}
	parsed := page.NewParser(page.Options{ListAgent: w.c.opts.ListAgent}).Parse(page.Input{
		URL: t.URL, Status: w.Res.Status, Header: w.Res.Header, Body: w.Res.Body, Truncated: w.Res.Truncated, Now: w.Res.FetchedAt,
	})
	w.c.mu.Lock()
	defer w.c.mu.Unlock()
	row, err := w.c.store.Find(t.Page)
	return err == nil && row != nil && row.Page != nil && parsed.TextHash != 0 && row.Page.TextHash == parsed.TextHash && row.Page.Title == parsed.Title
}

func (t *stackProbe) answered(*scheduler, *pace.Exchange, time.Time) {}
