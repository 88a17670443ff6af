package discover

import (
	"fmt"
	"strings"
	"time"
	"unicode"
)

// Import tells of one file of a source what it was taken for and what came of
// it. All its texts are safe to show, but names of files.
type Import struct {
	Source  Source
	File    string   // as the user named it; a file of an archive behind "!"
	What    string   // what it was recognised as, "" if as nothing
	Lines   int      // lines or rows that hold data
	Named   int      // those of them that name a URL of the site
	Broken  Faults   // those that could not be read
	Skipped []Faults // those that name no URL of the site, by reason
	Cut     string   // why the rest of the file was not read, "" if it was
	Notes   []string // what a person should know

	From, To time.Time // of the data, zero if unknown
	Property string    // of the site in the tool that it comes from
	// RowLimit is the number of rows at which the tool stops writing, if the
	// file has as many: what is not in it may exist all the same.
	RowLimit int
}

// MaxExamples is how many examples of a fault are kept.
const MaxExamples = 5

// Faults counts what went wrong in one way.
type Faults struct {
	Why      string
	Count    int
	Examples []Example
}

// Example is one line that could not be used.
type Example struct {
	Line int
	Text string // an Excerpt
}

// Add counts one more, and keeps an excerpt of the first few.
func (f *Faults) Add(line int, text []byte) {
	f.Count++
	if len(f.Examples) < MaxExamples {
		f.Examples = append(f.Examples, Example{line, Excerpt(text)})
	}
}

// Skip counts a line under the reason for which it gives nothing.
func (m *Import) Skip(why string, line int, text []byte) {
	for i := range m.Skipped {
		if m.Skipped[i].Why == why {
			m.Skipped[i].Add(line, text)
			return
		}
	}
	m.Skipped = append(m.Skipped, Faults{Why: why})
	m.Skipped[len(m.Skipped)-1].Add(line, text)
}

// Nothing tells why a file that names no URL of the site does not.
func (m *Import) Nothing() string {
	if m.What == "" || m.Lines == 0 {
		if m.Cut == "" {
			return m.File + ": it holds nothing"
		}
		return m.File + ": " + m.Cut
	}
	why := fmt.Sprintf("%s: read as %s, none of its %d lines names a URL of the site", m.File, m.What, m.Lines)
	most := m.Broken
	for _, s := range m.Skipped {
		if s.Count > most.Count {
			most = s
		}
	}
	if len(most.Examples) > 0 {
		why += fmt.Sprintf(" (%s: %d, such as line %d: %s)", most.Why, most.Count, most.Examples[0].Line, most.Examples[0].Text)
	}
	return why
}

// Few joins the first of some reasons for which files give nothing.
func Few(reasons []string) string {
	const most = 3
	if len(reasons) == 0 {
		return "no file was given"
	}
	text := strings.Join(reasons[:min(len(reasons), most)], "; ")
	if n := len(reasons) - most; n > 0 {
		text += fmt.Sprintf("; and %d more files", n)
	}
	return text
}

// MeasureName makes the name of a measure of that of a column: lower case, its
// words joined by "-".
func MeasureName(column string) string {
	var name strings.Builder
	gap := false
	for _, r := range strings.ToLower(column) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			gap = name.Len() > 0
			continue
		}
		if name.Len() >= maxMeasureName {
			break
		}
		if gap {
			name.WriteByte('-')
			gap = false
		}
		name.WriteRune(r)
	}
	return name.String()
}

const maxMeasureName = 64

// Saw widens the range of dates by one.
func (m *Import) Saw(t time.Time) {
	if t.IsZero() {
		return
	}
	if m.From.IsZero() || t.Before(m.From) {
		m.From = t
	}
	if t.After(m.To) {
		m.To = t
	}
}
