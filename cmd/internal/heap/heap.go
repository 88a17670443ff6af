// Package heap, imported, lets the heap of the process grow as a crawl needs it.
package heap

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// gcPercent lets the heap grow by three tenths between two collections. A crawl
// leaves little behind for each answer: with 30 it takes a sixteenth less memory
// than with 50, and no CPU time more that can be told.
const gcPercent = 30

// leastGrowth is how many bytes the heap may grow between two collections
// however small it is. A site of a hundred pages is a heap of a few megabytes:
// three tenths of that would be collected tens of times in a run.
const leastGrowth = 8 << 20

// init sets gcPercent, and a larger one while the heap is small, unless GOGC in
// the environment says otherwise. It comes before the tables that other packages
// make when the program begins, and which are not to be collected for nothing.
func init() {
	if os.Getenv("GOGC") == "" {
		atGCEnd()
	}
}

// gcEnd is garbage at once: its finalizer runs when a collection has ended.
type gcEnd struct{ _ *byte }

// atGCEnd sets the percentage for the heap that the last collection left, now
// and after each one to come. To set it stops the world for a moment, so small
// changes are left.
func atGCEnd() {
	heap := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/gogc:percent"}}
	metrics.Read(heap)
	set, next := int(heap[1].Value.Uint64()), percentFor(heap[0].Value.Uint64())
	if next > set+set/8 || next < set-set/8 {
		debug.SetGCPercent(next)
	}
	runtime.SetFinalizer(new(gcEnd), func(*gcEnd) { atGCEnd() })
}

// percentFor is the percentage for a heap of live bytes.
func percentFor(live uint64) int {
	return int(max(gcPercent, 100*leastGrowth/max(live, 1<<20)))
}
