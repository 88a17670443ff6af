// Package mistake has the errors that the one who called can mend by giving
// something else: another name, another folder, another option. All others say
// that a job could not be done, or that it was ended.
package mistake

import "fmt"

// Error is such an error. What lies behind it can be asked for with errors.Is.
type Error struct{ Err error }

func (e *Error) Error() string { return e.Err.Error() }

// Unwrap gives what lies behind it.
func (e *Error) Unwrap() error { return e.Err }

// Errorf makes one, as fmt.Errorf does.
func Errorf(format string, args ...any) error { return &Error{fmt.Errorf(format, args...)} }

// Interrupted says what was at work when the one who called ended it.
type Interrupted struct{ At string }

func (e *Interrupted) Error() string { return e.At }
