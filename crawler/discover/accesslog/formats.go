package accesslog

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/discover/input"
)

// source gives the records of a file one after the other.
type source interface {
	// next reads the next record into r; raw is the line. At the end io.EOF.
	next(r *record) (raw []byte, line int, what result, err error)
}

// format is how a file is written, as it was recognised.
type format struct {
	what string
	open func(io.Reader) source
}

// form is a way to write a line of text.
type form struct {
	what string
	reader
}

// textForms are tried in this order: what the earlier ones read, the later
// ones would read, too, with less of it or wrongly.
func textForms() []form {
	made := []form{
		{what: "the Combined format with virtual hosts"}, {what: "the Combined format"},
		{what: "the Common format with virtual hosts"}, {what: "the Common format"},
	}
	for i, name := range []string{"vhost_combined", "combined", "vhost_common", "common"} {
		p, err := compile(name)
		if err != nil {
			panic(err) // the patterns are part of the program
		}
		if p.test = withoutHost; i%2 == 0 {
			p.test = withHost
		}
		made[i].reader = p
	}
	return append(made, form{"the format of Amazon's application load balancers", alb()})
}

// sampleLines is how many lines decide about a file's format.
const sampleLines = 200

// sampleOf gives the first lines that hold something. whole says that start is
// all there is: else its last line may be cut.
func sampleOf(start []byte, whole bool) [][]byte {
	var lines [][]byte
	for len(start) > 0 && len(lines) < sampleLines {
		line, rest, found := bytes.Cut(start, []byte("\n"))
		if !found && !whole && len(lines) > 0 {
			break
		}
		if line = bytes.TrimSuffix(line, []byte("\r")); len(bytes.TrimSpace(line)) > 0 {
			lines = append(lines, line)
		}
		start = rest
	}
	return lines
}

// beginning is what the format of a file is recognised by.
type beginning struct {
	start  []byte
	whole  bool // start is all there is
	sample [][]byte
	given  map[field]string // columns that the user names
}

// recognise finds the format of a file by its start. why tells for people that
// none fits.
func recognise(start []byte, whole bool, own *pattern, given map[field]string) (f *format, why string) {
	sample := sampleOf(start, whole)
	switch {
	case len(sample) == 0:
		return nil, "it is empty"
	case own != nil:
		return &format{"the log pattern that was given", lines(form{"", own})}, ""
	}
	if p := byNumber(given); p != nil {
		return &format{"the columns that were given", lines(form{"", p})}, ""
	}
	b := &beginning{start, whole, sample, given}
	for _, try := range []func(*beginning) *format{asW3C, asJSON, asCSV, asText} {
		if f := try(b); f != nil {
			return f, ""
		}
	}
	if what := input.What(start); what != "" && what != "JSON" {
		return nil, "it is no access log but " + what
	}
	switch {
	case objectAt(sample[0]) == 0:
		return nil, "its JSON lines have no URL and status under a name that is known; name them as log fields (url=NAME status=NAME)"
	case slices.ContainsFunc(sample, func(l []byte) bool { return bytes.HasPrefix(l, []byte("#Fields:")) }):
		return nil, "its #Fields name no URL (cs-uri-stem) or no status (sc-status)"
	}
	return nil, fmt.Sprintf("no known format of access logs fits its first %d lines, such as %q; name its format by a log pattern, or its columns by log fields", len(sample), discover.Excerpt(sample[0]))
}

// byNumber gives a reader of columns, if the user named them by number.
func byNumber(given map[field]string) *positions {
	p := &positions{columns: map[int]field{}}
	for f, column := range given {
		n, err := strconv.Atoi(column)
		if err != nil || n < 1 {
			return nil
		}
		p.columns[n-1] = f
		p.last = max(p.last, n-1)
	}
	if len(given) == 0 {
		return nil
	}
	return p
}

func asW3C(b *beginning) *format {
	w := &w3c{given: b.given}
	what := ""
	for _, line := range b.sample {
		if line[0] == '#' {
			w.directive(string(line))
		}
		if w.usable && what == "" {
			switch what = "the W3C extended format"; {
			case w.fixes&escapedTwice != 0:
				what += " of CloudFront"
			case w.fixes&plusIsSpace != 0:
				what += " of IIS"
			}
		}
	}
	if what == "" {
		return nil
	}
	return &format{what, lines(form{"", &w3c{given: b.given}})}
}

func asText(b *beginning) *format {
	forms := textForms()
	var r record
	best, most := 0, 0
	for i, f := range forms {
		n := 0
		for _, line := range b.sample {
			if r.reset(); f.read(line, &r) == complete {
				n++
			}
		}
		if n > most {
			best, most = i, n
		}
	}
	if most*10 < len(b.sample) || most == 0 {
		return nil
	}
	first := forms[best]
	return &format{first.what, lines(append([]form{first}, slices.Delete(forms, best, best+1)...)...)}
}

// lines reads a file line by line: by the first of the forms, and where that
// does not fit, by the others, for a server's format may change.
func lines(forms ...form) func(io.Reader) source {
	return func(in io.Reader) source { return &lineSource{in: input.NewLines(in), forms: forms} }
}

type lineSource struct {
	in    *input.Lines
	forms []form
}

func (s *lineSource) next(r *record) ([]byte, int, result, error) {
	for {
		line, n, whole, err := s.in.Next()
		switch {
		case err != nil:
			return nil, n, broken, err
		case !whole:
			return line, n, broken, nil
		case len(bytes.TrimSpace(line)) == 0:
			continue
		}
		return line, n, readAny(s.forms, line, r), nil
	}
}

// readAny reads a line by the first of the forms that fits.
func readAny(forms []form, line []byte, r *record) result {
	for _, f := range forms {
		r.reset()
		if what := f.read(line, r); what != broken {
			return what
		}
	}
	return broken
}
