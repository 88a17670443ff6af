// Package list reads lists of URLs: a URL a line, with the attributes of
// Google's sitemap generator if any, or a table with a column of URLs.
package list

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/discover/input"
	"github.com/portolan-seo/portolan/crawler/discover/table"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Options say what is read.
type Options struct {
	Files []string // names, patterns, input.Stdin
	Input input.Options
	Site  string // origin that paths and hosts without a scheme are relative to
	Form  discover.Form
	Told  func(discover.Import) // of every file when it has been read
}

// Seeds gives every URL of the lists that is of the site, in their order, as
// often as it is there. The other columns of a table are its measures. An
// error is Unusable where the lists or the options are at fault.
func Seeds(ctx context.Context, o Options) iter.Seq2[discover.Seed, error] {
	return func(yield func(discover.Seed, error) bool) {
		l := &list{ctx: ctx, o: &o, yield: func(s discover.Seed) bool { return yield(s, nil) }}
		if err := l.run(); err != nil && !errors.Is(err, errStop) {
			yield(discover.Seed{}, err)
		}
	}
}

// errStop ends a reading whose seeds nobody wants any more.
var errStop = errors.New("stop")

// list is the reading of some files.
type list struct {
	ctx   context.Context
	o     *Options
	site  discover.Site
	yield func(discover.Seed) bool
	m     discover.Import   // of the file at hand
	odd   []discover.Faults // values that are left out
	ref   []byte
}

func (l *list) run() (err error) {
	if l.site, err = discover.ParseSite(l.o.Site); err != nil {
		return err
	}
	names, err := input.Names(l.o.Files)
	if err != nil {
		return err
	}
	total := 0
	var barren []string
	for _, name := range names {
		if err := l.file(name); err != nil {
			return err
		}
		for _, f := range l.odd {
			l.m.Notes = append(l.m.Notes, fmt.Sprintf("left out: %s (%d, such as line %d: %s)", f.Why, f.Count, f.Examples[0].Line, f.Examples[0].Text))
		}
		if l.o.Told != nil {
			l.o.Told(l.m)
		}
		if total += l.m.Named; l.m.Named == 0 {
			barren = append(barren, l.m.Nothing())
		}
	}
	if total == 0 {
		return &discover.Unusable{What: "lists of URLs", Why: "they name no URL of the site: " + discover.Few(barren)}
	}
	return nil
}

// file reads one file.
func (l *list) file(name string) error {
	l.m, l.odd = discover.Import{Source: discover.List, File: name}, nil
	f, err := input.Open(l.ctx, name, l.o.Input)
	if err != nil {
		return err
	}
	defer f.Close()
	l.m.File = f.Name
	text, encoding := f.Text()
	start, err := text.Peek(sampleBytes)
	if err != nil && err != io.EOF {
		return l.end(err)
	}
	whole := err == io.EOF
	if len(bytes.TrimSpace(start)) == 0 {
		l.m.Cut = "it is empty"
		return nil
	}
	if what := input.What(start); what != "" {
		l.m.Cut = "it is no list of URLs but " + what
		return nil
	}
	sample, column := tabular(start, whole, name)
	if column < 0 {
		l.m.What = "a list, a URL a line"
		err = l.lines(text)
	} else {
		l.m.What = "a table, URLs in column " + columnName(sample, column)
		err = l.rows(text, sample, column)
	}
	if encoding != "UTF-8" {
		l.m.What += " (" + encoding + ")"
	}
	l.m.Cut = f.Cut
	return err
}

const sampleBytes = 128 << 10

// lines reads a URL a line; what begins with # is a comment.
func (l *list) lines(text *bufio.Reader) error {
	l.m.Broken.Why = "no URL"
	in := input.NewLines(text)
	for {
		raw, n, whole, err := in.Next()
		if err != nil {
			return l.end(err)
		}
		line := bytes.TrimSpace(raw)
		if len(line) == 0 || line[0] == '#' || l.m.Lines == 0 && urlNames[strings.ToLower(string(line))] > 0 {
			continue
		}
		l.m.Lines++
		if !whole {
			l.m.Broken.Add(n, raw)
			continue
		}
		seed := discover.Seed{Line: n}
		url := bytes.Trim(l.attributes(line, &seed), `"'<>`)
		if err := l.add(url, line, &seed); err != nil {
			return err
		}
	}
}

// attributes takes lastmod=, changefreq= and priority= off the end of a line
// and gives what is left, the URL.
func (l *list) attributes(line []byte, seed *discover.Seed) []byte {
	for {
		at := bytes.LastIndexAny(line, " \t")
		if at < 0 {
			return line
		}
		name, value, found := bytes.Cut(line[at+1:], []byte("="))
		if !found || !l.attribute(string(name), string(value), seed) {
			return line
		}
		line = bytes.TrimRight(line[:at], " \t")
	}
}

// add gives a URL as a seed.
func (l *list) add(text, raw []byte, seed *discover.Seed) error {
	var ok bool
	if l.ref, ok = l.site.Reference(l.ref[:0], text); !ok {
		l.m.Broken.Add(seed.Line, raw)
		return nil
	}
	form := l.o.Form(l.ref)
	if form.Reason != canonical.OK {
		l.m.Skip(form.Reason.String(), seed.Line, text)
		return nil
	}
	l.m.Named++
	seed.URL, seed.Key, seed.Source, seed.File, seed.Count = string(form.URL), form.Key, discover.List, l.m.File, 1
	if !l.yield(*seed) {
		return errStop
	}
	return nil
}

// end makes an error of what ends a file.
func (l *list) end(err error) error {
	switch {
	case err == io.EOF:
		return nil
	case l.ctx.Err() != nil:
		return l.ctx.Err()
	}
	return &discover.Unusable{What: l.m.File, Err: err}
}

func columnName(s table.Sample, column int) string {
	if column < len(s.Header) && s.Header[column] != "" {
		return fmt.Sprintf("%d (%s)", column+1, s.Header[column])
	}
	return fmt.Sprint(column + 1)
}
