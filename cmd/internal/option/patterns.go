package option

import (
	"errors"
	"fmt"
	"regexp/syntax"
	"strings"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/site/outcome"
	"github.com/portolan-seo/portolan/crawler/typedurl"
)

// Patterns are --include and --exclude in the order in which they were
// typed. pflag's own slices would cut patterns at commas and lose the order.
type Patterns []Pattern

type Pattern struct {
	pattern string
	include bool
}

// PatternValue lets two flags fill one ordered list.
type PatternValue struct {
	List    *Patterns
	Include bool
}

const patternType = "PATTERN"

func (v PatternValue) String() string { return "" }

func (v PatternValue) Type() string { return patternType }

func (v PatternValue) AddsUp() {} // those of the command line and of the configuration

func (v PatternValue) Set(pattern string) error {
	if strings.ContainsAny(pattern, "\r\n") {
		return errors.New("a pattern is one line")
	}
	var probe crawler.Filter
	if err := probe.Add(pattern, v.Include); err != nil {
		if bad, ok := errors.AsType[*syntax.Error](err); ok {
			return fmt.Errorf("the regular expression is wrong: %s: %s", bad.Code, bad.Expr)
		}
		return err
	}
	*v.List = append(*v.List, Pattern{typedurl.WithoutLogin(pattern), v.Include})
	return nil
}

func (l Patterns) Filter() crawler.Filter {
	var f crawler.Filter
	for _, r := range l {
		_ = f.Add(r.pattern, r.include) // Set has compiled it once
	}
	return f
}

// Patterns are the filters as they were typed, for the flags of this name.
func (l Patterns) Patterns(include, exclude string) (list []outcome.Pattern) {
	for _, f := range l {
		flag := exclude
		if f.include {
			flag = include
		}
		list = append(list, outcome.Pattern{Flag: flag, Text: f.pattern})
	}
	return list
}
