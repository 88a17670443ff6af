package process

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
)

func TestWithinContainer(t *testing.T) {
	tests := []struct{ memory, limit, want int64 }{
		{512 << 20, 0, 512 << 20},
		{512 << 20, 2 << 30, 512 << 20},
		{512 << 20, 200 << 20, 180 << 20},
		{64 << 20, 200 << 20, 64 << 20},
		{512 << 20, 20 << 20, 32 << 20},
	}
	for _, test := range tests {
		if got := withinContainer(test.memory, test.limit); got != test.want {
			t.Errorf("%d in a container of %d: %d, want %d", test.memory, test.limit, got, test.want)
		}
	}
}

func TestApplyLimits(t *testing.T) {
	limit := debug.SetMemoryLimit(math.MaxInt64)
	t.Cleanup(func() { debug.SetMemoryLimit(limit) })
	const memory = 40 << 20 // below what any machine that builds this has

	t.Setenv("GOMEMLIMIT", "9EiB")
	if got := ApplyLimits(memory); got != memory {
		t.Errorf("may hold %d, want %d", got, memory)
	}
	if got := debug.SetMemoryLimit(-1); got != math.MaxInt64 {
		t.Errorf("the garbage collector's limit is %d, against GOMEMLIMIT", got)
	}
	t.Setenv("GOMEMLIMIT", "")
	ApplyLimits(memory)
	if got := debug.SetMemoryLimit(-1); got != 35<<20 {
		t.Errorf("the garbage collector's limit is %d, want seven eighths of %d", got, memory)
	}
}

// TestPercentFollowsTheHeap: a heap of a few megabytes is not collected for each
// megabyte more, a large one when it has grown by three tenths.
func TestPercentFollowsTheHeap(t *testing.T) {
	for _, test := range []struct {
		live uint64
		want int
	}{{0, 800}, {4 << 20, 200}, {16 << 20, 50}, {27 << 20, 30}, {4 << 30, 30}} {
		if got := percentFor(test.live); got != test.want {
			t.Errorf("a heap of %d bytes may grow by %d %%, want %d", test.live, got, test.want)
		}
	}
	before := debug.SetGCPercent(100)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	held := make([]byte, 200<<20)
	SetGCPercent()
	for range 100 { // a finalizer runs at some time after the collection
		runtime.GC()
		set := []metrics.Sample{{Name: "/gc/gogc:percent"}}
		if metrics.Read(set); set[0].Value.Uint64() == gcPercent {
			runtime.KeepAlive(held)
			return
		}
	}
	t.Errorf("a heap of 200 MB may not grow by %d %%", gcPercent)
}
