package exit

import (
	"context"
	"errors"
	"slices"
)

// precedence of exit codes where several apply, the first that holds.
var gravest = []int{Interrupted, Failed, NotPublished, Usage, Found, Done}

// Graver joins two outcomes: the graver code, and what both say.
func Graver(a, b error) error {
	switch {
	case b == nil:
		return a
	case a == nil:
		return b
	}
	code := Code(a)
	if slices.Index(gravest, Code(b)) < slices.Index(gravest, code) {
		code = Code(b)
	}
	switch {
	case Silent(a) && Silent(b):
		return Quiet(code)
	case Silent(a):
		return &Error{code, b}
	case Silent(b):
		return &Error{code, a}
	}
	return &Error{code, errors.Join(a, b)}
}

// InterruptedBy gives an error the exit code of an interruption, if it was one.
func InterruptedBy(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return &Error{Interrupted, errors.New("interrupted; nothing was changed")}
	}
	return err
}

// Join makes one error of several, with the exit code of the first.
func Join(failures []error) error {
	if len(failures) == 0 {
		return nil
	}
	if len(failures) > 1 {
		return &Error{Code(failures[0]), errors.Join(failures...)}
	}
	return failures[0]
}
