// Package process fits the process to its machine: memory, the size of files,
// signals.
package process

import (
	"os"
	"runtime/debug"

	"github.com/portolan-seo/portolan/crawler/container"
)

// leastMemory is what a crawl needs whatever the container says, in bytes.
const leastMemory = 32 << 20

// ApplyLimits fits the process to a crawl that may hold memory bytes, and
// gives the bytes it may hold: memory, or less in a container (or systemd
// unit) that has less. The garbage collector works harder from seven eighths
// of that on, so that a crawl ends at its limit only for what it really needs;
// GOMEMLIMIT in the environment says otherwise.
//
// GOMAXPROCS is the runtime's: it takes it from the container's CPU limit.
func ApplyLimits(memory int64) int64 {
	memory = withinContainer(memory, container.Memory(os.DirFS("/")))
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memory - memory/8)
	}
	return memory
}

// withinContainer gives the memory that a crawl may hold in a container with
// this limit (0 = none). A tenth stays free for what the Go runtime does not
// count: the database's cache, thread stacks, socket buffers.
func withinContainer(memory, limit int64) int64 {
	if limit <= 0 {
		return memory
	}
	return min(memory, max(limit-limit/10, leastMemory))
}
