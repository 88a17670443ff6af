// Package outcome tells what a run came to, and what was written again of a
// stored crawl: as text for people, and as an object for programs.
package outcome

import (
	"log/slog"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit/causes"
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

// Outcome is what a run came to.
type Outcome struct {
	*site.Run // nil until the start is resolved

	Typed   string // where the crawl was to start
	Told    Told
	Start   *start.Start
	Scope   canonical.Scope
	MapURL  string // where the sitemap will be served
	Unsent  bool   // credentials were given, and are not sent to the site
	Staging string // origin of the copy that is crawled in the site's stead, "" if none

	Sources *sources.Report    // what came of the user's own, nil without any
	joined  *coverage.Coverage // with them, once it is made
	Delta   *delta.Result      // what was written of what has changed, nil where it is not asked for
	News    *news.Result       // the same of articles
	Partial bool
	Aside   bool              // a what-if: the set that stands was left as it was
	Refused *Refusal          // why the set was not published
	Shut    *site.ShutError   // the same of a first set
	Found   *findings.Summary // what is wrong with the site, nil if it was not looked for
	Causes  []causes.Cause    // of it, the gravest first; nil if they were not looked for
	Reports []string          // files that were written
	Since   *Since            // what became of what was wrong, nil where that is not known
	Figures *Figures          // of the report, nil where none was written
	Verdict error             // of the run: nil if all is well
	Silent  bool              // the verdict has no words

	Version string // of portolan
	Log     *slog.Logger
}

// Since is what became of what was wrong since the complete crawl before.
type Since struct {
	Fresh  int `json:"new_findings"`
	Mended int `json:"mended_causes"`
	Gone   int `json:"gone_causes"`   // that went with their pages
	Unseen int `json:"unseen_causes"` // that the crawl before had, and whose pages this one has not seen

	Began   time.Time `json:"-"` // of the crawl before
	Refused int       `json:"-"` // crawls since then, whose sitemap was
}

// Told are the options of a run of which its summary tells.
type Told struct {
	Output string         // the site folder, as it was typed
	Given  []stored.Given // all that was typed

	UserAgent   string
	Login       bool // one was given
	RobotsFile  string
	RobotsAgent string // whose rules were obeyed
	WhatIf      bool   // a file was, instead of the live one
	NoRobots    bool   // no rules were
	Verbose     bool   // all is told
	Staging     bool   // robots.txt and noindex were reported alone

	Filters []Pattern // --include and --exclude, in their order
	Filter  crawler.Filter
	NoList  []Pattern
	Hot     string
}
