package site

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/last"
	"github.com/portolan-seo/portolan/crawler/site/listing"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
)

// Options say what a run may do and where it leaves what.
type Options struct {
	// Crawl.Scope and Crawl.NewFetcher have to be given, and Crawl.Start is the
	// resolved start; Make finds scope and start. Crawl.Log is told of what
	// does not stop the run, and Crawl.Drain asks for a gentle stop.
	stored.Options

	Dir     string // the site folder; "" = named after the scope, in the working folder
	Anew    bool   // begins a new crawl even where one could go on
	Durable bool   // the crawl file outlives a power failure, commit by commit
	// FitDisk lowers Crawl.Limits.Disk on a small disk: to a tenth of what is
	// free.
	FitDisk bool
	Keep    int // crawls to keep; 0 = 10
	// Reread reads every page whole, also those whose server says that they
	// have not changed since the last complete crawl.
	Reread bool

	Listing *listing.Options // how the set is written; nil = the protocol's defaults

	Notices
}

// Notices are told what does not stop a run. Each may be nil.
type Notices struct {
	Skipped     func(file string, why error)
	NoReference func(dir string, why error)
	// Flaw names a published file that is not as it was written.
	Flaw func(file, what string)
	// GoesOn tells that the run goes on with a crawl, which began then.
	GoesOn func(began time.Time, known frontier.Counts)
	// BeginsAnew tells why the run does not go on with a crawl that had not
	// come to its end.
	BeginsAnew func(why string)
}

func (o *Options) notices() *last.Notices {
	return &last.Notices{Skipped: o.Skipped, NoReference: o.NoReference, Flaw: o.Flaw, Log: o.Crawl.Log}
}

const defaultKeep = 10

// withDefaults fills in what the zero values stand for.
func (o Options) withDefaults() Options {
	if o.Dir == "" {
		o.Dir = folder.Name(o.Crawl.Scope)
	}
	if o.Keep == 0 {
		o.Keep = defaultKeep
	}
	if o.Crawl.Log == nil {
		o.Crawl.Log = slog.New(slog.DiscardHandler)
	}
	if o.Crawl.ListAgent == "" {
		o.Crawl.ListAgent = "googlebot"
	}
	if o.Crawl.Robots.Agent == "" {
		o.Crawl.Robots.Agent = "portolan"
	}
	if o.MapURL == "" {
		o.MapURL = o.Crawl.Scope.String() + "sitemap.xml"
	}
	if o.Listing == nil {
		o.Listing = &listing.Options{}
	}
	return o
}

// Make crawls the site of a URL, as it may be typed, and publishes its sitemap:
// all steps of a Run in their order. The run that it gives is closed; it tells
// what was found and written. Errors are those of start.Resolver, of Open and
// of the steps.
func Make(ctx context.Context, url string, o Options) (*Run, error) {
	if err := o.find(ctx, url); err != nil {
		return nil, err
	}
	r, err := Open(o)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if err := r.Crawl(ctx); err != nil {
		return r, err
	}
	closing, stop := crawler.UntilDrained(ctx, r.Options.Crawl.Drain)
	defer stop()
	err = r.conclude(closing)
	if r.Result.End == crawler.Interrupted || closing.Err() != nil && r.Published == nil {
		return r, fmt.Errorf("crawl %s: %w", r.Options.Crawl.Scope, ErrInterrupted)
	}
	return r, err
}

// conclude takes a crawl that came to its end to the published set.
func (r *Run) conclude(ctx context.Context) error {
	if r.Result.End == crawler.Interrupted {
		return nil
	}
	if err := r.Judge(ctx); err != nil {
		return err
	}
	err := r.Publish(ctx)
	if err != nil && ctx.Err() != nil {
		return err // the next run writes it
	}
	return joined(err, r.Finish())
}
