package main

import (
	"strings"

	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/spelling"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// segmentFlags are the flags of commands that can look at one part of a site.
type segmentFlags struct {
	segments stored.Segments
	in       string
}

const segmentText = "call URLs that match by a name: `NAME=PATTERN`, such as shop=/shop/*; the first that matches decides"

func (f *segmentFlags) declare(fs *pflag.FlagSet) {
	fs.Var(segmentValue{&f.segments}, "segment", segmentText+"; those of the crawl come after")
	fs.StringVar(&f.in, "in", "", "only what is in the segment `NAME`, which --segment here or of the crawl has named")
}

// into gives the crawl the segments, and looks whether there is the one that is
// asked for.
func (f *segmentFlags) into(crawl *stored.Crawl) error {
	crawl.Segments = append(f.segments[:len(f.segments):len(f.segments)], crawl.Segments...)
	names := crawl.Segments.Names()
	for _, name := range names {
		if name == f.in {
			return nil
		}
	}
	switch {
	case f.in == "":
		return nil
	case names == nil:
		return exit.Usagef("--in %s: the crawl has no segments; name one by --segment '%s=PATTERN'", f.in, f.in)
	}
	return exit.Usagef("--in %s: there is no such segment%s; segments are %s", f.in, spelling.DidYouMean(f.in, "", names), strings.Join(names, ", "))
}

// inSegment adds --in to filters.
func (f *segmentFlags) inSegment(filters []string) []string {
	if f.in == "" {
		return filters
	}
	return append(filters[:len(filters):len(filters)], "segment="+f.in)
}

// segmentValue is the value of --segment: those of the command line and of the
// configuration add up.
type segmentValue struct{ list *stored.Segments }

func (v segmentValue) String() string        { return "" }
func (v segmentValue) Type() string          { return patternType }
func (v segmentValue) AddsUp()               {}
func (v segmentValue) Set(text string) error { return v.list.Add(text) }

const ignoreText = "leave findings of a kind as they are, about URLs that match: `\"ID PATTERN [until=DATE] REASON\"`, such as \"noindex-prominent /account/* members only\"; they are counted apart"

// ignoreValue is the value of --ignore: those of the command line and of the
// configuration add up.
type ignoreValue struct{ list *stored.Ignored }

func (v ignoreValue) String() string        { return "" }
func (v ignoreValue) Type() string          { return patternType }
func (v ignoreValue) AddsUp()               {}
func (v ignoreValue) Set(text string) error { return v.list.Add(text) }
