// Package handover writes reports of a crawl as files: a page, Markdown, a
// workbook, tables, JSON Lines.
package handover

import (
	"context"
	"slices"

	"github.com/portolan-seo/portolan/crawler/site/report"
	"github.com/portolan-seo/portolan/crawler/site/tables"
)

// Options are how reports are written.
type Options struct {
	Dir    string          // that is there
	Forms  []string        // of FormNames
	Tables []*tables.Table // of the workbook and CSV; nil for all but links
	CSV    tables.CSVOptions
	Look   report.Look
}

// Written is a file that was written.
type Written struct {
	Form, File string
	Rows       int
	HasRows    bool           // Rows says something
	Cut        []tables.Sheet // sheets that do not hold all rows of their tables
}

// form writes the files of one form.
type form struct {
	name  string
	write func(*writer, context.Context) error
}

func forms() []form {
	return []form{
		{"html", (*writer).html},
		{"md", (*writer).markdown},
		{"xlsx", (*writer).workbook},
		{"csv", (*writer).csv},
		{"jsonl", (*writer).lines},
	}
}

// FormNames are the forms of a report.
func FormNames() (names []string) {
	for _, f := range forms() {
		names = append(names, f.name)
	}
	return names
}

func (o Options) withTables() *Options {
	if o.Tables == nil {
		o.Tables = slices.DeleteFunc(tables.All(), func(t *tables.Table) bool { return t.Name == "links" })
	}
	return &o
}

// Write writes reports in the order of FormNames, and tells of each file once it
// is in its place. It replaces files of portolan alone: where another one has
// such a name it writes nothing, and gives a mistake.Error.
func Write(ctx context.Context, s *tables.Source, o Options, tell func(*Written) error) error {
	o = *o.withTables()
	if err := o.mayWrite(); err != nil {
		return err
	}
	if err := s.FindOnce(ctx); err != nil {
		return err
	}
	sweep(o.Dir)
	w := &writer{Options: o, source: s, tell: tell}
	for _, f := range forms() {
		if !slices.Contains(o.Forms, f.name) {
			continue
		}
		if err := f.write(w, ctx); err != nil {
			return err
		}
	}
	return nil
}
