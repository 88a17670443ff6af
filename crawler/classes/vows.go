package classes

import "github.com/portolan-seo/portolan/frontier/canonical"

// Where pages say themselves that a parameter makes no other page of them (they
// are their base, word by word, and name it as canonical), twenty of them speak
// for all classes of the site in which the parameter stands: of each class a
// sample or two is enough, if it says the same. Where they do not name it, the
// few that were read of a class are judged by those of the others.

const (
	// leastVows are the samples of all classes that speak for one of few.
	leastVows = maxSamples
	// leastShared classes have the parameter, before few samples of each are looked at first.
	leastShared = 5
	// mostShared pairs of few samples are asked about.
	mostShared = 400
	// ownFamily: a family with so many views has one of its own looked at.
	ownFamily = 3
)

// vow is a parameter of a host, in all its classes.
type vow struct{ classes, asked, vowed, silent, against int }

func (p *pair) vowKey() string { return canonical.Origin(p.shape.pattern) + " " + bare(p.name) }

// countShared counts the classes in which each parameter stands.
func (r *reader) countShared(all []*pair) {
	r.vows = map[string]*vow{}
	for _, p := range all {
		v := r.vows[p.vowKey()]
		if v == nil {
			v = &vow{}
			r.vows[p.vowKey()] = v
		}
		v.classes++
	}
}

// isShared tells of a parameter that stands in other classes, too.
func (r *reader) isShared(p *pair) bool { return r.vows[p.vowKey()].classes > 1 }

// countVows gives the samples that vow, those that show another page, and
// those that are the same and do not say so.
func (p *pair) countVows() (vowed, against, silent int) {
	for _, s := range p.samples {
		switch {
		case s.base == nil || s.found == unclear:
		case s.found != same:
			against++
		case s.page.canonical == s.base.id:
			vowed++
		default:
			silent++
		}
	}
	return vowed, against, silent
}

// findVows decides classes of few samples by those of others.
func (r *reader) findVows() {
	for _, v := range r.vows {
		v.asked, v.vowed, v.silent, v.against = 0, 0, 0, 0
	}
	for _, p := range r.pairs {
		vowed, against, silent := p.countVows()
		v := r.vows[p.vowKey()]
		v.vowed += vowed
		v.silent += silent
		if vowed+against > 0 {
			v.asked++
		}
		if against > 0 {
			v.against++
		}
	}
	for _, p := range r.pairs {
		vowed, against, silent := p.countVows()
		v := r.vows[p.vowKey()]
		if silent > 0 && against == 0 && p.relation == Undecided && v.isIdle() {
			p.settle(NoEffect, same)
		}
		if vowed == 0 || against+silent > 0 || !v.holds() {
			continue
		}
		if p.relation == Undecided {
			p.settle(NoEffect, same)
		}
		p.vowed = p.relation == NoEffect
	}
}

// holds tells whether the samples of all classes speak for one of few: where
// the parameter makes other pages in one class of ten, they do not.
func (v *vow) holds() bool { return v.vowed >= leastVows && v.against*apartShare <= v.asked }

// isIdle tells of samples of all classes that are all the same as their bases,
// whether they name these or not.
func (v *vow) isIdle() bool { return v.vowed+v.silent >= leastVows && v.against == 0 }

// most is how many lists of a class are fetched next. Of a parameter that
// stands in many classes few of each come first, as long as no class has shown
// that it makes other pages.
func (r *Round) most(p *pair) int {
	v := r.c.r.vows[p.vowKey()]
	if p.settled == 0 && v != nil && v.classes >= leastShared && v.against*apartShare <= v.asked {
		return max(1, 2*leastVows/v.classes)
	}
	if p.waits {
		return leastPick
	}
	return max(leastPick, p.settled)
}
