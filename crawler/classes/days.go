package classes

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// A room on another day is the room: of days there is no end, and each has a
// price of its own, so that contents differ. A page with all that is known of it
// (?show=full) is the page with more words.

const (
	// leastBins of sketches have a word where texts are long enough to be told apart.
	leastBins = 8
	// dayShare: one bin in so many may differ: a day, a price and what is said of them are a few words.
	dayShare = 4
	// fullShare: half of them, where the base stands within as many words more; of a page with more than twice
	// the words the base is the beginning.
	fullShare = 2

	mostAmount = 99 // nights, guests
)

var dayForms = []string{"20060102", "2006-01-02", "2006/01/02", "2006.01.02", "02-01-2006", "02.01.2006", "02/01/2006", "01/02/2006", "01-02-2006"}

// findDays finds parameters that choose a day, and amounts (nights, guests) that always stand beside such ones, of which
// pages show their base for that day, and those of one word that show more of it: title, heading and, but for a few words, text are the base's, and
// they lead nowhere else, boxes aside, and to nothing that is not known otherwise.
func (r *reader) findDays(ctx context.Context) error {
	var some []*pair
	for _, p := range r.pairs {
		days := p.namesDays() || p.isAmount() && slices.ContainsFunc(p.with, p.shape.hasDays)
		if p.relation != Undecided || !days && !p.isOneWord() {
			continue
		}
		is, err := r.showsBases(p, days)
		if err != nil {
			return err
		}
		if is {
			some = append(some, p)
		}
	}
	some, err := r.withoutArchives(ctx, some)
	if err != nil || len(some) == 0 {
		return err
	}
	count, err := r.opened(ctx, func(p *pair, _ *param) bool { return slices.Contains(some, p) }, nil)
	if err != nil {
		return err
	}
	for _, p := range some {
		if count.all[p]*openShare <= p.fetched {
			p.counts, p.proof = [other + 1]int{}, [2]string{}
			p.settle(NoEffect, same)
		}
	}
	r.mark()
	return nil
}

// hasDays tells of the name of a parameter that chooses a day.
func (s *shape) hasDays(name string) bool {
	p := s.pairs[name]
	return p != nil && p.namesDays()
}

// namesDays tells whether all samples have a day as value.
func (p *pair) namesDays() bool {
	return len(p.samples) >= firmSamples && p.distinct() >= firmSamples && !slices.ContainsFunc(p.samples, func(s *sample) bool { return !isDay(s.value(p.name)) })
}

// isAmount tells whether all samples have as value how many, or until which day.
func (p *pair) isAmount() bool {
	return !slices.ContainsFunc(p.samples, func(s *sample) bool {
		value := s.value(p.name)
		n, err := strconv.Atoi(value)
		return !isDay(value) && (err != nil || n < 0 || n > mostAmount)
	})
}

func isDay(value string) bool {
	_, is := dayOf(value)
	return is
}

// dayOf gives the day of our times that a value names.
func dayOf(value string) (day time.Time, is bool) {
	if plain, err := url.QueryUnescape(value); err == nil {
		value = plain
	}
	for _, form := range dayForms {
		if day, err := time.Parse(form, value); err == nil && 1990 <= day.Year() && day.Year() < 2100 {
			return day, true
		}
	}
	return time.Time{}, false
}

// showsBases tells whether all samples that decide, six at least, are their base on a day, or twenty
// another base each with more words.
// Of families it notes in which ones it is so.
func (r *reader) showsBases(p *pair, days bool) (bool, error) {
	clear, bases := 0, map[frontier.ID]bool{}
	for _, s := range p.samples {
		if s.base == nil {
			continue
		}
		is, err := r.isWithin(s, days)
		if err != nil || !is && !s.extra {
			return false, err
		}
		if s.found = other; is {
			s.found = same
		}
		if !s.extra {
			clear++
			bases[s.base.id] = true
		}
	}
	return clear >= firmSamples && days || len(bases) >= maxSamples, nil
}

// isWithin tells whether a sample is its base on a day, or its base with more words, as far as can be seen.
func (r *reader) isWithin(s *sample, days bool) (bool, error) {
	if own, _, _ := s.page.outer.compare(&s.base.outer); own > noise {
		return false, nil
	}
	var facts [2]*record.Facts
	for i, id := range [...]frontier.ID{s.page.id, s.base.id} {
		row, err := r.crawl.Row(id)
		if err != nil {
			return false, err
		}
		if !isPage(row) {
			return false, nil
		}
		facts[i] = &row.Page.Facts
	}
	differ, of := facts[0].Sketch.Differ(facts[1].Sketch)
	share := dayShare
	if !days {
		if share = fullShare; facts[0].Words < facts[1].Words || facts[0].Words > facts[1].Words*fullShare {
			return false, nil
		}
	}
	if whole, bins := facts[0].Print.Differ(facts[1].Print); whole*share > bins { // behind the words of the sketch
		return false, nil
	}
	return of >= leastBins && differ*share <= of && facts[0].Title == facts[1].Title && facts[0].H1 == facts[1].H1, nil
}

// isOneWord tells of a parameter that has one value wherever it stands, beside no other, and asks for more of a page: ?show=full.
func (p *pair) isOneWord() bool {
	return len(p.samples) >= maxSamples && p.distinct() == 1 && p.numbers == 0 && len(p.with) == 0
}
