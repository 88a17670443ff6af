package crawl

import (
	"context"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/site/sources"
)

// readSources gives the crawl the URLs of the user's own sources.
func (r *crawlRun) readSources(ctx context.Context) error {
	o := r.opts.Sources.Options()
	if !o.Any() {
		return nil
	}
	rules, err := r.opts.Identity()
	if err != nil {
		return err
	}
	if rules, err = rules.With(r.Start.Rules...); err != nil {
		return exit.Failf("read sources: %w", err)
	}
	o.Stdin, o.Rules, o.Scope, o.Site = r.p.In, rules, r.Scope, r.Start.URL
	r.Sources = &sources.Report{}
	r.Options.Crawl.Seeds = sources.Mentions(ctx, o, r.Sources)
	return nil
}

// sourceFault tells what is wrong with a source, nil if err is of something
// else.
func sourceFault(err error) error {
	if fault := sources.Fault(err); fault != nil {
		return exit.Usagef("%w", fault)
	}
	return nil
}
