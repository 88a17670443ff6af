package chromium

import (
	"errors"
	"os"
)

// launch is not possible: the browser would need its pipes as handles.
func (p *Process) launch(int64) error {
	return errors.New("on Windows portolan starts no browser itself: start one with --remote-debugging-port=9222 and name it as ws://127.0.0.1:9222")
}

// Usage is what the browser's processes take together; it is not measured
// here.
type Usage struct {
	Processes int
	Memory    int64
}

// Usage gives nothing here.
func (p *Process) Usage() Usage { return Usage{} }

func (p *Process) killGroup()  {}
func (p *Process) reap()       {}
func (p *Process) awaitGroup() {}

func isRoot() bool             { return false }
func isOurs(os.FileInfo) bool  { return false }
func lock(*os.File) bool       { return true }
func roomyShm() bool           { return true }
func endLeftovers(int, string) {}
