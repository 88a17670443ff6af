package console

import (
	"os"
	"runtime"

	"golang.org/x/term"
)

// Together tells whether the summary and what is said on standard error come to
// one place: a terminal, the mail of a cron job, a file for both.
func (p *Program) Together() bool {
	out, errOut := p.Out.File(), p.Err.file()
	if p.JSON || p.Quiet || p.LogFormat != "text" || out == nil || errOut == nil {
		return false
	}
	a, errA := out.Stat()
	b, errB := errOut.Stat()
	if errA != nil || errB != nil {
		return false
	}
	if runtime.GOOS == "windows" && !a.Mode().IsRegular() { // all its pipes and devices are the same file
		return p.terminal() != nil && term.IsTerminal(int(out.Fd()))
	}
	return os.SameFile(a, b)
}
