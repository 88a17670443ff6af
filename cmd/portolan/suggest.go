package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// didYouMean gives a hint at the candidate that is nearest to a mistyped word:
// at most two letters too many, too few or different, or one in a short word. It
// is "" if none is.
func didYouMean(word, prefix string, candidates []string) string {
	best, bestDistance := "", 3
	if len(word) < 5 {
		bestDistance = 2
	}
	for _, c := range candidates {
		if d := editDistance(word, c, bestDistance); d < bestDistance && d < len(c) {
			best, bestDistance = c, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s%s?", prefix, best)
}

// editDistance is the number of letters to insert, delete, replace, or swap with
// the next one, that turns a into b, or limit if it is not less.
func editDistance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	before, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, above, row = above, row, before
		row[0] = i + 1
		for j := range len(b) {
			change := above[j]
			if a[i] != b[j] {
				change++
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				change = min(change, before[j-1]+1)
			}
			row[j+1] = min(change, above[j+1]+1, row[j]+1)
		}
	}
	return min(row[len(b)], limit)
}

// flagError makes wrong usage of what cobra says about a flag.
func flagError(cmd *cobra.Command, err error) error {
	return usagef("%s\nsee '%s --help'", flagText(cmd.Flags(), err, "--"), cmd.CommandPath())
}

// flagText says what is wrong with a flag in words of the user; prefix is what
// stands before its name.
func flagText(fs *pflag.FlagSet, err error, prefix string) string {
	if e, ok := errors.AsType[*pflag.NotExistError](err); ok {
		if short := e.GetSpecifiedShortnames(); short != "" {
			// -max-pages: what was meant has two dashes
			if name, _, _ := strings.Cut(short, "="); len(name) > 1 {
				if fs.Lookup(name) != nil {
					return fmt.Sprintf("unknown flag: -%s; did you mean --%s?", name, name)
				}
				return fmt.Sprintf("unknown flag: -%s%s", name, didYouMean(name, "--", flagNames(fs)))
			}
			return fmt.Sprintf("unknown flag: -%s", e.GetSpecifiedName())
		}
		return fmt.Sprintf("unknown flag: --%s%s", e.GetSpecifiedName(), didYouMean(e.GetSpecifiedName(), "--", flagNames(fs)))
	}
	if e, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		return fmt.Sprintf("%s%s wants a value: %s", prefix, e.GetFlag().Name, wanted(e.GetFlag()))
	}
	e, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return err.Error()
	}
	if t := e.GetFlag().Value.Type(); t == patternType || t == ruleType {
		return fmt.Sprintf("%s%s %q: %v", prefix, e.GetFlag().Name, e.GetValue(), e.Unwrap())
	}
	return fmt.Sprintf("%s%s wants %s; got %q", prefix, e.GetFlag().Name, wanted(e.GetFlag()), e.GetValue())
}

// wanted says what the value of a flag is.
func wanted(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "int":
		return "a whole number, such as 500"
	case "float64":
		return "a number, such as 2.5"
	case "bool":
		return "true or false, or no value"
	case timeType:
		return "a time, such as 30s, 5m or 1h30m"
	case sizeType:
		return "a size, such as 512MB"
	case patternType:
		return "a pattern, such as '*/print/*' or 're:[?&]sort='"
	}
	if values := flagValues[f.Name]; len(values) > 0 {
		first, _, _ := strings.Cut(values[0], "\t")
		return "one such as " + first
	}
	name, _ := pflag.UnquoteUsage(f)
	return name
}

func flagNames(fs *pflag.FlagSet) []string {
	var names []string
	fs.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

func commandNames(cmd *cobra.Command) []string {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}
