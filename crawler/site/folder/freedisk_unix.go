//go:build linux || darwin || freebsd

package folder

import "golang.org/x/sys/unix"

// freeDisk gives the bytes that this user can still write to the disk on
// which dir lies.
func freeDisk(dir string) (bytes int64, known bool) {
	var fs unix.Statfs_t
	if err := unix.Statfs(dir, &fs); err != nil {
		return 0, false
	}
	return int64(fs.Bavail) * int64(fs.Bsize), true
}
