package spill

import (
	"bufio"
	"container/heap"
	"io"
	"slices"
)

// run is one sorted run that is read back.
type run struct {
	in    *bufio.Reader
	order int // of the run: earlier ones first
	row   Row
	buf   []byte
}

// next moves on to the next row; io.EOF at the end.
func (r *run) next() error {
	start, err := r.in.Peek(32)
	if len(start) == 0 {
		return err
	}
	_, size, _ := decode(start)
	if size == 0 {
		return io.ErrUnexpectedEOF
	}
	r.buf = slices.Grow(r.buf[:0], size)[:size]
	if _, err := io.ReadFull(r.in, r.buf); err != nil {
		return io.ErrUnexpectedEOF
	}
	r.row, _, _ = decode(r.buf)
	return nil
}

// runs is a heap of them by their rows.
type runs []*run

func (h runs) Len() int      { return len(h) }
func (h runs) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *runs) Push(x any)   { *h = append(*h, x.(*run)) }
func (h *runs) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}
func (h runs) Less(i, j int) bool {
	if c := compare(h[i].row, h[j].row); c != 0 {
		return c < 0
	}
	return h[i].order < h[j].order
}

// merge yields the rows of all runs.
func (s *Sorter) merge(yield func(Row, error) bool) {
	var h runs
	buffer := min(max(s.memory/len(s.runs), 4<<10), 256<<10)
	for i, sec := range s.runs {
		r := &run{in: bufio.NewReaderSize(io.NewSectionReader(s.file, sec.from, sec.to-sec.from), buffer), order: i}
		switch err := r.next(); err {
		case nil:
			h = append(h, r)
		case io.EOF:
		default:
			yield(Row{}, wrap("read", err))
			return
		}
	}
	heap.Init(&h)
	for len(h) > 0 {
		if !yield(h[0].row, nil) {
			return
		}
		switch err := h[0].next(); err {
		case nil:
			heap.Fix(&h, 0)
		case io.EOF:
			heap.Pop(&h)
		default:
			yield(Row{}, wrap("read", err))
			return
		}
	}
}
