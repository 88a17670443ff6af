package classes

import "github.com/portolan-seo/portolan/frontier"

// familySet are families by the hash that a reader holds of each known URL's:
// what is looked for below few of them need not be looked for in every URL.
type familySet [1 << 16 / 64]uint64

func (a *address) familyNumber() uint16 { return uint16(mix(a.familyHash())) | 1 }

func (f *familySet) add(a *address) {
	n := a.familyNumber()
	f[n/64] |= 1 << (n % 64)
}

// mayHave tells whether a known URL may be of one of the families: where not, none
// of the keys that addresses of these have is its own.
func (r *reader) mayHave(f *familySet, id frontier.ID) bool {
	n := r.family(id)
	return n == 0 || f[n/64]>>(n%64)&1 != 0
}
