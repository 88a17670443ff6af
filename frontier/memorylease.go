package frontier

import (
	"cmp"
	"slices"
	"time"
)

// Lease implements Frontier.
func (m *Memory) Lease(n int, now time.Time) (items []Item, next time.Time, err error) {
	var due, fresh []ID
	for i := range m.urls {
		u, id := &m.urls[i], ID(i)
		if !u.pending() || m.leased[id] || m.left[id] {
			continue
		}
		if u.retry == nil {
			fresh = append(fresh, id)
			continue
		}
		if next.IsZero() || u.retry.Due.Before(next) {
			next = u.retry.Due
		}
		if !u.retry.Due.After(now) {
			due = append(due, id)
		}
	}
	slices.SortStableFunc(due, func(a, b ID) int { return m.urls[a].retry.Due.Compare(m.urls[b].retry.Due) })
	slices.SortStableFunc(fresh, func(a, b ID) int { return cmp.Compare(m.urls[a].depth, m.urls[b].depth) })
	for _, id := range append(due, fresh...) {
		if len(items) >= n {
			break
		}
		u := &m.urls[id]
		item := Item{ID: id, URL: u.url, Depth: u.depth, Via: u.via}
		if u.retry != nil {
			item.Tries = u.retry.Tries
		}
		m.leased[id] = true
		items = append(items, item)
	}
	if len(items) > 0 {
		next = time.Time{}
	}
	return items, next, nil
}

// Release implements Frontier.
func (m *Memory) Release(ids ...ID) {
	for _, id := range ids {
		delete(m.leased, id)
	}
}

// Leave implements Frontier.
func (m *Memory) Leave(ids ...ID) {
	for _, id := range ids {
		if m.leased[id] {
			delete(m.leased, id)
			m.left[id] = true
		}
	}
}
