package main

import (
	"log/slog"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/coverage"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/delta"
	"github.com/portolan-seo/portolan/crawler/site/news"
	"github.com/portolan-seo/portolan/crawler/site/sources"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/crawler/start"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// outcome is what a run came to.
type outcome struct {
	*site.Run // nil until the start is resolved

	typed   string // where the crawl was to start
	told    told
	start   *start.Start
	scope   canonical.Scope
	mapURL  string // where the sitemap will be served
	unsent  bool   // credentials were given, and are not sent to the site
	staging string // origin of the copy that is crawled in the site's stead, "" if none

	sources *sources.Report    // what came of the user's own, nil without any
	joined  *coverage.Coverage // with them, once it is made
	delta   *delta.Result      // what was written of what has changed, nil where it is not asked for
	news    *news.Result       // the same of articles
	partial bool
	refused *refusal          // why the set was not published
	shut    *site.ShutError   // the same of a first set
	found   *findings.Summary // what is wrong with the site, nil if it was not looked for
	verdict error             // of the run: nil if all is well
	silent  bool              // the verdict has no words

	version string // of portolan
	log     *slog.Logger
}

// told are the options of a run of which its summary tells.
type told struct {
	output string         // the site folder, as it was typed
	given  []stored.Given // all that was typed

	userAgent   string
	login       bool // one was given
	robotsFile  string
	robotsAgent string // whose rules were obeyed
	whatIf      bool   // a file was, instead of the live one
	noRobots    bool   // no rules were
	staging     bool   // robots.txt and noindex were reported alone

	filters []pattern // --include and --exclude, in their order
	filter  crawler.Filter
	noList  []pattern
	hot     string
}
