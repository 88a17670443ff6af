package endless

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// CalendarStyle says how months are spelled, and what a calendar has besides.
type CalendarStyle uint8

// The styles.
const (
	MonthParam CalendarStyle = iota // /calendar?month=2026-11
	MonthPath                       // /calendar/2026/11/ and its days
	TwoParams                       // /calendar?y=2026&m=11, and &view=list|week
	LinksAlone                      // as MonthPath; months and days are links and figures alone, and ten months have no event
	Recurring                       // as MonthParam; every Monday the choir meets, on a page of that day
)

// calendar shows months for ever both ways. Its real part are some months
// with events around today, and a page for each event.
type calendar struct {
	*Site
	style  CalendarStyle
	months int // of the real part
}

var today = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

// Calendar makes a calendar up. Of its real part four months of five have
// events, two or three of them each.
func Calendar(seed uint64, notes, months int, style CalendarStyle) *Site {
	c := &calendar{newSite(seed, notes), style, months}
	c.trap = c.look
	c.decorate = func(p *apps.Page, _ int) {
		p.Links("dates", []apps.Link{{Href: c.month(today, ""), Text: "Calendar"}})
		c.drawUpcoming(p)
	}
	for i := range months {
		m := c.first().AddDate(0, i, 0)
		if n := c.events(m); n > 0 {
			c.required = append(c.required, c.month(m, ""))
			for k := range n {
				c.required = append(c.required, c.event(m, k))
			}
		}
	}
	return c.Site
}

func (c *calendar) first() time.Time { return today.AddDate(0, -c.months/2, 0) }

// events gives the number of events of a month.
func (c *calendar) events(m time.Time) int {
	i := (m.Year()-c.first().Year())*12 + int(m.Month()-c.first().Month())
	if i < 0 || i >= c.months || i%5 == 3 || c.style == LinksAlone && i >= 4 && i < 14 {
		return 0
	}
	return 2 + i%2
}

// month spells a month, "" or "list" or "week" of it.
func (c *calendar) month(m time.Time, view string) string {
	switch c.style {
	case MonthPath, LinksAlone:
		return m.Format("/calendar/2006/01/")
	case TwoParams:
		if view != "" {
			view = "&view=" + view
		}
		return fmt.Sprintf("/calendar?y=%d&m=%d%s", m.Year(), m.Month(), view)
	}
	return m.Format("/calendar?month=2006-01")
}

func (c *calendar) event(m time.Time, k int) string {
	return fmt.Sprintf("/events/%s-%s-%d", apps.Slug(c.eventTitle(m, k)), m.Format("2006-01"), k+1)
}

func (c *calendar) eventTitle(m time.Time, k int) string {
	return apps.Phrase(c.seed, 30, uint64(m.Unix()), uint64(k))
}

func (c *calendar) look(u apps.URL) apps.View {
	if strings.HasPrefix(u.Path, "/events/") {
		return c.lookEvent(u)
	}
	if u.Path == "/choir" && c.style == Recurring {
		return forbidden("recurring", func(p *apps.Page) {
			p.Title = "Choir practice on " + u.Query.Get("date")
			p.P(apps.Prose(50, c.seed, 31))
			c.drawUpcoming(p)
		})
	}
	if !strings.HasPrefix(u.Path, "/calendar") {
		return apps.Missing()
	}
	m, day, view, ok := c.date(u)
	if !ok {
		return apps.Missing()
	}
	inside := !m.Before(c.first()) && m.Before(c.first().AddDate(0, c.months, 0))
	t := apps.Truth{Kind: "month without end"}
	switch {
	case view != "":
		t.Kind = "view of a month"
	case day > 0:
		t.Kind = "day"
	case c.events(m) > 0:
		t = apps.Truth{Word: apps.Required, Kind: "month"}
	case inside:
		t = apps.Truth{Word: apps.Ambiguous, Kind: "empty month", Door: true}
	}
	return apps.View{Truth: t, Draw: func(p *apps.Page) { c.draw(p, m, day, view) }}
}

// date reads what month spelled; a day is from 1 on.
func (c *calendar) date(u apps.URL) (m time.Time, day int, view string, ok bool) {
	text := u.Query.Get("month")
	switch c.style {
	case TwoParams:
		y, _ := strconv.Atoi(u.Query.Get("y"))
		n, _ := strconv.Atoi(u.Query.Get("m"))
		text, view = fmt.Sprintf("%04d-%02d", y, n), u.Query.Get("view")
	case MonthPath, LinksAlone:
		s := u.Segments()
		if len(s) == 4 {
			day, _ = strconv.Atoi(s[3])
			s = s[:3]
		}
		text = strings.Join(s[1:], "-")
	}
	m, err := time.Parse("2006-01", text)
	return m, day, view, err == nil
}

func (c *calendar) draw(p *apps.Page, m time.Time, day int, view string) {
	p.Title = "Calendar: " + m.Format("January 2006")
	if c.style == LinksAlone {
		c.drawAlone(p, m, day)
		return
	}
	if day > 0 {
		p.Title = fmt.Sprintf("Calendar: %d %s", day, m.Format("January 2006"))
		p.P("Nothing is planned for this day.")
		p.Links("month", []apps.Link{{Href: c.month(m, ""), Text: "The whole month"}})
		return
	}
	p.Line("pager", []apps.Link{{Href: c.month(m.AddDate(0, -1, 0), view), Text: "back"}, {Href: c.month(today, ""), Text: "today"}, {Href: c.month(m.AddDate(0, 1, 0), view), Text: "on"}})
	if c.style == TwoParams {
		p.Line("views", []apps.Link{{Href: c.month(m, ""), Text: "month"}, {Href: c.month(m, "list"), Text: "list"}, {Href: c.month(m, "week"), Text: "week"}})
	}
	if view != "list" {
		c.drawDays(p, m)
	}
	for k := range c.events(m) {
		p.Card(apps.Link{Href: c.event(m, k), Text: c.eventTitle(m, k)}, m.AddDate(0, 0, 3+7*k).Format("2 January 2006"))
	}
	if c.events(m) == 0 {
		p.P("There are no events in this month.")
	}
}

// drawAlone writes a month, or a day that leads to those around it, with nothing but links, figures, and what each empty day says.
func (c *calendar) drawAlone(p *apps.Page, m time.Time, day int) {
	p.Title = m.Format("2006-01")
	var events []apps.Link
	for k := range c.events(m) {
		if day == 0 || day == 4+7*k {
			events = append(events, apps.Link{Href: c.event(m, k), Text: c.eventTitle(m, k)})
		}
	}
	p.Links("events", events)
	if day == 0 {
		p.Line("pager", []apps.Link{{Href: c.month(m.AddDate(0, -1, 0), ""), Text: "back"}, {Href: c.month(m.AddDate(0, 1, 0), ""), Text: "on"}})
		c.drawDays(p, m)
		return
	}
	d := m.AddDate(0, 0, day-1)
	p.Title = d.Format("2006-01-02")
	if len(events) == 0 {
		p.P("Nothing is planned for this day.")
	}
	before, after := d.AddDate(0, 0, -1), d.AddDate(0, 0, 1)
	p.Line("pager", []apps.Link{{Href: before.Format("/calendar/2006/01/02/"), Text: "back"}, {Href: after.Format("/calendar/2006/01/02/"), Text: "on"}})
}

// drawDays writes the month as a table.
func (c *calendar) drawDays(p *apps.Page, m time.Time) {
	p.Raw("<table class=\"month\"><tr>\n")
	for d := m; d.Month() == m.Month(); d = d.AddDate(0, 0, 1) {
		if d.Weekday() == time.Monday {
			p.Raw("</tr><tr>\n")
		}
		cell := strconv.Itoa(d.Day())
		if c.style == MonthPath || c.style == LinksAlone {
			cell = p.A(apps.Link{Href: c.month(m, "") + d.Format("02/"), Text: cell})
		}
		if c.style == Recurring && d.Weekday() == time.Monday {
			cell += " " + p.A(apps.Link{Href: "/choir?date=" + d.Format("2006-01-02"), Text: "Choir practice"})
		}
		p.Raw("<td>%s</td>", cell)
	}
	p.Raw("</tr></table>\n")
}

// drawUpcoming is a box with the next events, the same on all pages.
func (c *calendar) drawUpcoming(p *apps.Page) {
	var links []apps.Link
	for i := range 3 {
		m := today.AddDate(0, i, 0)
		if c.events(m) > 0 {
			links = append(links, apps.Link{Href: c.event(m, 0), Text: c.eventTitle(m, 0)})
		}
	}
	p.Block("Upcoming", links)
}

func (c *calendar) lookEvent(u apps.URL) apps.View {
	name := strings.TrimPrefix(u.Path, "/events/")
	parts := strings.Split(name, "-")
	if len(parts) < 4 {
		return apps.Missing()
	}
	m, err := time.Parse("2006-01", strings.Join(parts[len(parts)-3:len(parts)-1], "-"))
	k, bad := strconv.Atoi(parts[len(parts)-1])
	if err != nil || bad != nil || k < 1 || k > c.events(m) || c.event(m, k-1) != u.String() {
		return apps.Missing()
	}
	return apps.View{Truth: apps.Truth{Word: apps.Required, Kind: "event"}, Draw: func(p *apps.Page) {
		p.Title = c.eventTitle(m, k-1)
		p.P(m.AddDate(0, 0, 7*k-4).Format("On 2 January 2006"))
		p.P(apps.Prose(60, c.seed, 32, uint64(m.Unix()), uint64(k)))
		p.Links("back", []apps.Link{{Href: c.month(m, ""), Text: m.Format("January 2006")}})
		c.drawUpcoming(p)
	}}
}
