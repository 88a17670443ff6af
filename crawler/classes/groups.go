package classes

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// group are the views of a URL without the parameter.
type group struct {
	key      uint64
	known    int
	settled  int
	contents map[uint64]int
	shown    map[uint64]bool // contents with the values of the parameter that showed them
	texts    map[uint64]bool // record.Facts.TextHash, in which figures count, too
}

// mostShown of a group are told apart.
const mostShown = 10_000

// show counts a content once for each value of the parameter: views that have it
// in common differ by what has no effect, and show the same page anyway.
func (g *group) show(content, value uint64) {
	if key := mix(content ^ mix(value)); !g.shown[key] && len(g.shown) < mostShown {
		g.shown[key] = true
		g.contents[content]++
	}
}

// groups keeps those of lowest key.
type groups []*group

func (g *groups) of(key uint64) *group {
	at, found := slices.BinarySearchFunc(*g, key, func(x *group, key uint64) int { return cmp.Compare(x.key, key) })
	switch {
	case found:
		return (*g)[at]
	case at == mostGroups:
		return nil
	}
	*g = slices.Insert(*g, at, &group{key: key, contents: map[uint64]int{}, shown: map[uint64]bool{}, texts: map[uint64]bool{}})
	*g = (*g)[:min(len(*g), mostGroups)]
	return (*g)[at]
}

// groupSets are the groups by the other parameters that their URLs have.
type groupSets map[names]*groups

// names are those of a URL's other parameters.
type names struct {
	count int
	hash  uint64
}

func (sets groupSets) of(other names, key uint64) *group {
	if sets[other] == nil {
		if len(sets) == mostSets {
			return nil
		}
		sets[other] = &groups{}
	}
	return sets[other].of(key)
}

// chosen gives the groups that are read, those with fewest other parameters,
// and whether some of their views are still to be.
func (sets groupSets) chosen() (read groups, open bool) {
	byCount := func(x, y names) int { return cmp.Or(cmp.Compare(x.count, y.count), cmp.Compare(x.hash, y.hash)) }
	for _, other := range slices.SortedFunc(maps.Keys(sets), byCount) {
		if read, open = sets[other].chosen(); len(read) > 0 {
			break
		}
	}
	return read, open
}

// readGroups gives the groups of pairs.
func (r *reader) readGroups(ctx context.Context, asked []*pair) (map[*pair]groupSets, error) {
	of, all := map[*shape][]*pair{}, map[*pair]groupSets{}
	if len(asked) == 0 {
		return all, nil
	}
	for _, p := range asked {
		all[p] = groupSets{}
		of[p.shape] = append(of[p.shape], p)
	}
	a := &r.addr
	for row, err := range r.crawl.Brief(ctx, 0, frontier.DetailContent, frontier.DetailLook) {
		if err != nil {
			return nil, err
		}
		if !ours(row) {
			continue
		}
		a.read(row.URL)
		s := r.tree.of(a.family)
		for _, p := range of[s] {
			if !p.isOf(a) {
				continue
			}
			g := all[p].of(p.otherNames(a), p.groupKey(a))
			if g == nil || row.Page == nil && slices.ContainsFunc(a.params, func(q param) bool { return p.shape.idle(q.name) }) {
				continue // such may be held back for another reason
			}
			g.known++
			if row.Page != nil {
				g.settled++
			}
			switch {
			case isPage(row) && row.Page.ContentOwn != 0:
				g.show(contentOf(row), p.viewed(a))
				if len(g.texts) < mostShown {
					g.texts[row.Page.TextHash] = true
				}
			case isFile(row):
				g.show(noContent, p.viewed(a))
			}
		}
	}
	return all, nil
}

// contentOf sums up the main text of a page and its title, in which numbers
// count, too, but not what repeats the URL.
func contentOf(row *frontier.Row) uint64 {
	sum := row.Page.ContentOwn
	for word := range strings.FieldsSeq(row.Page.Title) {
		if len(word) < leastEchoed || !strings.Contains(row.URL, word) {
			sum = hashString(sum, word)
		}
	}
	return sum
}

const leastEchoed = 4 // bytes of a word

// isFile tells of an answer that is no page and may not be listed, as any other.
func isFile(row *frontier.Row) bool {
	return row.Page != nil && row.Page.Outcome == record.Answered && record.IsPage(row.Page.Status) && !row.Page.HTML
}

// noContent stands for that of files.
const noContent = 1

// isOf tells whether a URL has the parameter.
func (p *pair) isOf(a *address) bool { return a.has(p.name) || p.name == anyPath && len(a.params) > 0 }

// viewed gives a hash of what the parameter chooses in a URL.
func (p *pair) viewed(a *address) uint64 {
	if p.name == anyPath {
		return a.familyHash()
	}
	return hashString(9, p.valueIn(a))
}

// chosen gives the groups that are read, and whether some of their views are
// still to be.
func (g groups) chosen() (read groups, open bool) {
	read = groups{}
	for _, x := range g {
		if x.known >= leastGroup && len(read) < readGroups {
			read = append(read, x)
			open = open || x.settled < min(x.known, groupViews)
		}
	}
	return read, open
}

// settled counts the views that were asked for.
func (g groups) settled() (n int) {
	for _, x := range g {
		n += x.settled
	}
	return n
}
