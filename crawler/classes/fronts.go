package classes

import (
	"context"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// fronts are the first folders that stand in front of the whole paths of other pages with the same content, as /amp/ in
// front of /news/a.html, where these pages have as many links as those with the folder. Most such pages are in it,
// for it has all that there are in /news/ and elsewhere, but nobody falls back to it.
type fronts map[uint32]bool

// fronts finds them by the links to both pages of all groups that have a folder in front of one.
func (c *copies) fronts(ctx context.Context, crawl Facts, key func(copyPage) uint64) (fronts, error) {
	pairs, last := map[frontier.ID]frontier.ID{}, map[frontier.ID]frontier.ID{}
	for group := range c.groups(key) {
		for _, p := range group {
			if i := slices.IndexFunc(group, func(q copyPage) bool { return q.path == p.below && q.path != p.path }); i >= 0 && c.folders[p.folder] > c.folders[group[i].folder] {
				pairs[p.id] = group[i].id
				last[p.id], last[group[i].id] = frontier.NoID, frontier.NoID
			}
		}
	}
	if len(pairs) == 0 {
		return nil, nil
	}
	links := map[frontier.ID]int{} // pages that lead there
	for e, err := range crawl.Graph(ctx, func(frontier.ID) bool { return true }, func(to frontier.ID) bool { _, asked := last[to]; return asked }) {
		if err != nil {
			return nil, err
		}
		if from, asked := last[e.To]; asked && isLink(e.Flags) && from != e.From && e.To != e.From {
			last[e.To] = e.From
			links[e.To]++
		}
	}
	more := map[uint32]int{}
	for _, p := range c.pages {
		if of, is := pairs[p.id]; is {
			more[p.folder] += links[of] - links[p.id]
		}
	}
	found := fronts{}
	for folder, n := range more {
		found[folder] = n >= 0
	}
	return found, nil
}

// behind gives the pages of a group without those that have such a folder in front of another one's path.
func (f fronts) behind(group []copyPage) []copyPage {
	if len(f) == 0 {
		return group
	}
	return slices.DeleteFunc(slices.Clone(group), func(p copyPage) bool {
		return f[p.folder] && slices.ContainsFunc(group, func(q copyPage) bool { return q.path == p.below && q.path != p.path })
	})
}
