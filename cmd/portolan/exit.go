package main

import (
	"errors"
	"fmt"

	"github.com/portolan-seo/portolan/crawler/mistake"
)

// The exit codes of portolan. README and --help show the same table.
const (
	exitDone         = 0   // the job is done
	exitFound        = 1   // the job is done, and something was found
	exitUsage        = 2   // wrong usage or input
	exitFailed       = 3   // the job could not be done
	exitNotPublished = 4   // a sitemap was made, but a person has to decide
	exitInterrupted  = 130 // interrupted; the same command goes on
)

// exitError is an error that fixes the exit code. A nil err exits silently:
// the command has already said what there was to say.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// usagef is wrong usage or input: exit 2.
func usagef(format string, args ...any) error {
	return &exitError{exitUsage, fmt.Errorf(format, args...)}
}

// failf is a job that could not be done: exit 3.
func failf(format string, args ...any) error {
	return &exitError{exitFailed, fmt.Errorf(format, args...)}
}

// quietExit ends the program with code and no further word.
func quietExit(code int) error { return &exitError{code: code} }

// silent reports an outcome about which there is nothing to say on standard
// error.
func silent(err error) bool {
	e, ok := err.(*exitError)
	return err == nil || ok && e.err == nil
}

// exitCode maps what a command returned to the process's exit code. An error
// without a code of its own is a failure to do the job.
func exitCode(err error) int {
	if err == nil {
		return exitDone
	}
	if e, ok := errors.AsType[*exitError](err); ok {
		return e.code
	}
	if _, ok := errors.AsType[*mistake.Error](err); ok {
		return exitUsage
	}
	if _, ok := errors.AsType[*mistake.Interrupted](err); ok {
		return exitInterrupted
	}
	return exitFailed
}
