package classes

import (
	"context"

	"github.com/portolan-seo/portolan/frontier"
)

// A program that wants a login, or that has nothing to show, answers 200 and
// says so at each of its addresses. An address that cannot exist proves nothing
// there, since it may get another message, unless that is a 404: a gallery knows
// which of its pictures there are.

const (
	leastAlike = 50 // pages of a class that are word by word the same
	// unlikeShare: one page in so many may be another one.
	unlikeShare = 50
	// exactShare: one in so many may have a text that few others have, as where a
	// clock counts seconds. Goods and towns that a number alone tells apart have a
	// text of their own each.
	exactShare = 10
	// vouchedShare: where the site's sitemap, a list or an earlier set names pages
	// with the text, one for so many that links alone name, all are left as they are.
	vouchedShare = 10
	maxAlikes    = 64 // classes that are looked at
)

// alike counts the pages of a class by what they say. What is named by more than
// links is a page by itself: if it says something else, that tells nothing of what
// links alone name.
type alike struct {
	pages int                   // that links alone name
	texts map[uint64]*alikeText // by title and content
}

type alikeText struct {
	pages   int            // that links alone name
	vouched int            // the others
	own     uint64         // record.Facts.ContentOwn
	exact   map[uint64]int // by the visible text
}

// findAlike finds the classes of which next to all pages say the same, whatever
// the parameter's value is, and lead to nothing that is not known otherwise.
func (r *reader) findAlike(ctx context.Context) error {
	some := map[*pair]*alike{}
	for _, p := range r.pairs {
		if (p.relation == Undecided || p.relation == Specifies) && p.fetched >= leastAlike && p.distinct() > leastPick && p.samplesAlike() && len(some) < maxAlikes {
			some[p] = &alike{texts: map[uint64]*alikeText{}}
		}
	}
	if len(some) == 0 {
		return nil
	}
	if err := r.countAlike(ctx, some); err != nil {
		return err
	}
	for p, a := range some {
		if t := a.text(); t == nil || r.exist[t.own] {
			delete(some, p)
		}
	}
	count, err := r.opened(ctx, func(p *pair, _ *param) bool { return some[p] != nil }, nil)
	if err != nil {
		return err
	}
	for p, a := range some {
		if t := a.text(); count.all[p]*openShare <= t.pages {
			p.relation, p.counts[same] = AnyValue, t.pages
			p.proof = [2]string{p.samples[0].url, p.samples[1].url}
			p.shape.hasText(t.own, t.pages)
		}
	}
	return nil
}

// samplesAlike tells whether half of the samples that were read have one content:
// a class worth a count.
func (p *pair) samplesAlike() bool {
	read, most, of := 0, 0, map[uint64]int{}
	for _, s := range p.samples {
		if s.page != nil && s.page.content != 0 {
			read++
			of[s.page.content]++
			most = max(most, of[s.page.content])
		}
	}
	return read >= firmSamples && most*2 >= read
}

// countAlike counts the pages of classes.
func (r *reader) countAlike(ctx context.Context, some map[*pair]*alike) error {
	return r.eachPage(ctx, func(p *pair, row *frontier.Row) {
		if of := some[p]; of != nil {
			of.see(row)
		}
	}, frontier.DetailContent, frontier.DetailLook)
}

// eachPage gives the pages of all parameters, one with several once for each.
func (r *reader) eachPage(ctx context.Context, give func(*pair, *frontier.Row), details ...frontier.Detail) error {
	a := &r.addr
	for row, err := range r.crawl.Brief(ctx, 0, details...) {
		if err != nil {
			return err
		}
		if !ours(row) || !isPage(row) {
			continue
		}
		a.read(row.URL)
		s := r.tree.of(a.family)
		for i := range a.params {
			give(s.pair(a.params[i].name), row)
		}
	}
	return nil
}

func (a *alike) see(row *frontier.Row) {
	vouched := isNamed(row)
	if !vouched {
		a.pages++
	}
	f := &row.Page.Facts
	if f.Content == 0 || isShell(f) {
		return
	}
	key := mix(hashString(f.Content, f.Title))
	t := a.texts[key]
	if t == nil {
		if len(a.texts) >= maxFormTexts {
			return
		}
		t = &alikeText{own: f.ContentOwn, exact: map[uint64]int{}}
		a.texts[key] = t
	}
	if vouched {
		t.vouched++
		return
	}
	t.pages++
	if _, known := t.exact[f.TextHash]; known || len(t.exact) < maxFormTexts {
		t.exact[f.TextHash]++
	}
}

// text gives the text that next to all pages have; nil where there is none.
func (a *alike) text() *alikeText {
	for _, t := range a.texts {
		again := 0
		for _, n := range t.exact {
			if n >= leastEcho {
				again += n
			}
		}
		if t.pages >= leastAlike && t.vouched*vouchedShare <= t.pages && (a.pages-t.pages)*unlikeShare <= a.pages && (t.pages-again)*exactShare <= t.pages {
			return t
		}
	}
	return nil
}
