package guard

import (
	"context"
	"hash/maphash"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// findBeside finds the moves that end at pages which a set listed beside the URLs, and
// those of them that lose nothing, since both said the same when the set that stands was
// made: spellings of one address, views that show no more. The list is sorted by end.
func (c *Comparison) findBeside(ctx context.Context, list []move) error {
	next, found := 0, 0
	for row, err := range c.crawl.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		for next < len(list) && (list[next].end < row.ID || !c.stood.has(list[next].end)) {
			next++
		}
		if next == len(list) {
			break
		}
		if list[next].end != row.ID {
			continue
		}
		at, _ := c.book.find(row.URL)
		for ; next < len(list) && list[next].end == row.ID; next++ {
			list[next].beside = uint32(at) + 1
			found++
		}
	}
	if found == 0 || c.o.Earlier == nil {
		return nil
	}
	if err := c.findSameThen(ctx, list); err != nil {
		return err
	}
	return c.sendFewer(list)
}

// face is what a page showed; zero if that is not known.
type face struct {
	title, text uint64 // hashes
	sketch      record.Sketch
}

// shared gives a number for what two pages show both, 0 if that is not the same.
func (f face) shared(g face) uint64 {
	what := uint64(0)
	switch near := (record.Page{Facts: record.Facts{Sketch: g.sketch}}); {
	case f.text != 0 && f.text == g.text:
		what = f.text
	case f.sketch != 0 && g.sketch != 0 && nearText(&record.Page{Facts: record.Facts{Sketch: f.sketch, TextHash: 1}}, &near):
		what = uint64(f.sketch)
	default:
		return 0
	}
	if f.title == g.title {
		what += f.title
	}
	return what
}

// findSameThen notes which moves lose nothing. A text that more pages show than may be
// told by it (what stands there until scripts have run) tells nothing.
func (c *Comparison) findSameThen(ctx context.Context, list []move) error {
	then, err := c.facesThen(ctx, list)
	if err != nil {
		return err
	}
	type shown struct{ ends, last uint32 }
	ends := map[uint64]shown{}
	each := func(do func(m *move, what uint64)) {
		for i := range list {
			if m := &list[i]; m.beside > 0 {
				if what := then[m.at].shared(then[m.beside-1]); what != 0 {
					do(m, what)
				}
			}
		}
	}
	each(func(m *move, what uint64) {
		if s := ends[what]; s.last != m.beside {
			ends[what] = shown{s.ends + 1, m.beside}
		}
	})
	each(func(m *move, what uint64) { m.same = ends[what].ends <= movesToOne })
	return nil
}

// sendFewer takes moves that lose nothing from what is sent on: none of it is gone.
func (c *Comparison) sendFewer(list []move) error {
	if len(c.Sent) == 0 {
		return nil
	}
	same := map[string]int{}
	for i := 0; i < len(list); {
		n, end := 0, list[i].end
		for ; i < len(list) && list[i].end == end; i++ {
			if list[i].same {
				n++
			}
		}
		if n == 0 {
			continue
		}
		row, err := c.crawl.Row(end)
		if err != nil {
			return err
		}
		same[withoutQuery(row.URL)] += n
	}
	for i := range c.Sent {
		c.Sent[i].From -= same[c.Sent[i].URL]
	}
	c.Sent = slices.DeleteFunc(c.Sent, func(w frontier.Wall) bool { return w.From <= movesToOne })
	return nil
}

// facesThen reads what URLs that have moved, and the pages where they end, showed in the
// earlier crawl, by their places in the book.
func (c *Comparison) facesThen(ctx context.Context, list []move) (map[uint32]face, error) {
	then := map[uint32]face{}
	for _, m := range list {
		if m.beside > 0 {
			then[m.at], then[m.beside-1] = face{}, face{}
		}
	}
	codes, err := c.o.Earlier.Codes(ctx)
	if err != nil {
		return nil, err
	}
	for row, err := range c.o.Earlier.Brief(ctx, 0, frontier.DetailLook) {
		if err != nil {
			return nil, err
		}
		at, ok := c.book.find(row.URL)
		if _, asked := then[uint32(at)]; ok && asked && wasRead(codes, row) {
			then[uint32(at)] = face{maphash.String(titleSeed, row.Page.Title), row.Page.TextHash, row.Page.Sketch}
		}
	}
	return then, nil
}

// isMerged tells whether a URL of a set has moved to a page that this lists beside it, and
// that said something else.
func (c *Comparison) isMerged(m move, set uint64) bool {
	return !m.again && !m.same && m.beside > 0 && c.book.keys[m.at]&c.book.keys[m.beside-1]&set != 0
}

// loseMerged takes moves back that are merges of a set, where these are many: one of both
// is lost. Those whose loss is accepted count like the others: a person has seen them.
// Of the reference those do not count in whose place others have come.
func (c *Comparison) loseMerged(ctx context.Context, set uint64) error {
	for _, m := range c.moves {
		if c.isMerged(m, set) {
			c.marks[m.at] |= hasMerged
		}
	}
	n, of, err := c.leaving(ctx, set, func(at int) bool { return c.marks[at]&hasMerged != 0 })
	if err != nil || !heavy(n, of) {
		return err
	}
	kept := c.moves[:0]
	for _, m := range c.moves {
		if !c.isMerged(m, set) {
			kept = append(kept, m)
		}
	}
	c.moves = kept
	return nil
}

// loseTogether takes merges of a set for lost, where neither they are many nor what else
// leaves it is, but both together: it comes to the same what takes a page away. Of many that
// lead to one page five have moved, and the others are lost already.
// Those whose loss is accepted count like the others. Of the reference what has left does
// not count in whose place others have come.
func (c *Comparison) loseTogether(ctx context.Context) error {
	for _, set := range []uint64{inStanding, inReference} {
		merged := func(at int) bool { return c.fates[at] == Moved && c.marks[at]&(hasMerged|amongMany) == hasMerged }
		leaves := func(at int) bool { return gone(c.fates[at]) }
		others, of, err := c.leaving(ctx, set, leaves)
		if err != nil {
			return err
		}
		all, _, err := c.leaving(ctx, set, func(at int) bool { return leaves(at) || merged(at) })
		if err != nil {
			return err
		}
		if heavy(others, of) || !heavy(all, of) {
			continue
		}
		for at, key := range c.book.keys {
			if key&set != 0 && merged(at) {
				c.fates[at] = Lost
			}
		}
	}
	return nil
}

// leaving counts the URLs of a set, by their places in the book, that leave it, and all of it
// but for what the user's own wish leaves out.
func (c *Comparison) leaving(ctx context.Context, set uint64, leaves func(at int) bool) (n, of int, err error) {
	counts := func(at int) bool { return c.book.keys[at]&set != 0 && c.fates[at] != Own }
	for at := range c.book.keys {
		if !counts(at) {
			continue
		}
		if of++; leaves(at) {
			n++
		}
	}
	if set == inReference && heavy(n, of) {
		n, err = c.shrunk(ctx, counts, leaves)
	}
	return n, of, err
}
