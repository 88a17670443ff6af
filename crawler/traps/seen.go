package traps

// seenLinks remembers the keys of the latest half a million links, or up to
// twice as many, in a megabyte: two Bloom filters of which one is filled and
// the other is the one filled before. It errs both ways now and then; what it
// has forgotten is new again.
type seenLinks struct {
	now, before []uint64
	added       int
}

const (
	seenBits = 1 << 22
	seenFill = seenBits / 8 // keys; of others one in 20 is then taken for known by each filter
)

func newSeenLinks() seenLinks {
	return seenLinks{now: make([]uint64, seenBits/64), before: make([]uint64, seenBits/64)}
}

// add makes a key known and reports whether it was not.
func (f *seenLinks) add(key uint64) bool {
	a, b := key%seenBits, (key>>32)%seenBits
	if has(f.now, a) && has(f.now, b) || has(f.before, a) && has(f.before, b) {
		return false
	}
	if f.added++; f.added > seenFill {
		f.now, f.before, f.added = f.before, f.now, 1
		clear(f.now)
	}
	f.now[a/64] |= 1 << (a % 64)
	f.now[b/64] |= 1 << (b % 64)
	return true
}

func has(bits []uint64, i uint64) bool { return bits[i/64]&(1<<(i%64)) != 0 }
