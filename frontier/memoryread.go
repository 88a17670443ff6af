package frontier

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Disk implements Frontier and Crawl: nothing is on disk.
func (m *Memory) Disk() int64 { return 0 }

// Counts implements Frontier and Crawl.
func (m *Memory) Counts() Counts {
	c := Counts{Known: len(m.urls), Leased: len(m.leased)}
	for i := range m.urls {
		switch u := &m.urls[i]; {
		case u.settled != nil:
			c.Settled++
		case u.reason != Undecided:
			c.Decided++
		case u.noFollow:
			c.NoFollow++
		default:
			c.Pending++
			if u.retry != nil && !m.leased[ID(i)] && !m.left[ID(i)] {
				c.Delayed++
			}
		}
	}
	return c
}

// Meta implements Frontier and Crawl.
func (m *Memory) Meta(key string) string { return m.meta[key] }

// Rules implements Frontier and Crawl.
func (m *Memory) Rules() []canonical.Rule { return slices.Clone(m.rules) }

// Close returns the leased URLs and those that were left to pending.
func (m *Memory) Close() error {
	clear(m.leased)
	clear(m.left)
	return nil
}

// Folds implements Crawl.
func (m *Memory) Folds() ([]Fold, error) {
	folds := make([]Fold, 0, len(m.folds))
	for _, f := range m.folds {
		folds = append(folds, *f)
	}
	slices.SortFunc(folds, func(a, b Fold) int {
		return cmp.Or(cmp.Compare(a.Host, b.Host), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
	})
	return folds, nil
}

// Robots implements Crawl.
func (m *Memory) Robots() ([]RobotsFile, error) { return slices.Clone(m.robots), nil }

// Rows implements Crawl.
func (m *Memory) Rows(ctx context.Context) iter.Seq2[*Row, error] {
	return func(yield func(*Row, error) bool) {
		for i := range m.urls {
			if err := ctx.Err(); err != nil {
				yield(nil, err)
				return
			}
			if !yield(m.row(ID(i)), nil) {
				return
			}
		}
	}
}

// Row implements Crawl.
func (m *Memory) Row(id ID) (*Row, error) {
	if int(id) >= len(m.urls) {
		return nil, nil
	}
	return m.row(id), nil
}

// Find implements Crawl.
func (m *Memory) Find(url string) (*Row, error) {
	id, ok := m.ids[url]
	if !ok {
		return nil, nil
	}
	return m.row(id), nil
}

func (m *Memory) row(id ID) *Row {
	u := &m.urls[id]
	row := &Row{
		ID: id, URL: u.url, Depth: u.depth, Via: u.via, Reason: u.reason, Sources: u.sources,
		NoFollow: u.noFollow, Location: NoID, Canonical: NoID, Retry: u.retry,
	}
	if out := u.settled; out != nil {
		record := out.record
		row.Page, row.Location, row.Canonical = &record, out.location, out.canonical
		if r := u.rendered; r != nil && r.rendering.Failure == "" {
			*row.Page, row.Location, row.Canonical = r.record, r.location, r.canonical
		}
	}
	return row
}

// Sources implements Crawl.
func (m *Memory) Sources(id ID) ([]SourceDetail, error) {
	if int(id) >= len(m.urls) {
		return nil, nil
	}
	details := slices.Clone(m.urls[id].details)
	slices.SortFunc(details, func(a, b SourceDetail) int {
		return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Detail, b.Detail))
	})
	return details, nil
}

// FoundIn implements Crawl.
func (m *Memory) FoundIn(ctx context.Context, source Source) iter.Seq2[Found, error] {
	return func(yield func(Found, error) bool) {
		for i := range m.urls {
			details, _ := m.Sources(ID(i))
			for _, d := range details {
				if d.Source == source && !yield(Found{ID(i), m.urls[i].url, d.Detail}, ctx.Err()) {
					return
				}
			}
		}
	}
}

// Edges implements Crawl.
func (m *Memory) Edges(ctx context.Context, kind ...LinkFlags) iter.Seq2[*Edge, error] {
	return func(yield func(*Edge, error) bool) {
		for i := range m.urls {
			if m.urls[i].settled == nil {
				continue
			}
			for _, e := range m.urls[i].settled.edges {
				if err := ctx.Err(); err != nil {
					yield(nil, err)
					return
				}
				if len(kind) > 0 && e.Flags.Kind() != kind[0] || len(kind) == 0 && e.Flags.Kind() == LinkPlace {
					continue
				}
				if !yield(&e, nil) {
					return
				}
			}
		}
	}
}

// Graph implements Crawl.
func (m *Memory) Graph(ctx context.Context, pick ...func(ID) bool) iter.Seq2[*Edge, error] {
	return func(yield func(*Edge, error) bool) {
		from, to := make([]bool, len(m.urls)), make([]bool, len(m.urls)) // ahead of all turns, as they may be
		for id := range from {
			from[id], to[id] = len(pick) == 0 || pick[0](ID(id)), len(pick) < 2 || pick[1](ID(id))
		}
		for e, err := range m.Edges(ctx) {
			if err == nil {
				if !from[e.From] || !to[e.To] {
					continue
				}
				e.Anchor = ""
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// PutVerdicts implements Crawl.
func (m *Memory) PutVerdicts(ctx context.Context, digest string, verdicts iter.Seq2[Verdict, error]) error {
	var all []Verdict
	for v, err := range verdicts {
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return fmt.Errorf("store verdicts: %w", err)
		}
		if int(v.ID) != len(all) || len(all) == len(m.urls) {
			return fmt.Errorf("store verdicts: number %d comes after %d of %d URLs", v.ID, len(all), len(m.urls))
		}
		all = append(all, v)
	}
	if len(all) != len(m.urls) {
		return fmt.Errorf("store verdicts: %d came for %d URLs", len(all), len(m.urls))
	}
	m.verdicts = all
	m.meta[MetaVerdicts] = digest
	return nil
}

// Listed implements Crawl.
func (m *Memory) Listed(ctx context.Context, codes Codes, with ...Column) iter.Seq2[*Row, error] {
	var ids []ID
	for _, v := range m.verdicts {
		if codes.Has(v.Code) {
			ids = append(ids, v.ID)
		}
	}
	slices.SortFunc(ids, func(a, b ID) int { return cmp.Compare(m.urls[a].url, m.urls[b].url) })
	return func(yield func(*Row, error) bool) {
		for _, id := range ids {
			if err := ctx.Err(); err != nil {
				yield(nil, err)
				return
			}
			if !yield(m.listed(id, with), nil) {
				return
			}
		}
	}
}

func (m *Memory) listed(id ID, with []Column) *Row {
	u := &m.urls[id]
	row := &Row{ID: id, URL: u.url}
	if u.settled != nil {
		r := m.row(id).Page
		row.Page = &record.Page{
			Exchange: record.Exchange{Status: r.Status, FetchedAt: r.FetchedAt, LastModified: r.LastModified, Date: r.Date},
			Facts:    record.Facts{Modified: r.Modified, TextHash: r.TextHash},
			History:  record.History{ChangedAt: r.ChangedAt},
		}
		for _, column := range with {
			switch column {
			case ColumnImages:
				row.Page.Images = r.Images
			case ColumnVideos:
				row.Page.Videos = r.Videos
			case ColumnArticle:
				row.Page.Article = r.Article
			}
		}
	}
	return row
}

// VerdictOf implements Crawl.
func (m *Memory) VerdictOf(id ID) (Verdict, error) {
	if int(id) >= len(m.verdicts) {
		return Verdict{}, nil
	}
	return m.verdicts[id], nil
}

// Codes implements Crawl.
func (m *Memory) Codes(context.Context) ([]uint8, error) {
	var codes []uint8
	for _, v := range m.verdicts {
		codes = append(codes, v.Code)
	}
	return codes, nil
}

// Having implements Crawl.
func (m *Memory) Having(ctx context.Context, code uint8) iter.Seq2[Verdict, error] {
	return func(yield func(Verdict, error) bool) {
		for _, v := range m.verdicts {
			if v.Code == code && !yield(v, ctx.Err()) {
				return
			}
		}
	}
}
