package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/crawler/site/delta"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/listing"
	"github.com/portolan-seo/portolan/crawler/site/news"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// write publishes one set, unless it has lost so much that a person has to
// decide.
func (r *rewriter) write(ctx context.Context, set *listing.Set) error {
	done, err := site.Rewrite(ctx, folder.At(r.folder.Dir), r.crawl, set, r.p.Notices())
	var refused *refusal
	if lost, ok := errors.AsType[*site.Refusal](err); ok {
		missing := lost.Last.Missing()
		again, hint := cmdline.Again(r.crawl, r.folder.Dir, cmdline.Words(missing)...)
		refused = &refusal{lost, again, cmdline.Sitemap(r.folder.Dir, r.given), hint, missing, loginLine(stored.IsGiven(r.crawl, "basic-auth"))}
	}
	if shut, ok := errors.AsType[*site.ShutError](err); ok {
		again, _ := cmdline.Again(r.crawl, r.folder.Dir)
		return exit.Failf("sitemap of %s not written: %s", set.Scope, shutOutText(shut, set.Scope.Host, again, cmdline.Sitemap(r.folder.Dir, r.given)+" --force"))
	}
	if err != nil {
		return notPublished(r.p, set.Scope, err, refused, func() string { return "" })
	}
	return r.tell(ctx, set, done, writeDelta(ctx, r.p, r.opts, r.folder, r.crawl, set), writeNews(ctx, r.p, r.opts, set))
}

// tell says what was written.
func (r *rewriter) tell(ctx context.Context, set *listing.Set, done *publish.Result, changes *delta.Result, articles *news.Result) (err error) {
	w := &rewritten{crawl: r.crawl, dir: r.folder.Dir, set: set, done: done, delta: changes, news: articles, hot: r.opts.hot}
	if w.idle, err = matchNothing(ctx, r.crawl, r.noList.patterns("", "--no-list")); err != nil {
		r.p.Log.Warn(err.Error())
	}
	switch {
	case r.p.JSON:
		return r.p.PrintJSON(w.json())
	case r.p.Quiet:
		return nil
	}
	_, err = fmt.Fprint(r.p.Out, w.text())
	return err
}
