package frontier

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"
)

// Lease implements Frontier.
func (m *Memory) Lease(n int, last Rank, now time.Time) (items []Item, next time.Time, err error) {
	var due, fresh []ID
	for i := range m.urls {
		u, id := &m.urls[i], ID(i)
		if !u.pending() || m.leased[id] || m.left[id] {
			continue
		}
		if u.retry == nil {
			if u.rank <= last {
				fresh = append(fresh, id)
			}
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
	slices.SortStableFunc(fresh, func(a, b ID) int {
		x, y := &m.urls[a], &m.urls[b]
		return cmp.Or(cmp.Compare(x.rank, y.rank), cmp.Compare(x.depth, y.depth))
	})
	for _, id := range append(due, fresh...) {
		if len(items) >= n {
			break
		}
		m.leased[id] = true
		items = append(items, m.item(id))
	}
	if len(items) > 0 {
		next = time.Time{}
	}
	return items, next, nil
}

func (m *Memory) item(id ID) Item {
	u := &m.urls[id]
	item := Item{ID: id, URL: u.url, Depth: u.depth, Via: u.via, Rank: u.rank}
	if u.retry != nil {
		item.Tries = u.retry.Tries
	}
	return item
}

// Rerank implements Frontier.
func (m *Memory) Rerank(ctx context.Context, from Rank, rank func(*Item) Rank) error {
	ranks := map[ID]Rank{}
	for i := range m.urls {
		u, id := &m.urls[i], ID(i)
		if !u.pending() || u.retry != nil || u.rank < from || m.leased[id] || m.left[id] {
			continue
		}
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("change ranks: %w", err)
		}
		item := m.item(id)
		ranks[id] = min(rank(&item), LastRank)
	}
	for id, r := range ranks {
		m.urls[id].rank = r
	}
	return nil
}

// Release implements Frontier.
func (m *Memory) Release(ids ...ID) {
	for _, id := range ids {
		delete(m.leased, id)
	}
}

// Return implements Frontier.
func (m *Memory) Return(ids ...ID) error {
	for _, id := range ids {
		delete(m.left, id)
	}
	return nil
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
