//go:build !linux && !darwin && !freebsd && !windows

package folder

// freeDisk is not known here.
func freeDisk(string) (bytes int64, known bool) { return 0, false }
