// Package console is one run of portolan: its streams, the flags that all
// commands share, the log and the live line.
package console

import (
	"fmt"
	"io"
	"log/slog"

	"github.com/portolan-seo/portolan/crawler/safe"
)

// PrintJSON prints v as a line on standard output.
func (p *Program) PrintJSON(v any) error {
	line, err := safe.JSON(v)
	if err != nil {
		return err
	}
	_, err = p.Out.Write(line)
	return err
}

// Program is one run of portolan: its streams and the flags that all
// commands share.
type Program struct {
	In  io.Reader
	Out *Output
	Err *LiveWriter

	JSON      bool
	Quiet     bool
	Verbose   bool
	LogFormat string
	Log       *slog.Logger

	passedOver []string // crawl files that cannot be read, named once
	Args       []string // the command line, its command included

	Exit func(code int) // ends the process where it stands
}

// New gives a run with its streams. exit ends the process where it stands.
func New(in io.Reader, out, errOut io.Writer, exit func(code int)) *Program {
	return &Program{In: in, Out: &Output{Writer: out}, Err: &LiveWriter{out: errOut}, LogFormat: "text", Exit: exit}
}

// Say tells the user something on standard error that --quiet does not
// silence.
func (p *Program) Say(text string) {
	if p.Log != nil && p.LogFormat == "json" {
		p.Log.Error(text)
		return
	}
	fmt.Fprintf(p.Err, "portolan: %s\n", safe.Printable(text))
}
