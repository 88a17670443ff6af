package sqlite

import (
	"math/rand/v2"
	"testing"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/workload"
)

func TestSeen(t *testing.T) {
	var s, reserved seen
	reserved.reserve(200_000)
	model := map[uint64]frontier.ID{}
	r := rand.New(rand.NewPCG(1, 2))
	keys := []uint64{0, 1, 1 << 63, 1<<64 - 1, 1 << 32, 1<<32 - 1}
	for range 200_000 {
		keys = append(keys, r.Uint64())
	}
	for i, key := range keys {
		if i%3 == 0 { // many in one shard
			key &^= 0xfff << 52
		}
		want, known := model[key]
		for _, s := range []*seen{&s, &reserved} {
			id, anchor, ok := s.lookup(key)
			if ok != known || ok && (id != want || anchor != uint32(key)>>1) {
				t.Fatalf("lookup of %x gives %d, %x, %t; want %d, %t", key, id, anchor, ok, want, known)
			}
			if !known {
				model[key] = s.add(key, uint32(key)>>1)
			}
		}
	}
	for key, want := range model {
		if id, ok := s.find(key); !ok || id != want || s.fact(id).key() != key {
			t.Fatalf("find(%x) = %d, %t, want %d", key, id, ok, want)
		}
	}
	if _, ok := s.find(12345); ok {
		t.Error("found what was never added")
	}
	if per := float64(s.bytes()) / float64(len(model)); per > 23 {
		t.Errorf("%.1f bytes a URL", per)
	}
}

// BenchmarkSeen looks up random URLs of 10 million, 30 at a time.
func BenchmarkSeen(b *testing.B) {
	var s seen
	const n = 10_000_000
	key := func(i uint64) uint64 {
		i *= 0x9e3779b97f4a7c15
		i ^= i >> 29
		return i * 0xbf58476d1ce4e5b9
	}
	for i := range uint64(n) {
		s.add(key(i), 7)
	}
	links := make([]frontier.Link, 30)
	for _, prefetch := range []bool{false, true} {
		b.Run(map[bool]string{true: "prefetch", false: "plain"}[prefetch], func(b *testing.B) {
			before := workload.CPUTime()
			r := rand.New(rand.NewPCG(1, 1))
			for range b.N {
				for i := range links {
					links[i].Key = key(r.Uint64N(n))
				}
				if prefetch {
					s.prefetch(links)
				}
				for i := range links {
					if _, _, ok := s.lookup(links[i].Key); !ok {
						b.Fatal("not found")
					}
				}
			}
			b.ReportMetric(float64((workload.CPUTime()-before).Nanoseconds())/float64(b.N), "cpu-ns/op")
		})
	}
}
