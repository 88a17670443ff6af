package classes

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/frontier"
)

// What has happened is shown around each moment (?from=2020-07-13T03:00:00Z): a
// list that begins elsewhere at each second, of which each entry stands on as many pages as a page has entries.

const (
	// leastMoments pages of a parameter decide.
	leastMoments = 50
	// titleShare: one page in so many may have another title.
	titleShare = 10
)

var momentForms = []string{"20060102150405", "2006-01-02 15:04:05", "2006-01-02T15:04:05", time.RFC3339, "2006-01-02T15:04:05-0700"}

// isMoment tells of a second of our times.
func isMoment(value string) bool {
	if plain, err := url.QueryUnescape(value); err == nil {
		value = plain
	}
	value = strings.TrimSuffix(value, "-") // up to then
	return slices.ContainsFunc(momentForms, func(form string) bool {
		at, err := time.Parse(form, value)
		return err == nil && 1990 <= at.Year() && at.Year() < 2100
	})
}

// namesMoments tells whether all samples have a moment, a day or what looks generated as value (the commit of then), and
// half of them a moment.
func (p *pair) namesMoments() bool {
	moments := 0
	for _, s := range p.samples {
		switch value := s.value(p.name); {
		case isMoment(value):
			moments++
		case !isDay(value) && anyToken(value) != "":
			return false
		}
	}
	return len(p.samples) >= firmSamples && moments*2 >= len(p.samples) && p.distinct() >= leastMoments
}

// besideMoment tells of a parameter that never stands without one that names moments.
func (p *pair) besideMoment() bool {
	return len(p.samples) >= firmSamples && slices.ContainsFunc(p.with, func(name string) bool {
		of := p.shape.pairs[name]
		return of != nil && of.namesMoments()
	})
}

// areLists tells whether most samples lead to something: what was seen at a moment, such as a photo, tells of itself.
func (p *pair) areLists() bool {
	lists := 0
	for _, s := range p.samples {
		if s.page != nil && !s.page.leadsNowhere() {
			lists++
		}
	}
	return lists*2 > len(p.samples)
}

// findMoments finds the parameters that name moments, and what always stands
// beside such ones, of which next to all pages have one title, and that have led
// to nothing that is not known otherwise: the same list from another moment on.
func (r *reader) findMoments(ctx context.Context) error {
	some := map[*pair]*titles{}
	for _, p := range r.pairs {
		may := p.relation == Undecided || p.relation == Specifies || p.relation == Narrows
		switch {
		case !may || !p.namesMoments() && !p.besideMoment() || !p.areLists():
		case p.fetched >= leastMoments:
			some[p] = &titles{of: map[string]int{}}
		case p.relation == Specifies:
			p.relation = Undecided // until as many are read
		}
	}
	if len(some) == 0 {
		return nil
	}
	if err := r.countTitles(ctx, some); err != nil {
		return err
	}
	for p, t := range some {
		if !t.isOne() {
			delete(some, p)
		}
	}
	count, err := r.opened(ctx, func(p *pair, _ *param) bool { return some[p] != nil }, anotherMoment)
	if err != nil {
		return err
	}
	for p, t := range some {
		if count.all[p]*openShare <= t.pages {
			p.relation, p.wants, p.moments = Sorts, nil, true
			p.counts, p.proof = [other + 1]int{part: t.pages}, [2]string{p.samples[0].url, p.samples[1].url}
		}
	}
	return nil
}

// anotherMoment tells of a URL that is its page at some moment: of two parameters that lead to each other (?before=, ?after=)
// one may be found out first.
func anotherMoment(a, via *address) bool {
	return a.family == via.family && slices.ContainsFunc(a.params, func(q param) bool { return isMoment(q.value) })
}

// titles counts the pages of a parameter by title.
type titles struct {
	pages int
	of    map[string]int
}

// isOne tells whether next to all pages have one title.
func (t *titles) isOne() bool {
	for _, n := range t.of {
		if t.pages >= leastMoments && n*titleShare >= t.pages*(titleShare-1) {
			return true
		}
	}
	return false
}

func (r *reader) countTitles(ctx context.Context, some map[*pair]*titles) error {
	return r.eachPage(ctx, func(p *pair, row *frontier.Row) {
		t := some[p]
		if t == nil {
			return
		}
		t.pages++
		if title := row.Page.Title; len(t.of) < maxFormTexts || t.of[title] > 0 {
			t.of[strings.Clone(title)]++
		}
	}, frontier.DetailLook)
}
