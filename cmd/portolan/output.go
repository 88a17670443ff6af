package main

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// output is standard output. It remembers the first write that failed, for
// help and other texts are printed by code that does not tell.
type output struct {
	io.Writer
	failed error
}

func (o *output) Write(b []byte) (int, error) {
	n, err := o.Writer.Write(b)
	if err != nil && o.failed == nil {
		o.failed = err
	}
	return n, err
}

// outcome is that of a command, or a failure where not all that it printed has
// come out.
func (o *output) outcome(err error) error {
	switch {
	case o.failed == nil:
		return err
	case silent(err):
		return failf("write to standard output: %w", o.failed)
	case errors.Is(err, o.failed):
		return &exitError{exitFailed, err}
	}
	return &exitError{exitFailed, fmt.Errorf("%w\nwrite to standard output: %w", err, o.failed)}
}

// file is what is written to, nil if that is no file.
func (o *output) file() *os.File {
	f, _ := o.Writer.(*os.File)
	return f
}
