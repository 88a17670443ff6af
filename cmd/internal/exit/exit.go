// Package exit has the exit codes, and the errors that fix one.
package exit

import (
	"errors"
	"fmt"

	"github.com/portolan-seo/portolan/crawler/mistake"
)

// The exit codes of portolan. README and --help show the same table.
const (
	Done         = 0   // the job is done
	Found        = 1   // the job is done, and something was found
	Usage        = 2   // wrong usage or input
	Failed       = 3   // the job could not be done
	NotPublished = 4   // a sitemap was made, but a person has to decide
	Interrupted  = 130 // interrupted; the same command goes on
)

// Error is an error that fixes the exit code. A nil err exits silently:
// the command has already said what there was to say.
type Error struct {
	Code int
	Err  error
}

func (e *Error) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("exit %d", e.Code)
	}
	return e.Err.Error()
}

func (e *Error) Unwrap() error { return e.Err }

// Usagef is wrong usage or input: exit 2.
func Usagef(format string, args ...any) error {
	return &Error{Usage, fmt.Errorf(format, args...)}
}

// Failf is a job that could not be done: exit 3.
func Failf(format string, args ...any) error {
	return &Error{Failed, fmt.Errorf(format, args...)}
}

// Quiet ends the program with code and no further word.
func Quiet(code int) error { return &Error{Code: code} }

// Silent reports an outcome about which there is nothing to say on standard
// error.
func Silent(err error) bool {
	e, ok := err.(*Error)
	return err == nil || ok && e.Err == nil
}

// Code maps what a command returned to the process's exit code. An error
// without a code of its own is a failure to do the job.
func Code(err error) int {
	if err == nil {
		return Done
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	if _, ok := errors.AsType[*mistake.Error](err); ok {
		return Usage
	}
	if _, ok := errors.AsType[*mistake.Interrupted](err); ok {
		return Interrupted
	}
	return Failed
}
