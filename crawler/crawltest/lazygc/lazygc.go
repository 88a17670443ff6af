// Package lazygc lets the heap of a test binary that imports it grow fourfold
// between two collections. A test holds little and leaves much: a heap of four
// megabytes would be collected for each one more, which takes a fifth of the time.
// GOGC in the environment says otherwise, and so does a test of memory for itself.
package lazygc

import (
	"os"
	"runtime/debug"
)

func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}
