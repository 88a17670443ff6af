package classes

import (
	"cmp"
	"context"
	"slices"
	"strings"

	web "github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// copies finds pages that are those of other addresses: below another folder
// (a session, a language that falls back to another one, /print/), or with
// parameters. Ten of them show that it is no chance.
type copies struct {
	seen, twice []uint64 // bits by hash of a page's content
	any         bool     // content was met twice
	pages       []copyPage
	folders     map[uint32]int // groups by the first folder of their pages
	names       map[uint64]int // pages by the names of their parameters
}

// copyPage is a page whose content another one has.
type copyPage struct {
	sum    uint64 // of content and title
	titled uint64 // of title and the end of its path
	own    uint64 // record.Facts.ContentOwn
	spoken uint64 // of title and path, without a language in the query; 0 with another query
	all    uint64 // record.Facts.Content
	text   uint64 // record.Facts.TextHash
	value  string // of the query: the parameter with a language
	sketch record.Sketch
	lang   [2]byte // that it says it is in
	tail   uint32  // the end of its path, and the query
	path   uint32
	end    uint32 // the end of its path
	folder uint32 // the first one
	below  uint32 // path without it
	bare   uint32 // path without what looks like a session
	id     frontier.ID
	length uint16
	params []uint64 // of the query: hashes of their names, and of them; sorted
	token  bool     // a session stands in its path, as it seems
	stands bool     // the last sitemap lists it, and nothing else names it any more
	apart  bool     // names another one of these as its translation
}

const (
	copyBits = 1 << 23
	maxCopy  = 200_000
	// leastTails pages that are the same below another folder show that this
	// folder makes no difference.
	leastTails = 10
	// copyShare: one page in so many with a parameter is the page without it, where
	// it is no chance.
	copyShare = 4
	// mostEnds of paths that one content stands at.
	mostEnds = 3
)

// see takes a page; twice when all were seen once.
func (c *copies) see(row *frontier.Row) {
	if sum, titled := copySums(row); sum != 0 {
		c.saw(sum)
		c.saw(titled)
		if spoken, _ := spokenOf(row); spoken != 0 {
			c.saw(spoken)
		}
	}
}

func (c *copies) saw(sum uint64) {
	if c.seen == nil {
		c.seen, c.twice = make([]uint64, copyBits/64), make([]uint64, copyBits/64)
	}
	at, bit := sum%copyBits/64, uint64(1)<<(sum%64)
	if c.seen[at]&bit != 0 {
		c.twice[at] |= bit
		c.any = true
	}
	c.seen[at] |= bit
}

func (c *copies) hasTwice(sum uint64) bool { return c.twice[sum%copyBits/64]>>(sum%64)&1 != 0 }

// copySums give hashes of title and content of a page that may be listed, and
// of its title and the end of its path; 0 for another one.
func copySums(row *frontier.Row) (sum, titled uint64) {
	p := row.Page
	if p == nil || p.Content == 0 || !p.MetaRobots.Indexable() || !p.HeaderRobots.Indexable() || p.Canonical == record.CanonicalOther {
		return 0, 0
	}
	path, query, _ := strings.Cut(row.URL, "?")
	end := path[strings.LastIndexByte(strings.TrimSuffix(path, "/"), '/')+1:]
	return mix(hashString(p.Content, p.Title)), mix(hashString(hashString(hashString(7, p.Title)^0x2F, end)^0x3F, query))
}

// add takes a page for the second time; r knows which of its parameters have no effect.
func (c *copies) add(row *frontier.Row, r *reader) {
	sum, titled := copySums(row)
	if sum == 0 {
		return
	}
	path, query, _ := strings.Cut(row.URL, "?")
	r.addr.read(row.URL)
	params := paramsOf(query, r.tree.of(r.addr.family), web.NamesLogin(row.Page.Title))
	for _, q := range params {
		if c.names == nil {
			c.names = map[uint64]int{}
		}
		if _, known := c.names[q>>32]; known || len(c.names) < maxPairs {
			c.names[q>>32]++
		}
	}
	spoken, value := spokenOf(row)
	if !c.hasTwice(sum) && !c.hasTwice(titled) && (spoken == 0 || !c.hasTwice(spoken)) || len(c.pages) >= maxCopy {
		return
	}
	below := path[len(canonical.Origin(path)):]
	first := firstFolder(below)
	end := strings.LastIndexByte(strings.TrimSuffix(below, "/"), '/')
	c.pages = append(c.pages, copyPage{
		sum: sum, titled: titled, spoken: spoken, value: strings.Clone(value), all: row.Page.Content, text: row.Page.TextHash, own: row.Page.ContentOwn, sketch: row.Page.Sketch, lang: langOf(row.Page.Lang), end: uint32(mix(hashString(4, lastPart(below[end+1:])))),
		tail: uint32(mix(hashString(hashString(1, lastPart(below[end+1:]))^0x3F, query))), path: uint32(mix(hashString(2, path))), folder: uint32(mix(hashString(3, first))),
		below: uint32(mix(hashString(2, path[:len(path)-len(below)]+strings.TrimPrefix(below, "/"+first)))),
		bare:  uint32(mix(hashString(2, path[:len(path)-len(below)]+withoutSessions(below)))),
		id:    row.ID, length: uint16(min(len(row.URL), 1<<16-1)), params: params, token: holdsSession(below), stands: row.Sources == frontier.FromPrevious,
	})
}

// firstFolder gives that of a path, "" for what lies at the root.
func firstFolder(path string) string {
	first, _, inFolder := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	if !inFolder {
		return ""
	}
	return first
}

// paramsOf gives the parameters of a query that have an effect, so far as that is known: where nothing is chosen they have
// none, nor has what tells a login to which page it leads back.
func paramsOf(query string, s *shape, isLogin bool) (list []uint64) {
	for part := range strings.FieldsFuncSeq(query, func(r rune) bool { return r == '&' || r == ';' }) {
		name, value, _ := strings.Cut(part, "=")
		if value == "" && len(name) < len(part) || s != nil && s.idle(name) || isLogin && leadsBack(value) {
			continue
		}
		list = append(list, mix(hashString(6, name))<<32|mix(hashString(5, unescapeJoints(part)))&(1<<32-1))
	}
	slices.Sort(list)
	return list
}

// leadsBack tells of the address of a page, or of its path.
func leadsBack(value string) bool {
	return isAddress(value) || strings.HasPrefix(value, "/") || len(value) > 3 && strings.EqualFold(value[:3], "%2F")
}

// chosen is a hash of the parameters that have an effect, whatever their order is.
func (p *copyPage) chosen() (h uint64) {
	for _, q := range p.params {
		h += mix(q + 1)
	}
	return h
}

// within tells whether a page has all parameters of another one, and more:
// added is the sum of the names of these.
func (p *copyPage) within(other *copyPage) (added uint64, ok bool) {
	if len(p.params) <= len(other.params) {
		return 0, false
	}
	for _, q := range other.params {
		if _, found := slices.BinarySearch(p.params, q); !found {
			return 0, false
		}
		added -= q >> 32
	}
	for _, q := range p.params {
		added += q >> 32
	}
	return added, true
}

// view is a page that is another one with more parameters.
type view struct {
	id, of frontier.ID
	added  uint64 // the sum of their names: the name where it is one
}

// views gives pages of a path that are another one of them with more
// parameters, each with the one that has fewest.
func views(group []copyPage) (list []view) {
	slices.SortFunc(group, func(a, b copyPage) int {
		return cmp.Or(cmp.Compare(len(a.params), len(b.params)), cmp.Compare(a.length, b.length), cmp.Compare(a.id, b.id))
	})
	folded := map[frontier.ID]bool{}
	for i := range group {
		for j := range min(i, mostBases) {
			if added, ok := group[i].within(&group[j]); ok && !folded[group[j].id] {
				folded[group[i].id] = true
				list = append(list, view{group[i].id, group[j].id, added})
				break
			}
		}
	}
	return list
}

// mostBases are the pages of a group that others are compared with.
const mostBases = 20

// anyToken gives "" for a segment that looks generated, as sessions do.
func anyToken(segment string) string {
	name := strings.TrimSuffix(segment, "/")
	digits := 0
	for _, c := range []byte(name) {
		switch {
		case '0' <= c && c <= '9':
			digits++
		case c|0x20 < 'a' || c|0x20 > 'z':
			return segment
		}
	}
	if len(name) < leastToken || digits*tokenDigits < len(name) {
		return segment
	}
	return ""
}

const (
	leastToken  = 12 // letters and digits
	tokenDigits = 6  // one in so many is a digit at least
)

// groups gives the pages of the same content, which follow each other.
func (c *copies) groups(key func(copyPage) uint64) func(func([]copyPage) bool) {
	return func(yield func([]copyPage) bool) {
		slices.SortStableFunc(c.pages, func(a, b copyPage) int { return cmp.Or(cmp.Compare(key(a), key(b)), cmp.Compare(a.id, b.id)) })
		for rest := c.pages; len(rest) > 0; {
			n := 1
			for n < len(rest) && key(rest[n]) == key(rest[0]) {
				n++
			}
			if n > 1 && !yield(rest[:n:n]) {
				return
			}
			rest = rest[n:]
		}
	}
}

// setApart marks pages that name one of the same content as their translation.
func (c *copies) setApart(ctx context.Context, crawl Facts) error {
	at := make(map[frontier.ID]int, len(c.pages))
	for i := range c.pages {
		at[c.pages[i].id] = i
	}
	asked := func(id frontier.ID) bool { _, known := at[id]; return known }
	for e, err := range crawl.Graph(ctx, asked) {
		if err != nil {
			return err
		}
		from, known := at[e.From]
		to, both := at[e.To]
		if e.Flags.Kind() == frontier.LinkAlternate && known && both && from != to && c.pages[from].isLike(&c.pages[to]) {
			c.pages[from].apart, c.pages[to].apart = true, true
		}
	}
	told, err := frontier.ReadSitemapTranslations(ctx, crawl)
	if err != nil {
		return err
	}
	for i := range c.pages {
		for e := range told.Of(c.pages[i].id) {
			if to, both := at[e.To]; both && to != i && c.pages[i].isLike(&c.pages[to]) {
				c.pages[i].apart, c.pages[to].apart = true, true
			}
		}
	}
	c.pages = slices.DeleteFunc(c.pages, func(p copyPage) bool { return p.apart })
	return nil
}

// isLike tells of pages that might be folded.
func (p *copyPage) isLike(q *copyPage) bool {
	return p.sum == q.sum || p.titled == q.titled || p.spoken != 0 && p.spoken == q.spoken
}

// keepTelling drops pages whose content tells nothing: it is the same at
// addresses with several ends, as where pages differ by numbers alone.
func (c *copies) keepTelling() {
	ends := map[uint64]map[uint32]bool{}
	for _, p := range c.pages {
		if ends[p.sum] == nil {
			ends[p.sum] = map[uint32]bool{}
		}
		ends[p.sum][p.end] = true
	}
	c.pages = slices.DeleteFunc(c.pages, func(p copyPage) bool { return len(ends[p.sum]) > mostEnds })
}

// fold gives for each page that is another one's that one.
func (c *copies) fold(ctx context.Context, crawl Facts) (map[frontier.ID]frontier.ID, error) {
	c.folders = map[uint32]int{}
	sameTail := func(p copyPage) uint64 { return p.sum ^ mix(uint64(p.tail)) }
	samePath := func(p copyPage) uint64 { return p.sum ^ mix(uint64(p.path)) }
	sameParams := func(p copyPage) uint64 { return samePath(p) ^ mix(p.chosen()) }
	all := slices.Clone(c.pages)
	c.keepTelling()
	tails, byParams, added := 0, []view{}, map[uint64]int{}
	for group := range c.groups(sameTail) {
		tails++
		for _, p := range group {
			c.folders[p.folder]++
		}
	}
	for group := range c.groups(samePath) {
		for _, v := range views(group) {
			byParams = append(byParams, v)
			added[v.added]++
		}
	}
	of := map[frontier.ID]frontier.ID{}
	front, failed := c.fronts(ctx, crawl, sameTail)
	fold := func(group []copyPage) {
		group = slices.DeleteFunc(slices.Clone(group), func(p copyPage) bool { _, done := of[p.id]; return done })
		if len(group) < 2 || failed != nil {
			return
		}
		first, err := c.first(front.behind(group), crawl)
		failed = cmp.Or(failed, err)
		for _, p := range group {
			if p.id != first {
				of[p.id] = first
			}
		}
	}
	for group := range c.groups(sameTail) {
		if tails < leastTails {
			group = underSessions(group)
		}
		fold(group)
	}
	for group := range c.groups(sameParams) {
		fold(group)
	}
	for _, v := range byParams {
		if _, done := of[v.id]; !done && of[v.of] != v.id && c.names[v.added] > 0 && added[v.added] >= leastTails && added[v.added]*copyShare >= c.names[v.added] {
			of[v.id] = v.of
			if first, folded := of[v.of]; folded {
				of[v.id] = first
			}
		}
	}
	c.foldRenamed(of)
	if c.pages = all; failed == nil {
		c.foldSpoken(of)
		failed = c.foldFramed(of, crawl)
	}
	return of, failed
}

// first gives the page that stands for others: one that only the last set names; one
// without a session in its path; of the folder that most such pages are in, which is the
// one that others fall back to; then the shortest URL. Of these, and of all that have
// sessions, that of the last set, then bytewise.
func (c *copies) first(group []copyPage, crawl Facts) (frontier.ID, error) {
	order := func(a, b copyPage) int {
		if a.stands != b.stands {
			return boolOrder(b.stands, a.stands)
		}
		if a.token && b.token {
			return 0 // folders and lengths are those of sessions
		}
		return cmp.Or(boolOrder(a.token, b.token), cmp.Compare(c.folders[b.folder], c.folders[a.folder]), cmp.Compare(a.length, b.length))
	}
	best := slices.MinFunc(group, order)
	var first *frontier.Row
	for _, p := range group {
		if order(p, best) != 0 {
			continue
		}
		row, err := crawl.Row(p.id)
		if err != nil {
			return best.id, err
		}
		if first == nil || !goesBefore(first, row) {
			first = row
		}
	}
	return first.ID, nil
}
