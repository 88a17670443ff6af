package option

import (
	"fmt"
	"slices"
	"strings"
)

// The texts of --extract and --search.
const (
	ExtractText = "take something of each page, a column of 'portolan urls': `NAME=KIND:EXPR`, KIND one of css, xpath and re, with -all or -count behind it for all or their number; a selector can end in \"@attribute\"; 50 ms and 4 MiB a page; where that is not enough, extract_timeout is 1"
	SearchText  = "count how often the source of each page holds a text, a column of 'portolan urls': `NAME=TEXT`, or NAME=re:EXPR"
)

// ExtractValue is the value of --extract or --search: those of the command line
// and of the configuration add up.
type ExtractValue struct {
	Add   func(text string) error
	Taken []string // names that columns have already
}

func (v ExtractValue) String() string { return "" }
func (v ExtractValue) Type() string   { return patternType }
func (v ExtractValue) AddsUp()        {}
func (v ExtractValue) Set(text string) error {
	if name, _, _ := strings.Cut(text, "="); slices.Contains(v.Taken, name) {
		return fmt.Errorf("there is a column %s already; give it another name", name)
	}
	return v.Add(text)
}
