package tables

import (
	"context"
	"slices"

	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/frontier"
)

// alike are the pages of nearly the same text, as the finding duplicate-near
// tells of them: 12 bytes each.
type alike struct {
	pairs  []pair        // in order of id
	groups []frontier.ID // of each pair the first page of its group, sorted
	at     int           // the next of pairs
}

type pair struct{ id, other frontier.ID }

func (s *Source) alike(ctx context.Context) (*alike, error) {
	a := &alike{}
	err := s.eachFinding(ctx, []string{"duplicate-near"}, func(f *query.Finding) error {
		if f.ID != frontier.NoID && f.Target != frontier.NoID {
			a.pairs = append(a.pairs, pair{f.ID, f.Target})
			a.groups = append(a.groups, min(f.ID, f.Target))
		}
		return nil
	})
	slices.Sort(a.groups)
	return a, err
}

// of gives another page with the text of one, and how many there are. It is
// called in the order of IDs.
func (a *alike) of(id frontier.ID) (other frontier.ID, n int) {
	for a.at < len(a.pairs) && a.pairs[a.at].id < id {
		a.at++
	}
	if a.at == len(a.pairs) || a.pairs[a.at].id != id {
		return frontier.NoID, 0
	}
	other = a.pairs[a.at].other
	first := min(id, other)
	from, _ := slices.BinarySearch(a.groups, first)
	end, _ := slices.BinarySearch(a.groups, first+1)
	return other, end - from - 1
}
