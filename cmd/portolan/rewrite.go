package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
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
func (r *rewriter) tell(ctx context.Context, set *listing.Set, done *publish.Result, changes *delta.Result, articles *news.Result) error {
	var flags, patterns []string
	for _, f := range r.noList {
		flags, patterns = append(flags, "--no-list"), append(patterns, f.pattern)
	}
	idle, err := matchNothing(ctx, r.crawl, flags, patterns)
	if err != nil {
		r.p.Log.Warn(err.Error())
	}
	main := done.Sitemap()
	name := filepath.Join(set.Dir, main.Name)
	if r.p.JSON {
		out := map[string]any{"type": "sitemap", "crawl_file": r.crawl.Path(), "sitemap": name, "sitemap_url": main.URL,
			"files": fileNames(set.Dir, done), "urls": done.URLs, "changed": done.Changed, "lastmod_sources": set.LastModSources()}
		out["unmatched_filters"] = append([]unmatched{}, idle...)
		out["delta"], out["news"] = deltaJSON(set.Dir, changes), newsJSON(articles)
		r.opts.extraJSON(out, set)
		return r.p.PrintJSON(out)
	}
	if r.p.Quiet {
		return nil
	}
	var b strings.Builder
	unmatchedRows(&b, idle, r.crawl.Counts().Known)
	prose.Row(&b, "Sitemap", "%s", name)
	prose.Row(&b, "", "%s URL%s in %d file%s", prose.Thousands(done.URLs), prose.Plural(done.URLs), len(done.Files), prose.Plural(len(done.Files)))
	textRow(&b, done)
	prose.Row(&b, "", "to be served at %s", safe.Printable(main.URL))
	robotsLineRows(&b, r.crawl, set.Scope, main.URL, " (it lacked it when it was crawled)")
	r.opts.extraRows(&b, set, r.folder.Dir)
	if !done.Changed {
		prose.Row(&b, "", "nothing changed: files untouched")
	}
	deltaRows(&b, set.Dir, changes)
	newsRows(&b, articles)
	_, err = fmt.Fprint(r.p.Out, b.String())
	return err
}
