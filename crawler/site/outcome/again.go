package outcome

import (
	"slices"

	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// Again is the command of this run with another URL. It repeats the folder.
func (r *Outcome) Again(url string) string { return cmdline.Crawl(url, r.Told.Output) }

// Repeated is the command of this run, as far as it may be shown, with flags
// that it lacks.
func (r *Outcome) Repeated(missing []stored.Given) string {
	return cmdline.Crawl(r.Typed, r.Told.Output, cmdline.Words(slices.Concat(r.Told.Given, missing), "output")...)
}

// Slower is Repeated, with fewer requests a second.
func (r *Outcome) Slower(missing []stored.Given) string {
	return cmdline.Crawl(r.Typed, r.Told.Output, append(cmdline.Words(slices.Concat(r.Told.Given, missing), "output", "rate", "concurrency"), cmdline.Slow...)...)
}
