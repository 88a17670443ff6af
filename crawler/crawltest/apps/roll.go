package apps

import (
	"encoding/hex"
	"hash/fnv"
	"math/rand/v2"
)

// Roll gives a number that depends on what it is asked with alone: the same
// in every run, on every machine.
func Roll(parts ...uint64) uint64 {
	x := uint64(0x9e3779b97f4a7c15)
	for _, p := range parts { // the finalizer of splitmix64, once a part
		x += p + 0x9e3779b97f4a7c15
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		x ^= x >> 31
	}
	return x
}

// Below gives a number from 0 to n-1.
func Below(n int, parts ...uint64) int { return int(Roll(parts...) % uint64(n)) }

// Share tells, for a percentage of all parts, true.
func Share(percent int, parts ...uint64) bool { return Below(100, parts...) < percent }

// Hash makes a part of a Roll from a text.
func Hash(s string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(s)) // a hash takes everything
	return h.Sum64()
}

// Rand gives a source of numbers that depends on the parts alone.
func Rand(parts ...uint64) *rand.Rand {
	return rand.New(rand.NewPCG(Roll(parts...), uint64(len(parts))))
}

// Hex gives so many hexadecimal digits, at most 40.
func Hex(digits int, parts ...uint64) string {
	var b [20]byte
	for i := range b {
		b[i] = byte(Roll(append(parts, uint64(i))...) >> 24)
	}
	return hex.EncodeToString(b[:])[:digits]
}

// Pick gives one of the list.
func Pick[T any](list []T, parts ...uint64) T { return list[Below(len(list), parts...)] }
