package option

import (
	"context"
	"strings"

	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/spelling"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// Segments are the flags of commands that can look at one part of a site.
type Segments struct {
	Segments stored.Segments
	In       string
}

const SegmentText = "call URLs that match by a name: `NAME=PATTERN`, such as shop=/shop/*; the first that matches decides"

func (f *Segments) Declare(fs *pflag.FlagSet) {
	fs.Var(SegmentValue{&f.Segments}, "segment", SegmentText+"; those of the crawl come after")
	fs.StringVar(&f.In, "in", "", "only what is in the segment `NAME`, which --segment here or of the crawl has named")
}

// Into gives the crawl the segments, and looks whether there is the one that is
// asked for.
func (f *Segments) Into(ctx context.Context, crawl *stored.Crawl) error {
	crawl.Segments = append(f.Segments[:len(f.Segments):len(f.Segments)], crawl.Segments...)
	names := crawl.Segments.Names()
	for _, name := range names {
		if name == f.In {
			return f.isEmpty(ctx, crawl)
		}
	}
	switch {
	case f.In == "":
		return nil
	case names == nil:
		return exit.Usagef("--in %s: the crawl has no segments; name one by --segment '%s=PATTERN'", f.In, f.In)
	}
	return exit.Usagef("--in %s: there is no such segment%s; segments are %s", f.In, spelling.DidYouMean(f.In, "", names), strings.Join(names, ", "))
}

// isEmpty is the error for a segment in which no URL is: what is told of it would
// be nothing, and pass for good.
func (f *Segments) isEmpty(ctx context.Context, crawl *stored.Crawl) error {
	for row, err := range crawl.Brief(ctx, 0) {
		if err != nil {
			return exit.InterruptedBy(ctx, exit.Failf("read the URLs of %s: %w", crawl.Path(), err))
		}
		if crawl.Segments.Of(row.URL) == f.In {
			return nil
		}
	}
	return exit.Usagef("--in %s: none of the crawl's URLs is in that segment; its pattern matches none, or a segment before it takes them", f.In)
}

// InSegment adds --in to filters.
func (f *Segments) InSegment(filters []string) []string {
	if f.In == "" {
		return filters
	}
	return append(filters[:len(filters):len(filters)], "segment="+f.In)
}

// SegmentValue is the value of --segment: those of the command line and of the
// configuration add up.
type SegmentValue struct{ List *stored.Segments }

func (v SegmentValue) String() string        { return "" }
func (v SegmentValue) Type() string          { return patternType }
func (v SegmentValue) AddsUp()               {}
func (v SegmentValue) Set(text string) error { return v.List.Add(text) }

const IgnoreText = "leave findings of a kind as they are, about URLs that match: `\"ID PATTERN [until=DATE] REASON\"`, such as \"noindex-prominent /account/* members only\"; they are counted apart"

// IgnoreValue is the value of --ignore: those of the command line and of the
// configuration add up.
type IgnoreValue struct{ List *stored.Ignored }

func (v IgnoreValue) String() string        { return "" }
func (v IgnoreValue) Type() string          { return patternType }
func (v IgnoreValue) AddsUp()               {}
func (v IgnoreValue) Set(text string) error { return v.List.Add(text) }
