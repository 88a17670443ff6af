package frontier

import (
	"cmp"
	"maps"
	"slices"

	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Memory is the contract's model: every rule in its plainest form, everything
// in memory. Stores are held to what it answers; small crawls may use it.
//
// Close returns the leased URLs to pending and loses nothing, so that a
// Memory may be used again after it, as a crawl file is opened again.
type Memory struct {
	urls     []known
	ids      map[string]ID
	leased   map[ID]bool
	left     map[ID]bool
	meta     map[string]string
	measures []Measured // sorted
	rules    []canonical.Rule
	folds    map[foldKey]*Fold
	robots   []RobotsFile
	verdicts []Verdict
}

type known struct {
	url      string
	depth    uint16
	via      ID
	reason   Reason
	noFollow bool
	rank     Rank
	sources  Source
	details  []SourceDetail
	settled  *outcome
	rendered *rendered
	retry    *Retry
}

type outcome struct {
	record              record.Page
	location, canonical ID
	edges               []Edge
}

type foldKey struct{ host, kind, name string }

// NewMemory gives an empty frontier.
func NewMemory() *Memory {
	return &Memory{
		ids:    map[string]ID{},
		leased: map[ID]bool{},
		left:   map[ID]bool{},
		meta:   map[string]string{},
		folds:  map[foldKey]*Fold{},
	}
}

func (u *known) pending() bool {
	return u.settled == nil && u.reason == Undecided && !u.noFollow
}

// Settle implements Frontier.
func (m *Memory) Settle(b *Batch) error {
	if err := b.Check(func(id ID) bool { return m.leased[id] }); err != nil {
		return err
	}
	for _, s := range b.Seeds {
		m.seed(b, s)
	}
	for i := range b.Pages {
		m.settle(b, &b.Pages[i])
	}
	for i := range b.Rendered {
		m.render(b, &b.Rendered[i])
	}
	for _, r := range b.Retries {
		r.Due = Milli(r.Due)
		m.urls[r.ID].retry = &r
		delete(m.leased, r.ID)
	}
	for _, r := range b.Rules {
		r.Time = Milli(r.Time)
		m.rules = append(m.rules, r)
	}
	for _, f := range b.Folds {
		m.fold(f)
	}
	for _, r := range b.Robots {
		r.FetchedAt = Milli(r.FetchedAt)
		r.Body = slices.Clone(r.Body)
		m.robots = append(m.robots, r)
	}
	maps.Copy(m.meta, b.Meta)
	m.measure(b.Measures)
	return nil
}

func (m *Memory) settle(b *Batch, s *Settled) {
	out := &outcome{record: s.Record, location: NoID, canonical: NoID}
	out.record.Exchange = stored(out.record.Exchange)
	out.record.History = record.History{ReadAt: Milli(out.record.ReadAt), ChangedAt: Milli(out.record.ChangedAt)}
	for i, l := range s.Links {
		to := m.link(b, l, s.ID)
		if i == s.Location {
			out.location = to
		}
		if i == s.Canonical {
			out.canonical = to
		}
		out.edges = append(out.edges, Edge{From: s.ID, To: to, Flags: l.Flags, Anchor: string(l.Anchor)})
	}
	slices.SortStableFunc(out.edges, func(a, b Edge) int { return cmp.Compare(a.To, b.To) })
	u := &m.urls[s.ID]
	u.settled, u.retry = out, nil
	delete(m.leased, s.ID)
}

// link makes the target known, or pending if it was known by nofollow links
// alone and this one is followed.
func (m *Memory) link(b *Batch, l Link, from ID) ID {
	depth := l.Flags.DepthFrom(m.urls[from].depth)
	unlinked := l.Flags&Unlinked != 0
	if id, ok := m.ids[string(l.URL)]; ok {
		if !unlinked {
			m.urls[id].reach(depth, from)
		}
		return id
	}
	u := known{depth: depth, via: from, sources: FromLink, noFollow: unlinked, reason: b.LinkReason(&l)}
	if u.reason == Undecided {
		u.rank = b.RankOf(l.URL, depth, FromLink)
	}
	return m.add(u, l.URL)
}

// reach takes a followed link to a URL that is known: it makes pending what was
// known by nofollow links alone, and gives a depth to what has none.
func (u *known) reach(depth uint16, from ID) {
	switch {
	case u.reason != Undecided:
	case u.noFollow:
		u.noFollow, u.depth = false, depth
	case u.depth == NoDepth && depth != NoDepth:
		u.depth, u.via = depth, from
	}
}

func (m *Memory) seed(b *Batch, s Seed) {
	id, ok := m.ids[string(s.URL)]
	if !ok {
		id = m.add(known{depth: s.Depth, via: NoID, reason: b.SeedReason(&s), rank: LastRank}, s.URL)
	}
	u := &m.urls[id]
	if u.noFollow {
		u.noFollow, u.depth = false, s.Depth
	}
	if u.reason == Undecided {
		u.rank = min(u.rank, b.RankOf(s.URL, s.Depth, s.Source))
	}
	u.sources |= s.Source
	if d := (SourceDetail{s.Source, s.Detail}); !slices.Contains(u.details, d) {
		u.details = append(u.details, d)
	}
}

func (m *Memory) add(u known, url []byte) ID {
	if u.reason != Undecided {
		u.noFollow = false
	}
	u.url = string(url)
	id := ID(len(m.urls))
	m.urls = append(m.urls, u)
	m.ids[u.url] = id
	return id
}

func (m *Memory) fold(f Fold) {
	k := foldKey{f.Host, f.Kind, f.Name}
	sum := m.folds[k]
	if sum == nil {
		sum = &Fold{Host: f.Host, Kind: f.Kind, Name: f.Name}
		m.folds[k] = sum
	}
	sum.Count += f.Count
	for _, e := range f.Examples {
		if len(sum.Examples) < MaxExamples && !slices.Contains(sum.Examples, e) {
			sum.Examples = append(sum.Examples, e)
		}
	}
}
