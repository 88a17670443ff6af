package classes

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// region is what lies in a folder, or below one, and has certain parameters. What
// it counts hangs on other URLs.
type region struct {
	pattern string // as in a Maze
	known   int
	read    int
	leaves  int // of read, on which nothing hangs, or that are no pages
	opened  int // pages elsewhere that were found on them
	shared  int
	closed  bool
	title   majority
}

const (
	maxRegions    = 100
	maxFolders    = 1 << 17 // that are counted
	maxPattern    = 250     // bytes of its folder, and of the names of its parameters
	folderLevels  = 4       // from the host down
	mostlyOfChild = 20      // all but one of so many URLs lie in one folder of a folder: that is the region
)

// has tells whether a URL lies in a region.
func (p *region) has(at *place) bool {
	folder, params, _ := strings.Cut(p.pattern, "?")
	folder, deep := strings.CutSuffix(folder, "/**")
	if !deep {
		folder = strings.TrimSuffix(folder, "/*")
	}
	for i, end := range at.ends {
		if end == len(folder) && at.url[:end] == folder {
			return (deep || i == len(at.ends)-1) && at.params() == params
		}
	}
	return false
}

func (p *region) count(row *frontier.Row, flags uint8) {
	if flags&inner == 0 {
		return
	}
	p.known++
	if flags&(read|ended) == 0 {
		return
	}
	if p.read++; flags&(ended|parent) != parent {
		p.leaves++
	}
	if flags&read != 0 && row.Page.Title != "" {
		p.title.add(hashString(0, row.Page.Title))
	}
}

// leadsOn tells of a region next to all of whose pages lead to more of it, most of
// which wait.
func (p *region) leadsOn() bool {
	return p.read >= leastMaze && p.leaves*mazeShare <= p.read && p.known >= 2*p.read
}

// folders are regions by pattern: what lies in each folder, and below it.
type folders map[string]*region

func (f *forest) folders(ctx context.Context, crawl Facts) (folders, error) {
	all := folders{}
	for row, err := range crawl.Brief(ctx, 0, frontier.DetailLook) {
		if err != nil {
			return nil, err
		}
		if int(row.ID) >= len(f.flags) || f.flags[row.ID]&inner == 0 {
			continue
		}
		place, flags := placeOf(row.URL), f.flags[row.ID]
		params := place.params()
		if len(params) > maxPattern {
			continue
		}
		if params != "" {
			params = "?" + params
		}
		for i, end := range place.ends[:min(len(place.ends), folderLevels)] {
			if end > maxPattern {
				break
			}
			if i == len(place.ends)-1 {
				all.count(row.URL[:end]+"/*"+params, row, flags)
			}
			all.count(row.URL[:end]+"/**"+params, row, flags)
		}
	}
	return all, nil
}

func (all folders) count(pattern string, row *frontier.Row, flags uint8) {
	p := all[pattern]
	if p == nil {
		if len(all) >= maxFolders {
			return
		}
		p = &region{pattern: pattern}
		all[pattern] = p
	}
	p.count(row, flags)
}

// chosen gives the regions that lead on: a folder by itself before what lies below
// it, and of folders in each other the deepest that has next to all.
func (all folders) chosen() (list []*region) {
	for _, p := range all {
		if p.leadsOn() && !all.isOf(p) {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b *region) int { return cmp.Or(b.read-a.read, strings.Compare(a.pattern, b.pattern)) })
	return list
}

// isOf tells of a folder of which next to all lies in one folder that leads on,
// in it or the folder by itself; or which lies in one that leads on and is not such.
func (all folders) isOf(p *region) bool {
	folder, params, _ := strings.Cut(p.pattern, "?")
	if strings.HasSuffix(folder, "/*") {
		return false
	}
	for _, q := range all {
		inside, other, _ := strings.Cut(q.pattern, "?")
		if q == p || other != params || !q.leadsOn() {
			continue
		}
		if strings.HasPrefix(inside, strings.TrimSuffix(folder, "**")) && (p.known-q.known)*mostlyOfChild <= p.known {
			return true
		}
		if up, deep := strings.CutSuffix(inside, "**"); deep && strings.HasPrefix(folder, up) && (q.known-p.known)*mostlyOfChild > q.known {
			return true
		}
	}
	return false
}

// majority finds what most votes are for (Boyer, Moore 1981), with how many more
// than for all others.
type majority struct {
	hash        uint64
	lead, votes int
}

func (m *majority) add(hash uint64) {
	switch m.votes++; {
	case m.lead == 0:
		m.hash, m.lead = hash, 1
	case m.hash == hash:
		m.lead++
	default:
		m.lead--
	}
}

// isOfNearlyAll tells of one that has nine in ten votes.
func (m *majority) isOfNearlyAll() bool { return m.lead > 0 && m.lead*10 >= m.votes*8 }
