// Package extract takes from pages what the user asks for by CSS selectors,
// XPath, regular expressions and texts (pure). A DOM is built where a selector or
// XPath wants one, and not otherwise.
package extract

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/andybalholm/cascadia"
	"github.com/antchfx/xpath"
)

// Set is what is to be taken of each page. It must not be used by two goroutines
// at a time; Clone gives another one.
type Set struct{ fields []field }

// field is one expression.
type field struct {
	text  string // as it was typed
	name  string
	many  way
	css   cascadia.Sel
	attr  string // of css, "" for the text
	xpath *xpath.Expr
	re    *regexp.Regexp
	plain string // a text that is counted, case aside
}

// way is how many of several matches are wanted.
type way uint8

const (
	first way = iota
	all
	count
)

var (
	nameForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`) })
	attrForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(.*\S)\s*@([A-Za-z][A-Za-z0-9:_-]*)$`) })
)

const (
	maxFields = 50
	maxExpr   = 2000
)

// AddExtract adds NAME=css:SELECTOR, NAME=xpath:EXPR or NAME=re:EXPR. Behind css,
// xpath or re can stand -all or -count; a selector can end in "@attribute".
func (s *Set) AddExtract(text string) error {
	f, kind, expr, err := s.begin(text, "NAME=css:SELECTOR, xpath:EXPR or re:EXPR")
	if err != nil {
		return err
	}
	kind, rest, _ := strings.Cut(kind, "-")
	switch rest {
	case "":
	case "all":
		f.many = all
	case "count":
		f.many = count
	default:
		return fmt.Errorf("behind %s comes -all or -count", kind)
	}
	switch kind {
	case "css":
		if m := attrForm().FindStringSubmatch(expr); m != nil {
			expr, f.attr = m[1], strings.ToLower(m[2])
		}
		if f.css, err = cascadia.Parse(expr); err != nil {
			err = fmt.Errorf("it is no CSS selector: %w", err)
		}
	case "xpath":
		f.xpath, err = compileXPath(expr)
	case "re":
		f.re, err = regexp.Compile(expr)
	default:
		return errors.New("behind the = comes css, xpath or re, and a colon")
	}
	if err != nil {
		return err
	}
	s.fields = append(s.fields, f)
	return nil
}

// AddSearch adds NAME=TEXT or NAME=re:EXPR: how often a page's source holds it.
func (s *Set) AddSearch(text string) error {
	f, kind, expr, err := s.begin(text, "NAME=TEXT or NAME=re:EXPR")
	if err != nil {
		return err
	}
	f.many, f.text = count, "search "+text
	if kind == "re" {
		if f.re, err = regexp.Compile(expr); err != nil {
			return err
		}
	} else {
		_, f.plain, _ = strings.Cut(text, "=")
		f.plain = strings.ToLower(f.plain)
	}
	s.fields = append(s.fields, f)
	return nil
}

// begin reads what all expressions have in common.
func (s *Set) begin(text, form string) (f field, kind, expr string, err error) {
	name, value, found := strings.Cut(text, "=")
	switch {
	case !found || value == "" || strings.ContainsAny(text, "\r\n") || len(text) > maxExpr:
		return f, "", "", fmt.Errorf("it is %s", form)
	case !nameForm().MatchString(name):
		return f, "", "", errors.New("a name has small letters, digits and _, 40 at most")
	case slices.Contains(s.Names(), name):
		return f, "", "", fmt.Errorf("the name %s is taken", name)
	case len(s.fields) == maxFields:
		return f, "", "", fmt.Errorf("%d expressions are the most there can be", maxFields)
	}
	f.name, f.text = name, "extract "+text
	kind, expr, _ = strings.Cut(value, ":")
	return f, kind, expr, nil
}

// compileXPath compiles an expression; the library panics at some.
func compileXPath(expr string) (e *xpath.Expr, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("it is no XPath expression")
		}
	}()
	return xpath.Compile(expr)
}

// Empty tells whether there is nothing to be taken.
func (s *Set) Empty() bool { return s == nil || len(s.fields) == 0 }

// Names are those of the expressions, in order.
func (s *Set) Names() (names []string) {
	if s != nil {
		for _, f := range s.fields {
			names = append(names, f.name)
		}
	}
	return names
}

// Numbers tells whether the values of a name are counts.
func (s *Set) Numbers(name string) bool {
	return slices.ContainsFunc(s.fields, func(f field) bool { return f.name == name && f.many == count })
}

// Lists tells whether there can be several values of a name.
func (s *Set) Lists(name string) bool {
	return slices.ContainsFunc(s.fields, func(f field) bool { return f.name == name && f.many == all })
}

// Lines are the expressions as they were typed, one a line, which Read reads.
func (s *Set) Lines() string {
	if s == nil {
		return ""
	}
	var lines []string
	for _, f := range s.fields {
		lines = append(lines, f.text)
	}
	return strings.Join(lines, "\n")
}

// Read is the inverse of Lines.
func Read(lines string) (*Set, error) {
	s := &Set{}
	for line := range strings.SplitSeq(lines, "\n") {
		var err error
		if text, is := strings.CutPrefix(line, "extract "); is {
			err = s.AddExtract(text)
		} else if text, is := strings.CutPrefix(line, "search "); is {
			err = s.AddSearch(text)
		}
		if err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
	}
	return s, nil
}

// Clone gives a set for another goroutine.
func (s *Set) Clone() *Set {
	if s.Empty() {
		return nil
	}
	c, _ := Read(s.Lines()) // it has been read before
	return c
}
