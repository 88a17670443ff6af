package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/portolan-seo/portolan/crawler/guard"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// write publishes one set, unless it has lost so much that a person has to
// decide.
func (r *rewriter) write(ctx context.Context, set *setWriter) error {
	set.dir = filepath.Join(r.folder.dir, set.dir)
	if err := os.MkdirAll(set.dir, 0o777); err != nil {
		return failf("make the folder of a sitemap: %w", err)
	}
	if err := publish.Recover(set.dir); err != nil {
		return failf("finish the sitemap that an earlier run left half moved in %s: %w", set.dir, err)
	}
	last, err := r.p.openLastSet(&siteFolder{dir: r.folder.dir}, r.crawl.file, set.dir, set.url)
	if err != nil {
		return err
	}
	defer last.close()
	before := 0
	var compared *guard.Comparison
	if last != nil {
		before = last.files.URLs
		if compared, err = r.p.compareSets(ctx, last, r.judged(set)); err != nil {
			return err
		}
		set.accept = func(int) error { return r.guard(ctx, set, last, compared) }
	}
	done, err := set.write(ctx)
	var refused *exitError
	var foreign *publish.ForeignFileError
	switch {
	case errors.As(err, &refused):
		return err
	case errors.Is(err, publish.ErrNothingToList):
		return failf("sitemap of %s not written: there is nothing to list", set.scope)
	case errors.As(err, &foreign):
		return &exitError{exitNotPublished, fmt.Errorf("sitemap of %s not published: %w\nto overwrite it: --force", set.scope, err)}
	case err != nil:
		return failf("write the sitemap into %s: %w", set.dir, err)
	}
	r.p.warnOfGrowth(before, done.URLs)
	r.p.remember(ctx, last, r.judged(set), set, done, compared)
	return r.tell(set, done)
}

// judged is the crawl by the verdicts that the set is written by.
func (r *rewriter) judged(set *setWriter) judged { return judged{r.crawl, r.crawl, set.rules} }

// guard refuses a set that would lose too much of the one that stands.
func (r *rewriter) guard(ctx context.Context, set *setWriter, last *lastSet, c *guard.Comparison) error {
	if r.opts.force {
		return nil
	}
	refused, err := last.refuse(ctx, c)
	if refused == nil {
		return err
	}
	refused.again, refused.accept = r.crawl.command(r.folder.dir), "portolan sitemap "+shellQuote(r.folder.dir)
	return &exitError{exitNotPublished, fmt.Errorf("sitemap of %s not published: %s", set.scope, refused.text())}
}

// tell says what was written.
func (r *rewriter) tell(set *setWriter, done *publish.Result) error {
	main := done.Sitemap()
	name := filepath.Join(set.dir, main.Name)
	if r.p.json {
		out := map[string]any{"type": "sitemap", "crawl_file": r.crawl.file, "sitemap": name, "sitemap_url": main.URL,
			"files": fileNames(set.dir, done), "urls": done.URLs, "changed": done.Changed, "lastmod_sources": set.lastModSources()}
		set.extraJSON(out)
		return r.p.printJSON(out)
	}
	if r.p.quiet {
		return nil
	}
	var b strings.Builder
	summaryRow(&b, "Sitemap", "%s", name)
	summaryRow(&b, "", "%s URL%s in %d file%s", thousands(done.URLs), plural(done.URLs), len(done.Files), plural(len(done.Files)))
	textRow(&b, done)
	summaryRow(&b, "", "to be served at %s", printable(main.URL))
	robotsLineRows(&b, r.crawl, set.scope, main.URL, " (it lacked it when it was crawled)")
	set.extraRows(&b, r.folder.dir)
	if !done.Changed {
		summaryRow(&b, "", "nothing changed: files untouched")
	}
	_, err := fmt.Fprint(r.p.out, b.String())
	return err
}
