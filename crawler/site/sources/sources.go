// Package sources joins what the user has of a site beside its pages – access
// logs, a web server's folder, lists, exports of other tools – with a crawl.
package sources

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"math"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/discover/accesslog"
	"github.com/portolan-seo/portolan/crawler/discover/export"
	"github.com/portolan-seo/portolan/crawler/discover/input"
	"github.com/portolan-seo/portolan/crawler/discover/list"
	"github.com/portolan-seo/portolan/crawler/discover/webdir"
	"github.com/portolan-seo/portolan/crawler/filter"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Options name the sources. Files are names, patterns, or "-" for Stdin.
type Options struct {
	Lists, Logs, Exports []string
	Dirs                 []string // ROOT=URL

	LogPattern string   // a log format in nginx' or Apache's notation; "" recognises it
	LogFields  []string // NAME=COLUMN
	LogStatus  []int    // answers that make a seed; nil for 200
	DirIndex   []string // files that stand for their folder; nil for the usual ones
	ExportHost string   // host of an export's paths; "" for the site's

	Stdin  io.Reader
	Memory int // bytes for what is sorted, 0 for the rooms' own

	Site  string           // origin of the site
	Rules *canonical.Rules // that give the canonical form
	Scope canonical.Scope  // beyond which nothing is taken
}

// Any tells whether a source is named.
func (o *Options) Any() bool {
	return len(o.Lists)+len(o.Logs)+len(o.Exports)+len(o.Dirs) > 0
}

// Check looks whether the files are there, before anything is asked for. An
// error is discover.Unusable.
func (o *Options) Check() error {
	stdin := 0
	for _, files := range [...][]string{o.Lists, o.Logs, o.Exports} {
		for _, f := range files {
			if f == input.Stdin {
				stdin++
			}
		}
		if len(files) == 0 {
			continue
		}
		if _, err := input.Names(files); err != nil {
			return err
		}
	}
	if stdin > 1 {
		return &discover.Unusable{What: "standard input", Why: "it can be read once, and is named more than once"}
	}
	return nil
}

// Report tells what came of the sources.
type Report struct {
	Imports []discover.Import     // of each file, in the order of reading
	Held    map[discover.Held]int // URLs that are not asked for, by reason
	Given   int                   // URLs that were given to the crawl, as often as a source names them
}

// Mentions gives the URLs that may be asked for, and fills in the report as it
// goes. An error is discover.Unusable where a source is at fault.
func Mentions(ctx context.Context, o Options, report *Report) crawler.Mentions {
	return func(yield func(crawler.Mention, error) bool) {
		*report = Report{Held: map[discover.Held]int{}}
		for _, s := range o.sources(ctx, report) {
			for seed, err := range s.seeds {
				if err != nil {
					yield(crawler.Mention{}, err)
					return
				}
				if seed.Held != "" {
					report.Held[seed.Held]++
					if len(seed.Measures) > 0 && !yield(crawler.Mention{URL: seed.URL, Held: true, Measured: measured(&seed, seed.URL)}, nil) {
						return
					}
					continue
				}
				report.Given++
				if !yield(crawler.Mention{Measured: measured(&seed, ""), URL: seed.URL, Source: s.bit, Detail: frontier.Stated{LastMod: seed.LastMod, ChangeFreq: seed.ChangeFreq, Priority: seed.Priority}.AddTo(seed.Evidence())}, nil) {
					return
				}
			}
		}
	}
}

// measured is what a source knows of a URL, nil for nothing. A held URL is
// stored as it is masked.
func measured(s *discover.Seed, url string) *frontier.Measured {
	if len(s.Measures) == 0 {
		return nil
	}
	facts := make(map[string]any, len(s.Measures))
	for _, m := range s.Measures {
		switch {
		case m.Text != "":
			facts[m.Name] = m.Text
		case !math.IsNaN(m.Value) && !math.IsInf(m.Value, 0):
			facts[m.Name] = m.Value
		}
	}
	text, err := json.Marshal(facts)
	if err != nil {
		return nil // cannot be: numbers and texts
	}
	return &frontier.Measured{URL: url, Source: string(s.Source), Facts: string(text)}
}

type source struct {
	bit   frontier.Source
	seeds iter.Seq2[discover.Seed, error]
}

func (o *Options) sources(ctx context.Context, report *Report) (all []source) {
	forms := o.Rules.NewResolver()
	form := discover.InScope(forms, &o.Scope)
	in := input.Options{Stdin: o.Stdin}
	told := func(m discover.Import) { report.Imports = append(report.Imports, m) }
	if len(o.Lists) > 0 {
		all = append(all, source{frontier.FromList, list.Seeds(ctx, list.Options{
			Files: o.Lists, Input: in, Site: o.Site, Form: form, Told: told})})
	}
	if len(o.Exports) > 0 {
		all = append(all, source{frontier.FromList, export.Seeds(ctx, export.Options{
			Files: o.Exports, Input: in, Site: o.Site, Host: o.ExportHost, Form: form, Memory: o.Memory, Told: told})})
	}
	if len(o.Dirs) > 0 {
		all = append(all, source{frontier.FromDirectory, webdir.Seeds(ctx, webdir.Options{
			Maps: o.Dirs, Index: o.DirIndex, Form: form, Told: told})})
	}
	if len(o.Logs) > 0 {
		all = append(all, source{frontier.FromLog, accesslog.Seeds(ctx, accesslog.Options{
			Files: o.Logs, Input: in, Site: o.Site, Form: form, Pattern: o.LogPattern, Fields: o.LogFields, Status: o.LogStatus,
			Effect: func(url []byte) bool { _, found := filter.HasEffect(url); return found }, Memory: o.Memory, Told: told})})
	}
	return all
}

// Fault gives the error of a source that cannot be used, nil if err is none.
func Fault(err error) *discover.Unusable {
	var unusable *discover.Unusable
	errors.As(err, &unusable)
	return unusable
}
