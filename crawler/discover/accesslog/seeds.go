package accesslog

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"iter"
	"slices"
	"time"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/discover/bots"
	"github.com/portolan-seo/portolan/crawler/discover/spill"
)

// fit lays the entries aside if they take too much memory.
func (t *tally) fit() error {
	if t.bytes() <= t.budget {
		return nil
	}
	return t.lay()
}

// lay writes the entries to the sorter, in order, and forgets them.
func (t *tally) lay() error {
	if t.sorter == nil {
		t.sorter = spill.New(1<<20, t.temp)
	}
	err := t.sorter.AddRun(func(yield func(spill.Row) bool) {
		var row spill.Row
		for _, n := range t.sorted() {
			e := t.get(int(n))
			row.URL, row.Key = t.url(row.URL[:0], e), e.key
			row.Data = e.encode(row.Data[:0])
			if !yield(row) {
				return
			}
		}
	})
	t.held, t.chunks, t.text = 0, nil, nil
	clear(t.index)
	clear(t.recent)
	t.origins, t.known = nil, map[string]uint8{}
	return err
}

// sorted gives the numbers of the entries by URL, then by key.
func (t *tally) sorted() []uint32 {
	list := make([]uint32, t.held)
	for i := range list {
		list[i] = uint32(i)
	}
	slices.SortFunc(list, func(x, y uint32) int {
		a, b := t.get(int(x)), t.get(int(y))
		if a.origin == b.origin {
			if c := bytes.Compare(t.path(a), t.path(b)); c != 0 {
				return c
			}
			return cmp.Compare(a.key, b.key)
		}
		return bytes.Compare(t.url(nil, a), t.url(nil, b))
	})
	return list
}

// encode writes flags and counters.
func (e *entry) encode(b []byte) []byte {
	b = append(b, e.flags)
	for _, n := range e.n {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	return b
}

func (e *entry) decode(b []byte) {
	e.flags = b[0]
	for i := range e.n {
		e.n[i] = binary.LittleEndian.Uint32(b[1+4*i:])
	}
}

// merge adds what another part of the logs has of the same URL.
func (e *entry) merge(other *entry) {
	mine, theirs := e.n, other.n
	e.flags |= other.flags
	if mine[client] != theirs[client] {
		e.flags |= several
	}
	for i := range e.n {
		e.add(i, theirs[i])
	}
	e.n[last] = max(mine[last], theirs[last])
	e.n[client] = mine[client]
	if theirs[firstFile] > mine[firstFile] || theirs[firstFile] == mine[firstFile] && theirs[firstLine] > mine[firstLine] {
		theirs = mine
	}
	e.n[firstFile], e.n[firstLine] = theirs[firstFile], theirs[firstLine]
}

// seeds gives what was counted, by URL.
func (t *tally) seeds(files []string) iter.Seq2[discover.Seed, error] {
	return func(yield func(discover.Seed, error) bool) {
		if t.sorter == nil {
			var url []byte
			for _, n := range t.sorted() {
				e := t.get(int(n))
				if url = t.url(url[:0], e); !yield(e.seed(url, files), nil) {
					return
				}
			}
			return
		}
		if err := t.lay(); err != nil {
			yield(discover.Seed{}, err)
			return
		}
		t.merged(files, yield)
	}
}

// merged gives the sum of what was laid aside.
func (t *tally) merged(files []string, yield func(discover.Seed, error) bool) {
	var now, next entry
	var url []byte
	begun := false
	for row, err := range t.sorter.Rows() {
		if err != nil {
			yield(discover.Seed{}, err)
			return
		}
		next.key = row.Key
		next.decode(row.Data)
		if begun && next.key == now.key && bytes.Equal(url, row.URL) {
			now.merge(&next)
			continue
		}
		if begun && !yield(now.seed(url, files), nil) {
			return
		}
		now, begun = next, true
		url = append(url[:0], row.URL...)
	}
	if begun {
		yield(now.seed(url, files), nil)
	}
}

// measures are the counters that are told, by name; those of zero are not.
var measures = []struct {
	counter int
	name    string
}{
	{hits, "hits"}, {last, "last-hit"},
	{statuses, "hits-2xx"}, {statuses + 1, "hits-3xx"}, {statuses + 2, "hits-4xx"}, {statuses + 3, "hits-5xx"},
	{people, "hits-people"},
	{search + int(bots.Claimed), "hits-search-claimed"}, {search + int(bots.Verified), "hits-search-verified"},
	{search + int(bots.Fake), "hits-search-fake"}, {search + int(bots.Unknown), "hits-search-unknown"},
	{ai + int(bots.Claimed), "hits-ai-claimed"}, {ai + int(bots.Verified), "hits-ai-verified"},
	{ai + int(bots.Fake), "hits-ai-fake"}, {ai + int(bots.Unknown), "hits-ai-unknown"},
	{others, "hits-other"},
}

// seed tells of an entry.
func (e *entry) seed(url []byte, files []string) discover.Seed {
	if e.flags&personal != 0 && e.flags&several == 0 {
		url = discover.MaskPersonal(url)
	}
	s := discover.Seed{
		URL: string(url), Key: e.key, Source: discover.Log, Held: e.heldBack(),
		File: files[e.n[firstFile]], Line: int(e.n[firstLine]), Count: int(e.n[hits]),
		Measures: make([]discover.Measure, 0, 6),
	}
	for _, m := range measures {
		n := e.n[m.counter]
		if n == 0 {
			continue
		}
		s.Measures = append(s.Measures, discover.Measure{Name: m.name, Value: float64(n)})
		if m.counter == last {
			s.Measures[len(s.Measures)-1].Text = time.Unix(int64(n), 0).UTC().Format(time.RFC3339)
		}
	}
	return s
}

// heldBack tells why a URL must not be asked for.
func (e *entry) heldBack() discover.Held {
	switch {
	case e.flags&secret != 0:
		return discover.HeldSecret
	case e.flags&effect != 0:
		return discover.HeldEffect
	case e.flags&answered == 0:
		return discover.HeldStatus
	case e.flags&personal != 0 && e.flags&several == 0:
		return discover.HeldOneClient
	}
	return ""
}
