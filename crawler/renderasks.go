package crawler

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/crawler/render"
	"github.com/portolan-seo/portolan/crawler/render/proxy"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/robots"
)

// asker makes the requests of pages that are rendered: each is a task of its
// own, by robots.txt and pace as any other.
type asker struct{ r *renders }

// document is the answer that a page which is rendered came with.
type document struct {
	status int
	header http.Header
	body   []byte
}

// Ask implements render.Asker.
func (a asker) Ask(ctx context.Context, req *render.Request) (*render.Response, error) {
	address, err := asWeAsk(req.URL)
	if err != nil {
		return nil, err
	}
	t := &askTask{request: req, address: address, ctx: ctx, since: time.Now(), waited: req.Waits(), answer: make(chan struct{})}
	defer t.waited()
	if !a.r.take(t) {
		return nil, context.Canceled
	}
	select {
	case <-t.answer:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-a.r.ctx.Done():
		return nil, a.r.ctx.Err()
	}
	if t.err == nil && req.Kind == proxy.Document {
		a.r.keep(req.Page, document{t.response.Status, t.response.Header, t.response.Body})
	}
	return t.response, t.err
}

// asWeAsk spells a URL of a browser as fetch wants it.
func asWeAsk(raw string) (string, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return "", fmt.Errorf("a page asks for what is no URL: %.200q", raw)
	}
	text := u.Scheme + "://" + u.Host + u.EscapedPath()
	if u.RawQuery != "" || u.ForceQuery {
		text += "?" + u.RawQuery
	}
	return text, nil
}

func (r *renders) take(t *askTask) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ctx.Err() != nil {
		return false
	}
	r.asks = append(r.asks, t)
	r.s.c.nudge()
	return true
}

// keep keeps the document of a page until its tab takes it: the first that is
// one. Frames come later.
func (r *renders) keep(page string, d document) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.sent[page].status != http.StatusOK {
		r.sent[page] = d
	}
}

func (r *renders) documentOf(page string) (document, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	d, found := r.sent[page]
	delete(r.sent, page)
	return d, found
}

// askTask is one request of a page that is rendered.
type askTask struct {
	request *render.Request
	address string
	ctx     context.Context // ends with the page
	since   time.Time
	waited  func()

	answer   chan struct{} // closed once there is one of these
	response *render.Response
	err      error
}

func (t *askTask) url() string     { return t.address }
func (t *askTask) purpose() string { return "a page that is rendered asks for it" }

func (t *askTask) end(response *render.Response, err error) {
	t.response, t.err = response, err
	close(t.answer)
}

// How long a request of a page waits for its turn: of the site's own host, and
// of others.
const (
	askPatience   = 5 * time.Minute
	guestPatience = time.Minute
	guestGap      = time.Second // between two requests to another site
)

var errPatience = errors.New("its host could not be asked in time")

// serveAsks has the requests of pages made that may be made now.
func (r *renders) serveAsks(now time.Time, offer func(task) bool) (wait time.Duration) {
	r.mu.Lock()
	asks := append(r.paused, r.asks...)
	r.asks = nil
	r.mu.Unlock()
	r.paused = nil
	for _, t := range asks {
		patience := askPatience
		if r.s.guest(t.address, t.request.ThirdParty) {
			patience = guestPatience
		}
		switch {
		case t.ctx.Err() != nil:
			t.end(nil, t.ctx.Err())
		case now.Sub(t.since) > patience:
			t.end(nil, errPatience)
		case !offer(t):
			r.paused = append(r.paused, t)
		}
	}
	if len(r.paused) > 0 {
		return time.Second // one of them may lose patience
	}
	return forever
}

func (r *renders) refuseAsks() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range slices.Concat(r.paused, r.asks) {
		t.end(nil, context.Canceled)
	}
	r.paused, r.asks = nil, nil
}

// granted refuses what the listing agent may not ask for: what it does not load
// is not seen by it.
func (r *renders) granted(t task, o *origin) bool {
	a := t.(*askTask)
	opts := &r.s.c.opts
	if a.request.Kind != proxy.Document && o.rules != nil && !opts.Robots.Ignore && !opts.Robots.Advisory {
		if o.listing == nil {
			o.listing = o.rules.Agent(opts.ListAgent, robots.RFC9309)
		}
		if d := o.listing.Test(a.address); !d.Allow {
			a.end(nil, &render.Refusal{Why: proxy.Robots, Detail: forbidden(d, opts.ListAgent)})
			return false
		}
	}
	a.waited()
	return true
}

func (r *renders) refused(t task, why string) {
	a := t.(*askTask)
	if why == robotsGone || why == hostGone {
		a.end(nil, errors.New(why))
		return
	}
	a.end(nil, &render.Refusal{Why: proxy.Robots, Detail: why})
}

func (t *askTask) ask(ctx context.Context, w *worker) (*outcome, pace.Exchange) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(t.ctx, cancel)()
	req := &fetch.Request{
		URL: t.address, Accept: t.request.Header.Get("Accept"), Header: t.request.Header,
		KeepBody: func(_ int, h http.Header) bool { return proxy.Wanted(h.Get("Content-Type")) },
	}
	if t.request.Method == http.MethodPost {
		req.Post = t.request.Body
	}
	x := w.request(ctx, req)
	res := &w.Res
	switch {
	case res.Err == record.ErrPrivate:
		t.err = &render.Refusal{Why: proxy.Private, Detail: res.ErrText}
	case res.Outcome != record.Answered:
		t.err = fmt.Errorf("%s: %s", res.Err.Words(), res.ErrText)
	default:
		t.response = &render.Response{Status: res.Status, Header: res.Header.Clone(), Body: slices.Clone(res.Body)}
	}
	return w.c.outcome(outcomeNothing), x
}

func (t *askTask) answered(*scheduler, *pace.Exchange, time.Time) {
	if t.response == nil && t.err == nil {
		t.err = errors.New("portolan failed on it")
	}
	close(t.answer)
}

// guest tells whether a host is asked for what pages need alone: it is none of
// the site's own that are crawled. It has a pace of its own, and says nothing
// of the crawl's hosts where it is ill.
func (s *scheduler) guest(address string, thirdParty bool) bool {
	host := canonical.Host(address)
	if s.isOwn(host) {
		return false
	}
	if !s.guests[host] {
		s.guests[strings.Clone(host)] = true
		if thirdParty {
			s.others.Of(address).AtLeast(guestGap)
		}
	}
	return true
}

// forgetGuest forgets a host that nobody asks any more.
func (s *scheduler) forgetGuest(host string) {
	delete(s.origins, "http://"+host)
	delete(s.origins, "https://"+host)
	delete(s.guests, host)
	s.others.Forget(host)
}

// paceOf gives the pace of the host of a URL.
func (s *scheduler) paceOf(address string) *pace.Pace {
	if s.guests[canonical.Host(address)] {
		return s.others.Of(address)
	}
	return s.hosts.Of(address)
}
