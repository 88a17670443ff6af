package option

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/spelling"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// ReadConfig sets flags from a file: one "name value" a line, # begins a
// comment line, order is kept. Flags typed on the command line win: a value
// is not replaced, and typed filters come first. Each value is shown to hide
// before an error can tell of it. It gives the flags that it has set.
func ReadConfig(name string, fs *pflag.FlagSet, hide func(...string)) (given []stored.Given, err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, exit.Usagef("read configuration: %w", err)
	}
	defer file.Close()
	typed := map[string]bool{}
	fs.Visit(func(f *pflag.Flag) { typed[f.Name] = true })
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		_, value, _ := strings.Cut(strings.TrimSpace(lines.Text()), " ")
		hide(strings.TrimSpace(value))
		g, err := setFromConfig(lines.Text(), fs, typed)
		if err != nil {
			return nil, exit.Usagef("%s line %d: %w", name, n, err)
		}
		if g.Flag != "" {
			given = append(given, showable(g))
		}
	}
	if err := lines.Err(); err != nil {
		return nil, exit.Usagef("read configuration %s: %w", name, err)
	}
	return given, nil
}

// setFromConfig sets the flag of a line; what it gives has no name where it sets
// none.
func setFromConfig(line string, fs *pflag.FlagSet, typed map[string]bool) (given stored.Given, err error) {
	line = strings.TrimSpace(line)
	if line == "" || strings.HasPrefix(line, "#") {
		return given, nil
	}
	flagName, value, hasValue := strings.Cut(line, " ")
	flagName = strings.TrimPrefix(flagName, "--")
	f := fs.Lookup(flagName)
	if f == nil || flagName == "config" {
		return given, fmt.Errorf("there is no setting %q%s", flagName, spelling.DidYouMean(flagName, "", Names(fs)))
	}
	if value = strings.TrimSpace(value); !hasValue || value == "" {
		if f.NoOptDefVal == "" {
			return given, fmt.Errorf("%s wants a value: %s", flagName, wanted(f))
		}
		value = f.NoOptDefVal
	}
	if _, addsUp := f.Value.(interface{ AddsUp() }); typed[flagName] && !addsUp {
		return given, nil
	}
	if err := fs.Set(flagName, value); err != nil {
		return given, errors.New(Text(fs, err, ""))
	}
	return stored.Given{Flag: flagName, Value: value, Switch: f.NoOptDefVal != "", Config: true}, nil
}
