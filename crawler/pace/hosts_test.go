package pace_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/frontier/record"
)

// clock is a virtual one on which a host is asked.
type clock struct {
	now   time.Time
	hosts *pace.Hosts
}

func newClock() *clock {
	begun := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	return &clock{begun, pace.NewHosts(pace.Politeness{Concurrency: 5, Park: time.Minute}, begun)}
}

func any(string) bool { return true }

func none(string) string { return "" }

// ask makes a request as soon as it may start, unless the host is parked or
// given up.
func (c *clock) ask(url string, x pace.Exchange) (asked bool) {
	p := c.hosts.Of(url)
	d, ok := p.Wait(c.now)
	if !ok || d >= time.Minute || p.GivenUp() {
		return false
	}
	c.now = c.now.Add(d)
	c.answer(p, url, x)
	return true
}

func (c *clock) answer(p *pace.Pace, url string, x pace.Exchange) {
	p.Started(c.now)
	x.URL, x.Started = url, c.now
	c.now = c.now.Add(10 * time.Millisecond)
	p.Refused(&x)
	p.Finished(c.now, &x)
}

// TestGivenUp: a host that does not answer is left alone for one, two and four
// minutes; after each it is asked for the page that it answered last.
func TestGivenUp(t *testing.T) {
	c := newClock()
	c.ask("https://h/good", pace.Exchange{Status: 200})
	c.ask("https://h/gone", pace.Exchange{Status: 404})
	silent := pace.Exchange{Failed: true, Err: record.ErrTimeout}
	n := 0
	for c.ask("https://h/a", silent) {
		n++
	}
	if n != 10 {
		t.Errorf("the host is parked after %d failures, want 10", n)
	}
	for _, minutes := range []time.Duration{1, 2, 4} {
		url, wait := c.hosts.Recheck(c.now, any, none)
		if url != "" || wait.Round(time.Minute) != minutes*time.Minute {
			t.Fatalf("recheck of %q after %v, want one after %d minutes", url, wait, minutes)
		}
		c.now = c.now.Add(wait + time.Minute) // longer than any pause of strain
		if url, _ = c.hosts.Recheck(c.now, any, none); url != "https://h/good" {
			t.Fatalf("recheck asks for %q, want the page that answered last", url)
		}
		if url, _ := c.hosts.Recheck(c.now, any, none); url != "" {
			t.Fatalf("a second recheck asks for %q before the first is answered", url)
		}
		c.answer(c.hosts.Of(url), url, silent)
	}
	p := c.hosts.Of("http://h/")
	if downs := c.hosts.Downs(); !p.GivenUp() || c.hosts.ShutOut() || len(downs) != 1 || downs[0].Host != "h" || downs[0].Err != record.ErrTimeout.String() {
		t.Errorf("given up %t, shut out %t, down %+v", p.GivenUp(), c.hosts.ShutOut(), downs)
	}
}

// TestWellAfterAll: a recheck that is answered well ends the pause, and a
// part of the site that fails parks the host less soon from then on.
func TestWellAfterAll(t *testing.T) {
	c := newClock()
	c.ask("https://h/good", pace.Exchange{Status: 200})
	silent := pace.Exchange{Failed: true, Err: record.ErrTimeout}
	for _, want := range []int{10, 20} {
		n := 0
		for c.ask("https://h/a", silent) {
			n++
		}
		if n != want {
			t.Errorf("the host is parked after %d failures, want %d", n, want)
		}
		c.now = c.now.Add(2 * time.Minute)
		url, _ := c.hosts.Recheck(c.now, any, none)
		c.answer(c.hosts.Of(url), url, pace.Exchange{Status: 200})
		if p := c.hosts.Of(url); !p.Well() || p.GivenUp() {
			t.Error("the host is not well after a recheck that was answered well")
		}
	}
	if c.hosts.Parks() != 2 {
		t.Errorf("%d pauses are told of, want 2", c.hosts.Parks())
	}
}

// TestShutOut: a firewall that refuses everything ends the crawl after three
// rechecks.
func TestShutOut(t *testing.T) {
	c := newClock()
	refused := pace.Exchange{Status: 403, Vendor: "Cloudflare", Proof: "Cf-Mitigated: challenge"}
	n := 0
	for c.ask("https://h/a", refused) {
		n++
	}
	p := c.hosts.Of("https://h/")
	if n != 20 || !p.Shut() || !p.SuspectsFirewall() {
		t.Errorf("parked after %d refusals, by a firewall %t, suspected %t", n, p.Shut(), p.SuspectsFirewall())
	}
	for range 3 {
		c.now = c.now.Add(10 * time.Minute)
		url, _ := c.hosts.Recheck(c.now, any, none)
		c.answer(p, url, refused)
	}
	if walls := c.hosts.Firewalls(); !c.hosts.ShutOut() || len(walls) != 1 || walls[0].Vendor != "Cloudflare" || walls[0].Example != "https://h/a" {
		t.Errorf("shut out %t, by %+v", c.hosts.ShutOut(), walls)
	}
	if by := c.hosts.SlowedBy(); len(by) != 1 || by[0].Times == 0 {
		t.Errorf("slowed down by %+v, want the refusals", by)
	}
}

// TestLogin: 401 to all that a host was ever asked for is a login; after good answers
// it may be a ban.
func TestLogin(t *testing.T) {
	for _, is := range []struct {
		name  string
		first int
		x     pace.Exchange
		want  bool
	}{
		{"of all there is", 401, pace.Exchange{Status: 401}, false},
		{"of some", 200, pace.Exchange{Status: 401}, true},
		{"forbidden", 403, pace.Exchange{Status: 403}, true},
	} {
		c := newClock()
		c.ask("https://h/", pace.Exchange{Status: is.first})
		for n := range 10 {
			c.ask(fmt.Sprintf("https://h/%d", n), is.x)
		}
		if got := c.hosts.Of("https://h/").Doubts(); got != is.want {
			t.Errorf("%s: doubted %t, want %t", is.name, got, is.want)
		}
	}
}

// TestBanIsOver: where what cannot exist was refused in one look and is not in the next,
// the host has refused all for a time, though the page that is asked for again is closed.
func TestBanIsOver(t *testing.T) {
	for _, status := range []int{403, 401} {
		banIsOver(t, status)
	}
}

func banIsOver(t *testing.T, status int) {
	t.Helper()
	c := newClock()
	c.ask("https://h/good", pace.Exchange{Status: 200})
	refused := pace.Exchange{Status: status}
	p := c.hosts.Of("https://h/")
	looks := 0
	for n := 0; n < 200 && !p.Limits(); n++ {
		if url, wait := c.hosts.Recheck(c.now, any, none); url != "" {
			x := refused
			if strings.Contains(url, "/portolan-") {
				if looks++; looks == 3 {
					x.Status = 404
				}
			}
			c.answer(p, url, x)
		} else if c.now = c.now.Add(wait); !c.ask(fmt.Sprintf("https://h/closed/%d", n), refused) {
			c.now = c.now.Add(time.Second)
		}
		p.Look(c.now)
	}
	if looks != 3 || !p.Limits() {
		t.Errorf("%d: after %d looks, the third of which found an unknown address answered: refuses for a time %t, want true", status, looks, p.Limits())
	}
}
