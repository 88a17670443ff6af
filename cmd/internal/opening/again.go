package opening

import (
	"context"
	"errors"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/process"
	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/site/recheck"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/crawler/visiting"
)

// Again has do ask the site of a stored crawl again, with the way to it and the
// pace that the flags of visitor say. Where it is interrupted, left says what is
// not known then; doing is what failed else.
func Again(ctx context.Context, p *console.Program, crawl *stored.Crawl, visitor func(visiting.Voice) (*visiting.Visitor, error), left, doing string, do func(context.Context, recheck.Options) error) error {
	if crawl.Option("as") != "" {
		return exit.Usagef("the crawl is of a staging copy (--as): crawl it again instead")
	}
	way, err := visitor(p)
	if err != nil {
		return err
	}
	defer way.Close()
	ctx, drain, stop := process.Signals(ctx, p)
	defer stop()
	site := crawl.Options.Scope.String()
	v, err := way.Visit(ctx, site, site, "")
	if err != nil {
		return err
	}
	err = do(ctx, recheck.Options{Crawl: crawler.Options{
		NewFetcher: func() crawler.Fetcher { return v.Client.NewFetcher() },
		Politeness: v.Pace, Limits: crawler.Limits{Tries: 3}, Log: p.Log, Drain: drain,
	}})
	switch {
	case errors.Is(err, recheck.ErrInterrupted) || ctx.Err() != nil:
		return &exit.Error{Code: exit.Interrupted, Err: errors.New("interrupted: it is not known " + left)}
	case err != nil && exit.Code(err) != exit.Usage:
		return exit.Failf("%s: %w", doing, err)
	}
	return err
}
