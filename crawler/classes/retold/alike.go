package retold

const (
	someValues  = 1024 // values of addresses that are compared, at least, where there are more
	mostOfValue = 32   // addresses with one value; a word of more is no value
	fewTurns    = 4    // fewer say nothing
)

// alike tells whether addresses of a crawl may be made of other ones, by those with
// some of the values: those of lowest hash, so that all addresses with one are met.
// It spares a pass over the links, where no page's address is like another one's.
type alike struct {
	of    map[uint64][][]word // what addresses with a value are made of
	below uint64              // values whose hash is not are left out
}

func newAlike() *alike { return &alike{of: map[uint64][][]word{}, below: ^uint64(0)} }

// add takes an address: its numbers are its value, or else any word may be.
func (a *alike) add(url string) {
	words := wordsOf(url)
	numbers := uint64(0)
	for _, w := range words {
		if w&1 != 0 {
			numbers += mix(w)
		}
	}
	if numbers != 0 {
		a.put(mix(numbers), words)
		return
	}
	for _, w := range words {
		a.put(mix(w), words)
	}
}

func (a *alike) put(value uint64, words []word) {
	if value >= a.below {
		return
	}
	if list := a.of[value]; len(list) <= mostOfValue {
		a.of[value] = append(list, words)
	}
	for len(a.of) > 2*someValues {
		a.below /= 2
		for value := range a.of {
			if value >= a.below {
				delete(a.of, value)
			}
		}
	}
}

// some tells whether several addresses are made of others in the same way.
func (a *alike) some() bool {
	turns := map[uint64]int{}
	for _, list := range a.of {
		if len(list) > mostOfValue {
			continue
		}
		for i, view := range list {
			for _, page := range list[:i] {
				h, ok := turn(view, page)
				back, _ := turn(page, view)
				if ok && h != 0 && count(turns, min(h, back)) {
					return true
				}
			}
		}
	}
	return false
}

// count tells whether it is as many as say something.
func count(turns map[uint64]int, h uint64) bool {
	turns[h]++
	return turns[h] >= fewTurns
}
