package sitemap

import (
	"bytes"
	"fmt"
	"io"
	"time"
)

// VerifyOptions say what a file of a set must be. The tests that are nil are
// not made; without InScope the location rule of At holds.
type VerifyOptions struct {
	At      string // where the file will be served
	Kind    Kind   // KindURLSet, KindIndex or KindText
	Version Version
	Limits  Limits
	Now     time.Time

	InScope    func(url string) bool
	Allowed    func(url string) bool // by robots.txt
	HasSession func(url string) bool
}

// Facts are what a verified file holds.
type Facts struct {
	Entries     int
	Bytes       int64 // unpacked
	First, Last string
}

// tolerated are problems that a written file may have: the protocol allows
// them, and they are the site's, not the file's.
var tolerated = map[Code]bool{
	NSLegacy:         true, // version 0.84 was asked for
	LocShortNotXSD:   true,
	LocDoubleEscaped: true,
	LastmodFuture:    true,
	LastmodBeforeWeb: true,
}

// Verify reads a written file back and returns an error at the first fault:
// any problem that Read knows, bar those of the site itself, another version
// or kind than expected, a limit passed, entries out of order or twice, or a
// URL that one of the tests refuses. each, which may be nil, gets every URL;
// the slice holds until it returns.
func Verify(r io.Reader, o VerifyOptions, each func(loc []byte) error) (Facts, error) {
	l := o.Limits.Within(o.Version)
	v := &verifier{o: o, each: each}
	rep, err := read(r, ReadOptions{At: o.At, Now: o.Now, InScope: o.InScope, HasSession: o.HasSession,
		MaxBytes: l.Bytes + 1, MaxEntries: V09.Limits().URLs + 1, MaxExamples: 1, sorted: true}, v.take)
	f := Facts{Bytes: rep.Bytes, Entries: rep.URLs + rep.Sitemaps, First: rep.First, Last: string(v.last)}
	if err != nil {
		return f, err
	}
	for _, p := range rep.Problems {
		if !tolerated[p.Code] {
			return f, fmt.Errorf("%s in line %d: %s", p.Code, p.Line, p.Detail)
		}
	}
	limit := l.URLs
	if o.Kind == KindIndex {
		limit = l.Sitemaps
	}
	switch {
	case rep.Kind != o.Kind || o.Kind != KindText && rep.Version != o.Version:
		return f, fmt.Errorf("it is a %s of version %s, not a %s of version %s", rep.Kind, rep.Version, o.Kind, o.Version)
	case f.Entries > limit:
		return f, fmt.Errorf("it has %d entries, more than %d", f.Entries, limit)
	case f.Bytes > l.Bytes:
		return f, fmt.Errorf("it has more than %d bytes", l.Bytes)
	}
	return f, nil
}

type verifier struct {
	o    VerifyOptions
	each func(loc []byte) error
	last []byte
}

func (v *verifier) take(it *item) error {
	switch {
	case it.sitemap != (v.o.Kind == KindIndex):
		return fmt.Errorf("line %d: %s is the wrong kind of entry", it.line, it.loc)
	case v.o.Kind != KindIndex && bytes.Compare(it.loc, v.last) <= 0:
		return fmt.Errorf("line %d: %s comes after %s", it.line, it.loc, v.last)
	case v.o.Allowed != nil && !it.sitemap && !v.o.Allowed(string(it.loc)):
		return fmt.Errorf("line %d: robots.txt forbids %s", it.line, it.loc)
	}
	v.last = append(v.last[:0], it.loc...)
	if v.each != nil {
		return v.each(it.loc)
	}
	return nil
}
