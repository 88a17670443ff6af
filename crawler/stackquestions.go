package crawler

import (
	"context"
	"sync"
	"time"

	"github.com/portolan-seo/portolan/crawler/pace"
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
	comes bool
}

// trade gives the detector the answers that have come, and takes its questions.
func (t *stackTalk) trade(d *traps.Detector) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, a := range t.answers {
		d.Told(a.StackQuestion, a.comes)
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
	modest
	s    *scheduler
	list []traps.StackQuestion
}

func (q *stackQuestions) busy() bool { return len(q.list) > 0 }

func (q *stackQuestions) next(_ time.Time, offer func(task) bool) time.Duration {
	t := &q.s.c.stackTalk
	t.mu.Lock()
	q.list, t.questions = append(q.list, t.questions...), nil
	t.mu.Unlock()
	for len(q.list) > 0 && offer(&stackProbe{StackQuestion: q.list[0]}) {
	}
	return forever
}

func (q *stackQuestions) granted(task, *origin) bool {
	q.list = q.list[1:]
	return true
}

func (q *stackQuestions) refused(task, string) { q.list = q.list[1:] }
func (q *stackQuestions) giveUp()              { q.list = nil }

// stackProbe asks one question.
type stackProbe struct {
	traps.StackQuestion
	answer, comes bool
}

func (t *stackProbe) url() string { return t.URL }
func (t *stackProbe) purpose() string {
	return "probe whether folders come at addresses that cannot exist"
}

func (t *stackProbe) ask(ctx context.Context, w *worker) (*outcome, pace.Exchange) {
	o, x := w.get(ctx, t.URL)
	t.answer, t.comes = w.Res.Outcome == record.Answered && w.Res.Status < 500, record.IsPage(w.Res.Status)
	return o, x
}

func (t *stackProbe) answered(s *scheduler, _ *pace.Exchange, _ time.Time) {
	if t.answer {
		s.c.stackTalk.answer(stackAnswer{t.StackQuestion, t.comes})
	}
}
