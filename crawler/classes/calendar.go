package classes

import (
	web "github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// A calendar that shows any day has no end. Its days with nothing in them say the same but for dates, as those of an archive of
// figures do. The proof is in pages 28 years apart: days of the week, lengths of months and leap years come again then (from 1901 to
// 2099), so that an empty day, or month, is the same to the letter but for the year. Figures are not, and an archive has no such page.
//
// What is found on empty pages is fetched if its date is near to one with something in it: a page of its own that it leads to, a text
// that few others have, a page without a date that leads there. So what is fetched does not depend on the order of answers.

const (
	// sameYears later all dates have the same day of the week.
	sameYears = 28
	// leastDates pages with a date and one text, or without one, that lead to nothing are worth a question; so are four times as many
	// if they were not the same then, since pages to which they lead may not have been read: maxAskDates times. At the end, where
	// something is held, dateSamples are, and twice as many.
	leastDates  = 12
	maxAskDates = 5
	// dateSamples pages are compared: of days in a row one of each day of the week, since figures may come once a week.
	dateSamples = 7
	// nearMonths lie between a month that is fetched and one with something in it at most, nearDays months between such a day and it.
	nearMonths, nearDays = 24, 12
)

// emptyDates is what is known of pages with a date and one text, or of months with texts that four have each.
type emptyDates struct {
	asked  int // times
	pages  int // that lead to nothing, while AskDates counts them
	last   int // as many there were when AskDates last raised a question
	next   int // as many pages are worth the next question
	proven bool
}

// empties gives what is known of a text, 0 of pages that are links and figures alone.
func (p *echoPattern) empties(own uint64) *emptyDates {
	t := p.empty[own]
	if t == nil {
		if p.empty == nil {
			p.empty = map[uint64]*emptyDates{}
		}
		t = &emptyDates{next: leastDates}
		p.empty[own] = t
	}
	return t
}

// isEndless tells of a pattern that shows any date.
func (p *echoPattern) isEndless() bool {
	for _, t := range p.empty {
		if t.proven {
			return true
		}
	}
	return false
}

// isEmpty tells of a page with a date that it says what it would say on any other one, and leads to nothing.
func (d *datedPage) isEmpty() bool {
	t := d.p.empty[d.text()]
	return t != nil && t.proven && !d.leads
}

// sharedText stands for the texts of months that four have each: their names.
const sharedText = 1

// text is what says of a page with a date that it is as others are.
func (d *datedPage) text() uint64 {
	if !d.day && d.own != 0 && d.p.texts[d.own] >= leastEcho {
		return sharedText
	}
	return d.own
}

// seeDate takes a page with a date.
func (e *Echoes) seeDate(p *echoPattern, own uint64, row *frontier.Row) {
	if len(e.dated) >= maxPartPages {
		return
	}
	if e.dated == nil {
		e.dated = map[frontier.ID]datedPage{}
	}
	d := datedPage{id: row.ID, via: row.Via, p: p, own: own}
	if p.loop {
		e.dated[row.ID] = d
		return
	}
	d.month, d.day = monthOf(row.URL)
	e.dated[row.ID] = d
	n, text := p.texts[own], d.text()
	switch {
	case own == 0:
		p.mute++
		n = p.mute
	case text == sharedText:
		n = p.pages
	}
	if n >= leastDates && n >= p.empties(text).next {
		e.askOf(p, text)
		p.empties(text).next = 4 * n
	}
	e.fill(d)
}

// fill notes the months that have something in them, as a page shows it.
func (e *Echoes) fill(d datedPage) {
	if !e.endless || d.p.loop {
		return
	}
	via, found := e.dated[d.via]
	switch {
	case !found || d.leads:
		e.full[d.month] = true
	case !d.p.isEndless() || d.own != 0 && d.p.texts[d.own] < leastEcho:
		e.full[d.month] = true
		if via.p != d.p {
			e.full[via.month] = true
			via.leads = true
			e.dated[d.via] = via
		}
	}
}

// refill notes all months that have something in them anew.
func (e *Echoes) refill() {
	e.full = map[int]bool{}
	for _, d := range e.dated {
		e.fill(d)
	}
}

// isBeyond tells of a URL that was found on an empty page of a calendar without end, and is of a date far from all with something.
func (e *Echoes) isBeyond(via frontier.ID, url string) bool {
	if !e.endless {
		return false
	}
	d, known := e.dated[via]
	if !known || !d.isEmpty() {
		return false
	}
	if !e.ShowsAnyDate(url) {
		return false
	}
	month, day := monthOf(url)
	near := nearMonths
	if day {
		near = nearDays
	}
	for i := -near; i <= near; i++ {
		if month == 0 || e.full[month+i] {
			return false
		}
	}
	return true
}

// ShowsAnyDate tells of a URL of a calendar that does.
func (e *Echoes) ShowsAnyDate(url string) bool {
	if !e.endless {
		return false
	}
	p := e.pattern(url)
	return p != nil && p.isEndless()
}

// monthOf counts the months to that of a URL, 0 where it has none; day: it has a day, too.
func monthOf(url string) (month int, day bool) {
	at, day := web.DateIn(url[len(canonical.Origin(url)):])
	if at.IsZero() {
		return 0, false
	}
	return at.Year()*12 + int(at.Month()), day
}
