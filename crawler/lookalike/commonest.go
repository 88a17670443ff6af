package lookalike

// Commonest finds the value that most of many share. A few counts are enough: what more than a
// seventeenth of all have is among them at the end, with a count that is too low
// by a seventeenth of all at most (Misra and Gries, 1982).
type Commonest struct {
	Rows   int // that were added
	counts map[uint64]int
}

const hitCounts = 16

// Add takes a value.
func (h *Commonest) Add(what uint64) {
	if h.counts == nil {
		h.counts = map[uint64]int{}
	}
	h.Rows++
	if _, counted := h.counts[what]; counted || len(h.counts) < hitCounts {
		h.counts[what]++
		return
	}
	for other := range h.counts {
		if h.counts[other]--; h.counts[other] == 0 {
			delete(h.counts, other)
		}
	}
}

// Most gives what most share of all that were added, and how many do, 0 if they
// are not enough. Only if they may be, it has all given once more.
func (h *Commonest) Most(enough func(n, of int) bool, again func(each func(uint64)) error) (what uint64, n int, err error) {
	likely := false
	for _, count := range h.counts {
		likely = likely || enough(count+h.Rows/(hitCounts+1), h.Rows)
	}
	if !likely {
		return 0, 0, nil
	}
	exact := make(map[uint64]int, len(h.counts))
	for what := range h.counts {
		exact[what] = 0
	}
	err = again(func(what uint64) {
		if count, counted := exact[what]; counted {
			exact[what] = count + 1
		}
	})
	for w, count := range exact {
		if count > n || count == n && w < what {
			what, n = w, count
		}
	}
	return what, n, err
}
