package crawler

import (
	"slices"
	"time"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// consider is the one place where a leased URL's fate is decided: rules
// learned since its discovery, limits, robots.txt, pace. keep is true if it
// has to wait, at least for the duration given.
func (s *scheduler) consider(item frontier.Item, now time.Time) (wait time.Duration, keep bool) {
	if wait := s.busyFor(item.URL, now); wait > 0 {
		return wait, true // what follows costs more, and each turn asks it of all that is leased
	}
	switch {
	case s.folded(item, now):
		return forever, false
	case s.learner.holds(item.URL):
		return forever, true
	case s.deeper(item):
		return s.leave(item, &s.pages.tooDeep)
	}
	o := s.origin(item.URL)
	wait, refused := s.robotsAllow(o, item.URL, now)
	switch {
	case refused == robotsGone:
		return s.leave(item, &s.pages.noRobots)
	case refused != "":
		s.settleUnfetched(s.c.unfetched(item, record.RobotsBlocked, now))
		return forever, false
	case wait > 0:
		return wait, true
	case s.c.opts.NoCrawl:
		return s.leave(item, nil)
	case s.quarantined(item):
		return s.leave(item, nil)
	case s.outOfPages():
		return forever, true
	}
	wait, refused = hostAllows(o, now)
	switch {
	case refused != "":
		return s.leave(item, &s.pages.unreachable)
	case wait > 0:
		return wait, true
	}
	t := &pageTask{item: item, started: now, under: s.c.cookies.session(&item)}
	if t.under.url == "" {
		s.pages.fetched++
		s.budget.Count(item.URL)
	} else if _, refused = s.robotsAllow(o, t.under.url, now); refused != "" {
		t.under, t.barred = underID{}, true
	}
	s.start(o, job{task: t, again: item.Tries > 0}, now)
	return forever, false
}

// busyFor tells how long the host of a URL is to be left alone, as far as its
// pace knows that now.
func (s *scheduler) busyFor(url string, now time.Time) time.Duration {
	o := s.origins[canonical.Origin(url)]
	if o == nil {
		return 0
	}
	wait, _ := hostAllows(o, now)
	return wait
}

// leave puts a leased URL aside that this run does not fetch, and counts it.
func (s *scheduler) leave(item frontier.Item, count *int) (wait time.Duration, keep bool) {
	if count != nil {
		*count++
	}
	s.c.mu.Lock()
	defer s.c.mu.Unlock()
	s.c.store.Leave(item.ID)
	return forever, false
}

// forms gives URLs their canonical form by the rules that hold now.
type forms struct {
	rules    *canonical.Rules
	resolver *canonical.Resolver // of rules
}

func (f *forms) of(rules *canonical.Rules, url string) canonical.Result {
	if rules != f.rules {
		f.rules, f.resolver = rules, rules.NewResolver()
		f.resolver.RememberNothing()
	}
	return f.resolver.Resolve([]byte(url))
}

// folded settles a URL whose canonical form has changed since it was found:
// the new form is what may be fetched.
func (s *scheduler) folded(item frontier.Item, now time.Time) bool {
	form := s.forms.of(s.c.rules.Load(), item.URL)
	if form.Reason != canonical.OK || string(form.URL) == item.URL {
		return false
	}
	o := s.c.unfetched(item, record.Folded, now)
	o.page.Links = append(o.page.Links, frontier.Link{Key: form.Key, URL: o.keep(form.URL), Flags: frontier.LinkFold})
	o.page.Location = 0
	s.settleUnfetched(o)
	return true
}

func (s *scheduler) deeper(item frontier.Item) bool {
	return frontier.Deeper(s.c.opts.Limits.Depth, item.Depth, item.Via) && !s.named(item.ID)
}

// named reports a URL that a source names, whatever links to it.
func (s *scheduler) named(id frontier.ID) bool {
	s.c.mu.Lock()
	details, err := s.c.store.Sources(id)
	s.c.mu.Unlock()
	if err != nil {
		s.c.fail(err)
	}
	return slices.ContainsFunc(details, func(d frontier.SourceDetail) bool { return d.Source&frontier.Named != 0 })
}
