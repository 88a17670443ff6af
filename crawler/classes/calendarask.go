package classes

import (
	"slices"
	"strconv"
	"strings"

	web "github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// askOf has a question asked about pages with a date and a text.
func (e *Echoes) askOf(p *echoPattern, text uint64) {
	t := p.empties(text)
	if t.proven || t.asked >= maxAskDates || t.asked == 0 && e.asked >= maxAsked {
		return
	}
	if t.asked == 0 {
		e.asked++
	}
	t.asked++
	e.openDates = append(e.openDates, datedPage{p: p, own: text})
}

// AskDates has questions asked about pages with a date that lead to nothing, now that all to which they lead were read, and
// Recount has counted them. It reports whether there are any.
func (e *Echoes) AskDates() bool {
	for _, d := range e.dated {
		if !d.leads && !d.waits && !d.p.loop {
			d.p.empties(d.text()).pages++
		}
	}
	for _, key := range inOrder(e.patterns) {
		p := e.patterns[key]
		for _, text := range inOrder(p.empty) {
			t := p.empty[text]
			if t.pages >= max(dateSamples, 2*t.last) {
				t.last = t.pages
				e.askOf(p, text)
			}
			t.pages = 0
		}
	}
	return len(e.openDates) > 0
}

// proveDates takes the proof that a calendar shows any date.
func (e *Echoes) proveDates(p Proof) {
	of := e.pattern(p.Page)
	switch {
	case of == nil:
		return
	case p.Gone:
		of.empties(p.Text).asked = maxAskDates
		return
	}
	of.empties(p.Text).proven = true
	e.endless, e.known = true, true
	for id, d := range e.dated {
		if d.isEmpty() && !e.isProven(d.own) {
			e.pages.remove(uint32(id))
		}
	}
	e.refill()
}

func inOrder[V any](m map[uint64]V) (keys []uint64) {
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// askDates gives the questions about dates: of some pages of a text, from the first date to the last.
func (e *Echoes) askDates(urlOf func(frontier.ID) (string, error)) (list []Question, err error) {
	for _, q := range e.openDates {
		var pages []uint64 // months, and IDs
		for _, d := range e.dated {
			if d.p == q.p && d.text() == q.own && !d.leads && !d.waits {
				pages = append(pages, uint64(d.month)<<32|uint64(uint32(d.id)))
			}
		}
		if len(pages) < dateSamples {
			continue
		}
		slices.Sort(pages)
		question := Question{Proof: Proof{Text: q.own, Dates: true}}
		for i := range dateSamples {
			week := i * (len(pages) - dateSamples) / (dateSamples - 1) / dateSamples * dateSamples
			url, err := urlOf(frontier.ID(uint32(pages[week+i])))
			if err != nil {
				return nil, err
			}
			if later, _, _ := OtherYear(url); later != "" {
				question.Page, question.URL = url, later
				question.Pages = append(question.Pages, url, later)
			}
		}
		if len(question.Pages) == 2*dateSamples {
			list = append(list, question)
		}
	}
	e.openDates = nil
	return list, nil
}

// OtherYear gives the same address 28 years later, or before, and both years; "" where there is none.
func OtherYear(url string) (other string, year, to int) {
	origin := canonical.Origin(url)
	at, _ := web.DateIn(url[len(origin):])
	if at.IsZero() {
		return "", 0, 0
	}
	year = at.Year()
	if to = year + sameYears; to > 2099 {
		to = year - sameYears
	}
	was := strconv.Itoa(year)
	var b strings.Builder
	b.WriteString(origin)
	for rest := url[len(origin):]; rest != ""; {
		n := 0
		for n < len(rest) && '0' <= rest[n] && rest[n] <= '9' {
			n++
		}
		if n == 0 {
			b.WriteByte(rest[0])
			rest = rest[1:]
			continue
		}
		if (n == 4 || n == 6 || n == 8) && rest[:4] == was {
			b.WriteString(strconv.Itoa(to))
			b.WriteString(rest[4:n])
			other = url
		} else {
			b.WriteString(rest[:n])
		}
		rest = rest[n:]
	}
	if other == "" || year < 1901 || year > 2099 {
		return "", 0, 0
	}
	return b.String(), year, to
}
