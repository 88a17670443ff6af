package causes

import (
	"cmp"
	"container/heap"
	"slices"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/frontier"
)

// The things that findings of one rule can have in common, the ones that are
// easiest to mend first.
const (
	bySite = iota
	byTemplate
	byTarget
	byPage
	byURL
)

var causeNames = [...]string{"site", "template", "target", "page", "url"}

// instance is a finding as causes see it.
type instance struct {
	key              uint64 // of the rule and the URL
	id, target, from frontier.ID
	template         uint32 // its place; above it bits of what follows
}

const (
	isLikely     = 1 << 31
	severityAt   = 29
	templateBits = 1<<severityAt - 1
)

func (i *instance) severity() findings.Severity {
	return findings.Severity(i.template &^ isLikely >> severityAt)
}

// group are findings of one rule that have something in common.
type group struct {
	by      uint8
	at      uint32   // place of the template, or number of a URL
	members []uint64 // places in the list, in the lower halves
	live    int      // of them that no other group has taken
}

// groupsBy gives what two findings and more have in common, and for each finding
// the place of its group in all, -1 for none.
func (c *finder) groupsBy(list []instance, by uint8, shared bool, all []group) (_ []group, of []int32) {
	pairs := make([]uint64, 0, len(list))
	var sets map[frontier.ID]uint32
	if shared && by == byTemplate {
		sets = c.templatesOfSets(list)
	}
	for i := range list {
		at := list[i].template & templateBits
		switch by {
		case byTemplate:
			if of, is := sets[leadsTo(list, i, shared)]; is {
				at = of
			}
		case byTarget:
			at = uint32(leadsTo(list, i, shared))
		case byPage:
			at = uint32(list[i].from)
		}
		if by == byTemplate || at != uint32(frontier.NoID) {
			pairs = append(pairs, uint64(at)<<32|uint64(i))
		}
	}
	slices.Sort(pairs)
	of = slices.Repeat([]int32{-1}, len(list))
	for from := 0; from < len(pairs); {
		end := from + 1
		for end < len(pairs) && pairs[end]>>32 == pairs[from]>>32 {
			end++
		}
		if end-from > 1 && (sets == nil || !spansAlone(list, pairs[from:end])) {
			for _, p := range pairs[from:end] {
				of[uint32(p)] = int32(len(all))
			}
			all = append(all, group{by, uint32(pairs[from] >> 32), pairs[from:end], end - from})
		}
		from = end
	}
	return all, of
}

// templatesOfSets gives, of pages that share something, one template for all of a
// set, by its first page: of copies under another path one mend removes all, so that
// they are no cause for each of the two templates.
func (c *finder) templatesOfSets(list []instance) map[frontier.ID]uint32 {
	sets := map[frontier.ID]uint32{}
	for i := range list {
		first, own := leadsTo(list, i, true), list[i].template&templateBits
		if first == frontier.NoID {
			continue
		}
		if had, known := sets[first]; !known || c.templates[own] < c.templates[had] {
			sets[first] = own
		}
	}
	return sets
}

// spansAlone tells of findings that are a single set, whose pages have several
// templates: what they have in common is the first of them.
func spansAlone(list []instance, members []uint64) bool {
	first, spans := leadsTo(list, int(uint32(members[0])), true), false
	for _, p := range members {
		i := int(uint32(p))
		if leadsTo(list, i, true) != first {
			return false
		}
		spans = spans || list[i].template&templateBits != list[uint32(members[0])].template&templateBits
	}
	return spans
}

// leadsTo gives the target of a finding. Of pages that share something the first
// two name each other: they are of the group that all others name the first of.
func leadsTo(list []instance, i int, shared bool) frontier.ID {
	x := &list[i]
	if !shared || x.target <= x.id || x.target == frontier.NoID {
		return x.target
	}
	at, found := slices.BinarySearchFunc(list, x.target, func(y instance, id frontier.ID) int { return cmp.Compare(y.id, id) })
	if found && list[at].target == x.id {
		return x.id
	}
	return x.target
}

// Nearly all pages of a site have it: it is in the site's settings, or in what
// all its templates share.
const (
	siteShare = 0.9
	siteLeast = 10
)

func (c *finder) isSiteWide(rule *findings.Rule, list []instance) bool {
	if rule.Scope != findings.OfPage || rule.Linked || len(list) < siteLeast || float64(len(list)) < siteShare*float64(c.pages) || c.pages == 0 {
		return false
	}
	template := list[0].template & templateBits
	return slices.ContainsFunc(list, func(x instance) bool { return x.template&templateBits != template })
}

// cover finds the causes of the findings of one rule: what explains most of
// those that are left comes first.
func (c *finder) cover(rule *findings.Rule, list []instance) {
	if rule.OneMend && len(list) > 1 || c.isSiteWide(rule, list) {
		everything := group{by: bySite}
		for i := range list {
			everything.members = append(everything.members, uint64(i))
		}
		c.add(rule, list, &everything, nil)
		return
	}
	kinds := []uint8{byTemplate, byTarget}
	if rule.Linked {
		kinds = append(kinds, byPage)
	}
	var groups []group
	var of [][]int32
	for _, by := range kinds {
		var places []int32
		groups, places = c.groupsBy(list, by, rule.Shared, groups)
		of = append(of, places)
	}
	order := make(groupHeap, len(groups))
	for i := range groups {
		order[i] = counted{&groups[i], groups[i].live}
	}
	heap.Init(&order)
	done := make([]bool, len(list))
	for order.Len() > 0 {
		top := heap.Pop(&order).(counted)
		if g := top.group; g.live != top.n {
			if g.live > 1 {
				heap.Push(&order, counted{g, g.live})
			}
			continue
		}
		if top.n < 2 {
			break
		}
		c.add(rule, list, top.group, done)
		for _, p := range top.group.members {
			i := uint32(p)
			if done[i] {
				continue
			}
			done[i] = true
			for _, places := range of {
				if at := places[i]; at >= 0 {
					groups[at].live--
				}
			}
		}
	}
	for i := range list {
		if !done[i] {
			c.add(rule, list, &group{by: byURL, at: uint32(list[i].id), members: []uint64{uint64(i)}}, nil)
		}
	}
}

// groupHeap gives what most findings have in common; of several, what is easiest
// to mend, then what was found first.
type groupHeap []counted

type counted struct {
	group *group
	n     int // as they were when it was pushed
}

func (h groupHeap) Len() int      { return len(h) }
func (h groupHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h groupHeap) Less(i, j int) bool {
	a, b := h[i], h[j]
	return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.group.by, b.group.by), cmp.Compare(a.group.at, b.group.at)) < 0
}
func (h *groupHeap) Push(x any) { *h = append(*h, x.(counted)) }
func (h *groupHeap) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}
