package crawltest

import (
	"os"
	"runtime/debug"
)

// A test holds little and leaves much: a heap of four megabytes would be collected
// for each one more, which takes a fifth of the time. A test of memory sets its own.
func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}
