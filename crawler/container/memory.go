// Package container says what a container, or systemd unit, leaves to a process.
package container

import (
	"io/fs"
	"math"
	"path"
	"strconv"
	"strings"
)

// Memory gives the memory limit of the control groups that this process is in,
// in bytes, 0 where there is none; root is that of the file system. It reads
// memory.max (Linux cgroup v2) and memory.limit_in_bytes (v1) of the process's group and of all
// above it: the smallest counts. In a container the group's path may be the
// host's, which does not exist there; the root then is the container's own
// group. On systems without cgroups there is nothing to read.
func Memory(root fs.FS) int64 {
	groups, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return 0
	}
	limit := int64(math.MaxInt64)
	for line := range strings.Lines(string(groups)) {
		// hierarchy:controllers:path, see cgroups(7)
		parts := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3)
		if len(parts) != 3 {
			continue
		}
		switch {
		case parts[0] == "0" && parts[1] == "":
			limit = min(limit, groupLimit(root, "sys/fs/cgroup", parts[2], "memory.max"))
		case hasController(parts[1], "memory"):
			limit = min(limit, groupLimit(root, "sys/fs/cgroup/memory", parts[2], "memory.limit_in_bytes"))
		}
	}
	if limit >= noLimit {
		return 0
	}
	return limit
}

// noLimit is the least number that means "no limit": version 1 writes the
// largest number of pages, which depends on the page size.
const noLimit = math.MaxInt64 / 2

func hasController(list, name string) bool {
	for c := range strings.SplitSeq(list, ",") {
		if c == name {
			return true
		}
	}
	return false
}

// groupLimit gives the smallest limit in file from the group up to the mount
// point of the hierarchy, math.MaxInt64 where there is none.
func groupLimit(root fs.FS, mount, group, file string) int64 {
	limit := int64(math.MaxInt64)
	for group = path.Clean("/" + group); ; group = path.Dir(group) {
		text, err := fs.ReadFile(root, path.Join(mount, group, file))
		if err == nil {
			// "max" is no number, and no limit.
			if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && n > 0 {
				limit = min(limit, n)
			}
		}
		if group == "/" {
			return limit
		}
	}
}
