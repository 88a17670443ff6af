//go:build unix

package sitemap_test

import (
	"syscall"
	"time"
)

// cpuTime is the processor time that the process has used. Figures per second
// of it hold on a busy machine, too.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
