package classes

import (
	"context"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// growShare: of days without end one page in so many at least leads to a new one.
const growShare = 10

// withoutArchives drops from pairs of days those of archives: most days were over when
// their page was read, as those of no room are that is to let, and pages without a day
// lead to next to all of them. Menus and results differ by a few words, too, and each is the only one.
func (r *reader) withoutArchives(ctx context.Context, some []*pair) ([]*pair, error) {
	days := map[*pair]*archive{}
	for _, p := range some {
		for _, name := range append(slices.Clone(p.with), p.name) {
			if d := p.shape.pairs[name]; d != nil && d.namesDays() {
				days[d] = &archive{}
			}
		}
	}
	if len(days) == 0 {
		return some, nil
	}
	if err := r.readArchives(ctx, days); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(some, func(p *pair) bool {
		return days[p].is() || slices.ContainsFunc(p.with, func(name string) bool { return days[p.shape.pairs[name]].is() })
	}), nil
}

// archive counts what pages of a parameter that chooses a day show.
type archive struct{ read, over, grown int }

func (a *archive) is() bool {
	return a != nil && 2*a.over > a.read && a.grown*growShare < a.read
}

func (r *reader) readArchives(ctx context.Context, days map[*pair]*archive) error {
	var within bits
	grown := map[frontier.ID][]*pair{} // by URLs that a page of a day has led to
	for row, err := range r.crawl.Brief(ctx, 0, frontier.DetailTime) {
		if err != nil {
			return err
		}
		if !ours(row) {
			continue
		}
		r.addr.read(row.URL)
		s := r.tree.of(r.addr.family)
		for i := range r.addr.params {
			p := s.pair(r.addr.params[i].name)
			day, isDay := dayOf(r.addr.params[i].value)
			a := days[p]
			if a == nil || !isDay {
				continue
			}
			within.add(uint32(row.ID))
			if row.Via != frontier.NoID && within.has(uint32(row.Via)) && len(grown) < maxOpened {
				grown[row.ID] = append(grown[row.ID], p)
			}
			if isPage(row) {
				a.read++
				if day.AddDate(0, 0, 1).Before(row.Page.FetchedAt) {
					a.over++
				}
			}
		}
	}
	if err := r.forgetLinked(ctx, grown, &reach{within: within}); err != nil {
		return err
	}
	for _, list := range grown {
		for _, p := range list {
			days[p].grown++
		}
	}
	return nil
}
