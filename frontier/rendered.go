package frontier

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/portolan-seo/portolan/frontier/record"
)

// Rendered is another opinion on a page that is settled: what it is once its
// scripts have run. From then on readers are given its Record in the place of
// the plain one, which stays; its Links are added to the page's. A page is
// rendered once in a crawl.
type Rendered struct {
	// Settled has no facts and links where Rendering.Failure says why: then the
	// plain ones stay. Its Links are those that the plain page has not, with the
	// flag InRendered, and those that Location and the canonicals need.
	Settled
	Depth     uint16 // of the page
	Own       int    // place in Links of the canonical that the rendered document names, -1 for none
	Rendering record.Rendering
}

// RenderedRow is a page of which there are two opinions.
type RenderedRow struct {
	ID             ID
	Sent           *record.Page // as it was sent
	SentCanonical  ID
	Page           *record.Page // what both amount to; nil where rendering failed
	Location       ID
	Canonical, Own ID // Own as in Rendered
	Rendering      record.Rendering
}

// Renderings are the pages that were rendered.
type Renderings interface {
	// Renderings iterates over them in order of ID. The RenderedRow and what it
	// points to is reused. RenderingOf gives one, nil if there is none.
	Renderings(ctx context.Context) iter.Seq2[*RenderedRow, error]
	RenderingOf(ID) (*RenderedRow, error)
}

// checkRendered reports a rendering that has a place that is not in its links.
func (b *Batch) checkRendered() error {
	for i := range b.Rendered {
		r := &b.Rendered[i]
		if !placeIn(r.Location, r.Links) || !placeIn(r.Canonical, r.Links) || !placeIn(r.Own, r.Links) {
			return fmt.Errorf("settle the rendering of URL %d: location %d or canonical %d or %d is no place in its %d links", r.ID, r.Location, r.Canonical, r.Own, len(r.Links))
		}
	}
	return nil
}

func (m *Memory) render(b *Batch, r *Rendered) {
	u := &m.urls[r.ID]
	out := &rendered{rendering: r.Rendering, own: NoID}
	out.rendering.At = Milli(out.rendering.At)
	u.rendered = out
	if r.Rendering.Failure != "" {
		return
	}
	out.record, out.location, out.canonical = r.Record, NoID, NoID
	out.record.Exchange = stored(out.record.Exchange)
	out.record.History = record.History{ReadAt: Milli(out.record.ReadAt), ChangedAt: Milli(out.record.ChangedAt)}
	for i, l := range r.Links {
		to := m.link(b, l, r.ID)
		u = &m.urls[r.ID]
		if i == r.Location {
			out.location = to
		}
		if i == r.Canonical {
			out.canonical = to
		}
		if i == r.Own {
			out.own = to
		}
		u.settled.edges = append(u.settled.edges, Edge{From: r.ID, To: to, Flags: l.Flags, Anchor: string(l.Anchor)})
	}
	slices.SortStableFunc(u.settled.edges, func(a, b Edge) int { return cmp.Compare(a.To, b.To) })
}

// rendered is what the model holds of a rendering.
type rendered struct {
	record                   record.Page
	location, canonical, own ID
	rendering                record.Rendering
}

// Renderings implements Crawl.
func (m *Memory) Renderings(ctx context.Context) iter.Seq2[*RenderedRow, error] {
	return func(yield func(*RenderedRow, error) bool) {
		for id := range m.urls {
			if row, _ := m.RenderingOf(ID(id)); row != nil && !yield(row, ctx.Err()) {
				return
			}
		}
	}
}

// RenderingOf implements Crawl.
func (m *Memory) RenderingOf(id ID) (*RenderedRow, error) {
	if int(id) >= len(m.urls) || m.urls[id].rendered == nil {
		return nil, nil
	}
	u := &m.urls[id]
	sent, r := u.settled.record, u.rendered
	row := &RenderedRow{
		ID: id, Sent: &sent, SentCanonical: u.settled.canonical, Rendering: r.rendering,
		Location: NoID, Canonical: NoID, Own: r.own,
	}
	if r.rendering.Failure == "" {
		page := r.record
		row.Page, row.Location, row.Canonical = &page, r.location, r.canonical
	}
	return row, nil
}
