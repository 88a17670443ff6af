package classes

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// Maze is a part of a site whose pages lead to ever more pages of it, to each of
// which no other page leads.
type Maze struct {
	Pattern string `json:"pattern"`        // origin and folder, /* for what lies in it, /** for what lies below, names of parameters behind ?
	Endless bool   `json:"endless"`        // walks found no end; else they did, and it is a part as any other
	Pages   int    `json:"pages"`          // that were read when it was walked through
	Walk    string `json:"walk,omitempty"` // where a walk was ended
}

const (
	// leastMaze pages that were found on others of a folder, next to all of
	// which lead to more, are worth walks.
	leastMaze = 1000
	// mazeShare: one of so many such pages may lead to none, one of so many such
	// URLs may have a link from another page that is no farther from the start,
	// and for so many pages one elsewhere may have been found.
	mazeShare = 50
	// maxMazeURLs are known in crawls that are looked at.
	maxMazeURLs = 500_000
	// MazeWalks are made, each of so many steps: a tree of pages that lead to two
	// others each has a million of them, one step less deep.
	MazeWalks, MazeSteps = 3, 20
	// mostMazes are walked through at a time.
	mostMazes = 4
)

// ReadMazes reads what MazesText wrote.
func ReadMazes(text string) (list []Maze, err error) {
	if text == "" {
		return nil, nil
	}
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return nil, fmt.Errorf("read which parts of the site have no end: %w", err)
	}
	return list, nil
}

// MazesText is the value of frontier.MetaMazes.
func MazesText(list []Maze) string {
	text, err := json.Marshal(list)
	if err != nil {
		panic(err) // numbers and strings
	}
	return string(text)
}

// Mazes are the parts of a site that may have no end, or have none.
type Mazes struct {
	f       *forest
	regions []*region // by number, less one
	Ask     []Suspect // not walked through yet, those with most pages first
	known   []Maze
}

// Suspect is a part that is to be walked through, from these URLs.
type Suspect struct {
	Maze
	Starts []string
}

// FindMazes looks for mazes in a crawl that is under way; known are those that
// were walked through. It holds seven bytes a known URL.
func FindMazes(ctx context.Context, crawl Facts, known []Maze) (*Mazes, error) {
	m := &Mazes{f: &forest{}, known: known}
	counts := crawl.Counts()
	if counts.Known > maxMazeURLs || counts.Settled < leastMaze {
		return m, nil
	}
	r := &reader{crawl: crawl}
	for _, step := range []func() error{
		r.readProofs,
		func() error { return m.f.grow(ctx, crawl) },
		func() error { return m.choose(ctx, crawl) },
		func() error { return m.mark(ctx, crawl, r.proven) },
		func() error { return m.pickStarts(ctx, crawl) },
	} {
		if err := step(); err != nil {
			return nil, fmt.Errorf("look for parts of the site without end: %w", err)
		}
	}
	return m, nil
}

// choose takes the folders whose pages lead on, and those that are known to have no end.
func (m *Mazes) choose(ctx context.Context, crawl Facts) error {
	for _, k := range m.known {
		if k.Endless {
			m.regions = append(m.regions, &region{pattern: k.Pattern})
		}
	}
	if !m.f.leadsOn() {
		return nil
	}
	folders, err := m.f.folders(ctx, crawl)
	if err != nil {
		return err
	}
	for _, p := range folders.chosen() {
		if !slices.ContainsFunc(m.known, func(k Maze) bool { return k.Pattern == p.pattern }) && len(m.regions) < maxRegions {
			m.regions = append(m.regions, p)
		}
	}
	return nil
}

// mark finds the URLs of the parts, and drops parts that others lead to, too, or that lead elsewhere.
func (m *Mazes) mark(ctx context.Context, crawl Facts, proven map[uint64]bool) error {
	if len(m.regions) == 0 {
		return nil
	}
	if err := m.f.mark(ctx, crawl, m.regions, proven); err != nil {
		return err
	}
	if err := m.f.share(ctx, crawl, m.regions); err != nil {
		return err
	}
	for _, p := range m.regions {
		p.closed = m.isKnown(p) || p.opened*mazeShare <= p.read && p.shared*mazeShare <= p.known
	}
	return nil
}

func (m *Mazes) isKnown(p *region) bool {
	return slices.ContainsFunc(m.known, func(k Maze) bool { return k.Pattern == p.pattern })
}

// pickStarts chooses where walks begin: URLs that wait.
func (m *Mazes) pickStarts(ctx context.Context, crawl Facts) error {
	picks := map[*region]*lowest{}
	for _, p := range m.regions {
		if p.closed && !m.isKnown(p) && len(picks) < mostMazes {
			picks[p] = &lowest{}
		}
	}
	if len(picks) == 0 {
		return nil
	}
	for row, err := range crawl.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		if l := picks[m.regionOf(row.ID)]; l != nil && row.Page == nil && m.f.flags[row.ID]&(inner|shared) == inner {
			l.offer(candidate{rank: mix(hashString(0, row.URL)), id: row.ID, url: row.URL}, MazeWalks)
		}
	}
	for _, p := range m.regions {
		if l := picks[p]; l != nil && len(l.list) > 0 {
			s := Suspect{Maze: Maze{Pattern: p.pattern, Pages: p.read}}
			for _, c := range l.list {
				s.Starts = append(s.Starts, c.url)
			}
			m.Ask = append(m.Ask, s)
		}
	}
	return nil
}

// regionOf gives the part that a URL belongs to, nil for none.
func (m *Mazes) regionOf(id frontier.ID) *region {
	if int(id) >= len(m.f.region) || m.f.region[id] == 0 {
		return nil
	}
	return m.regions[m.f.region[id]-1]
}

// Holds tells of a URL that was found on a page of a maze, or of what may be one,
// and lies where that does or below, and to which no other page leads: it waits.
func (m *Mazes) Holds(id, via frontier.ID, url string) bool {
	if m == nil || via == frontier.NoID {
		return false
	}
	p := m.regionOf(via)
	if p == nil || !p.closed || int(id) < len(m.f.flags) && m.f.flags[id]&(inner|shared) != inner {
		return false
	}
	place := placeOf(url)
	return m.f.hangs(&place, int(via)) && p.has(&place)
}

// Hangs tells whether a URL lies in the directory of a page, or below the page,
// and has the same parameters.
func Hangs(url, page string) bool {
	p, on := placeOf(url), placeOf(page)
	return !on.top && p.form == on.form && (p.dir == on.dir || slices.Contains(p.above, on.name))
}

// findMazes finds the URLs of mazes, now that all pages are known.
func (c *Classes) findMazes(ctx context.Context) error {
	m, crawl := &Mazes{f: &forest{}}, c.r.crawl
	known, err := ReadMazes(crawl.Meta(frontier.MetaMazes))
	for _, k := range known {
		if k.Endless {
			m.regions = append(m.regions, &region{pattern: k.Pattern, closed: true})
			c.mazes = append(c.mazes, k)
		}
	}
	if err != nil || len(m.regions) == 0 {
		return err
	}
	if err := m.f.grow(ctx, crawl); err != nil {
		return err
	}
	if err := m.f.mark(ctx, crawl, m.regions, nil); err != nil {
		return err
	}
	if err := m.f.share(ctx, crawl, m.regions); err != nil {
		return err
	}
	of := m.f.region
	c.mazeOf = func(id frontier.ID) int {
		if !c.maze.has(uint32(id)) {
			return -1
		}
		return int(of[id]) - 1
	}
	for row, err := range crawl.Brief(ctx, 0, frontier.DetailLook) {
		if err != nil {
			return err
		}
		if p := m.regionOf(row.ID); p != nil && m.f.isOfMaze(row, p) {
			c.maze.add(uint32(row.ID))
		}
	}
	return nil
}

// isOfMaze tells of a URL that belongs to a maze: one that no page outside of it
// leads to, and no two of its pages, and that leads on or was not read; and of one
// that leads on under the title of nearly all of these.
func (f *forest) isOfMaze(row *frontier.Row, p *region) bool {
	flags := f.flags[row.ID]
	switch {
	case flags&(shared|named) != 0 || row.Page != nil && flags&parent == 0:
		return false
	case flags&inner != 0:
		return true
	}
	return row.Page != nil && p.title.isOfNearlyAll() && p.title.hash == hashString(0, row.Page.Title)
}
