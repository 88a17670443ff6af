package discover

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
)

// Source says what kind of thing knows a URL.
type Source string

const (
	Log       Source = "log"
	Directory Source = "directory"
	List      Source = "list"
	Export    Source = "export"
)

// Seed is a URL of the site that something else than a link knows of. The
// rooms below this one give them as iter.Seq2[Seed, error]: an error is the
// last thing that comes.
type Seed struct {
	URL    string // canonical form; of a held seed with its secrets masked
	Key    uint64 // of the canonical form before masking: joins it with what is known elsewhere
	Source Source
	Held   Held   // why it must not be asked for, "" if it may be
	File   string // the file that names it first
	Line   int    // and the line, from 1; 0 where there are no lines
	Count  int    // lines, rows or files that name it

	LastMod    string // W3C date, "" if none is given
	ChangeFreq string // as the file gives it, checked
	Priority   string // likewise
	Measures   []Measure
}

// Held is why a seed must not be asked for. What it measures is told all the
// same.
type Held string

const (
	HeldSecret    Held = "secret"     // it holds what looks like a secret, or names one
	HeldEffect    Held = "effect"     // asking for it does something: confirms, resets, unsubscribes
	HeldOneClient Held = "one-client" // one client alone has ever asked for this query
	HeldStatus    Held = "status"     // no request for it had an answer that makes a seed
)

// Measure is one thing that a source knows of a URL.
type Measure struct {
	Name  string  // lower case, words joined by "-"
	Value float64 // a number; of a date its Unix time
	Text  string  // a text, printable, or a date as YYYY-MM-DD or RFC 3339; "" for a number
}

// Evidence tells for people where a seed comes from.
func (s *Seed) Evidence() string {
	place := s.File
	if s.Line > 0 {
		place += ":" + strconv.Itoa(s.Line)
	}
	if s.Count > 1 {
		return fmt.Sprintf("%s and %d more", place, s.Count-1)
	}
	return place
}

// Unusable is the error of a source that cannot be used as it was given: the
// input is at fault, not the machine.
type Unusable struct {
	What string // what was to be read
	Why  string // a clause that names the cause and the way out
	Err  error  // of the system, nil if there is none
}

func (e *Unusable) Error() string {
	text := "read " + e.What + ": " + e.Why
	if e.Err != nil {
		if e.Why != "" {
			text += ": "
		}
		text += cause(e.Err).Error()
	}
	return text
}

func (e *Unusable) Unwrap() error { return e.Err }

// cause takes the path out of an error that names it: What does.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
