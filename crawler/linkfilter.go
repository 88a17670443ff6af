package crawler

// linkFilter remembers the keys of some two million links, the latest ones,
// in half a megabyte: two Bloom filters of which one is filled and the other
// is the one filled before. It errs both ways now and then; what it has
// forgotten is new again.
type linkFilter struct {
	now, before []uint64
	added       int
}

const (
	filterBits = 1 << 22
	filterFill = filterBits / 8 // keys; one in 20 others is then taken for known
)

func newLinkFilter() linkFilter {
	return linkFilter{now: make([]uint64, filterBits/64), before: make([]uint64, filterBits/64)}
}

// add makes a key known and reports whether it was not.
func (f *linkFilter) add(key uint64) bool {
	a, b := key%filterBits, (key>>32)%filterBits
	if has(f.now, a) && has(f.now, b) || has(f.before, a) && has(f.before, b) {
		return false
	}
	if f.added++; f.added > filterFill {
		f.now, f.before, f.added = f.before, f.now, 1
		clear(f.now)
	}
	f.now[a/64] |= 1 << (a % 64)
	f.now[b/64] |= 1 << (b % 64)
	return true
}

func has(bits []uint64, i uint64) bool { return bits[i/64]&(1<<(i%64)) != 0 }
