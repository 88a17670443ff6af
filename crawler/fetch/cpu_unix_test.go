//go:build unix

package fetch_test

import "syscall"

// cpu gives the process's CPU time so far, in nanoseconds.
func cpu() int64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return u.Utime.Nano() + u.Stime.Nano()
}
