package crawler

import (
	"context"
	"fmt"
	"time"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// rereadings ask for some lists again, to see how many links of them change from answer to answer.
type rereadings struct {
	modest
	s       *scheduler
	wanted  bool // once in a run
	list    []string
	running int
	answers map[frontier.ID][]frontier.ID // known URLs to which each led
}

// want has lists asked for again, and tells how many are to be: none where that was done.
func (q *rereadings) want(urls []string) int {
	if q.wanted || len(urls) == 0 {
		return 0
	}
	q.wanted, q.list, q.answers = true, urls, map[frontier.ID][]frontier.ID{}
	return len(urls)
}

func (q *rereadings) busy() bool { return len(q.list)+q.running > 0 }

func (q *rereadings) next(_ time.Time, offer func(task) bool) time.Duration {
	for len(q.list) > 0 && offer(&rereading{of: q, address: q.list[0]}) {
	}
	return forever
}

func (q *rereadings) granted(task, *origin) bool {
	q.list, q.running = q.list[1:], q.running+1
	return true
}

func (q *rereadings) refused(task, string) {
	q.list = q.list[1:]
	q.end()
}

func (q *rereadings) giveUp() { q.list = nil }

// end makes durable what was found out, once all answers are there.
func (q *rereadings) end() {
	if c := q.s.c; !q.busy() && len(q.answers) > 0 {
		c.mu.Lock()
		text, err := classes.BoxesText(context.Background(), c.store, q.answers)
		c.mu.Unlock()
		if err == nil {
			err = c.settle(&frontier.Batch{Meta: map[string]string{frontier.MetaBoxes: text}})
		}
		if err != nil {
			c.fail(fmt.Errorf("compare two answers for the same pages: %w", err))
		}
	}
}

// took notes which known URLs an answer leads to.
func (q *rereadings) took(address string, links []string) error {
	c := q.s.c
	c.mu.Lock()
	defer c.mu.Unlock()
	of, err := c.store.Find(address)
	if err != nil || of == nil {
		return err
	}
	for _, url := range links {
		row, err := c.store.Find(url)
		if err != nil {
			return err
		}
		if row != nil {
			q.answers[of.ID] = append(q.answers[of.ID], row.ID)
		}
	}
	return nil
}

// rereading asks for a page again.
type rereading struct {
	of      *rereadings
	address string
	links   []string
}

func (t *rereading) url() string     { return t.address }
func (t *rereading) purpose() string { return "second look at a list, for links that change" }

func (t *rereading) ask(ctx context.Context, w *worker) (*outcome, pace.Exchange) {
	o, x := w.get(ctx, t.address)
	if w.Res.Outcome == record.Answered && w.Res.Status == 200 {
		parsed := page.NewParser(page.Options{ListAgent: w.c.opts.ListAgent}).Parse(page.Input{
			URL: t.address, Status: w.Res.Status, Header: w.Res.Header, Body: w.Res.Body, Truncated: w.Res.Truncated, Now: w.Res.FetchedAt,
		})
		t.links = w.linksOf(t.address, parsed)
	}
	return o, x
}

func (t *rereading) answered(s *scheduler, _ *pace.Exchange, _ time.Time) {
	t.of.running--
	if err := t.of.took(t.address, t.links); err != nil {
		s.c.fail(fmt.Errorf("compare two answers for the same page: %w", err))
		return
	}
	t.of.end()
}
