package classes

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// page is a page that samples are compared by.
type page struct {
	id           frontier.ID
	url          string
	family       uint16
	content, own uint64
	outer, inner set // links that leave the family, and the others
}

// list is a list as the union of its parts.
type list struct {
	family      uint16
	known, read int
	links       set
}

// reader finds relations out.
type reader struct {
	crawl frontier.Crawl
	tally
	families []uint16 // by id
	boiler   map[frontier.ID]bool
	pairs    []*pair // that are asked about
	reduced  reduced
	none     bool // no pages have parameters
	noise    int  // links of a page that change from request to request
}

// Read finds out what the parameters of a crawl's URLs do. It passes over the
// crawl several times, and not at all over its links where no URL has
// parameters.
func Read(ctx context.Context, crawl frontier.Crawl) (*Classes, error) {
	r := &reader{crawl: crawl, boiler: map[frontier.ID]bool{}}
	c := &Classes{r: r}
	for _, step := range []func(context.Context) error{r.shapes, r.count, r.findBoiler, r.comparePages, r.compareLists, c.judge} {
		if err := step(ctx); err != nil {
			return nil, fmt.Errorf("look for views of pages: %w", err)
		}
	}
	return c, nil
}

// isPage tells whether a row is that of a web page that answered 200.
func isPage(row *frontier.Row) bool {
	p := row.Page
	return p != nil && p.Outcome == record.Answered && p.Status == 200 && p.HTML && row.Location == frontier.NoID
}

// ours tells whether a row is a URL that might be listed.
func ours(row *frontier.Row) bool { return row.Reason == frontier.Undecided }

// shapes makes the tree.
func (r *reader) shapes(ctx context.Context) error {
	last, views := "", 0
	for row, err := range r.crawl.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		if !ours(row) {
			continue
		}
		a := parse(row.URL)
		if a.family != last {
			r.tree.add(a.family)
			last = strings.Clone(a.family)
		}
		if len(a.params) > 0 && isPage(row) {
			views++
		}
	}
	r.none = views < leastSamples
	return nil
}

// count counts URLs by shape and parameter, and picks samples.
func (r *reader) count(ctx context.Context) error {
	if r.none {
		return nil
	}
	for row, err := range r.crawl.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		family := uint16(0)
		if ours(row) {
			a := parse(row.URL)
			family = uint16(mix(hashString(0, a.family))) | 1
			if s := r.tree.of(a.family); s != nil {
				for i := range a.params {
					a.params[i].name = strings.Clone(a.params[i].name)
				}
				r.see(row, &a, s, isPage(row))
			}
		}
		r.families = append(r.families, family)
	}
	r.tree.mergeSiblings()
	for _, p := range r.all() {
		if p.fetched >= leastSamples {
			r.pairs = append(r.pairs, p)
		}
	}
	// Where there are many pairs each has fewer samples.
	each := maxSamples * candidates
	if n := len(r.pairs); n > 0 {
		each = min(each, max(2*leastSamples, maxCompare/n))
	}
	for i, p := range r.pairs {
		p.samples = p.samples[:min(len(p.samples), each)]
		for _, s := range p.samples {
			row, err := r.crawl.Row(s.id)
			if err != nil {
				return err
			}
			s.url = row.URL
			s.addr = parse(s.url)
		}
		if i*each > maxCompare {
			r.pairs = r.pairs[:i]
			break
		}
	}
	return nil
}

func (r *reader) family(id frontier.ID) uint16 {
	if int(id) < len(r.families) {
		return r.families[id]
	}
	return 0
}

// findBoiler finds the links that stand on more than half of a hundred pages
// without parameters: menus and footers.
func (r *reader) findBoiler(ctx context.Context) error {
	if len(r.pairs) == 0 {
		return nil
	}
	var plain pair
	for row, err := range r.crawl.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		if ours(row) && isPage(row) {
			if a := parse(row.URL); len(a.params) == 0 {
				plain.offer(mix(hashString(1, row.URL)), row.ID)
			}
		}
	}
	if len(plain.samples) < leastSamples {
		return nil
	}
	on := map[frontier.ID]int{}
	of := map[frontier.ID]bool{}
	for _, s := range plain.samples {
		of[s.id] = true
	}
	for e, err := range r.crawl.Graph(ctx) {
		if err != nil {
			return err
		}
		if of[e.From] && isLink(e.Flags) {
			on[e.To]++
		}
	}
	for id, n := range on {
		if n*2 > len(plain.samples) {
			r.boiler[id] = true
		}
	}
	return nil
}

func isLink(f frontier.LinkFlags) bool { return f.Kind() <= frontier.LinkIFrame }

// comparePages finds out which parameters have no effect, and which paginate.
// What stands beside one that has no effect is compared once more without it.
func (r *reader) comparePages(ctx context.Context) error {
	again := slices.Clone(r.pairs)
	for len(again) > 0 {
		if err := r.compareRound(ctx, again); err != nil {
			return err
		}
		before := len(again)
		again = slices.DeleteFunc(again, func(p *pair) bool {
			return p.relation != Undecided || !p.shape.hasIdle() ||
				!slices.ContainsFunc(p.samples, func(s *sample) bool { return s.base == nil })
		})
		if len(again) == before {
			return nil
		}
	}
	return nil
}

func (r *reader) compareRound(ctx context.Context, pairs []*pair) error {
	wanted := map[uint64]*page{} // by key; the shortest URL of each
	byID := map[frontier.ID]*page{}
	near := map[uint64]frontier.ID{}
	for _, p := range pairs {
		for _, s := range p.samples {
			s.page, s.base = byID[s.id], nil
			if s.page == nil {
				s.page = &page{id: s.id, url: s.url}
				byID[s.id] = s.page
			}
			for _, key := range p.baseKeys(s) {
				wanted[key] = nil
			}
			if p.numeric() {
				s.near = p.neighbours(s)
				near[s.near[0]], near[s.near[1]] = frontier.NoID, frontier.NoID
			}
		}
	}
	for row, err := range r.crawl.Brief(ctx, 0, frontier.DetailContent) {
		if err != nil {
			return err
		}
		if p := byID[row.ID]; p != nil {
			p.content, p.own, p.family = row.Page.Content, row.Page.ContentOwn, r.family(row.ID)
		}
		if !ours(row) {
			continue
		}
		a := parse(row.URL)
		key := a.key(nil)
		if _, asked := near[key]; asked {
			near[key] = row.ID
		}
		if have, asked := wanted[key]; asked && isPage(row) && (have == nil || shorter(row.URL, have.url)) {
			p := byID[row.ID]
			if p == nil {
				p = &page{id: row.ID, url: strings.Clone(row.URL), content: row.Page.Content, own: row.Page.ContentOwn, family: r.family(row.ID)}
			}
			wanted[key] = p
		}
	}
	for _, p := range wanted {
		if p != nil {
			byID[p.id] = p
		}
	}
	neighbour := map[[2]frontier.ID]*sample{}
	pairOf := map[*sample]*pair{}
	for _, p := range pairs {
		for _, s := range p.samples {
			for _, key := range p.baseKeys(s) {
				if s.base == nil && wanted[key] != nil && wanted[key] != s.page {
					s.base = wanted[key]
				}
			}
			for _, key := range s.near {
				if id, asked := near[key]; asked && id != frontier.NoID && (s.base == nil || id != s.base.id) && key != 0 {
					neighbour[[2]frontier.ID{s.id, id}] = s
					pairOf[s] = p
				}
			}
		}
	}
	bases := map[[2]frontier.ID]*pair{}
	for _, p := range pairs {
		for _, s := range p.samples {
			if s.base != nil {
				bases[[2]frontier.ID{s.id, s.base.id}] = p
			}
		}
	}
	linked := map[*pair]map[*sample]bool{}
	for e, err := range r.crawl.Graph(ctx) {
		if err != nil {
			return err
		}
		p := byID[e.From]
		if p == nil {
			continue
		}
		if s := neighbour[[2]frontier.ID{e.From, e.To}]; s != nil {
			pr := pairOf[s]
			if linked[pr] == nil {
				linked[pr] = map[*sample]bool{}
			}
			linked[pr][s] = true
		}
		if pr := bases[[2]frontier.ID{e.From, e.To}]; pr != nil && e.Flags.Kind() == frontier.LinkAlternate {
			pr.alternates++
		}
		r.link(p, e)
	}
	for _, p := range pairs {
		var found []finding
		for _, s := range p.samples {
			if s.base == nil {
				continue
			}
			s.found = comparePages(s.page, s.base)
			if found = append(found, s.found); s.found == same {
				own, others, _ := s.page.outer.compare(&s.base.outer)
				r.noise = max(r.noise, own, others)
			}
		}
		p.paging = p.numeric() && !strings.HasSuffix(p.name, first) &&
			(pagingNames[p.name] || len(linked[p])*2 >= len(p.samples) && p.disjoint())
		switch relation := decide(found); {
		case p.alternates*2 >= max(len(found), 1):
			p.relation = Translates
		case relation == NoEffect:
			p.settle(relation, same)
		case p.paging:
			p.relation = Paginates
		}
	}
	return nil
}

// pagingNames are parameters that paginate where their values are numbers.
var pagingNames = map[string]bool{"page": true, "paged": true, "pg": true, "pageno": true, "page_no": true, "pagenum": true,
	"start": true, "offset": true, "seite": true, "pagina": true, "strona": true, "sida": true, "side": true, "sivu": true}

// link takes a link of a page.
func (r *reader) link(p *page, e *frontier.Edge) {
	if !isLink(e.Flags) || r.boiler[e.To] || e.To == p.id {
		return
	}
	f := r.family(e.To)
	if f == p.family {
		p.inner.add(uint32(mix(uint64(e.To) + 1)))
		return
	}
	p.outer.add(r.reduced.hash(e.To))
}

// baseKeys gives the keys of what a URL is without its parameter, and without
// those that come with it always.
func (p *pair) baseKeys(s *sample) []uint64 {
	keys := []uint64{s.addr.key(func(name string) bool { return name == p.name })}
	if len(p.with) > 0 {
		keys = append(keys, s.addr.key(p.bundle))
	}
	if p.shape.hasIdle() {
		keys = append(keys, s.addr.key(func(name string) bool { return p.bundle(name) || p.shape.idle(name) }))
	}
	return keys
}

// disjoint tells whether most of the samples share few links with their base:
// the next part of a list has others, a larger part the same.
func (p *pair) disjoint() bool {
	apart, all := 0, 0
	for _, s := range p.samples {
		if s.base == nil {
			continue
		}
		all++
		if own, _, both := s.page.outer.compare(&s.base.outer); both*4 <= own {
			apart++
		}
	}
	return apart*2 > all
}

func (p *pair) bundle(name string) bool { return name == p.name || slices.Contains(p.with, bare(name)) }

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

func shorter(a, b string) bool {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) < 0
}

// settle notes what was found, and the first sample that shows it.
func (p *pair) settle(relation Relation, by ...finding) {
	p.relation = relation
	for _, s := range p.samples {
		if s.base == nil {
			continue
		}
		p.counts[s.found]++
		if p.proof[0] == "" && slices.Contains(by, s.found) {
			p.proof = [2]string{s.page.url, s.base.url}
		}
	}
}
