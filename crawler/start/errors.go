package start

import (
	"errors"
	"fmt"

	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Errors of Resolve. Each is wrapped in a sentence for the user.
var (
	ErrNoURL       = errors.New("not a URL of a web page")
	ErrUnreachable = errors.New("start URL is unreachable")
	ErrElsewhere   = errors.New("start URL leads to another site")
	ErrWall        = errors.New("start URL leads to a login, consent or country page")
	ErrForbidden   = errors.New("robots.txt forbids the start URL")
)

// UnreachableError is the ErrUnreachable of a URL that gave no answer.
type UnreachableError struct {
	URL  string
	Err  record.ErrClass
	Text string            // of Err, for people
	Also *UnreachableError // the URL under http, where none of the two was typed; else nil
	// Robots tells that it is robots.txt that was waited for in vain: no page was asked for,
	// and they may be well.
	Robots bool
}

func (e *UnreachableError) Error() string {
	text := ErrUnreachable.Error() + ": " + e.URL
	if e.Robots {
		text = "robots.txt gives no answer, and no page is asked for before it: " + e.URL
	}
	switch {
	case e.Also == nil:
		return text + ": " + e.Text
	case e.Also.Text == e.Text:
		return text + " and " + e.Also.URL + ": " + e.Text
	}
	return text + ": " + e.Text + "; " + e.Also.URL + ": " + e.Also.Text
}

// Is makes it an ErrUnreachable.
func (e *UnreachableError) Is(target error) bool { return target == ErrUnreachable }

// bothErrors is the error of a start of which both spellings fail.
func bothErrors(first, second error) error {
	a, ok := errors.AsType[*UnreachableError](first)
	b, also := errors.AsType[*UnreachableError](second)
	switch {
	case first == nil:
		return second
	case ok && also:
		return &UnreachableError{a.URL, a.Err, a.Text, b, a.Robots && b.Robots}
	}
	return first
}

// ElsewhereError is the ErrElsewhere of a start that redirects to another site.
type ElsewhereError struct{ From, To string }

func (e *ElsewhereError) Error() string {
	return fmt.Sprintf("%v: %s redirects to %s", ErrElsewhere, e.From, e.To)
}

// Is makes it an ErrElsewhere.
func (e *ElsewhereError) Is(target error) bool { return target == ErrElsewhere }

// noAnswer is the error of a robots.txt that could not be asked for.
type noAnswer struct {
	class record.ErrClass
	text  string
}

func (e *noAnswer) Error() string { return e.text }

// of gives the error of a start page of which it is the robots.txt.
func (e *noAnswer) of(url string) *UnreachableError {
	if e.class == record.ErrTimeout {
		return &UnreachableError{URL: canonical.Origin(url) + "/robots.txt", Err: e.class, Text: e.text, Robots: true}
	}
	return &UnreachableError{URL: url, Err: e.class, Text: e.text}
}
