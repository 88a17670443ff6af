package sqlite

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"

	"github.com/portolan-seo/portolan/frontier"
)

// Table linked holds what leads to URLs, as frontier.Linked has it, inlinkLump URLs to a row. BuildInLinks makes it. For each URL,
// as uvarints:
//
//	kinds; nothing else where there are none
//	links, references
//	if there are links: how many are nofollow, pages, and the first of these, each
//	minus the one before it
//
// It holds while metaLinked says so: a crawl that goes on adds links.
const (
	linkedTable = "CREATE TABLE IF NOT EXISTS linked (n INTEGER PRIMARY KEY, facts BLOB NOT NULL)"
	metaLinked  = "linked"
)

func (s *Store) linkedStamp() string { return fmt.Sprintf("%d settled", s.Counts().Settled) }

// linkedWindow is how many URLs are counted in one pass over the links; it
// bounds the memory at 88 MiB.
const linkedWindow = 1 << 21

// linkedURL counts what leads to a URL: what each link changes.
type linkedURL struct {
	links, pages uint32
	last         uint32 // of the pages, plus 1
	kinds        uint16
	own          bool // one of the pages is the URL itself
}

// otherPages is pages without the URL's own.
func (u *linkedURL) otherPages() uint32 {
	if u.own {
		return u.pages - 1
	}
	return u.pages
}

// linkedURLs counts what leads to the URLs from a number on. What few links change
// lies apart, so that more of the rest fits a processor's cache.
type linkedURLs struct {
	from  frontier.ID
	urls  []linkedURL
	first [][frontier.LinkedFirst]frontier.ID
	rare  []struct{ noFollow, references uint32 }
}

func newLinkedURLs(n frontier.ID) *linkedURLs {
	return &linkedURLs{urls: make([]linkedURL, n), first: make([][frontier.LinkedFirst]frontier.ID, n), rare: make([]struct{ noFollow, references uint32 }, n)}
}

// part gives n of the URLs.
func (w *linkedURLs) part(at, n int) *linkedURLs {
	return &linkedURLs{w.from + frontier.ID(at), w.urls[at:][:n], w.first[at:][:n], w.rare[at:][:n]}
}

// add takes a link.
func (w *linkedURLs) add(from, to frontier.ID, flags frontier.LinkFlags) {
	i, kind := to-w.from, flags.Kind()
	if int64(i) >= int64(len(w.urls)) || kind == frontier.LinkPlace {
		return
	}
	u := &w.urls[i]
	u.kinds |= 1 << kind
	if kind != frontier.LinkA && !flags.Clickable() {
		w.rare[i].references++
		return
	}
	u.links++
	if flags&frontier.NoFollow != 0 {
		w.rare[i].noFollow++
	}
	if u.last == uint32(from)+1 {
		return
	}
	u.last = uint32(from) + 1
	if u.pages < frontier.LinkedFirst {
		w.first[i][u.pages] = from
	}
	u.pages++
	if from == to {
		u.own = true
	}
}

// eachLinked calls give with what leads to all known URLs, a lump at a time.
func (s *Store) eachLinked(ctx context.Context, known frontier.ID, give func(*linkedURLs) error) error {
	all := newLinkedURLs(min(known, linkedWindow))
	for from := frontier.ID(0); from < known; from += linkedWindow {
		clear(all.urls)
		clear(all.rare)
		window := all.part(0, int(min(known-from, linkedWindow)))
		window.from = from
		if err := s.countLinked(ctx, window); err != nil {
			return err
		}
		for at := 0; at < len(window.urls); at += inlinkLump {
			if err := give(window.part(at, min(len(window.urls)-at, inlinkLump))); err != nil {
				return err
			}
		}
	}
	return nil
}

// countLinked adds up what leads to some URLs.
func (s *Store) countLinked(ctx context.Context, window *linkedURLs) error {
	var ids []frontier.ID
	end := window.from + frontier.ID(len(window.urls))
	return s.eachBlob(ctx, 0, frontier.NoID, nil, func(from frontier.ID, out []byte, limit frontier.ID) (err error) {
		ids, err = eachFlags(out, window.from, end, limit, ids, func(to frontier.ID, flags frontier.LinkFlags) { window.add(from, to, flags) })
		if err != nil {
			return fmt.Errorf("%w: URL %d: %w", ErrDamaged, from, err)
		}
		return nil
	})
}

// linkedBlob gives counts as table linked holds them.
func linkedBlob(w *linkedURLs) []byte {
	b := make([]byte, 0, 12*len(w.urls))
	for i := range w.urls {
		u := &w.urls[i]
		b = binary.AppendUvarint(b, uint64(u.kinds))
		if u.kinds == 0 {
			continue
		}
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(u.links)), uint64(w.rare[i].references))
		if u.links == 0 {
			continue
		}
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(w.rare[i].noFollow)), uint64(u.pages))
		last := frontier.ID(0)
		for _, id := range w.first[i][:min(u.pages, frontier.LinkedFirst)] {
			b = binary.AppendUvarint(b, uint64(id-last))
			last = id
		}
	}
	return b
}

// LinkedOf gives what BuildInLinks has found to lead to a URL; false where it has not,
// or links were added since.
func (s *Store) LinkedOf(ctx context.Context, id frontier.ID) (l frontier.Linked, kept bool, err error) {
	if s.meta[metaLinked] != s.linkedStamp() {
		return l, false, nil
	}
	var b blobCol
	err = s.readers.QueryRowContext(ctx, "SELECT facts FROM linked WHERE n = ?", int64(id/inlinkLump)).Scan(&b)
	if errors.Is(err, sql.ErrNoRows) {
		return l, true, nil
	}
	r := blobReader{b: b}
	for skip := id % inlinkLump; err == nil && len(r.b) > 0; skip-- {
		if l = r.linked(); skip == 0 {
			break
		}
		l = frontier.Linked{}
	}
	if err == nil && r.bad {
		err = fmt.Errorf("%w: what leads to URL %d is wrong", ErrDamaged, id)
	}
	return l, true, s.readError("in-links", err)
}

func (r *blobReader) linked() (l frontier.Linked) {
	if l.Kinds = uint16(r.uvarint()); l.Kinds == 0 {
		return l
	}
	if l.Links, l.References = int(r.uvarint()), int(r.uvarint()); l.Links == 0 {
		return l
	}
	l.NoFollow, l.Pages = int(r.uvarint()), int(r.uvarint())
	last := frontier.ID(0)
	for range min(l.Pages, frontier.LinkedFirst) {
		last += frontier.ID(r.uvarint())
		l.First = append(l.First, last)
	}
	return l
}

// LinksBetween iterates over the links of any kind from some pages to a URL, with
// their texts. ids ascend. The Edge is reused.
func (s *Store) LinksBetween(ctx context.Context, ids []frontier.ID, to frontier.ID) iter.Seq2[*frontier.Edge, error] {
	return func(yield func(*frontier.Edge, error) bool) {
		for _, id := range ids {
			q := &linkQuery{from: id, to: id, of: func(from frontier.ID) bool { return from == id }, targets: newTargets([]frontier.ID{to})}
			for e, err := range s.withTexts(ctx, q) {
				if !yield(e, err) || err != nil {
					return
				}
			}
		}
	}
}
