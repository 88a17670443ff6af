package workload

import (
	"time"

	"golang.org/x/sys/windows"
)

// CPUTime gives the CPU time that the process has used.
func CPUTime() time.Duration {
	var created, exited, kernel, user windows.Filetime
	if windows.GetProcessTimes(windows.CurrentProcess(), &created, &exited, &kernel, &user) != nil {
		return 0
	}
	ticks := func(t windows.Filetime) time.Duration {
		return time.Duration(uint64(t.HighDateTime)<<32|uint64(t.LowDateTime)) * 100
	}
	return ticks(kernel) + ticks(user)
}

// PeakRSS is not told on Windows.
func PeakRSS() int64 { return 0 }
