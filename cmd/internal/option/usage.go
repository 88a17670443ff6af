package option

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/spelling"
)

// Error makes wrong usage of what cobra says about a flag.
func Error(cmd *cobra.Command, err error) error {
	return exit.Usagef("%s\nsee '%s --help'", Text(cmd.Flags(), err, "--"), cmd.CommandPath())
}

// Text says what is wrong with a flag in words of the user; prefix is what
// stands before its name.
func Text(fs *pflag.FlagSet, err error, prefix string) string {
	if e, ok := errors.AsType[*pflag.NotExistError](err); ok {
		if short := e.GetSpecifiedShortnames(); short != "" {
			// -max-pages: what was meant has two dashes
			if name, _, _ := strings.Cut(short, "="); len(name) > 1 {
				if fs.Lookup(name) != nil {
					return fmt.Sprintf("unknown flag: -%s; did you mean --%s?", name, name)
				}
				return fmt.Sprintf("unknown flag: -%s%s", name, spelling.DidYouMean(name, "--", Names(fs)))
			}
			return fmt.Sprintf("unknown flag: -%s", e.GetSpecifiedName())
		}
		return fmt.Sprintf("unknown flag: --%s%s", e.GetSpecifiedName(), spelling.DidYouMean(e.GetSpecifiedName(), "--", Names(fs)))
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
	if values := Values[f.Name]; len(values) > 0 {
		first, _, _ := strings.Cut(values[0], "\t")
		return "one such as " + first
	}
	name, _ := pflag.UnquoteUsage(f)
	return name
}

func Names(fs *pflag.FlagSet) []string {
	var names []string
	fs.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}
