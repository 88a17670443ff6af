package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// Recall reads single pages of a crawl with their links: what a later crawl
// keeps of them. It is for one goroutine at a time, besides those that use the
// Store. Links come by ID of their targets; of those to one target the order is
// that of the document.
type Recall struct {
	s       *Store
	known   frontier.ID
	key     func(url []byte) uint64
	rows    recallRows
	packed  *packedTexts // nil for files of earlier versions
	lumps   *sql.Stmt
	row     pageRow
	links   []outLink
	targets [recallCache]recalled
	texts   [textCache]recalledText
	groups  [heldGroups]linkGroup // those used last, the last one first
}

// linkGroup is pages whose ids share all but the lowest bits, with their links.
type linkGroup struct {
	number int64
	pages  []pageLinks // by ID
	reader *lumpReader // that holds them
}

// recalled is a URL that links lead to.
type recalled struct {
	full   bool
	id     frontier.ID
	key    uint64
	reason frontier.Reason
	url    []byte
	anchor []byte // of its first link
}

// recalledText is a link text by its number.
type recalledText struct {
	full bool
	id   uint32
	text []byte
}

// heldGroups is how many groups are held: the next pages are likely to be of
// them. Their links take some 50 KB each.
const heldGroups = 8

// recallCache is how many targets are held: with URLs of 60 bytes some 3 MB.
const recallCache = 1 << 14

// Recall begins to read single pages; key gives the keys of their links in the
// crawl that they are for. Close it before the Store.
func (s *Store) Recall(ctx context.Context, key func(url []byte) uint64) (r *Recall, err error) {
	r = &Recall{s: s, key: key}
	for i := range r.groups {
		r.groups[i] = linkGroup{number: -1, reader: &lumpReader{}}
	}
	if r.known, err = s.known(ctx); err != nil {
		return nil, s.readError("URLs", err)
	}
	if r.rows, err = s.newRecallRows(ctx, &r.row); err == nil {
		r.lumps, err = s.readers.PrepareContext(ctx, lumpsFrom)
	}
	if err == nil && s.direct("url") {
		r.packed, err = s.packTexts(ctx)
	}
	if pages, are := r.rows.(*recallPages); are && r.packed.hasAll(r.known) {
		pages.order = make([]uint32, heldBeside)
	}
	if err != nil {
		return nil, errors.Join(s.readError("pages", err), r.Close())
	}
	return r, nil
}

// Close ends the reading.
func (r *Recall) Close() error {
	var errs []error
	if r.rows != nil {
		errs = append(errs, r.rows.close())
	}
	if r.lumps != nil {
		errs = append(errs, r.lumps.Close())
	}
	return errors.Join(errs...)
}

// Page fills row with the ID, URL, Location and Canonical of a settled URL, and
// row.Page, which is given, with its record. found is false where there is none.
func (r *Recall) Page(id frontier.ID, row *frontier.Row) (found bool, err error) {
	if id >= r.known {
		return false, nil
	}
	defer r.rows.pause()
	if found, err := r.rows.page(id); err != nil || !found {
		return false, r.s.readError("a page", err)
	}
	r.row.record(row.Page)
	row.ID, row.Location, row.Canonical = id, frontier.ID(r.row.locationID), frontier.ID(r.row.canonicalID)
	t, err := r.target(id)
	row.URL = string(t.url)
	return err == nil, r.s.readError("a URL", err)
}

// Links adds to p the links of a URL that Page gave, and their places of its
// Location and Canonical. What they point to is not to be changed, and stays as
// it is.
func (r *Recall) Links(row *frontier.Row, p *frontier.Settled) error {
	defer r.rows.pause()
	return r.s.readError("links", r.addLinks(row, p, 0))
}

// Rendering fills to with what a settled URL was once its scripts had run, but
// for its ID and Depth. found is false where they were not, or that failed.
func (r *Recall) Rendering(id frontier.ID, to *frontier.Rendered) (found bool, err error) {
	was, err := r.s.RenderingOf(id)
	if err != nil || was == nil || was.Page == nil {
		return false, err
	}
	*to = frontier.Rendered{Settled: frontier.Settled{Record: *was.Page, Location: -1, Canonical: -1}, Own: -1, Rendering: was.Rendering}
	defer r.rows.pause()
	row := frontier.Row{ID: id, Location: was.Location, Canonical: was.Canonical}
	if err := r.addLinks(&row, &to.Settled, frontier.InRendered); err != nil {
		return false, r.s.readError("links", err)
	}
	if was.Own == was.Canonical {
		to.Own = to.Canonical
	} else if own, err := r.target(was.Own); was.Own != frontier.NoID && err == nil {
		to.Own = slices.IndexFunc(to.Links, func(l frontier.Link) bool { return l.Key == own.key && l.Flags.Kind() == frontier.LinkCanonical })
	}
	return true, nil
}

// addLinks adds the links of a URL that have the flag InRendered, or do not.
func (r *Recall) addLinks(row *frontier.Row, p *frontier.Settled, rendered frontier.LinkFlags) error {
	blob, err := r.blob(row.ID)
	if err != nil || blob == nil {
		return err
	}
	if r.links, err = decodeLinks(blob, r.known, r.links[:0]); err != nil {
		return fmt.Errorf("%w: URL %d: %w", ErrDamaged, row.ID, err)
	}
	for _, l := range r.links {
		if l.flags&frontier.InRendered != rendered {
			continue
		}
		t, err := r.target(l.to)
		if err != nil {
			return err
		}
		link := frontier.Link{Key: t.key, URL: t.url, Flags: l.flags}
		if t.reason == frontier.InvalidURL || t.reason == frontier.TooLong {
			link.Reason = t.reason // others follow from the options
		}
		switch l.mode {
		case anchorFirst:
			link.Anchor = t.anchor
		case anchorByID:
			if link.Anchor, err = r.text(l.anchor); err != nil {
				return err
			}
		}
		kind := l.flags.Kind()
		if l.to == row.Location && p.Location < 0 && kind != frontier.LinkCanonical && l.flags.SameDepth() {
			p.Location = len(p.Links)
		}
		if l.to == row.Canonical && p.Canonical < 0 && kind == frontier.LinkCanonical {
			p.Canonical = len(p.Links)
		}
		p.Links = append(p.Links, link)
	}
	return nil
}

// target reads a URL that a link leads to.
func (r *Recall) target(id frontier.ID) (*recalled, error) {
	t := &r.targets[id%recallCache]
	if t.full && t.id == id {
		return t, nil
	}
	*t = recalled{}
	url, anchor, reason, held := r.packed.find(id)
	if !held {
		text, first, why, err := r.rows.url(id)
		if err != nil {
			return t, err
		}
		url, anchor, reason = []byte(text), []byte(first), why
	}
	both := append(append(make([]byte, 0, len(url)+len(anchor)), url...), anchor...)
	*t = recalled{full: true, id: id, reason: reason, url: both[:len(url):len(url)], anchor: both[len(url):]}
	t.key = r.key(t.url)
	return t, nil
}

// text reads a link text.
func (r *Recall) text(id uint32) ([]byte, error) {
	t := &r.texts[id%textCache]
	if t.full && t.id == id {
		return t.text, nil
	}
	text, err := r.rows.text(id)
	if err == nil {
		*t = recalledText{true, id, []byte(text)}
	}
	return t.text, err
}

// blob finds the links of a page.
func (r *Recall) blob(id frontier.ID) ([]byte, error) {
	number := int64(id >> lumpBits)
	at := max(0, slices.IndexFunc(r.groups[:], func(g linkGroup) bool { return g.number == number }))
	if r.groups[at].number != number {
		at = heldGroups - 1
		if err := r.readGroup(&r.groups[at], id); err != nil {
			return nil, err
		}
	}
	used := r.groups[at]
	copy(r.groups[1:], r.groups[:at])
	r.groups[0] = used
	at, found := slices.BinarySearchFunc(used.pages, id, func(p pageLinks, id frontier.ID) int { return cmp.Compare(p.from, id) })
	if !found {
		return nil, nil
	}
	return used.pages[at].blob, nil
}

// readGroup reads the links of the pages of an id's group, in the place of
// another's.
func (r *Recall) readGroup(g *linkGroup, id frontier.ID) error {
	g.number, g.reader.known = -1, r.known
	err := g.reader.read(r.lumps.Query, id, id, func(pages []pageLinks) error {
		g.pages = pages // of the one group that there is
		return nil
	})
	if err == nil {
		g.number = int64(id >> lumpBits)
	}
	return err
}
