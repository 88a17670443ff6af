package classes

import (
	"slices"
	"strconv"
	"strings"
)

// findPaging tells whether a parameter leads to the next part of a list: its
// samples lead to their neighbours, or it has a name that says so.
func (p *pair) findPaging() {
	linked, all := 0, 0
	for _, s := range p.samples {
		if s.extra {
			continue
		}
		if all++; s.linked {
			linked++
		}
	}
	p.paging = p.numeric() && !strings.HasSuffix(p.name, first) &&
		(pagingNames[p.name] || linked*2 >= all && !p.hasPages() && p.beginsLow() && p.disjoint())
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
		return slices.ContainsFunc(s.addr.params, func(q param) bool { return pagingNames[bare(q.name)] && isDigits(q.value) })
	})
}

// pagingNames are parameters that paginate where their values are numbers.
var pagingNames = map[string]bool{"page": true, "paged": true, "pg": true, "pageno": true, "page_no": true, "pagenum": true,
	"start": true, "offset": true, "seite": true, "pagina": true, "strona": true, "sida": true, "side": true, "sivu": true}

// disjoint tells whether most of the samples share few links with their base:
// the next part of a list has others, a larger part the same.
func (p *pair) disjoint() bool {
	apart, all := 0, 0
	for _, s := range p.samples {
		if s.base == nil || s.extra {
			continue
		}
		all++
		if own, _, both := s.page.outer.compare(&s.base.outer); both*2 <= own {
			apart++
		}
	}
	return apart*2 > all
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
