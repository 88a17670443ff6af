//go:build unix && !linux

package chromium

// launch starts the program and waits for its end in a goroutine.
func (p *Process) launch(int64) error {
	inGroup(p.cmd)
	if err := p.cmd.Start(); err != nil {
		return err
	}
	go func() {
		_ = p.cmd.Wait()
		close(p.done)
	}()
	return nil
}

func roomyShm() bool { return true }

// Usage is what the browser's processes take together; it is not measured
// here.
type Usage struct {
	Processes int
	Memory    int64
}

// Usage gives nothing here.
func (p *Process) Usage() Usage { return Usage{} }

// awaitGroup cannot tell here what has ended.
func (p *Process) awaitGroup() {}

// endLeftovers has nothing to do: a browser whose pipes are closed ends by
// itself.
func endLeftovers(int, string) {}
