package heap

import (
	"runtime"
	"runtime/metrics"
	"testing"
)

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
	held := make([]byte, 200<<20)
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
