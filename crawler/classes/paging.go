package classes

import (
	"context"
	"slices"
	"strconv"
	"strings"
)

// findPaging tells whether a parameter leads to the next part of a list: its
// samples lead to their neighbours, or it has a name that says so. That is not
// enough where none does, nor has a base: things may carry on which part of a
// list has led to them.
func (p *pair) findPaging() {
	linked, based, all := 0, 0, 0
	for _, s := range p.samples {
		if s.extra {
			continue
		}
		if all++; s.linked {
			linked++
		}
		if s.base != nil {
			based++
		}
	}
	p.paging = p.numeric() && !strings.HasSuffix(p.name, first) &&
		(isPagingName(p.name) && linked+based > 0 || linked*2 >= all && !p.hasPages() && !p.shape.saysPages() && p.beginsLow() && p.disjoint())
}

// saysPages tells of lists some of which have numbered parts under a name that says so: what else has numbers there, as sizes
// of shoes have, leads through none, though one size leads to the next and each shows other shoes.
func (s *shape) saysPages() bool {
	for name, p := range s.pairs {
		if isPagingName(name) && p.numeric() && p.known >= leastSamples {
			return true
		}
	}
	return false
}

// saysPart tells of a parameter whose name says that it paginates, and that is not known not to.
func (p *pair) saysPart() bool {
	q := p.shape.pairs[bare(p.name)]
	return isPagingName(bare(p.name)) && (q == nil || q.paging)
}

// findPagings decides on numbers whose name does not say that they paginate, once it is known what the links of their pages
// are without what has no effect: products that carry on how many a list shows are others in each list.
func (r *reader) findPagings(ctx context.Context) error {
	some := slices.DeleteFunc(slices.Clone(r.pairs), func(p *pair) bool { return p.relation != Undecided || !p.paging })
	if len(some) == 0 {
		return nil
	}
	if err := r.reduceAll(ctx); err != nil {
		return err
	}
	c := r.ask(some)
	if err := c.find(ctx); err != nil {
		return err
	}
	c.join()
	if err := c.readLinks(ctx); err != nil {
		return err
	}
	for _, p := range some {
		if p.findPaging(); p.paging && !p.isOpen() {
			p.relation = Paginates
		}
	}
	chosen := slices.DeleteFunc(slices.Clone(some), func(p *pair) bool { return !p.choosesLists(some) })
	for _, p := range chosen {
		p.relation, p.paging = Undecided, false
	}
	r.reduced, r.wanted = reduced{}, nil
	return nil
}

// choosesLists tells of numbers from 1 on that seem to paginate, and beside which others do that count entries (the first
// of which are left out): a part has no parts. A month shows the first entries of its year, or none of these.
func (p *pair) choosesLists(among []*pair) bool {
	return p.relation == Paginates && p.shape.pairs[p.name+first] != nil && slices.ContainsFunc(among, func(q *pair) bool {
		return q != p && q.shape == p.shape && q.relation == Paginates && q.shape.pairs[q.name+first] == nil && (p.standsBeside(q.name) || q.standsBeside(p.name))
	})
}

// standsBeside tells whether a sample has another parameter, too.
func (p *pair) standsBeside(name string) bool {
	return slices.ContainsFunc(p.samples, func(s *sample) bool { return s.addr.has(name) })
}

// reduceAll notes of all URLs what they are without what has no effect, and of which that is not known yet.
func (r *reader) reduceAll(ctx context.Context) error {
	r.mark()
	for row, err := range r.crawl.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		if !ours(row) {
			continue
		}
		r.addr.read(row.URL)
		if s := r.tree.of(r.addr.family); s != nil {
			r.reduce(row.ID, &r.addr, s)
		}
	}
	return nil
}

// isOpen tells of samples of which most have links to URLs of which it is not known yet what is the same.
func (p *pair) isOpen() bool {
	open, all := 0, 0
	for _, s := range p.samples {
		if s.base == nil || s.extra {
			continue
		}
		if all++; max(s.page.open, s.base.open) > noise {
			open++
		}
	}
	return open*2 > all
}

// beginsLow tells of numbers of which the least is one of a first few parts:
// others number things.
func (p *pair) beginsLow() bool {
	step, least := 0, 0
	for _, s := range p.samples {
		if n := s.number(p.name); n > 0 {
			step = gcd(step, n)
			if least == 0 || n < least {
				least = n
			}
		}
	}
	return least <= mostFirst*step
}

// mostFirst is the number of the last part that the lists of a class may begin with.
const mostFirst = 3

// hasPages tells of samples with a parameter whose name says that it leads
// through the parts: beside it another one does not, but says how long they are.
func (p *pair) hasPages() bool {
	return slices.ContainsFunc(p.samples, func(s *sample) bool {
		return slices.ContainsFunc(s.addr.params, func(q param) bool { return isPagingName(bare(q.name)) && isDigits(q.value) })
	})
}

// isPagingName tells of a parameter that paginates where its values are numbers, in
// upper or lower case (PageIndex of ASP.NET).
func isPagingName(name string) bool { return pagingNames[strings.ToLower(name)] }

var pagingNames = map[string]bool{"page": true, "paged": true, "pg": true, "pageno": true, "page_no": true, "pagenum": true,
	"pageindex": true, "pagenumber": true, "page_number": true, "currentpage": true, "limitstart": true, "skip": true, "start": true, "offset": true, "seite": true, "pagina": true, "strona": true, "sida": true, "side": true, "sivu": true}

// disjoint tells whether most of the samples share few links with their base:
// the next part of a list has others, a larger part the same.
func (p *pair) disjoint() bool { return p.areApart(func(*sample) bool { return true }) }

// areApart tells whether most of some samples share few links with their base.
func (p *pair) areApart(some func(*sample) bool) bool {
	apart, all := 0, 0
	for _, s := range p.samples {
		if s.base == nil || s.extra || !some(s) {
			continue
		}
		all++
		if s.page.isApart(s.base) {
			apart++
		}
	}
	return apart*2 > all
}

// isSecond tells of the value 1 of what paginates, or says so where lists have two parts at most, where parts are counted
// from 0: its pages are the second parts of their lists. As lists they are the same as their bases.
func (p *pair) isSecond(noise int) bool {
	all := p.shape.pairs[bare(p.name)]
	return all != p && (all == nil && isPagingName(bare(p.name)) || all != nil && all.relation == Paginates) &&
		(p.areApart(func(s *sample) bool { return s.number(p.name) == 1 }) || p.haveOthers(noise))
}

// haveOthers tells whether most of the samples lead to more pages than boxes have that their base does not lead to, and
// this to as many that they do not: entries of which most have an author in common with others.
func (p *pair) haveOthers(noise int) bool {
	others, all := 0, 0
	for _, s := range p.samples {
		if s.base == nil || s.extra {
			continue
		}
		all++
		if own, other, _ := s.page.outer.compare(&s.base.outer); min(own, other) > noise {
			others++
		}
	}
	return others*2 > all
}

// settleSecond makes parts of what is a second one. The value 0 beside it is the first part, and changes nothing where
// no page shows something else.
func (p *pair) settleSecond() {
	p.settle(Paginates)
	zeros, apart := 0, 0
	for _, s := range p.samples {
		if s.base == nil || s.number(p.name) != 0 {
			continue
		}
		if zeros++; s.page.isApart(s.base) {
			apart++
		}
	}
	if zeros > 0 && apart == 0 {
		p.defaults = map[string]bool{"0": true}
	}
}

// isApart tells of a page that shares few links with its base.
func (p *page) isApart(base *page) bool {
	own, _, both := p.outer.compare(&base.outer)
	return both*2 <= own
}

func (p *pair) numeric() bool { return p.numbers*5 >= p.known*4 && p.known > 0 }

// neighbours gives the keys of the URLs with the number before and after.
func (p *pair) neighbours(s *sample) (keys [2]uint64) {
	step := 0
	for _, t := range p.samples {
		step = gcd(step, t.number(p.name))
	}
	n := s.number(p.name)
	if step == 0 || n == 0 {
		return keys
	}
	for i, to := range [...]int{n - step, n + step} {
		a := address{family: s.addr.family, params: slices.Clone(s.addr.params)}
		for j := range a.params {
			if a.params[j].name == p.name {
				a.params[j].value = strconv.Itoa(to)
			}
		}
		keys[i] = a.key(nil)
	}
	return keys
}

func (s *sample) number(name string) int {
	for _, p := range s.addr.params {
		if p.name == name && isDigits(p.value) {
			n, _ := strconv.Atoi(p.value)
			return n
		}
	}
	return 0
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
