package classes

import web "github.com/portolan-seo/portolan/crawler/page"

// Relation is what a parameter does to the page of its URL.
type Relation uint8

// The relations, as webmasters name them.
const (
	Undecided  Relation = iota // too few samples: like Specifies
	Specifies                  // another page, or samples that disagree
	NoEffect                   // the same page
	Sorts                      // the same links in another order, number or look
	Narrows                    // a part of the links
	Cumulative                 // more of the links
	Paginates                  // the next part of the list
	Translates                 // the same links, told in other words or for another price
	Unlisted                   // nothing that may be listed, or leads to what may be
	Repeats                    // a few pages again and again: states of a file by the commit
	AnyValue                   // the same page whatever the value is, as an address that cannot exist shows, or fifty pages do
	NoEnd                      // of a part of the site, not of a parameter: ever more pages of it
	Retells                    // of addresses, not of a parameter: what the page says that leads there, and nothing else
	SessionID                  // nothing: the crawl has learned that it is a session id, and takes it off all URLs
)

var relationNames = [...]string{"undecided", "specifies", "no effect", "sorts", "narrows", "cumulative", "paginates", "translates", "leads to nothing that may be listed", "repeats pages", "the same page for any value", "leads to ever more pages of it", "says again what its page says", "a session id, taken off all URLs"}

// String gives the relation's name.
func (r Relation) String() string { return relationNames[r] }

// relations is a set of them: bit n is relation n.
type relations uint16

func (r relations) has(one Relation) bool { return r>>one&1 != 0 }

// finding is what one sample shows.
type finding uint8

const (
	unclear finding = iota // no base, or not all of a list is known
	same                   // the same page
	equal                  // the same links
	part                   // some of the links
	wider                  // more links
	other                  // none of these
)

const (
	// noise is how many links a page may have at most that its base has not, for
	// boxes that change from request to request. Lists may have as many for each
	// part as pages of the site were found to have.
	noise = 5
	// equalLinks are what two lists must share to be called the same.
	equalLinks = 6
	// boxShare: a list that lacks more than one in so many is no longer the same
	// but for boxes.
	boxShare = 20
	// leastSamples that show something decide.
	leastSamples = 3
	// reuse is how many URLs there are for each value of a parameter that
	// narrows: a value that stands in one URL alone names a page.
	reuse = 4
)

// decide gives the relation that findings show. One in twenty may contradict
// that a list is another order or a part of one, as pages may have changed
// between two requests; that a parameter has no effect, none.
func decide(found []finding) Relation {
	var n [other + 1]int
	clear := 0
	for _, f := range found {
		if n[f]++; f != unclear {
			clear++
		}
		if clear == maxSamples {
			break
		}
	}
	switch {
	case clear < leastSamples:
		return Undecided
	case n[same] == clear:
		return NoEffect
	case n[other]*20 > clear, n[wider]*20 > clear && n[part]*20 > clear:
		return Specifies
	case n[part]*20 > clear:
		return Narrows
	case n[wider]*20 > clear:
		return Cumulative
	}
	return Sorts
}

// boxNoise is how many links of a page change from request to request.
type boxNoise struct {
	seen int // pages that were found to be the same as another one
	most int // links that one of two such pages has alone
}

// saw takes two pages that are the same. Where links differ that do not lead
// out of the family, boxes may have them: a front controller has all products in one.
func (n *boxNoise) saw(p, base *page) {
	own, others, _ := p.outer.compare(&base.outer)
	n.most = max(n.most, own, others)
	if own, others, _ = p.inner.compare(&base.inner); own+others == 0 {
		n.seen++
	}
}

// links gives how many may differ: as many as did of enough pages, else as many as boxes have.
func (n *boxNoise) links() int {
	if n.seen >= maxSamples {
		return n.most
	}
	return max(n.most, noise)
}

// comparePages tells what a page is to its base, both of them read, which have shared links in common that are not compared.
func comparePages(p, base *page, shared int) finding {
	if !sameContent(p, base) {
		return other
	}
	own, others, both := p.outer.compare(&base.outer)
	if own+others+both <= 2 { // nothing leads out of the family
		if own, others, _ := p.inner.compare(&base.inner); own+others > 2 {
			return other
		}
		return same
	}
	if own > noise || others > noise || both+shared == 0 && own+others > noise {
		return other
	}
	return same
}

func sameContent(p, base *page) bool {
	return p.content != 0 && (p.content == base.content || p.own == base.own || web.Echoes(p.content, base.content, p.url, base.url))
}

// compareLists tells what a list is to its base, each as the union of its
// parts. whole: nothing of the list is unread.
func compareLists(l, base *list, whole bool, noise int) finding {
	if len(base.links.low) == 0 {
		return unclear
	}
	own, others, both := l.links.compare(&base.links)
	boxes := func(of *list) int { return max(noise, l.links.known(&base.links, noise*of.full)) } // each part has its own
	fewOwn, fewOthers := own <= boxes(l)+l.links.chance(&base.links, noise*l.full), others <= boxes(base)
	switch {
	case fewOwn && both < own, fewOwn && both == 0:
		return unclear // hardly anything of the list is left
	case fewOwn && fewOthers:
		if both < equalLinks {
			return unclear
		}
		return equal
	case fewOwn && whole:
		return part
	case fewOwn:
		return unclear
	case fewOthers && base.complete() && both >= equalLinks:
		return wider
	case !base.complete():
		return unclear
	}
	return other
}
