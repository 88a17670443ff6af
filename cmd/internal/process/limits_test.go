package process

import (
	"math"
	"runtime/debug"
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
