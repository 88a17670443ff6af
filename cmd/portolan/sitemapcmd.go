package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/sqlite"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// rewriteFlags are the flags of portolan sitemap.
type rewriteFlags struct {
	publishFlags
	urls      []string
	noList    filterFlags
	listTypes []string
}

func (p *program) sitemapCmd() *cobra.Command {
	var f rewriteFlags
	cmd := &cobra.Command{
		Use:   "sitemap [flags] FOLDER",
		Short: "Write the sitemap again from a stored crawl, with other options",
		Long: `Write the sitemap of a site folder again, from the newest crawl in it that has
come to an end. Nothing is fetched.

With --sitemap-url, which may be given several times, sets of their own are
written for parts of the site, each into the directory of the site folder that
its URL names: https://example.com/de/sitemap.xml into FOLDER/de/. A part has
to lie in what was crawled.`,
		Example: `  portolan sitemap example.com --protocol 0.84
  portolan sitemap example.com --no-list '*/internal/*' --split-by dir:1
  portolan sitemap example.com --sitemap-url https://example.com/de/sitemap.xml --sitemap-url https://example.com/fr/sitemap.xml
  portolan sitemap example.com --force`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("sitemap wants one site folder; got %d arguments", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return p.rewrite(cmd.Context(), &f, args[0]) },
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringArrayVar(&f.urls, "sitemap-url", nil, "`URL` at which the sitemap will be served; its directory is what it lists (default: that of the crawl)")
	fs.Var(filterValue{&f.noList, false}, "no-list", "do not list URLs that match, instead of the crawl's own rules")
	fs.StringSliceVar(&f.listTypes, "list-types", nil, "list these besides HTML, instead of those of the crawl: pdf, office, opendocument, rtf, text, epub, postscript, svg, or a media type")
	f.publishFlags.add(fs)
	return cmd
}

// rewriter is one run of the command.
type rewriter struct {
	p      *program
	opts   *publishing
	crawl  *storedCrawl
	folder *siteFolder
}

// rewrite writes the sets that the flags ask for.
func (p *program) rewrite(ctx context.Context, f *rewriteFlags, dir string) (err error) {
	r := &rewriter{p: p}
	if r.opts, err = f.publishFlags.check(); err != nil {
		return err
	}
	if r.crawl, err = openEnded(dir); err != nil {
		return err
	}
	defer r.crawl.Close() // read only
	if err := r.hasMedia(dir); err != nil {
		return err
	}
	sets, err := r.sets(f)
	if err != nil {
		return err
	}
	if r.folder, err = openFolder(dir); err != nil {
		return err
	}
	defer func() {
		if closing := r.folder.close(); closing != nil {
			p.log.Warn(closing.Error())
		}
	}()
	if err := r.judge(ctx, f); err != nil {
		return err
	}
	for _, set := range sets {
		if err := r.write(ctx, set); err != nil {
			return err
		}
	}
	return nil
}

// hasMedia refuses to write what the crawl has not looked for.
func (r *rewriter) hasMedia(dir string) error {
	for _, m := range []struct {
		flag   string
		wanted bool
	}{{"images", r.opts.images}, {"videos", r.opts.videos}} {
		if m.wanted && r.crawl.option(m.flag) != "true" {
			return usagef("--%s: the crawl in %s was made without it; crawl again: portolan %s --%s", m.flag, dir, r.crawl.scope, m.flag)
		}
	}
	return nil
}

// openEnded opens the newest crawl of a site folder whose end has been acted
// upon.
func openEnded(dir string) (*storedCrawl, error) {
	newest, err := openStored(dir)
	if err != nil {
		return nil, err
	}
	if ended(newest) {
		return newest, nil
	}
	if err := newest.Close(); err != nil {
		return nil, failf("close crawl file %s: %w", newest.file, err)
	}
	names, err := (&siteFolder{dir: dir}).crawlFiles()
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Backward(names) {
		if name >= newest.file {
			continue
		}
		store, err := sqlite.OpenReadOnly(name)
		if err != nil {
			return nil, crawlFileError(name, err)
		}
		if ended(store) {
			return readStored(name, store)
		}
		if err := store.Close(); err != nil {
			return nil, failf("close crawl file %s: %w", name, err)
		}
	}
	return nil, usagef("no crawl in %s has come to an end; go on with it: portolan %s", dir, newest.scope)
}

// ended reports a crawl that was neither interrupted nor killed.
func ended(crawl frontier.Crawl) bool {
	end := crawler.End(crawl.Meta(crawler.MetaEnd))
	return crawl.Meta(metaConcluded) != "" && end != crawler.Interrupted && end != ""
}

// judge gives verdicts anew where flags ask for others than those of the crawl.
func (r *rewriter) judge(ctx context.Context, f *rewriteFlags) error {
	if len(f.noList) == 0 && len(f.listTypes) == 0 {
		return nil
	}
	options, err := r.crawl.auditOptions()
	if err != nil {
		return err
	}
	if len(f.noList) > 0 {
		filter := f.noList.filter()
		options.NoList = noListed(&filter)
	}
	if len(f.listTypes) > 0 {
		if options.ListTypes, err = mediaTypes(f.listTypes); err != nil {
			return err
		}
	}
	if _, err := audit.Judged(ctx, r.crawl, options); err != nil {
		return failf("%s: %w", r.crawl.scope, err)
	}
	return nil
}

// sets are the sets to write: one by default, else one for each URL.
func (r *rewriter) sets(f *rewriteFlags) ([]*setWriter, error) {
	if len(f.urls) == 0 {
		return []*setWriter{r.set("", r.defaultURL(f), r.crawl.scope)}, nil
	}
	rules, err := canonical.New(r.crawl.rules.Identity)
	if err != nil {
		return nil, failf("read the rules of URL identity: %w", err)
	}
	var sets []*setWriter
	seen := map[string]bool{}
	for _, text := range f.urls {
		form := rules.Canonical(text)
		if form.Reason != canonical.OK || strings.HasSuffix(string(form.URL), "/") {
			return nil, usagef("--sitemap-url %q: it is the whole URL of a file, such as https://example.com/de/sitemap.xml", text)
		}
		scope, err := canonical.ScopeOf(string(form.URL))
		if err != nil {
			return nil, usagef("--sitemap-url %q: %w", text, err)
		}
		if r.crawl.scope.Check([]byte(scope.String())) != canonical.OK {
			return nil, usagef("--sitemap-url %q: it lists more than %s, which is what was crawled", text, r.crawl.scope)
		}
		if seen[scope.Dir] {
			return nil, usagef("--sitemap-url %q: another one lies in the same directory", text)
		}
		seen[scope.Dir] = true
		sets = append(sets, r.set(strings.TrimPrefix(scope.Dir, r.crawl.scope.Dir), string(form.URL), scope))
	}
	return sets, nil
}

// defaultURL is where the crawl's sitemap is served; --gzip names the packed
// one beside it.
func (r *rewriter) defaultURL(f *rewriteFlags) string {
	if f.gzip && !strings.HasSuffix(r.crawl.mapURL, ".gz") {
		return r.crawl.mapURL + ".gz"
	}
	return r.crawl.mapURL
}

func (r *rewriter) set(below, url string, scope canonical.Scope) *setWriter {
	return &setWriter{publishing: r.opts, crawl: r.crawl, dir: safePath(below), url: url, scope: scope, now: time.Now()}
}

// safePath makes a path below the site folder of a URL's: of [a-z0-9._-]
// alone, no part hidden or the place of the crawl files.
func safePath(path string) string {
	var parts []string
	for part := range strings.SplitSeq(strings.Trim(path, "/"), "/") {
		part = folderName(canonical.Scope{Host: part})
		switch part {
		case "":
			continue
		case crawlsDir:
			part += "-"
		}
		parts = append(parts, part)
	}
	return filepath.Join(parts...)
}

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
	before, err := r.guard(ctx, set)
	if err != nil {
		return err
	}
	done, err := set.write(ctx)
	var foreign *publish.ForeignFileError
	switch {
	case errors.Is(err, publish.ErrNothingToList):
		return failf("sitemap of %s not written: there is nothing to list", set.scope)
	case errors.As(err, &foreign):
		return &exitError{exitNotPublished, fmt.Errorf("sitemap of %s not published: %w", set.scope, err)}
	case err != nil:
		return failf("write the sitemap into %s: %w", set.dir, err)
	}
	r.p.warnOfGrowth(before, done.URLs)
	return r.tell(set, done)
}

// guard compares with the set that stands and gives the number of its URLs, 0
// where there is none.
func (r *rewriter) guard(ctx context.Context, set *setWriter) (before int, err error) {
	last, err := openLastSet(&siteFolder{dir: r.folder.dir}, r.crawl.file, set.dir)
	if err != nil || last == nil {
		return 0, err
	}
	defer last.close()
	before = last.files.URLs
	if r.opts.force {
		return before, nil
	}
	listed, err := set.count(ctx)
	if err != nil {
		return 0, failf("count listed URLs: %w", err)
	}
	loss, err := last.guard(ctx, r.crawl, listed)
	if err != nil {
		return 0, failf("compare with the sitemap in %s: %w", set.dir, err)
	}
	if loss != nil && listed > 0 {
		return 0, &exitError{exitNotPublished, fmt.Errorf("sitemap of %s not published: %s\nto publish it all the same: --force", set.scope, loss.text())}
	}
	return before, nil
}

// tell says what was written.
func (r *rewriter) tell(set *setWriter, done *publish.Result) error {
	main := done.Sitemap()
	name := filepath.Join(set.dir, main.Name)
	if r.p.json {
		out := map[string]any{"type": "sitemap", "crawl_file": r.crawl.file, "sitemap": name, "sitemap_url": main.URL,
			"files": fileNames(set.dir, done), "urls": done.URLs, "changed": done.Changed, "lastmod_sources": set.lastModSources()}
		return json.NewEncoder(r.p.out).Encode(out)
	}
	if r.p.quiet {
		return nil
	}
	var b strings.Builder
	summaryRow(&b, "Sitemap", "%s", name)
	summaryRow(&b, "", "%s URL%s in %d file%s", thousands(done.URLs), plural(done.URLs), len(done.Files), plural(len(done.Files)))
	textRow(&b, done)
	summaryRow(&b, "", "to be served at %s", printable(main.URL))
	if !done.Changed {
		summaryRow(&b, "", "nothing changed: files untouched")
	}
	_, err := fmt.Fprint(r.p.out, b.String())
	return err
}
