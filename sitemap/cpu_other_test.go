//go:build !unix

package sitemap_test

import "time"

// cpuTime is not known here; the wall clock stands in for it.
func cpuTime() time.Duration { return time.Since(started) }

var started = time.Now()
