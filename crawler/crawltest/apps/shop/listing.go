package shop

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// listing is a list of products as one URL shows it.
type listing struct {
	category int
	picks    []pick // in the order of the URL
	variant
	sort, dir, size, look string // "" where the URL has none
	part                  int    // from 1 on; 0 is the first one, not written
}

// variant is what any page of the shop can be had in.
type variant struct {
	lang, currency string // "" where the URL has none
	noise          bool   // a session or where the visitor came from
}

// pick is a facet with the values that were picked.
type pick struct {
	facet  int
	values []int
}

var (
	sorts      = []string{"popular", "price", "name", "new"}
	directions = []string{"asc", "desc"}
	looks      = []string{"grid", "list"}
)

// sizes are how many products of a list may be seen at once.
func (s *Shop) sizes() []string {
	return []string{strconv.Itoa(s.PartSize), strconv.Itoa(2 * s.PartSize), strconv.Itoa(4 * s.PartSize)}
}

// listPath spells a list.
func (s *Shop) listPath(l listing) string {
	var picked []value
	for _, k := range l.picks {
		var names []string
		for _, v := range k.values {
			names = append(names, facets[k.facet].values[v])
		}
		picked = append(picked, value{facets[k.facet].key, strings.Join(names, ",")})
	}
	rest := l.params()
	for _, p := range []apps.Param{{Name: "sort", Value: l.sort}, {Name: "dir", Value: l.dir}, {Name: "limit", Value: l.size}, {Name: "view", Value: l.look}} {
		if p.Value != "" {
			rest = append(rest, p)
		}
	}
	if l.part > 0 && s.Paging != PagePath {
		rest = append(rest, s.partParam(l))
	}
	path := s.Style.put("/"+s.categories[l.category].slug, picked, rest)
	if l.part == 0 || s.Paging != PagePath {
		return path
	}
	path, query, _ := strings.Cut(path, "?")
	return strings.TrimSuffix(path+"/page/"+strconv.Itoa(l.part)+"?"+query, "?")
}

// params spells what any page can be had in.
func (v variant) params() (p apps.Params) {
	if v.lang != "" {
		p = append(p, apps.Param{Name: "lang", Value: v.lang})
	}
	if v.currency != "" {
		p = append(p, apps.Param{Name: "currency", Value: v.currency})
	}
	return p
}

func (s *Shop) partParam(l listing) apps.Param {
	switch size := s.sizeOf(l); s.Paging {
	case Start:
		return apps.Param{Name: "start", Value: strconv.Itoa((l.part - 1) * size)}
	case More:
		return apps.Param{Name: "show", Value: strconv.Itoa(l.part * size)}
	}
	return apps.Param{Name: "page", Value: strconv.Itoa(l.part)}
}

// read reads what listPath spelled, behind the path of a category.
func (s *Shop) read(category int, picked []value, rest apps.Params) (l listing, ok bool) {
	l.category = category
	for _, p := range picked {
		k := pick{facet: facetOf(p.key)}
		for name := range strings.SplitSeq(p.value, ",") {
			at := slices.Index(facets[k.facet].values, name)
			if at < 0 {
				return l, false
			}
			k.values = append(k.values, at)
		}
		l.picks = append(l.picks, k)
	}
	l.variant, rest = s.readVariant(rest)
	number := ""
	for _, p := range rest {
		switch p.Name {
		case "sort":
			l.sort = p.Value
		case "dir":
			l.dir = p.Value
		case "limit":
			l.size = p.Value
		case "view":
			l.look = p.Value
		case "page", "start", "show":
			number = p.Value
		default:
			l.noise = true // as most shops do with what they do not know
		}
	}
	known := func(v string, of []string) bool { return v == "" || slices.Contains(of, v) }
	if !known(l.sort, sorts) || !known(l.dir, directions) || !known(l.size, s.sizes()) || !known(l.look, looks) {
		return l, false
	}
	return l, number == "" || s.readPart(&l, number)
}

func (s *Shop) readPart(l *listing, number string) bool {
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 || n > 1_000_000 {
		return false
	}
	size := s.sizeOf(*l)
	switch s.Paging {
	case Start:
		l.part = n/size + 1
	case More:
		l.part = n / size
	default:
		l.part = n
	}
	return l.part > 0
}

// readVariant takes out of the parameters what any page can be had in.
func (s *Shop) readVariant(p apps.Params) (variant, apps.Params) {
	v := variant{lang: p.Get("lang"), currency: p.Get("currency")}
	v.noise = p.Has("from") || p.Has("pos") || s.Session != "" && p.Has(s.Session)
	return v, p.Without("lang", "currency", "from", "pos", s.Session)
}

func (s *Shop) sizeOf(l listing) int {
	if n, err := strconv.Atoi(l.size); err == nil {
		return n
	}
	return s.PartSize
}

// all gives the products of a list, in its order.
func (s *Shop) all(l listing) []int {
	var list []int
	for _, i := range s.categories[l.category].products {
		if s.products[i].has(l.picks) {
			list = append(list, i)
		}
	}
	by := func(i int) int { return int(apps.Roll(s.Seed, 5, uint64(i)) >> 33) }
	switch l.sort {
	case "price":
		by = func(i int) int { return s.products[i].price }
	case "new":
		by = func(i int) int { return -i }
	case "name":
		slices.SortFunc(list, func(a, b int) int { return strings.Compare(s.products[a].slug, s.products[b].slug) })
		by = func(int) int { return 0 }
	}
	slices.SortStableFunc(list, func(a, b int) int { return by(a) - by(b) })
	if l.dir == "desc" {
		slices.Reverse(list)
	}
	return list
}

// count gives the number of products of a list.
func (s *Shop) count(l listing) (n int) {
	for _, i := range s.categories[l.category].products {
		if s.products[i].has(l.picks) {
			n++
		}
	}
	return n
}

// parts gives the number of parts of a list. There is a first one in any case.
func (s *Shop) parts(l listing) int {
	size := s.sizeOf(l)
	return max(1, (s.count(l)+size-1)/size)
}

// shown gives the products that the URL of a list shows.
func (s *Shop) shown(l listing) []int {
	list := s.all(l)
	size := s.sizeOf(l)
	part := max(1, l.part)
	if s.Past == Last {
		part = min(part, s.parts(l))
	}
	from, to := min((part-1)*size, len(list)), min(part*size, len(list))
	if s.Paging == More {
		from = 0
	}
	return list[from:to]
}

// title names a list after what was picked.
func (s *Shop) title(l listing) string {
	t := s.categories[l.category].name
	for _, k := range l.picks {
		for _, v := range k.values {
			t += ", " + facets[k.facet].values[v]
		}
	}
	if l.sort == "new" {
		t += ": new in"
	}
	if l.part > 1 {
		t += fmt.Sprintf(" - page %d", l.part)
	}
	return t
}
