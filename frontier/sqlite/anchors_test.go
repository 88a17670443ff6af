package sqlite

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"
)

// Texts of all lengths that differ in one byte have other hashes, and so has
// each text under another key; the upper half alone keeps them apart as well
// as chance does.
func TestHashText(t *testing.T) {
	keyed, others := newTextHash(0, 0), []textHash{newTextHash(1, 0), newTextHash(0, 1)}
	seen, halves := map[uint64]string{}, map[uint32]bool{}
	add := func(text string) {
		t.Helper()
		h := keyed.hash([]byte(text))
		if other, taken := seen[h]; taken && other != text {
			t.Fatalf("%q has the hash of %q", text, other)
		}
		for _, other := range others {
			if h == other.hash([]byte(text)) {
				t.Fatalf("%q has the same hash under another key", text)
			}
		}
		seen[h], halves[firstAnchor(h)] = text, true
	}
	for length := range 70 {
		text := strings.Repeat("x", length)
		for at := range length {
			for c := range 256 {
				add(text[:at] + string([]byte{byte(c)}) + text[at+1:])
			}
		}
	}
	for n := range 200_000 {
		add(fmt.Sprint("Article ", n))
	}
	if lost := len(seen) - len(halves); lost > 450 { // some 310 are to be expected of 30 bits
		t.Errorf("%d of %d texts share their upper half", lost, len(seen))
	}
}

// A bit of a text changes half of the bits of its hash.
func TestHashTextSpreads(t *testing.T) {
	for _, length := range []int{1, 3, 4, 7, 8, 15, 16, 17, 33, 60} {
		text := []byte(strings.Repeat("Read more ", 6)[:length])
		before, changed := newTextHash(1, 2).hash(text), 0
		for bit := range 8 * length {
			text[bit/8] ^= 1 << (bit % 8)
			changed += bits.OnesCount64(before ^ newTextHash(1, 2).hash(text))
			text[bit/8] ^= 1 << (bit % 8)
		}
		if mean := float64(changed) / float64(8*length); mean < 24 || mean > 40 {
			t.Errorf("%d bytes: a bit changes %.1f of 64", length, mean)
		}
	}
}
