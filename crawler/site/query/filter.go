package query

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
)

// Column is a fact of rows of type T.
type Column[T any] struct {
	Name   string
	Key    string          // its place in JSON, where that is another: "a.b" is b of the object a in report.jsonl
	Words  string          // what it holds, for people
	Number bool            // its values are numbers
	Many   bool            // there can be several
	Glue   string          // what stands between several of them in a cell; a space if it is ""
	Loose  bool            // its values are texts, of which < and > see those that are a number and no more
	Of     func() []string // its only values, in lower case; nil if there may be others
	// Values gives what a row has: none where it is not known, for a number its
	// digits. Texts may hold any text of the site.
	Values func(row *T) []string
	// Shapes gives them as a list of objects like Shape, for JSON; nil where they
	// are texts there, too.
	Shape  any
	Shapes func(row *T) any

	few  func(row *T) audit.Code // rows that it gives the same for have the same values; nil where there is none such
	cost int                     // how much work Values is; cheap filters come first
	need int                     // bits of what has to be read besides the row
}

// Cell gives what a row has as one text.
func (c *Column[T]) Cell(row *T) string {
	values := c.Values(row)
	if len(values) == 1 {
		return values[0]
	}
	return strings.Join(values, cmp.Or(c.Glue, " "))
}

// Flat is the column's place in an object that has one member for each column:
// its key, or its name where the key is one of an object in it.
func (c *Column[T]) Flat() (in, key string) {
	if strings.Contains(c.Key, ".") {
		return "", c.Name
	}
	return "", cmp.Or(c.Key, c.Name)
}

// Path is the column's place in report.jsonl: its key, and the object in which that is,
// "" for the row itself.
func (c *Column[T]) Path() (in, key string) {
	if object, key, nested := strings.Cut(c.Key, "."); nested {
		return object, key
	}
	return "", cmp.Or(c.Key, c.Name)
}

// Table is the columns of one kind of rows.
type Table[T any] []Column[T]

// Names are those of all columns.
func (t Table[T]) Names() []string {
	names := make([]string, len(t))
	for i := range t {
		names[i] = t[i].Name
	}
	return names
}

// UnknownColumnError is the error for a column that a table does not have.
type UnknownColumnError struct {
	Name  string
	Known []string
}

func (e *UnknownColumnError) Error() string { return fmt.Sprintf("there is no column %q", e.Name) }

// Columns gives the columns of these names.
func (t Table[T]) Columns(names []string) ([]*Column[T], error) {
	var list []*Column[T]
	for _, name := range names {
		at := slices.IndexFunc(t, func(c Column[T]) bool { return c.Name == strings.TrimSpace(name) })
		if at < 0 {
			return nil, &UnknownColumnError{strings.TrimSpace(name), t.Names()}
		}
		list = append(list, &t[at])
	}
	return list, nil
}

// Filter passes some rows. The zero value passes all. It is one goroutine's at a
// time.
type Filter[T any] struct{ conditions []condition[T] }

type condition[T any] struct {
	column  *Column[T]
	op      string
	values  []string // in lower case
	numbers []float64
	match   []*regexp.Regexp
	held    *[256]int8 // by Column.few: 1 where it holds, -1 where not, 0 where nothing is known
}

// ops are the operators, those that others begin with later.
var ops = []string{"!=", "=", "~", "<", ">"}

// Filter reads filters, all of which have to hold.
func (t Table[T]) Filter(where []string) (Filter[T], error) {
	var f Filter[T]
	for _, text := range where {
		c, err := t.condition(text)
		if err != nil {
			return f, err
		}
		f.conditions = append(f.conditions, c)
	}
	slices.SortStableFunc(f.conditions, func(a, b condition[T]) int { return cmp.Compare(a.column.cost, b.column.cost) })
	return f, nil
}

func (t Table[T]) condition(text string) (c condition[T], err error) {
	at := strings.IndexAny(text, "!=~<>")
	if at < 0 {
		return c, fmt.Errorf("%q has no operator: a filter is NAME OP VALUE, OP one of = != ~ < >", text)
	}
	columns, err := t.Columns([]string{text[:at]})
	if err != nil {
		return c, err
	}
	if c.column = columns[0]; c.column.few != nil {
		c.held = &[256]int8{}
	}
	for _, op := range ops {
		if strings.HasPrefix(text[at:], op) {
			c.op = op
			break
		}
	}
	if c.op == "" {
		return c, fmt.Errorf("%q: after the name comes one of = != ~ < >", text)
	}
	for _, v := range alternatives(text[at+len(c.op):]) {
		if err := c.add(strings.TrimSpace(v)); err != nil {
			return c, fmt.Errorf("%q: %w", text, err)
		}
	}
	return c, nil
}

// alternatives splits a value at its commas.
func alternatives(text string) (list []string) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text) && text[i+1] == ',':
			b.WriteByte(',')
			i++
		case text[i] == ',':
			list = append(list, b.String())
			b.Reset()
		default:
			b.WriteByte(text[i])
		}
	}
	return append(list, b.String())
}

// add takes an alternative.
func (c *condition[T]) add(value string) error {
	expr, isExpr := strings.CutPrefix(value, "re:")
	switch {
	case c.op == "<" || c.op == ">":
		if !c.column.Number && !c.column.Loose {
			return fmt.Errorf("%s holds no numbers: = != and ~ are for it", c.column.Name)
		}
		if strings.HasPrefix(value, "=") {
			return fmt.Errorf("there is no operator %s=: of 400 and more, say >399; of 400 and less, <401", c.op)
		}
		n, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return fmt.Errorf("%q is no number", value)
		}
		c.numbers = append(c.numbers, n)
	case c.op == "~" && isExpr:
		re, err := regexp.Compile("(?i)" + expr)
		if err != nil {
			return fmt.Errorf("a regular expression: %w", err)
		}
		c.match = append(c.match, re)
	case c.op == "~" && value == "":
		return fmt.Errorf("what is the text that it is to hold? Use = for what is empty")
	default:
		value = strings.ToLower(value)
		if err := c.column.mayBe(value); err != nil && c.op != "~" {
			return err
		}
		c.values = append(c.values, value)
	}
	return nil
}

// mayBe refuses what no row can have; "" is what is not known.
func (c *Column[T]) mayBe(value string) error {
	if value == "" {
		return nil
	}
	if _, err := strconv.ParseFloat(value, 64); err != nil && c.Number {
		return fmt.Errorf("%q is no number, and %s holds numbers; for what has none, give no value", value, c.Name)
	}
	if c.Of == nil || slices.Contains(c.Of(), value) {
		return nil
	}
	return &NeverError{c.Name, value, c.Of()}
}

// NeverError is the error for a value that a column never has.
type NeverError struct {
	Column, Value string
	Of            []string // its values
}

// manyValues are more than a sentence holds.
const manyValues = 60

// Error names the values that there are; where they are many, those that the wrong
// one is a part of.
func (e *NeverError) Error() string {
	text := fmt.Sprintf("%s is never %q", e.Column, e.Value)
	if !e.Many() {
		return text + "; it is one of " + strings.Join(e.Of, ", ")
	}
	var near []string
	for _, v := range e.Of {
		if strings.Contains(v, e.Value) {
			near = append(near, v)
		}
	}
	if len(near) > 0 {
		text += ", but " + strings.Join(near, ", ")
	}
	return text + "; portolan rules lists them all"
}

// Many tells that Error does not name all values.
func (e *NeverError) Many() bool { return len(e.Of) > manyValues }

// Pass reports whether a row passes.
func (f *Filter[T]) Pass(row *T) bool {
	for i := range f.conditions {
		if !f.conditions[i].holds(row) {
			return false
		}
	}
	return true
}

// need tells what has to be read for the filter.
func (f *Filter[T]) need() (bits int) {
	for _, c := range f.conditions {
		bits |= c.column.need
	}
	return bits
}

func (c *condition[T]) holds(row *T) bool {
	if c.held == nil {
		return c.look(row)
	}
	held := &c.held[c.column.few(row)]
	if *held == 0 {
		if *held = -1; c.look(row) {
			*held = 1
		}
	}
	return *held > 0
}

func (c *condition[T]) look(row *T) bool {
	have := c.column.Values(row)
	if len(have) == 0 && (c.op == "=" || c.op == "!=") {
		have = []string{""} // not known, or none
	}
	for _, v := range have {
		if c.fits(v) {
			return c.op != "!="
		}
	}
	return c.op == "!="
}

func (c *condition[T]) fits(have string) bool {
	switch c.op {
	case "<", ">":
		n, err := strconv.ParseFloat(strings.TrimSpace(have), 64)
		return err == nil && slices.ContainsFunc(c.numbers, func(than float64) bool {
			return c.op == "<" && n < than || c.op == ">" && n > than
		})
	case "~":
		low := strings.ToLower(have)
		return slices.ContainsFunc(c.values, func(v string) bool { return strings.Contains(low, v) }) ||
			slices.ContainsFunc(c.match, func(re *regexp.Regexp) bool { return re.MatchString(have) })
	}
	return slices.Contains(c.values, strings.ToLower(have))
}

// texts is what Values gives for one text, none if it is empty.
func texts(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

// number is what Values gives for a number.
func number[N int | int64 | uint16 | uint32](n N) []string {
	return []string{strconv.FormatInt(int64(n), 10)}
}
