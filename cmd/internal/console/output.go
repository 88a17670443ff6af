package console

import (
	"errors"
	"fmt"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"io"
	"os"
)

// Output is standard output. It remembers the first write that failed, for
// help and other texts are printed by code that does not tell.
type Output struct {
	io.Writer
	failed error
}

func (o *Output) Write(b []byte) (int, error) {
	n, err := o.Writer.Write(b)
	if err != nil && o.failed == nil {
		o.failed = err
	}
	return n, err
}

// Outcome is that of a command, or a failure where not all that it printed has
// come out.
func (o *Output) Outcome(err error) error {
	switch {
	case o.failed == nil:
		return err
	case exit.Silent(err):
		return exit.Failf("write to standard output: %w", o.failed)
	case errors.Is(err, o.failed):
		return &exit.Error{Code: exit.Failed, Err: err}
	}
	return &exit.Error{Code: exit.Failed, Err: fmt.Errorf("%w\nwrite to standard output: %w", err, o.failed)}
}

// File is what is written to, nil if that is no file.
func (o *Output) File() *os.File {
	f, _ := o.Writer.(*os.File)
	return f
}
