package crawler

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// asksFor is an errand that wants some URLs.
type asksFor struct {
	modest
	urls    []string
	granted []string
	denied  map[string]string // why, by URL
	gaveUp  bool
}

type plainTask string

func (t plainTask) url() string                                    { return string(t) }
func (t plainTask) purpose() string                                { return "test" }
func (t plainTask) answered(*scheduler, *pace.Exchange, time.Time) {}
func (t plainTask) ask(context.Context, *worker) (*outcome, pace.Exchange) {
	return nil, pace.Exchange{}
}

type asking struct{ *asksFor }

func (a asking) busy() bool { return len(a.urls) > 0 }
func (a asking) giveUp()    { a.gaveUp, a.urls = true, nil }

func (a asking) next(_ time.Time, offer func(task) bool) time.Duration {
	a.urls = slices.DeleteFunc(a.urls, func(url string) bool { return offer(plainTask(url)) })
	return forever
}

func (a asking) granted(t task, _ *origin) bool {
	a.asksFor.granted = append(a.asksFor.granted, t.url())
	return true
}

func (a asking) refused(t task, why string) { a.denied[t.url()] = why }

// idleScheduler gives one at whose side no goroutine runs: jobs stay in the
// channel.
func idleScheduler(t *testing.T, change func(*Options)) *scheduler {
	t.Helper()
	scope, err := canonical.ScopeOf("https://h/")
	if err != nil {
		t.Fatal(err)
	}
	opts := Options{Start: "https://h/", Scope: scope, Robots: Robots{File: []byte("User-agent: *\nDisallow: /private\n")}}
	if change != nil {
		change(&opts)
	}
	c, err := newCrawl(opts.withDefaults(), frontier.NewMemory())
	if err != nil {
		t.Fatal(err)
	}
	return newScheduler(t.Context(), c, time.Now())
}

func TestServe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := idleScheduler(t, func(o *Options) { o.Politeness.Delay = time.Second })
		a := asking{&asksFor{urls: []string{"https://h/private/1", "https://h/a", "https://h/b", "https://other/"}, denied: map[string]string{}}}
		e := &standing{errand: a, optional: true}
		s.errands = []*standing{e}
		time.Sleep(2 * time.Second)
		wait := s.serve(e, time.Now())
		if want := []string{"https://h/a", "https://other/"}; !slices.Equal(a.asksFor.granted, want) {
			t.Errorf("granted %v, want %v", a.asksFor.granted, want)
		}
		if why := a.denied["https://h/private/1"]; why != "robots.txt forbids it, line 2: Disallow: /private" || len(a.denied) != 1 {
			t.Errorf("refused %v", a.denied)
		}
		if !slices.Equal(a.urls, []string{"https://h/b"}) || wait <= 0 {
			t.Errorf("%v wait, at least %v; want /b to wait for a request that ends", a.urls, wait)
		}
		j := <-s.c.jobs
		if j.url() != "https://h/a" || j.errand != e || j.ctx == nil {
			t.Errorf("the first job is %+v", j)
		}
		if s.running != 2 || s.patience.pages != 0 || !s.busyWith(true) || s.busyWith(false) {
			t.Errorf("%d jobs run, %d of them not optional; busy %t, without those that are optional %t", s.running, s.patience.pages, s.busyWith(true), s.busyWith(false))
		}
		s.dropErrands()
		if j.ctx.Err() == nil || !a.gaveUp || s.idle() {
			t.Errorf("dropped: request %v, errand %t, idle while requests are under way %t", j.ctx.Err(), a.gaveUp, s.idle())
		}
	})
}

// TestServeBusyWorkers: where all workers have something to do nothing is
// offered.
func TestServeBusyWorkers(t *testing.T) {
	s := idleScheduler(t, func(o *Options) { o.Politeness.Concurrency = 1 })
	s.running = 1
	a := asking{&asksFor{urls: []string{"https://h/a"}}}
	if wait := s.serve(&standing{errand: a}, time.Now()); wait != forever || len(a.urls) != 1 {
		t.Errorf("waits %v with %v", wait, a.urls)
	}
}

// TestEachErrandEnds: before a crawl has found anything no errand is busy, all
// can be given up, and none that is given up begins again but to end.
func TestEachErrandEnds(t *testing.T) {
	s := idleScheduler(t, func(o *Options) { o.Sitemaps.Find = true })
	if s.busyWith(true) {
		t.Error("an errand is busy before the crawl has begun")
	}
	for i, e := range s.errands {
		if e.optional {
			e.giveUp()
			if e.begin(t.Context()) || e.busy() {
				t.Errorf("errand %d goes on after it was given up", i)
			}
		}
	}
}
