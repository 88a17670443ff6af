package sqlite

import (
	"context"
	"iter"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/robots"
)

// renderingColumns are those of table rendered r that page has not.
const renderingColumns = "rendered_at, failure, detail, marks, blocked, hashes, script, own_robots, own_canonical, own_canonical_id, own_links"

// renderedCount is the number of columns of table rendered.
var renderedCount = pageCount + 11

// shown is the table or view of settled pages that readers are given.
func (s *Store) shown() string {
	if s.anyRendered {
		return "shown"
	}
	return "page"
}

// direct tells whether a table is read from the pages of the file: it is one of
// its own, and as this version has it.
func (s *Store) direct(table string) bool { return s.version == version && table != "shown" }

// appendRendered inserts another opinion on a page.
func (s *Store) appendRendered(b *frontier.Batch, p *frontier.Rendered) error {
	target, err := s.appendLinks(b, &p.Settled, p.Depth)
	if err != nil {
		return err
	}
	script, r := int64(0), &p.Rendering
	if r.Script {
		script = 1
	}
	in := s.inserts.rendered
	in.values = append(pageValues(in.values, &in.texts, p.ID, &p.Record, target(p.Location), target(p.Canonical)),
		milli(r.At), text(r.Failure), text(r.Detail), text(r.Marks), text(r.Blocked), text(r.Hashes), number(script),
		number(int64(r.Robots)), number(int64(r.Canonical)), idOrNull(target(p.Own)), number(int64(r.Links)))
	return in.full()
}

// renderingRow is where a row of rendered is scanned to, with that of page.
type renderingRow struct {
	sent, page                                 pageRow
	at, script, ownRobots, ownCanonical, links intCol
	failure, detail, marks, blocked, hashes    textCol
	own                                        idCol
	row                                        frontier.RenderedRow
	sentRecord, record                         record.Page
}

const renderingQuery = "SELECT p.id, " + pageColumns + ", " + renderingColumns + " FROM rendered p"

func (r *renderingRow) dest() []any {
	return append(r.page.dest(), &r.at, &r.failure, &r.detail, &r.marks, &r.blocked, &r.hashes, &r.script, &r.ownRobots, &r.ownCanonical, &r.own, &r.links)
}

// set makes the row of what was scanned.
func (r *renderingRow) set() *frontier.RenderedRow {
	r.sent.record(&r.sentRecord)
	r.row = frontier.RenderedRow{
		ID: frontier.ID(r.page.id), Sent: &r.sentRecord, SentCanonical: frontier.ID(r.sent.canonicalID),
		Location: frontier.NoID, Canonical: frontier.NoID, Own: frontier.ID(r.own),
		Rendering: record.Rendering{
			At: r.at.time(), Failure: string(r.failure), Detail: string(r.detail), Marks: string(r.marks), Blocked: string(r.blocked),
			Hashes: string(r.hashes), Script: r.script != 0, Robots: robots.Directives(r.ownRobots),
			Canonical: record.CanonicalState(r.ownCanonical), Links: int(r.links),
		},
	}
	if r.failure == "" {
		r.page.record(&r.record)
		r.row.Page, r.row.Location, r.row.Canonical = &r.record, frontier.ID(r.page.locationID), frontier.ID(r.page.canonicalID)
	}
	return &r.row
}

// Renderings implements frontier.Crawl.
func (s *Store) Renderings(ctx context.Context) iter.Seq2[*frontier.RenderedRow, error] {
	return func(yield func(*frontier.RenderedRow, error) bool) {
		if !s.anyRendered {
			return
		}
		var r renderingRow
		pages, err := s.cursor(ctx, "SELECT p.id, "+pageColumns+" FROM page p WHERE id IN (SELECT id FROM rendered) ORDER BY p.id", r.sent.dest())
		if err != nil {
			yield(nil, s.readError("rendered pages", err))
			return
		}
		defer pages.close()
		dest := r.dest()
		err = each(ctx, s.readers, renderingQuery+" ORDER BY p.id", func(scan func(...any) error) error {
			if err := scan(dest...); err != nil {
				return err
			}
			row := (*frontier.RenderedRow)(nil)
			if err := pages.each(frontier.ID(r.page.id), func() { row = r.set() }); err != nil {
				return err
			}
			if row == nil {
				return gap(frontier.ID(r.page.id))
			}
			if !yield(row, nil) {
				return errStop
			}
			return nil
		})
		if err != nil && err != errStop {
			yield(nil, s.readError("rendered pages", err))
		}
	}
}

// RenderingOf implements frontier.Crawl.
func (s *Store) RenderingOf(id frontier.ID) (*frontier.RenderedRow, error) {
	if !s.anyRendered {
		return nil, nil
	}
	var r renderingRow
	ctx := context.Background()
	found, err := s.one(ctx, renderingQuery+" WHERE p.id = ?", id, r.dest()...)
	if err != nil || !found {
		return nil, s.readError("a rendered page", err)
	}
	if found, err = s.one(ctx, "SELECT p.id, "+pageColumns+" FROM page p WHERE p.id = ?", id, r.sent.dest()...); err != nil || !found {
		return nil, s.readError("a page", err)
	}
	return r.set(), nil
}
