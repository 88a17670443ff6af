package endless

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Agenda is a calendar as plug-ins of blogs have it: months, days and lists for
// ever, each as file for other calendars, too; the real part are the months and days with events, and the events.
func Agenda(seed uint64, notes, months int) *Site {
	c := &calendar{newSite(seed, notes), MonthParam, months}
	c.trap = c.lookAgenda
	c.decorate = func(p *apps.Page, _ int) {
		p.Links("events", []apps.Link{{Href: "/events/", Text: "Events"}})
	}
	c.required = []string{"/events/"}
	for i := range months {
		m := c.first().AddDate(0, i, 0)
		if n := c.events(m); n > 0 {
			c.required = append(c.required, agendaMonth(m))
			for k := range n {
				c.required = append(c.required, c.agendaEvent(m, k))
			}
		}
	}
	return c.Site
}

func agendaMonth(m time.Time) string { return m.Format("/events/month/2006-01/") }
func agendaDay(d time.Time) string   { return d.Format("/events/2006-01-02/") }

func (c *calendar) agendaEvent(m time.Time, k int) string {
	return fmt.Sprintf("/event/%s-%s-%d/", apps.Slug(c.eventTitle(m, k)), m.Format("2006-01"), k+1)
}

// eventOn gives the number of the event on a day, -1 for none.
func (c *calendar) eventOn(d time.Time) int {
	m := time.Date(d.Year(), d.Month(), 1, 0, 0, 0, 0, time.UTC)
	for k := range c.events(m) {
		if d.Day() == 4+7*k {
			return k
		}
	}
	return -1
}

func (c *calendar) lookAgenda(u apps.URL) apps.View {
	if u.Query.Has("ical") && u.Query.Only("ical", "date", "eventDisplay") {
		return apps.View{Truth: apps.Truth{Kind: "file"}, Type: "text/calendar", Body: "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"}
	}
	s := u.Segments()
	switch {
	case len(s) == 2 && s[0] == "event" && len(u.Query) == 0:
		return c.lookAgendaEvent(u)
	case len(s) == 0 || s[0] != "events" || !u.Query.Only("date", "eventDisplay"):
		return apps.Missing()
	case len(s) == 1:
		return c.lookAgendaList(u)
	case len(s) == 3 && s[1] == "month":
		m, err := time.Parse("2006-01", s[2])
		if err != nil || len(u.Query) > 0 {
			return apps.Missing()
		}
		t := apps.Truth{Kind: "month without end"}
		switch inside := !m.Before(c.first()) && m.Before(c.first().AddDate(0, c.months, 0)); {
		case c.events(m) > 0:
			t = apps.Truth{Word: apps.Required, Kind: "month"}
		case inside:
			t = apps.Truth{Word: apps.Ambiguous, Kind: "empty month", Door: true}
		}
		return apps.View{Truth: t, Draw: func(p *apps.Page) { c.drawAgendaMonth(p, m) }}
	case len(s) == 2:
		d, err := time.Parse("2006-01-02", s[1])
		if err != nil || len(u.Query) > 0 {
			return apps.Missing()
		}
		t := apps.Truth{Kind: "empty day"}
		if c.eventOn(d) >= 0 {
			t = apps.Truth{Word: apps.Ambiguous, Kind: "day"}
		}
		return apps.View{Truth: t, Draw: func(p *apps.Page) {
			p.Title = "Events for " + d.Format("2 January 2006")
			c.drawAgendaDay(p, d)
			p.Line("pager", []apps.Link{{Href: agendaDay(d.AddDate(0, 0, -1)), Text: "Previous Day"}, {Href: agendaDay(d.AddDate(0, 0, 1)), Text: "Next Day"}})
			c.drawExport(p)
		}}
	}
	return apps.Missing()
}

func (c *calendar) drawAgendaDay(p *apps.Page, d time.Time) {
	k := c.eventOn(d)
	if k < 0 {
		p.P("There are no events on this day.")
		return
	}
	m := time.Date(d.Year(), d.Month(), 1, 0, 0, 0, 0, time.UTC)
	p.Card(apps.Link{Href: c.agendaEvent(m, k), Text: c.eventTitle(m, k)}, d.Format("2 January 2006"))
}

func (c *calendar) drawExport(p *apps.Page) {
	between := "?"
	if strings.Contains(p.Self(), "?") {
		between = "&"
	}
	p.Links("export", []apps.Link{{Href: p.Self() + between + "ical=1", Text: "Export Events"}})
}

// lookAgendaList is a list of ten events from a day on, for ever.
func (c *calendar) lookAgendaList(u apps.URL) apps.View {
	from, err := today, error(nil)
	if text := u.Query.Get("date"); text != "" {
		if from, err = time.Parse("2006-01-02", text); err != nil {
			return apps.Missing()
		}
	}
	v := forbidden("list from a day on", func(p *apps.Page) {
		p.Title = "Events"
		d, found := from, 0
		for range 120 {
			if c.eventOn(d) >= 0 && found < 10 {
				c.drawAgendaDay(p, d)
				found++
			}
			d = d.AddDate(0, 0, 1)
		}
		if found == 0 {
			p.P("There are no upcoming events.")
		}
		list := func(d time.Time, more string) string { return "/events/?date=" + d.Format("2006-01-02") + more }
		p.Line("pager", []apps.Link{{Href: list(from.AddDate(0, 0, -30), "&eventDisplay=past"), Text: "Previous Events"}, {Href: list(from.AddDate(0, 0, 30), ""), Text: "Next Events"},
			{Href: agendaMonth(time.Date(from.Year(), from.Month(), 1, 0, 0, 0, 0, time.UTC)), Text: "Month"}, {Href: agendaDay(from), Text: "Day"}})
		c.drawExport(p)
	})
	if len(u.Query) == 0 {
		v.Truth = apps.Truth{Word: apps.Required, Kind: "events"}
	} else if f, l := c.first(), c.first().AddDate(0, c.months, 0); from.After(f.AddDate(0, -4, 0)) && from.Before(l) {
		v.Truth = apps.Truth{Word: apps.Ambiguous, Kind: "list of some events"}
	}
	return v
}

func (c *calendar) drawAgendaMonth(p *apps.Page, m time.Time) {
	p.Title = "Events for " + m.Format("January 2006")
	p.Line("pager", []apps.Link{{Href: agendaMonth(m.AddDate(0, -1, 0)), Text: m.AddDate(0, -1, 0).Format("January")}, {Href: agendaMonth(m.AddDate(0, 1, 0)), Text: m.AddDate(0, 1, 0).Format("January")}})
	p.Raw("<table class=\"month\"><tr>\n")
	for d := m; d.Month() == m.Month(); d = d.AddDate(0, 0, 1) {
		if d.Weekday() == time.Monday {
			p.Raw("</tr><tr>\n")
		}
		p.Raw("<td>%s", p.A(apps.Link{Href: agendaDay(d), Text: strconv.Itoa(d.Day())}))
		if k := c.eventOn(d); k >= 0 {
			p.Raw(" %s", p.A(apps.Link{Href: c.agendaEvent(m, k), Text: c.eventTitle(m, k)}))
		}
		p.Raw("</td>")
	}
	p.Raw("</tr></table>\n")
	c.drawExport(p)
}

func (c *calendar) lookAgendaEvent(u apps.URL) apps.View {
	for i := range c.months {
		m := c.first().AddDate(0, i, 0)
		for k := range c.events(m) {
			if c.agendaEvent(m, k) != u.Path {
				continue
			}
			return apps.View{Truth: apps.Truth{Word: apps.Required, Kind: "event"}, Draw: func(p *apps.Page) {
				p.Title = c.eventTitle(m, k)
				p.P(m.AddDate(0, 0, 7*k+3).Format("On 2 January 2006"))
				p.P(apps.Prose(60, c.seed, 32, uint64(m.Unix()), uint64(k)))
				p.Links("back", []apps.Link{{Href: agendaMonth(m), Text: m.Format("January 2006")}, {Href: agendaDay(m.AddDate(0, 0, 7*k+3)), Text: "That day"}})
				c.drawExport(p)
			}}
		}
	}
	return apps.Missing()
}
