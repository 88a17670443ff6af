//go:build !unix

package export_test

import "time"

var processStart = time.Now()

// cpuTime stands in with wall time where CPU time is not to be had.
func cpuTime() time.Duration { return time.Since(processStart) }
