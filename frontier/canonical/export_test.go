package canonical

import "unsafe"

// Forgetful makes a Resolver work every reference out anew.
func Forgetful(v *Resolver) { v.RememberNothing() }

// CacheBytes gives the size of what a Resolver remembers of references.
func CacheBytes(v *Resolver) int {
	c := &v.cache
	n := cap(c.slots)*int(unsafe.Sizeof(slot{})) + cap(c.arena) + cap(c.removed)*int(unsafe.Sizeof(Removal{}))
	return n
}
