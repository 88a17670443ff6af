package findings

import (
	"math/bits"
	"slices"
)

// sample is some of many things of pages, by their URLs, in whatever order they come:
// a crawl of an unchanged site has the same ones. The zero value is ready.
type sample[T any] struct {
	kept []sampled[T]
	n    int // that came
	zero int // leading zeros that the hashes of those have that are kept
}

type sampled[T any] struct {
	hash uint32
	of   T
}

// maxSample is how many are kept at most.
const maxSample = 1000

func (s *sample[T]) add(url string, of T) {
	s.n++
	for hash := mixed(url); bits.LeadingZeros32(hash) >= s.zero; {
		if len(s.kept) < maxSample {
			s.kept = append(s.kept, sampled[T]{hash, of})
			return
		}
		s.zero++
		s.kept = slices.DeleteFunc(s.kept, func(x sampled[T]) bool { return bits.LeadingZeros32(x.hash) < s.zero })
	}
}

// mixed is a hash of a text, the same in each run: FNV-1a, whose upper bits the last
// letters hardly change, mixed once more.
func mixed(text string) uint32 {
	h := uint64(14695981039346656037)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	h ^= h >> 32
	h *= 0x9E3779B97F4A7C15
	return uint32(h >> 32)
}
