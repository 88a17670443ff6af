package whole

import (
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Events are years of events with a page for each year, month, day and event.
// Days and months without any have none.
type Events struct {
	seed  uint64
	years int
}

// NewEvents makes events up, some of every third day.
func NewEvents(seed uint64, years int) *Events { return &Events{seed, years} }

// App gives the events as an application.
func (e *Events) App(name, about string, limit apps.Limit) *apps.App {
	return &apps.App{Name: name, About: about, Site: e, Seed: e.seed, Limit: limit,
		Frame: apps.Frame{Brand: "What is on", Nav: []apps.Link{{Href: "/", Text: "Home"}, {Href: "/events/", Text: "Events"}}}}
}

func (e *Events) first() time.Time { return time.Date(2026-e.years, 11, 1, 0, 0, 0, 0, time.UTC) }

func (e *Events) last() time.Time { return e.first().AddDate(e.years, 0, 0) }

// on gives the number of events of a day.
func (e *Events) on(d time.Time) int {
	if d.Before(e.first()) || !d.Before(e.last()) || !apps.Share(33, e.seed, 1, uint64(d.Unix())) || d.Month() == time.August {
		return 0
	}
	return 1 + apps.Below(2, e.seed, 2, uint64(d.Unix()))
}

func (e *Events) title(d time.Time, k int) string {
	return apps.Phrase(e.seed, 3, uint64(d.Unix()), uint64(k))
}

func (e *Events) event(d time.Time, k int) string {
	return d.Format("/events/2006/01/02/") + fmt.Sprintf("%s-%d", apps.Slug(e.title(d, k)), k+1)
}

// days gives the days of a span that have events.
func (e *Events) days(from, to time.Time) (days []time.Time) {
	for d := from; d.Before(to); d = d.AddDate(0, 0, 1) {
		if e.on(d) > 0 {
			days = append(days, d)
		}
	}
	return days
}

// Required gives everything.
func (e *Events) Required() iter.Seq[string] {
	return func(yield func(string) bool) {
		seen := map[string]bool{}
		once := func(path string) bool {
			fresh := !seen[path]
			seen[path] = true
			return !fresh || yield(path)
		}
		if !once("/") || !once("/events/") {
			return
		}
		for _, d := range e.days(e.first(), e.last()) {
			for _, layout := range []string{"/events/2006/", "/events/2006/01/", "/events/2006/01/02/"} {
				if !once(d.Format(layout)) {
					return
				}
			}
			for k := range e.on(d) {
				if !once(e.event(d, k)) {
					return
				}
			}
		}
	}
}

// Look tells what a URL shows.
func (e *Events) Look(u apps.URL) apps.View {
	page := func(kind string, draw func(*apps.Page)) apps.View {
		return apps.View{Truth: apps.Truth{Word: apps.Required, Kind: kind}, Draw: draw}
	}
	switch s := u.Segments(); {
	case len(u.Query) > 0:
	case u.Path == "/":
		return page("home", func(p *apps.Page) {
			p.Title = "What is on"
			p.P(apps.Prose(60, e.seed, 4))
		})
	case u.Path == "/events/":
		return page("years", func(p *apps.Page) { e.drawSpan(p, "All years", e.first(), e.last(), "/events/2006/", "2006") })
	case len(s) >= 2 && len(s) <= 4 && s[0] == "events" && strings.HasSuffix(u.Path, "/"):
		return e.lookSpan(u, s[1:], page)
	case len(s) == 5:
		d, err := time.Parse("2006/01/02", strings.Join(s[1:4], "/"))
		k, bad := strconv.Atoi(s[4][strings.LastIndexByte(s[4], '-')+1:])
		if err == nil && bad == nil && k > 0 && k <= e.on(d) && e.event(d, k-1) == u.Path {
			return page("event", func(p *apps.Page) { e.drawEvent(p, d, k-1) })
		}
	}
	return apps.Missing()
}

// lookSpan shows a year, month or day, if it has events.
func (e *Events) lookSpan(u apps.URL, date []string, page func(string, func(*apps.Page)) apps.View) apps.View {
	kinds := []struct {
		name, layout, shown, below, belowShown string
		years, months, days                    int
	}{
		{"year", "2006", "2006", "/events/2006/01/", "January 2006", 1, 0, 0},
		{"month", "2006/01", "January 2006", "/events/2006/01/02/", "2 January 2006", 0, 1, 0},
		{"day", "2006/01/02", "2 January 2006", "", "", 0, 0, 1},
	}
	kind := kinds[len(date)-1]
	from, err := time.Parse(kind.layout, strings.Join(date, "/"))
	to := from.AddDate(kind.years, kind.months, kind.days)
	if err != nil || from.Format("/events/"+kind.layout+"/") != u.Path || len(e.days(from, to)) == 0 {
		return apps.Missing()
	}
	return page(kind.name, func(p *apps.Page) {
		e.drawSpan(p, from.Format(kind.shown), from, to, kind.below, kind.belowShown)
		p.Trail = []apps.Link{{Href: "/events/", Text: "Events"}, {Href: from.Format("/events/2006/"), Text: from.Format("2006")}, {Href: u.Path[:strings.LastIndexByte(strings.TrimSuffix(u.Path, "/"), '/')+1], Text: "up"}}
	})
}

// drawSpan lists what is below a span, and its events if that is not much.
func (e *Events) drawSpan(p *apps.Page, title string, from, to time.Time, below, shown string) {
	p.Title = "Events: " + title
	days := e.days(from, to)
	last := ""
	for _, d := range days {
		if below != "" && d.Format(below) != last {
			last = d.Format(below)
			p.Links("below", []apps.Link{{Href: last, Text: d.Format(shown)}})
		}
		for k := range e.on(d) {
			if len(days) < 40 {
				p.Card(apps.Link{Href: e.event(d, k), Text: e.title(d, k)}, d.Format("2 January 2006"))
			}
		}
	}
}

func (e *Events) drawEvent(p *apps.Page, d time.Time, k int) {
	p.Title = e.title(d, k)
	p.Trail = []apps.Link{{Href: "/events/", Text: "Events"}, {Href: d.Format("/events/2006/01/"), Text: d.Format("January 2006")}, {Href: d.Format("/events/2006/01/02/"), Text: d.Format("2 January 2006")}}
	p.P(apps.Prose(60, e.seed, 5, uint64(d.Unix()), uint64(k)))
	p.Rows([2]string{"When", d.Format("Monday, 2 January 2006")}, [2]string{"Where", apps.Phrase(e.seed, 6, uint64(d.Unix()))})
}
