package query

import (
	"strings"
	"testing"
)

type row struct {
	name  string
	size  string
	words []string
}

var rowTable = Table[row]{
	{Name: "name", Words: "a name", Values: func(r *row) []string { return texts(r.name) }},
	{Name: "size", Words: "a number", Number: true, Values: func(r *row) []string { return texts(r.size) }},
	{Name: "words", Words: "words", Many: true, Values: func(r *row) []string { return r.words }},
}

// Each filter passes some of the rows, by name; the last one has nothing.
func TestFilter(t *testing.T) {
	rows := []row{{"One", "1", []string{"a", "b"}}, {"two,", "20", []string{"b"}}, {"drei", "-3", nil}, {}}
	for where, want := range map[string]string{
		"name=one":                 "One",
		"name = one , drei":        "One drei",
		`name=two\,`:               "two,",
		"name!=one":                "two, drei ()",
		"name!=one,drei":           "two, ()",
		"name~O":                   "One two,",
		"name~re:^.{4}$":           "two, drei",
		"name=":                    "()",
		"name!=":                   "One two, drei",
		"size>0":                   "One two,",
		"size<0,5":                 "One drei", // below 0 or below 5
		"size=20":                  "two,",
		"size!=20":                 "One drei ()",
		"words=a":                  "One",
		"words=b":                  "One two,",
		"words!=a":                 "two, drei ()",
		"words=":                   "drei ()",
		"words~B":                  "One two,",
		"words=b;size>1":           "two,",
		"name~re:(?i)ONE;name~one": "One",
	} {
		f, err := rowTable.Filter(strings.Split(where, ";"))
		if err != nil {
			t.Errorf("%s: %v", where, err)
			continue
		}
		var got []string
		for i := range rows {
			if f.Pass(&rows[i]) {
				name := rows[i].name
				if name == "" {
					name = "()"
				}
				got = append(got, name)
			}
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: %q, want %q", where, text, want)
		}
	}
	for _, where := range []string{"", "name", "=1", "nam=1", "name!1", "name<1", "size<x", "size>", "name~", "name~re:(", "size>1,"} {
		if _, err := rowTable.Filter([]string{where}); err == nil {
			t.Errorf("%q passes", where)
		}
	}
}

func FuzzFilter(f *testing.F) {
	f.Add(`name~re:a|b`, "ab")
	f.Add(`size>1,2`, "3")
	f.Add(`words!=\,`, ",")
	f.Fuzz(func(t *testing.T, where, value string) {
		filter, err := rowTable.Filter([]string{where})
		if err != nil {
			return
		}
		r := row{name: value, size: value, words: []string{value}}
		pass := filter.Pass(&r)
		inverse, err := rowTable.Filter([]string{strings.Replace(where, "=", "!=", 1)})
		if op := filter.conditions[0].op; op == "=" && (err != nil || inverse.Pass(&r) == pass) {
			t.Errorf("%q and its contrary both say %t of %q (%v)", where, pass, value, err)
		}
	})
}
