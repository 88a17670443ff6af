package crawl

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// storeFailed puts the error of a run whose crawl file could not be written
// into words: what there is, and what to do to go on. Others stay as they are.
func (r *crawlRun) storeFailed(err error) error {
	e, ok := errors.AsType[*site.StoreError](err)
	switch {
	case !ok:
		return err
	case e.Op != "":
		return exit.Failf("%w\n%s run the same command again to go on", err, mendStore(e.File, err))
	case errors.Is(err, sqlite.ErrDamaged):
		return exit.Failf("crawl of %s stopped: %w\nthe sitemap is as it was; to begin anew beside %s, run the same command again", r.Scope, err, e.File)
	}
	return exit.Failf("crawl of %s stopped: %w\nwhat it had fetched is safe in %s, the sitemap is as it was; %s run the same command again to go on",
		r.Scope, err, e.File, mendStore(e.File, err))
}

// mendStore says what to do about a crawl file that could not be written.
func mendStore(name string, err error) string {
	if errors.Is(err, sqlite.ErrFull) {
		return "make room where " + name + " lies, then"
	}
	return "once " + filepath.Dir(name) + " can be written again"
}

// required is the run's outcome under --require-complete: a failure, unless the crawl
// came to its end, and has read the site but for a few URLs.
func (r *crawlRun) required(ctx context.Context, verdict error) error {
	if !r.opts.RequireComplete || exit.Code(verdict) == exit.Failed {
		return verdict
	}
	why := fmt.Sprintf("%s; %s", r.Result.End, r.ToGoOn())
	if r.Result.End == crawler.Complete {
		crawl, err := r.stored()
		var seen findings.Seen
		if err == nil {
			seen, err = crawl.Seen(ctx)
		}
		if err != nil {
			return exit.Graver(verdict, exit.InterruptedBy(ctx, exit.Failf("tell whether the crawl is complete: %w", err)))
		}
		if why = seen.Why(); why == "" {
			return verdict
		}
		if seen.Most != audit.NoVerdict && seen.Ended == "" && seen.Doubt == "" {
			why += fmt.Sprintf("\nmost of them: %s (%s); portolan urls %s --where verdict=%[1]s names them, and --exclude '*/FOLDER/*' leaves out what is not to be read",
				seen.Most, seen.Most.Meaning(), safe.ShellQuote(r.Folder.Dir))
			if seen.Most == audit.RedirectWall {
				why += "; --cookie-file FILE reads what is behind it as somebody who is logged in"
			}
		}
	}
	err := fmt.Errorf("the crawl of %s is not complete, as --require-complete wants: %s", r.Scope, why)
	if !exit.Silent(verdict) {
		err = fmt.Errorf("%w\n%w", verdict, err)
	}
	return &exit.Error{Code: exit.Failed, Err: err}
}
