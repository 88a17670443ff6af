package rewrite

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/publishing"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/listing"
	"github.com/portolan-seo/portolan/crawler/site/outcome"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// write publishes one set, unless it has lost so much that a person has to
// decide.
func (r *rewriter) write(ctx context.Context, set *listing.Set) error {
	done, err := site.Rewrite(ctx, folder.At(r.folder.Dir), r.crawl, set, r.p.Notices())
	var refused *outcome.Refusal
	if lost, ok := errors.AsType[*site.Refusal](err); ok {
		missing := lost.Last.Missing()
		crawl := cmdline.Again
		if lost.SameSays.Gate == page.GateLimit {
			crawl = cmdline.Slower
		}
		again, hint := crawl(r.crawl, r.folder.Dir, cmdline.Words(missing)...)
		if set.Dir != r.folder.Dir { // no crawl writes it
			again += "\n  " + cmdline.Sitemap(r.folder.Dir, nil) + " --sitemap-url " + safe.ShellQuote(safe.OneLine(set.URL))
		}
		refused = &outcome.Refusal{Refusal: lost, Again: again, Accept: cmdline.Sitemap(r.folder.Dir, r.given), Hint: hint, Missing: missing, Login: outcome.LoginLine(stored.IsGiven(r.crawl, "basic-auth")), Host: r.crawl.Options.Scope.Host}
	}
	if shut, ok := errors.AsType[*site.ShutError](err); ok {
		again, _ := cmdline.Again(r.crawl, r.folder.Dir)
		return exit.Failf("sitemap of %s not written: %s", set.Scope, outcome.ShutOutText(shut, set.Scope.Host, again, cmdline.Sitemap(r.folder.Dir, r.given)+" --force"))
	}
	if err != nil {
		return publishing.NotPublished(r.p, set.Scope, err, refused, func() string { return "" })
	}
	r.doubt(set, done.Unmeasured)
	done.Accepted = slices.DeleteFunc(done.Accepted, func(a stored.Accepted) bool { return a.Nothing() && !r.opts.AcceptLoss.Have(&a) })
	written := &outcome.Rewritten{
		Crawl: r.crawl, Dir: r.folder.Dir, Set: set, Done: done, Hot: r.opts.HotFor,
		Delta: publishing.WriteDelta(ctx, r.p, r.opts, r.folder, r.crawl, set), News: publishing.WriteNews(ctx, r.p, r.opts, set),
	}
	if set.Dir == r.folder.Dir {
		r.own = written
	}
	return r.tell(ctx, written)
}

// doubt warns of what a set that was written does not show: a first one, with which nothing was compared, of a
// crawl of which none was published; and what is accepted of one that goes on.
func (r *rewriter) doubt(set *listing.Set, first bool) {
	why := stored.UnpublishedOf(r.crawl).Why
	switch {
	case first && why != "" && !set.Force:
		r.p.Log.Warn("nothing stood to compare this sitemap with, and the crawl's own was not published: look at what it lists", "sitemap", set.URL, "why", why)
	case why != "" && set.Accepted == "" && !set.Force:
		r.p.Log.Warn("the crawl has not come to its end: if pages have come to show one text, the next crawl will ask again", "sitemap", set.URL)
	}
}

// tell says what was written.
func (r *rewriter) tell(ctx context.Context, w *outcome.Rewritten) (err error) {
	if w.Idle, err = outcome.MatchNothing(ctx, r.crawl, r.noList.Patterns("", "--no-list")); err != nil {
		r.p.Log.Warn(err.Error())
	}
	switch {
	case r.p.JSON:
		return r.p.PrintJSON(w.Json())
	case r.p.Quiet:
		return nil
	}
	_, err = fmt.Fprint(r.p.Out, w.Text())
	return err
}
