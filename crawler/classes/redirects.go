package classes

import (
	"context"
	"maps"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Links that keep a picture, or show a thread where it was left, redirect to pages
// that are known otherwise; a login that each page leads to with its own address
// redirects to itself, with a message. It is one program with one parameter, of
// which some URLs are pages, and those that the site links to are none: what tells
// them apart is which parameters they have.
//
// Redirects that lead on to others, or to one page for any value elsewhere, may be
// those of a wall that will be gone: they are all asked for.

// form counts the answers of URLs of a shape with the same parameters.
type form struct {
	redirects, others int
	pair              *pair // that with most values
	targets           int
	good              int // of these: pages, or the same page for any value in the shape itself
	bad               int // neither, or the same page for any value elsewhere
	opened            bool
	leads             leads // of a class of paths
}

const maxForms = 64 // of a shape

// form names the parameters of a URL.
func (a *address) form() (h uint64) {
	for i := range a.params {
		h += mix(hashString(11, bare(a.params[i].name)))
	}
	return h
}

// forms are those of shapes.
type forms map[*shape]map[uint64]*form

func (all forms) of(s *shape, a *address) *form {
	if of := all[s]; len(of) > 0 && len(a.params) > 0 {
		return of[a.form()]
	}
	return nil
}

// keep drops the forms that are not to be closed.
func (all forms) keep(is func(*form) bool) {
	for s, of := range all {
		if maps.DeleteFunc(of, func(_ uint64, f *form) bool { return !is(f) }); len(of) == 0 {
			delete(all, s)
		}
	}
}

// closeForms closes the forms of which all URLs redirect, to pages that are known
// otherwise or to what is the same for any value.
func (r *reader) closeForms(ctx context.Context) error {
	all := forms{}
	for _, p := range r.tree.all() {
		if p.redirects >= leastUnlisted && p.relation != Unlisted {
			all[p.shape] = map[uint64]*form{}
		}
	}
	if len(all) == 0 {
		return nil
	}
	if err := r.countForms(ctx, all); err != nil {
		return err
	}
	all.keep(func(f *form) bool { return f.redirects >= leastUnlisted && f.others == 0 })
	if err := r.followForms(ctx, all); err != nil {
		return err
	}
	if err := r.weighPaths(all); err != nil {
		return err
	}
	all.keep(func(f *form) bool { return !f.opened && f.good*2 >= f.targets && f.bad*20 <= f.targets })
	for s, of := range all {
		s.closed = map[uint64]*pair{}
		for key, f := range of {
			s.closed[key] = r.closeForm(f)
		}
	}
	return nil
}

// closeForm gives the parameter that is told to lead to nothing: that with most
// values itself, where it stands in no other form that shows anything.
func (r *reader) closeForm(f *form) *pair {
	p := f.pair
	p.leadsBack = true
	if p.fetched == 0 {
		if p.relation = Unlisted; !slices.Contains(r.pairs, p) {
			r.pairs = append(r.pairs, p)
		}
		return p
	}
	closed := *p
	closed.relation, closed.fetched, closed.settled, closed.counts, closed.proof = Unlisted, 0, f.redirects, [other + 1]int{}, [2]string{}
	return &closed
}

func (r *reader) countForms(ctx context.Context, all forms) error {
	a := &r.addr
	for row, err := range r.crawl.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		if !ours(row) || row.Page == nil {
			continue
		}
		a.read(row.URL)
		s := r.tree.of(a.family)
		of := all[s]
		if of == nil || len(a.params) == 0 {
			continue
		}
		f := of[a.form()]
		if f == nil {
			if len(of) >= maxForms {
				continue
			}
			if f = (&form{pair: s.widest(a)}); f.pair == nil {
				continue
			}
			of[a.form()] = f
		}
		if row.Location != frontier.NoID {
			f.redirects++
		} else if p := row.Page; p.Outcome != record.Answered || p.Status != 404 && p.Status != 410 {
			f.others++ // what is gone tells nothing of the others
		}
	}
	return nil
}

// widest gives the parameter of a URL that has most values.
func (s *shape) widest(a *address) (most *pair) {
	for i := range a.params {
		if p := s.pairs[a.params[i].name]; p != nil && (most == nil || p.distinct() > most.distinct()) {
			most = p
		}
	}
	return most
}

// followForms looks at where the URLs of forms lead, and whether that is known otherwise.
func (r *reader) followForms(ctx context.Context, all forms) error {
	if len(all) == 0 {
		return nil
	}
	var in reach
	a, targets, via := &r.addr, map[frontier.ID]*form{}, map[frontier.ID]*form{}
	opened := map[frontier.ID][]*pair{} // targets that no URL before has led to
	by := map[frontier.ID]*form{}       // that has opened them
	passed := map[frontier.ID]*form{}   // those by which nothing is opened, as they are not to be listed
	for row, err := range r.crawl.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		if !ours(row) {
			continue
		}
		a.read(row.URL)
		s := r.tree.of(a.family)
		if f := all.of(s, a); f != nil {
			in.within.add(uint32(row.ID))
			if via[row.ID] = f; row.Location != frontier.NoID && len(targets) < maxOpened {
				targets[row.Location] = f
				f.leads.add(row.Location)
			}
			continue
		}
		in.follow(row)
		f := passed[row.Via]
		if of := via[row.Via]; of != nil && targets[row.ID] != nil && (s != of.pair.shape || !s.showsAny(a)) {
			f = of
		}
		switch {
		case f == nil:
		case f.pair.name == barrenParam && len(passed) < maxOpened && (row.Page == nil || !mayBeListed(row) || s != nil && s.look(a).idle != nil):
			passed[row.ID] = f
		default:
			opened[row.ID], by[row.ID] = []*pair{f.pair}, f
		}
	}
	if err := r.forgetLinked(ctx, opened, &in); err != nil {
		return err
	}
	for id := range opened {
		by[id].opened = true
	}
	return r.eachOf(ctx, slices.Sorted(maps.Keys(targets)), func(row *frontier.Row) {
		f := targets[row.ID]
		f.targets++
		if f.pair.name == barrenParam {
			return
		}
		a.read(row.URL)
		s := r.tree.of(a.family)
		switch anyValue := s != nil && s.showsAny(a); {
		case anyValue && s == f.pair.shape, !anyValue && isPage(row):
			f.good++
		case anyValue, row.Page != nil && ours(row):
			f.bad++
		}
	})
}

// weighPaths looks at where those of classes of paths lead. While it is not known they wait.
func (r *reader) weighPaths(all forms) error {
	for _, of := range all {
		for _, f := range of {
			if f.pair.name != barrenParam {
				continue
			}
			few, waits, err := r.toFew(&f.leads)
			if err != nil {
				return err
			}
			if few {
				f.good = f.targets
			}
			f.pair.waits = waits
		}
	}
	return nil
}

// showsAny tells of a URL with a parameter that shows the same page for any value.
func (s *shape) showsAny(a *address) bool {
	v := s.look(a)
	return v.idle != nil && v.idle.relation == AnyValue
}
