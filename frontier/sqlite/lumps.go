package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/binary"
	"fmt"
	"slices"
	"sync"

	"github.com/portolan-seo/portolan/frontier"
)

// Table link holds the links of pages apart from their records, and those of
// many pages in one row: so that a pass over all links reads nothing else,
// and pays for few rows. A row, a lump, has pages of one batch whose ids
// share all but the lowest lumpBits bits. Its key is these shared bits, then
// lumpBatchBits bits with the number of the batch: pages come back almost in
// order of id, and a page is found by its id alone.
//
//	pages  uvarints: ids, ascending, each minus the one before it (first minus 0)
//	links  for each of them: uvarint length, then its links as encodeLinks has them
const (
	lumpBits      = 8
	lumpBatchBits = 38
)

// lumpKey gives the lowest key that the lump of a page may have.
func lumpKey(id frontier.ID) int64 { return int64(id>>lumpBits) << lumpBatchBits }

// lumps collects the links of a batch's pages.
type lumps struct {
	blobs []byte // those of all pages, one after the other
	pages []lumpPage
	order []uint64 // scratch of encodeLinks
}

// lumpPage is a page and where its links lie in blobs.
type lumpPage struct {
	id       frontier.ID
	from, to int
}

func (l *lumps) reset() { l.blobs, l.pages = l.blobs[:0], l.pages[:0] }

func (l *lumps) add(id frontier.ID, links []outLink) {
	from := len(l.blobs)
	l.blobs, l.order = encodeLinks(l.blobs, links, l.order)
	l.pages = append(l.pages, lumpPage{id, from, len(l.blobs)})
}

// each calls f for the lumps of the batch with a number.
func (l *lumps) each(batch int64, f func(key int64, pages, links []byte) error) error {
	slices.SortFunc(l.pages, func(a, b lumpPage) int { return cmp.Compare(a.id, b.id) })
	for rest := l.pages; len(rest) > 0; {
		n, size := 0, 0
		for ; n < len(rest) && rest[n].id>>lumpBits == rest[0].id>>lumpBits; n++ {
			size += rest[n].to - rest[n].from + binary.MaxVarintLen16
		}
		pages, links := make([]byte, 0, 2*n), make([]byte, 0, size)
		last := frontier.ID(0)
		for _, p := range rest[:n] {
			pages = binary.AppendUvarint(pages, uint64(p.id-last))
			links = binary.AppendUvarint(links, uint64(p.to-p.from))
			links = append(links, l.blobs[p.from:p.to]...)
			last = p.id
		}
		if err := f(lumpKey(rest[0].id)|batch, pages, links); err != nil {
			return err
		}
		rest = rest[n:]
	}
	return nil
}

// appendLumps inserts the links of the batch's pages.
func (s *Store) appendLumps() error {
	return s.scratch.lumps.each(s.batches, func(key int64, pages, links []byte) error {
		return s.inserts.link.add(key, pages, links)
	})
}

// pageLinks is the blob of one page.
type pageLinks struct {
	from frontier.ID
	blob []byte
}

// lumpReader gives the pages of lumps in order of id. Those of one group,
// 1<<lumpBits ids, are held at a time: some 30 KB where pages have 70 links.
type lumpReader struct {
	known frontier.ID
	of    func(frontier.ID) bool // pages that are asked for, nil: all
	group int64
	pages []pageLinks // of this group
	done  []pageLinks // of the one before

	held, before []byte      // the links of both, as takeRow copied them
	ready        []pageLinks // by the row that takeRow was given last
	err          error
}

// lumpsFrom asks a lumpReader to take the rows with keys from one to another,
// lumpsOf those with a page that it is asked for: of others the links, most of
// which lie in pages of the file of their own, are not read.
const (
	lumpsFrom = "SELECT " + takeRow + "(?1, n, pages, links) FROM link WHERE n BETWEEN ?2 AND ?3 ORDER BY n"
	lumpsOf   = "SELECT " + takeRow + "(?1, n, pages, links) FROM link WHERE n BETWEEN ?2 AND ?3 AND " + takeRow + "(?1, pages) ORDER BY n"
)

// takeRow implements taker: it adds a lump, whose links it copies to where those
// of the group before the last one were. Of one value, the pages of a lump, it
// tells whether to take it.
func (r *lumpReader) takeRow(args []driver.Value) driver.Value {
	if len(args) == 1 {
		return r.wants(args[0])
	}
	key, is := args[0].(int64)
	pages, arePages := args[1].([]byte)
	links, areLinks := args[2].([]byte)
	if !is || !arePages || !areLinks {
		r.err = fmt.Errorf("%w: a row of links is not what it should be", ErrDamaged)
		return nil
	}
	switch group := key >> lumpBatchBits; {
	case r.group < 0:
		r.held = r.held[:0]
	case group != r.group:
		r.held, r.before = r.before[:0], r.held
	}
	from := len(r.held)
	r.held = append(r.held, links...)
	r.ready, r.err = r.add(key, pages, r.held[from:])
	return nil
}

// wants tells whether a page of a lump is asked for. What is wrong is, for add
// to tell.
func (r *lumpReader) wants(pages driver.Value) bool {
	blob, is := pages.([]byte)
	ids, last := blobReader{b: blob}, uint64(0)
	for is && len(ids.b) > 0 && !ids.bad {
		if last += ids.uvarint(); r.of(frontier.ID(last)) {
			return true
		}
	}
	return !is || ids.bad
}

// read runs the query lumpsFrom, or lumpsOf, for the groups of two ids and those between, and
// calls give with the pages of each: they hold until it returns.
func (r *lumpReader) read(query func(args ...any) (*sql.Rows, error), from, to frontier.ID, give func([]pageLinks) error) error {
	r.group, r.pages, r.done, r.ready, r.err = -1, r.pages[:0], r.done[:0], nil, nil
	key := takers.open(r)
	defer takers.Delete(key)
	rows, err := query(key, lumpKey(from), lumpKey(to)|(1<<lumpBatchBits-1))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if r.err != nil {
			return r.err
		}
		if err := give(r.ready); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return give(r.take())
}

// add takes the next lump. It gives the pages of the group before, if this
// lump begins another; they hold until the next call.
func (r *lumpReader) add(key int64, pages, links []byte) (done []pageLinks, err error) {
	group := key >> lumpBatchBits
	if group != r.group {
		done = r.take()
		r.group = group
	}
	ids, blobs, last := blobReader{b: pages}, blobReader{b: links}, uint64(0)
	for len(ids.b) > 0 {
		last += ids.uvarint()
		blob := blobs.take(blobs.uvarint())
		if ids.bad || blobs.bad || last >= uint64(r.known) || int64(last>>lumpBits) != group {
			return nil, fmt.Errorf("%w: links of the pages %d and after are wrong", ErrDamaged, group<<lumpBits)
		}
		r.pages = append(r.pages, pageLinks{frontier.ID(last), blob})
	}
	if len(blobs.b) > 0 {
		return nil, fmt.Errorf("%w: links of the pages %d and after belong to no page", ErrDamaged, group<<lumpBits)
	}
	return done, nil
}

// take gives the pages of the group in order. Of a page that was rendered the
// links come in two lots, and are made one.
func (r *lumpReader) take() []pageLinks {
	r.pages, r.done = r.done[:0], r.pages
	byID := func(a, b pageLinks) int { return cmp.Compare(a.from, b.from) }
	if !slices.IsSortedFunc(r.done, byID) {
		slices.SortStableFunc(r.done, byID)
	}
	kept := r.done[:0]
	for _, p := range r.done {
		if last := len(kept) - 1; last >= 0 && kept[last].from == p.from {
			kept[last].blob = joinBlobs(kept[last].blob, p.blob, r.known)
			continue
		}
		kept = append(kept, p)
	}
	r.done = kept
	return r.done
}

// joinBlobs gives the blob of the links of both, those of a first, or what is no
// blob where one is none.
func joinBlobs(a, b []byte, limit frontier.ID) []byte {
	links, err := decodeLinks(a, limit, nil)
	if err == nil {
		links, err = decodeLinks(b, limit, links)
	}
	if err != nil {
		return nil
	}
	blob, _ := encodeLinks(nil, links, nil)
	return blob
}

// eachBlob calls f with the links of each page that has any, in order of id,
// and the number of known URLs: of the pages from one id to another that are asked
// for (of nil: all), and of those that share a lump with them.
func (s *Store) eachBlob(ctx context.Context, from, to frontier.ID, of func(frontier.ID) bool, f func(from frontier.ID, out []byte, limit frontier.ID) error) error {
	known, err := s.known(ctx)
	if err != nil {
		return err
	}
	r := lumpReaders.Get().(*lumpReader)
	defer func() { r.of = nil; lumpReaders.Put(r) }()
	r.known, r.of = known, of
	text := lumpsFrom
	if of != nil {
		text = lumpsOf
	}
	query := func(args ...any) (*sql.Rows, error) { return s.readers.QueryContext(ctx, text, args...) }
	return r.read(query, from, to, func(pages []pageLinks) error {
		for _, p := range pages {
			if err := f(p.from, p.blob, known); err != nil {
				return err
			}
		}
		return nil
	})
}

// lumpReaders are those of passes that have ended: a crawl makes some hundred.
var lumpReaders = sync.Pool{New: func() any { return new(lumpReader) }}
