//go:build unix

package chromium

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

func isRoot() bool { return os.Geteuid() == 0 }

func isOurs(info os.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}

// lock takes a file, unless another program has it, until it is closed.
func lock(f *os.File) bool {
	return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil
}

// inGroup makes the browser the first of a process group of its own.
func inGroup(cmd *exec.Cmd) *syscall.SysProcAttr {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd.SysProcAttr
}

func (p *Process) killGroup() { _ = unix.Kill(-p.cmd.Process.Pid, unix.SIGKILL) }

// reap waits for processes of the browser that have become our own: those of
// the init process of a container. Elsewhere there are none.
func (p *Process) reap() {
	for {
		var status unix.WaitStatus
		pid, err := unix.Wait4(-p.cmd.Process.Pid, &status, 0, nil)
		if err == unix.EINTR {
			continue
		}
		if err != nil || pid <= 0 {
			return
		}
	}
}
