package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/robots"
)

// briefColumns are those of table page that every pass of Brief reads, in the
// order of briefReader.setPage; detailColumns come after them.
var (
	briefColumns  = []string{"id", "outcome", "err", "status", "flags", "type", "meta_robots", "header_robots", "canonical", "location_id", "canonical_id"}
	detailColumns = [...][]string{frontier.DetailTime: {"fetched_at"}, frontier.DetailLook: {"title", "text_hash", "sketch"}, frontier.DetailContent: {"content", "content_own"}, frontier.DetailText: {"description", "h1", "lang", "words"}, frontier.DetailPrint: {"print"}, frontier.DetailPlaces: {"places"}}
)

// Brief implements frontier.Crawl. It gives the URLs that are known when it
// begins.
func (s *Store) Brief(ctx context.Context, from frontier.ID, with ...frontier.Detail) iter.Seq2[*frontier.Row, error] {
	return func(yield func(*frontier.Row, error) bool) {
		err := s.brief(ctx, from, with, func(row *frontier.Row) error {
			if !yield(row, nil) {
				return errStop
			}
			return nil
		})
		if err != nil && err != errStop {
			yield(nil, s.readError("URLs", err))
		}
	}
}

func (s *Store) brief(ctx context.Context, from frontier.ID, with []frontier.Detail, give func(*frontier.Row) error) error {
	b := briefReader{with: with}
	if i := slices.Index(with, frontier.TextsPass); i >= 0 {
		b.with, b.held.passing = slices.Delete(slices.Clone(with), i, i+1), true
	}
	defer b.close()
	if err := b.open(ctx, s, from); err != nil {
		return err
	}
	known, err := s.known(ctx)
	if err != nil {
		return err
	}
	for from < known {
		to := from + min(lumpRows-from%lumpRows, known-from)
		if err := b.lump(ctx, from, to, give); err != nil {
			return err
		}
		from = to
	}
	if b.making != nil && b.making.settled == s.counts.Settled {
		s.keep(b.making)
	}
	return nil
}

// briefReader makes the rows of Brief.
type briefReader struct {
	rowReader
	with        []frontier.Detail
	conn        *sql.Conn
	urls, pages *lineReader
	side        *side
	packed      *packedURLs  // nil for a store that packs none
	held        packedReader // of these, in the place of urls where it has rows

	kept    *briefs // in the place of pages
	at      int     // the next one of these
	making  *briefs // what this pass keeps
	unasked bool    // the content is read for these alone
}

func (b *briefReader) open(ctx context.Context, s *Store, from frontier.ID) (err error) {
	if err := b.openURLs(ctx, s, from); err != nil {
		return err
	}
	if b.kept = s.kept(b.with); b.kept != nil {
		b.kept.passes.Add(1)
		b.at = b.kept.find(from)
		return nil
	}
	b.making = s.newBriefs(from, b.with)
	return b.openPages(ctx, s)
}

// openPages opens the table of pages.
func (b *briefReader) openPages(ctx context.Context, s *Store) (err error) {
	columns := slices.Clone(briefColumns)
	if b.making != nil && len(b.with) == 0 {
		columns, b.unasked = append(columns, detailColumns[frontier.DetailContent]...), true
	}
	for _, detail := range b.with {
		columns = append(columns, detailColumns[detail]...)
	}
	if b.pages, err = s.newLineReader(ctx, b.conn, s.shown(), columns...); err == nil {
		b.pages.pass = b.held.passing
	}
	return err
}

// openURLs opens what tells of URLs, without their pages.
func (b *briefReader) openURLs(ctx context.Context, s *Store, from frontier.ID) (err error) {
	if b.side, err = s.newSide(ctx, from); err != nil {
		return err
	}
	if !s.readOnly {
		b.packed = &s.packed
	}
	if b.conn, err = s.readers.Conn(ctx); err != nil {
		return err
	}
	if b.urls, err = s.newLineReader(ctx, b.conn, "url", "url", "depth", "via", "reason", "flags"); err == nil {
		b.urls.pass = b.held.passing
	}
	return err
}

func (b *briefReader) close() {
	if b.kept != nil {
		b.kept.passes.Add(-1)
	}
	b.urls.close()
	b.pages.close()
	if b.conn != nil {
		b.conn.Close() // it has only read
	}
	if b.side != nil {
		b.side.close()
	}
}

// readURLs reads the rows of table url from one id to before another.
func (b *briefReader) readURLs(ctx context.Context, from, to frontier.ID) error {
	if b.packed.open(from, &b.held) {
		return nil
	}
	n, err := b.urls.read(ctx, from, to)
	if err == nil && n != int(to-from) {
		return gap(from)
	}
	if err == nil && b.packed.takes(from, to) {
		b.pack(from, to)
	}
	return err
}

// pack packs the rows that were read, unless one is not what it should be.
func (b *briefReader) pack(from, to frontier.ID) {
	var p urlPacker
	for range to - from {
		b.takeURL()
		p.add(&b.url)
	}
	if b.urls.err == nil {
		b.packed.hold(&p)
	}
	b.urls.at = 0
}

// lump gives the rows from one id to before another.
func (b *briefReader) lump(ctx context.Context, from, to frontier.ID, give func(*frontier.Row) error) error {
	if err := b.readURLs(ctx, from, to); err != nil {
		return err
	}
	left, err := 0, error(nil)
	if b.kept == nil {
		left, err = b.pages.read(ctx, from, to)
	}
	if err != nil {
		return err
	}
	page := frontier.NoID // the next one
	for id := from; id < to; id++ {
		if page == frontier.NoID && left > 0 {
			page, left = b.pages.id(), left-1
		}
		b.setURL(id)
		if err := b.side.complete(&b.rowReader); err != nil {
			return err
		}
		switch {
		case b.kept != nil:
			b.setKept(id)
		case page == id:
			b.setPage()
			page = frontier.NoID
		}
		if b.urls.err != nil {
			return b.urls.err
		}
		if err := b.pages.fault(); err != nil {
			return err
		}
		if err := give(&b.row); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// setKept is setPage for a page that is kept, if the URL with an id has one.
func (b *briefReader) setKept(id frontier.ID) {
	if b.at == len(b.kept.pages) || b.kept.pages[b.at].id != id {
		return
	}
	p := &b.kept.pages[b.at]
	b.at++
	b.kept.set(p, &b.row, &b.record)
	if len(b.with) > 0 {
		b.record.Content, b.record.ContentOwn = p.content, p.own
	}
}

func (b *briefReader) setURL(id frontier.ID) {
	if len(b.held.rows) > 0 {
		b.held.next(&b.url)
	} else {
		b.takeURL()
	}
	b.url.id = idCol(id)
	b.rowReader.setURL()
}

// takeURL takes the next of the rows that were read.
func (b *briefReader) takeURL() {
	u := b.urls
	b.url.url = textCol(u.text())
	b.url.depth, b.url.via = depthCol(u.below(frontier.NoDepth)), idCol(u.id())
	b.url.reason, b.url.flags = intCol(u.number()), intCol(u.number())
}

func (b *briefReader) setPage() {
	p, r := b.pages, &b.record
	r.Outcome, r.Err, r.Status = record.Outcome(p.number()), record.ErrClass(p.number()), int(p.number())
	flags := p.number()
	r.PlaceLinks = flags&flagPlaceLinks != 0
	r.HTML, r.Type, r.Facts.Problems = flags&flagHTML != 0, p.text(), record.Problems(flags>>flagProblems)
	r.MetaRobots, r.HeaderRobots = robots.Directives(p.number()), robots.Directives(p.number())
	r.Canonical = record.CanonicalState(p.number())
	b.row.Page, b.row.Retry = r, nil
	b.row.Location, b.row.Canonical = p.id(), p.id()
	for _, detail := range b.with {
		switch detail {
		case frontier.DetailTime:
			r.FetchedAt = intCol(p.number()).time()
		case frontier.DetailLook:
			r.Title, r.TextHash, r.Sketch = p.text(), uint64(p.number()), record.Sketch(p.number())
		case frontier.DetailContent:
			r.Content = uint64(p.number())
			r.ContentOwn = contentOwn(r.Content, uint64(p.number()))
		case frontier.DetailPrint:
			r.Print = record.Print(p.text())
		case frontier.DetailPlaces:
			r.Places = record.Places(p.text())
		case frontier.DetailText:
			r.Description, r.H1[0], r.Lang, r.Words = p.text(), p.text(), p.text(), int(p.number())
		}
	}
	if b.making == nil && !b.unasked {
		return
	}
	content, own := r.Content, r.ContentOwn
	if b.unasked {
		content = uint64(p.number())
		own = contentOwn(content, uint64(p.number()))
	}
	if b.making != nil && !b.making.add(&b.row, content, own) {
		b.making = nil
	}
}

// pointersQuery asks for what Pointers gives: canonical 2 is
// record.CanonicalOther.
const pointersQuery = `SELECT id, outcome, status, canonical, location_id, canonical_id FROM %s
	WHERE location_id IS NOT NULL OR canonical = 2 OR status IN (404, 410) ORDER BY id`

// Pointers implements frontier.Crawl. A store that crawls reads what Brief keeps, which
// is asked for next as a rule.
func (s *Store) Pointers(ctx context.Context) iter.Seq2[*frontier.Row, error] {
	return func(yield func(*frontier.Row, error) bool) {
		var row frontier.Row
		var rec record.Page
		kept, err := s.readBriefs(ctx)
		if err != nil {
			yield(nil, s.readError("settled URLs", err))
			return
		}
		if kept != nil {
			kept.pointers(&frontier.Row{Page: &rec}, yield)
			return
		}
		var id, location, canonical idCol
		var outcome, status, state intCol
		err = each(ctx, s.readers, fmt.Sprintf(pointersQuery, s.shown()), func(scan func(...any) error) error {
			if err := scan(&id, &outcome, &status, &state, &location, &canonical); err != nil {
				return err
			}
			row = frontier.Row{ID: frontier.ID(id), Location: frontier.ID(location), Canonical: frontier.ID(canonical), Page: &rec}
			rec.Outcome, rec.Status, rec.Canonical = record.Outcome(outcome), int(status), record.CanonicalState(state)
			if !yield(&row, nil) {
				return errStop
			}
			return nil
		})
		if err != nil && err != errStop {
			yield(nil, s.readError("settled URLs", err))
		}
	}
}
