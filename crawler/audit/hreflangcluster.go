package audit

import (
	"cmp"
	"iter"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// groups joins pages that name each other, in any number of steps. Groups come
// in order of their first page, their pages in order; both slices are reused.
func (r *alternateReader) groups() iter.Seq[[]frontier.ID] {
	var ids []frontier.ID // of all that refer
	for _, ref := range r.refs {
		if len(ids) == 0 || ids[len(ids)-1] != ref.from {
			ids = append(ids, ref.from)
		}
	}
	leader := make([]int32, len(ids)) // places in ids
	for i := range leader {
		leader[i] = int32(i)
	}
	find := func(i int32) int32 {
		for leader[i] != i {
			leader[i] = leader[leader[i]] // halves the way for the next one
			i = leader[i]
		}
		return i
	}
	at := 0
	for _, ref := range r.refs {
		if ids[at] != ref.from {
			at++
		}
		to, refers := slices.BinarySearch(ids, ref.to)
		if ref.from < ref.to && refers && r.refersTo(ref.to, ref.from) {
			a, b := find(int32(at)), find(int32(to))
			leader[max(a, b)] = min(a, b)
		}
	}
	return func(yield func([]frontier.ID) bool) {
		places := make([]int32, len(ids))
		for i := range places {
			places[i] = int32(i)
		}
		slices.SortFunc(places, func(a, b int32) int { return cmp.Or(cmp.Compare(find(a), find(b)), cmp.Compare(a, b)) })
		var group []frontier.ID
		for i, place := range places {
			group = append(group, ids[place])
			if i+1 < len(places) && find(places[i+1]) == find(place) {
				continue
			}
			if len(group) > 1 && !yield(group) {
				return
			}
			group = group[:0]
		}
	}
}

// claim is a page that all members of a cluster call their form in a language.
type claim struct {
	lang string
	id   frontier.ID
}

// cluster makes a group complete: the pages that fewest others name and are
// named by leave it, until all name all. It gives nil if fewer than two stay.
func (r *alternateReader) cluster(members []frontier.ID) []claim {
	if len(members) > maxCluster {
		return nil
	}
	members = slices.Clone(members)
	for len(members) > 1 {
		worst, mutual := r.loneliest(members)
		if mutual < len(members)-1 {
			members = slices.Delete(members, worst, worst+1)
			continue
		}
		claims, lost := r.claims(members)
		if len(lost) == 0 {
			return claims
		}
		members = slices.DeleteFunc(members, func(id frontier.ID) bool { return slices.Contains(lost, id) })
	}
	return nil
}

// loneliest gives the place of the page with the fewest mutual references, the
// last found of several, and their number.
func (r *alternateReader) loneliest(members []frontier.ID) (worst, mutual int) {
	mutual = len(members)
	for i := len(members) - 1; i >= 0; i-- {
		n := 0
		for _, other := range members {
			if other != members[i] && r.mutual(members[i], other) {
				n++
			}
		}
		if n < mutual {
			worst, mutual = i, n
		}
	}
	return worst, mutual
}

// claims gives the languages of complete members, and the members that no
// language is left for: one that two pages claim is nobody's.
func (r *alternateReader) claims(members []frontier.ID) (found []claim, lost []frontier.ID) {
	claimed := map[string]frontier.ID{}
	disputed := map[string]bool{}
	for _, from := range members {
		for _, ref := range r.from(from) {
			if !slices.Contains(members, ref.to) {
				continue
			}
			lang := r.languages[ref.lang]
			if other, again := claimed[lang]; again && other != ref.to {
				disputed[lang] = true
			}
			claimed[lang] = ref.to
		}
	}
	named := map[frontier.ID]bool{}
	for lang, id := range claimed {
		if !disputed[lang] {
			found = append(found, claim{lang, id})
			named[id] = true
		}
	}
	for _, id := range members {
		if !named[id] {
			lost = append(lost, id)
		}
	}
	return found, lost
}
