package chromium

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// launch starts the program and waits for its end in a goroutine of its own.
// The kernel kills the browser together with the thread that started it, so
// that goroutine stays on its thread.
func (p *Process) launch(memory int64) error {
	inGroup(p.cmd).Pdeathsig = syscall.SIGKILL
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		if err == nil {
			limit := unix.Rlimit{Cur: uint64(memory), Max: uint64(memory)}
			_ = unix.Prlimit(p.cmd.Process.Pid, unix.RLIMIT_DATA, &limit, nil) // children inherit it
		}
		if started <- err; err != nil {
			return
		}
		_ = p.cmd.Wait()
		close(p.done)
	}()
	return <-started
}

// roomyShm tells whether shared memory has room for a browser; in containers
// it often has 64 MB.
func roomyShm() bool {
	var fs unix.Statfs_t
	return unix.Statfs("/dev/shm", &fs) == nil && int64(fs.Bavail)*int64(fs.Bsize) >= 1<<30
}

// Usage is what the browser's processes take together.
type Usage struct {
	Processes int
	Memory    int64 // bytes that are theirs alone, and shared memory
}

// Usage looks at all processes of the browser.
func (p *Process) Usage() Usage {
	var u Usage
	for _, pid := range processes(func(stat []string) bool { return stat[2] == strconv.Itoa(p.cmd.Process.Pid) }) {
		status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "status"))
		if err != nil {
			continue
		}
		u.Processes++
		for line := range strings.Lines(string(status)) {
			name, value, _ := strings.Cut(line, ":")
			if name != "RssAnon" && name != "RssShmem" {
				continue
			}
			kb, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
			u.Memory += kb << 10
		}
	}
	return u
}

// awaitGroup waits until the killed processes of the browser are gone: those that are not
// our children end in their own time. What does not within seconds hangs in the kernel.
func (p *Process) awaitGroup() {
	group := strconv.Itoa(p.cmd.Process.Pid)
	works := func(stat []string) bool { return stat[2] == group && stat[0] != "Z" }
	for pause := time.Millisecond; pause < 4*time.Second && len(processes(works)) > 0; pause *= 2 {
		time.Sleep(pause)
	}
}

// endLeftovers kills what still works in a profile, and the group that it
// belongs to.
func endLeftovers(group int, dir string) {
	for pause := time.Millisecond; pause < time.Second; pause *= 2 {
		found := processes(func(stat []string) bool { return true })
		left := 0
		for _, pid := range found {
			if !worksIn(pid, dir) {
				continue
			}
			left++
			if own, err := unix.Getpgid(pid); err == nil && own == group {
				_ = unix.Kill(-group, unix.SIGKILL)
			}
			_ = unix.Kill(pid, unix.SIGKILL)
		}
		if left == 0 {
			return
		}
		time.Sleep(pause)
	}
}

// worksIn tells whether a process was started with a profile: the browser
// itself by its command line, its children by their environment.
func worksIn(pid int, dir string) bool {
	says := func(file, text string) bool {
		content, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), file))
		return err == nil && bytes.Contains(append([]byte{0}, content...), []byte("\x00"+text+"\x00"))
	}
	return says("cmdline", "--user-data-dir="+dir) || says("environ", "HOME="+dir)
}

// processes gives those whose fields after the name in /proc/PID/stat
// (proc(5): state, parent, group, ...) are such.
func processes(such func(stat []string) bool) []int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var found []int
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		text, err := os.ReadFile(filepath.Join("/proc", entry.Name(), "stat"))
		if err != nil {
			continue
		}
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		if len(fields) > 12 && such(fields) {
			found = append(found, pid)
		}
	}
	return found
}
