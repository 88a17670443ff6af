package crawler

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// echoProbe asks one question.
type echoProbe struct {
	of       *echoQuestions
	question classes.Question
	same     bool
	links    []string // of an answer with the text
	text     uint64   // of it, figures included
}

func (t *echoProbe) url() string { return t.question.URL }
func (t *echoProbe) purpose() string {
	return "probe whether pages that are alike come at addresses that cannot exist"
}

func (t *echoProbe) ask(ctx context.Context, w *worker) (*outcome, pace.Exchange) {
	o, x := w.get(ctx, t.question.URL)
	if w.Res.Outcome == record.Answered && w.Res.Status == 200 {
		parsed := page.NewParser(page.Options{ListAgent: w.c.opts.ListAgent}).Parse(page.Input{
			URL: t.question.URL, Status: w.Res.Status, Header: w.Res.Header, Body: w.Res.Body, Truncated: w.Res.Truncated, Now: w.Res.FetchedAt,
		})
		t.same = parsed.HTML && (classes.TextOf(&parsed.Facts) == t.question.Text || parsed.Content == t.question.Text)
		if t.links = nil; t.same {
			t.links, t.text = w.linksOf(t.question.URL, parsed), parsed.TextHash
		}
	}
	t.question.Gone = w.Res.Outcome == record.Answered && (w.Res.Status == 404 || w.Res.Status == 410)
	return o, x
}

func (t *echoProbe) answered(s *scheduler, _ *pace.Exchange, _ time.Time) {
	t.of.asked--
	switch {
	case t.same:
		t.of.answers = append(t.of.answers, t)
	case t.question.Gone:
		t.tell(s)
	}
}

// decide tells what an answer with the text shows, once the links of the pages that have it are known.
func (t *echoProbe) decide(s *scheduler) (done bool) {
	apart, known, err := s.c.leadApart(context.Background(), t)
	switch {
	case err != nil:
		s.c.fail(err)
		return true
	case !known && !s.settled():
		return false
	}
	t.question.Gone = apart
	t.tell(s)
	return true
}

// tell makes durable what was found out.
func (t *echoProbe) tell(s *scheduler) {
	s.c.echoes.told(t.question.Proof)
	if err := s.c.settle(&frontier.Batch{Meta: map[string]string{frontier.MetaEchoes: s.c.echoes.noted}}); err != nil {
		s.c.fail(err)
	}
	if t.question.Gone {
		return
	}
	s.c.opts.Log.Warn("pages are the same at any address; what only they lead to is not followed", "page", t.question.Page, "asked", t.question.URL)
}

// linksOf gives the URLs to which a page leads that is no part of the crawl.
func (w *worker) linksOf(url string, p *page.Page) (list []string) {
	if w.useRules(); w.Resolver.SetBase(url, p.Charset) != nil {
		return nil
	}
	w.setBase(url, p)
	for i := range p.Links {
		if _, known := linkFlags[p.Links[i].Kind]; !known {
			continue
		}
		if r := w.Resolver.Resolve(p.Links[i].Href); r.Reason == canonical.OK && w.c.opts.Scope.Check(r.URL) == canonical.OK {
			list = append(list, string(r.URL))
		}
	}
	return list
}

// leadApart tells whether an answer with the text of other pages is one of them, of which others lead elsewhere.
func (c *crawl) leadApart(ctx context.Context, t *echoProbe) (apart, known bool, err error) {
	q, links := &t.question, t.links
	c.mu.Lock()
	defer c.mu.Unlock()
	c.echoes.mu.Lock()
	pages := c.echoes.set.Pages(q.Text)
	c.echoes.mu.Unlock()
	base, _, _ := strings.Cut(q.URL, "?")
	answer := classes.Answer{Question: *q, Base: frontier.NoID, TextHash: t.text}
	for i, url := range append(links, base) {
		switch row, err := c.store.Find(url); {
		case err != nil:
			return false, false, fmt.Errorf("read links of pages that are alike: %w", err)
		case row == nil && i < len(links):
			answer.Unknown++
		case row != nil && i < len(links):
			answer.Links = append(answer.Links, row.ID)
		case row != nil:
			answer.Base = row.ID
		}
	}
	return answer.LeadApart(ctx, c.store, pages)
}
