package classes

import (
	"cmp"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// partLists finds the parts of lists that have nothing in them, or what an
// earlier part has.
type partLists struct {
	list []partPage // by id
	at   int        // of the page at hand
}

// partPage is a part of a list that was read.
type partPage struct {
	id      frontier.ID
	number  uint32 // 0 for the first part
	family  uint16
	links   uint16 // that leave the family
	sum     uint32 // over hashes of these
	set     *set   // of these; nil beyond maxPartSets
	inner   *set   // of links within the family; nil beyond maxPartSets
	content uint64
	key     uint64 // of the list
	whole   uint64 // of the list, in whatever view
	box     uint8  // links that change from answer to answer
	nothing bool   // it says that there is nothing in it
}

const (
	maxPartPages = 200_000
	leastAgain   = 1 // links by which a part shows that it has those of another
	leastEmpty   = 3 // parts of the same content that may be empty in spite of some links, or lists whose parts have the same words more
)

func (l *partLists) add(row *frontier.Row, number uint32, family uint16, key, whole uint64, box int) {
	if len(l.list) < maxPartPages {
		var links, inner *set
		if len(l.list) < maxPartSets {
			links, inner = &set{}, &set{}
		}
		l.list = append(l.list, partPage{id: row.ID, number: number, content: row.Page.ContentOwn, family: family, key: key, whole: whole, set: links, inner: inner,
			box: uint8(box), nothing: row.Page.Problems.Has(record.NothingHere)})
	}
}

// has tells whether a page is a part, in any order and more than once.
func (l *partLists) has(id frontier.ID) bool {
	_, is := slices.BinarySearchFunc(l.list, id, func(p partPage, id frontier.ID) int { return cmp.Compare(p.id, id) })
	return is
}

// turn goes on to a page, and tells whether it is a part; pages come by id.
func (l *partLists) turn(id frontier.ID) bool {
	for l.at < len(l.list) && l.list[l.at].id < id {
		l.at++
	}
	return l.at < len(l.list) && l.list[l.at].id == id
}

// link counts a link of a page; pages come by id.
func (l *partLists) link(from frontier.ID, to uint32) {
	if l.turn(from) && l.list[l.at].links < 1<<16-1 {
		l.list[l.at].links++
		l.list[l.at].sum += to
		if set := l.list[l.at].set; set != nil {
			set.add(to)
		}
	}
}

// near takes a link of a page within its family.
func (l *partLists) near(from frontier.ID, to uint32) {
	if l.turn(from) && l.list[l.at].inner != nil {
		l.list[l.at].inner.add(to)
	}
}

// listsMore tells whether a part has more links within its family, which another
// one has not, than to other parts and orders: where one program shows lists and
// what they list, these are its entries (?qa=questions&start=20, ?qa=560).
func (p *partPage) listsMore(than *partPage) bool {
	if p.inner == nil || than == nil || than.inner == nil {
		return false
	}
	own, _, _ := p.inner.compare(than.inner)
	return own > pagingLinks
}

// pagingLinks are the links to other parts and orders of its list that a part has
// and another one has not: the next ten, the last one, and the next and last but one.
const pagingLinks = 12

// past gives the parts that lie past the end of their list. boxes is how many
// links of a page change from request to request.
func (l *partLists) past(boxes int) (b bits) {
	l.empty(&b)
	l.shownAgain(&b, boxes)
	l.drawn(&b)
	l.again(&b)
	l.framed(&b)
	return b
}

// ends gives the first part past the end of each list.
func (l *partLists) ends(past bits) map[uint64]uint32 {
	ended := map[uint64]uint32{}
	for _, p := range l.list {
		if end, known := ended[p.key]; past.has(uint32(p.id)) && (!known || p.number < end) {
			ended[p.key] = p.number
		}
	}
	return ended
}

// empty adds the parts that have nothing in them: no link that leads out of
// the family; or a few, which may be those of a box, where the part says that
// there is nothing in it, or where several have the same content while those with
// more links do not, and these are no entries (entries).
func (l *partLists) empty(b *bits) {
	starts := map[uint64]*partPage{} // first parts, by list
	for i, p := range l.list {
		if s := starts[p.key]; s == nil || p.number < s.number {
			starts[p.key] = &l.list[i]
		}
	}
	list := slices.DeleteFunc(slices.Clone(l.list), func(p partPage) bool { return p.number == 0 || p.listsMore(starts[p.key]) })
	slices.SortFunc(list, func(x, y partPage) int {
		return cmp.Or(cmp.Compare(x.family, y.family), cmp.Compare(x.content, y.content), cmp.Compare(x.id, y.id))
	})
	bared := l.bared(starts)
	var doubted []partPage
	for family := range chunks(list, func(p partPage) uint64 { return uint64(p.family) }) {
		full, distinct, bare := 0, 0, 0
		for group := range chunks(family, func(p partPage) uint64 { return p.content }) {
			many := 0
			for _, p := range group {
				if p.links > noise {
					many++
				}
				if p.links == 0 {
					bare++
				}
			}
			full += many
			distinct += min(many, 1)
		}
		for _, p := range family {
			if p.links == 0 && bared[p.family][p.content] {
				b.add(uint32(p.id))
			}
		}
		if full == 0 || bare*2 > len(family) && full < leastEmpty {
			continue // its parts lead nowhere in any case
		}
		for group := range chunks(family, func(p partPage) uint64 { return p.content }) {
			few := 0
			for _, p := range group {
				if p.links <= noise {
					few++
				}
			}
			alike := few == len(group) && few >= leastEmpty && distinct*5 >= full && !showsOne(group)
			isBox := boxesOf(group)
			for _, p := range group {
				switch {
				case p.links == 0 || p.nothing && p.number > 1 && p.links <= noise || alike && isBox(&p):
					b.add(uint32(p.id))
				case alike:
					doubted = append(doubted, p)
				}
			}
		}
	}
	l.withoutEntries(doubted, b)
}

// bared gives the texts of parts without a link, by family, that several parts of a list have whose first part leads on: it
// has an end, behind which there is nothing. Pictures are told apart by their texts.
func (l *partLists) bared(starts map[uint64]*partPage) map[uint16]map[uint64]bool {
	type text struct{ key, content uint64 }
	parts, texts := map[text]int{}, map[uint16]map[uint64]bool{}
	for _, p := range l.list {
		start := starts[p.key]
		if p.links > 0 || p.content == 0 || p.number <= start.number || start.links == 0 || start.content == p.content {
			continue
		}
		at := text{p.key, p.content}
		if parts[at]++; parts[at] == leastEmpty {
			if texts[p.family] == nil {
				texts[p.family] = map[uint64]bool{}
			}
			texts[p.family][p.content] = true
		}
	}
	return texts
}

// showsOne tells whether parts of the same content are those of as many lists, and all of them have the same links: lists
// that end with the same entry. It is one part in any case where all are views of it.
func showsOne(group []partPage) bool {
	lists, first := map[uint64]bool{}, group[0]
	views, ends := true, true
	for _, p := range group {
		views = views && p.whole == first.whole && p.number == first.number
		ends = ends && p.sum == first.sum && !lists[p.key]
		lists[p.key] = true
	}
	return views || ends
}

// again adds the parts that have content and links of an earlier one.
func (l *partLists) again(b *bits) {
	slices.SortFunc(l.list, func(x, y partPage) int {
		return cmp.Or(cmp.Compare(x.key, y.key), cmp.Compare(x.content, y.content), cmp.Compare(x.sum, y.sum),
			cmp.Compare(x.number, y.number), cmp.Compare(x.id, y.id))
	})
	var before partPage
	for _, p := range l.list {
		if p.number > before.number && p.key == before.key && p.content == before.content && p.sum == before.sum &&
			p.content != 0 && p.links >= leastAgain && !p.listsMore(&before) {
			b.add(uint32(p.id))
			continue
		}
		before = p
	}
}

// chunks gives what follows each other with the same key.
func chunks(list []partPage, key func(partPage) uint64) func(func([]partPage) bool) {
	return func(yield func([]partPage) bool) {
		for len(list) > 0 {
			n := 1
			for n < len(list) && key(list[n]) == key(list[0]) {
				n++
			}
			if !yield(list[:n]) {
				return
			}
			list = list[n:]
		}
	}
}
