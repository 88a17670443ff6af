//go:build !unix

package crawler_test

import "time"

var processStart = time.Now()

// cpuTime stands in with wall time where CPU time is not to be had.
func cpuTime() time.Duration { return time.Since(processStart) }

func peakMemory() int64 { return 0 }
