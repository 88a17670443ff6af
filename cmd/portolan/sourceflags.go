package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/sources"
)

// sourceFlags name what the user has of a site beside its pages.
type sourceFlags struct {
	lists, logs, dirs, exports []string

	logPattern string
	logFields  []string
	logStatus  []int
	dirIndex   []string
	exportHost string
	noCrawl    bool
}

func (f *sourceFlags) declare(fs *pflag.FlagSet) {
	fs.StringArrayVar(&f.lists, "from-list", nil, "fetch the URLs of this `FILE`, too: one a line, or a table with a column of URLs; gzip, patterns such as *.csv, - for standard input")
	fs.StringArrayVar(&f.logs, "from-log", nil, "fetch what was asked for with success, by the access log in this `FILE`, too: the usual formats are recognised, packed or not")
	fs.StringVar(&f.logPattern, "log-pattern", "", "`FORMAT` of --from-log in the notation of nginx or Apache, where it is none of the usual ones")
	fs.StringArrayVar(&f.logFields, "log-field", nil, "where a log has its columns under other names: `NAME=COLUMN`")
	fs.IntSliceVar(&f.logStatus, "log-status", nil, "`STATUS` of the answers whose URLs are taken from logs (default 200)")
	fs.StringArrayVar(&f.dirs, "from-dir", nil, "fetch the URLs of a web server's files, too: `ROOT=URL`, the folder and the URL under which it is served")
	fs.StringSliceVar(&f.dirIndex, "dir-index", nil, "`FILES` that stand for their folder in --from-dir (default index.html and its like)")
	fs.StringArrayVar(&f.exports, "from-export", nil, "fetch the URLs of an export in this `FILE`, too: Search Console, Analytics, Bing, link indexes, Screaming Frog, product feeds")
	fs.BoolVar(&f.noCrawl, "no-crawl", false, "fetch nothing but robots.txt: list what these sources name, unverified; wants --sitemap-url")
	fs.StringVar(&f.exportHost, "export-host", "", "`HOST` of paths without one in --from-export (default: that of the site)")
}

// options are the flags as the library knows them; what belongs to the site is
// filled in once it is found.
func (f *sourceFlags) options() sources.Options {
	return sources.Options{
		Lists: f.lists, Logs: f.logs, Dirs: f.dirs, Exports: f.exports,
		LogPattern: f.logPattern, LogFields: f.logFields, LogStatus: f.logStatus, DirIndex: f.dirIndex, ExportHost: f.exportHost,
	}
}

// checkSources looks whether the files are there.
func (c *checked) checkSources() error {
	o := c.sourceFlags.options()
	for _, lone := range [...]struct {
		flag  string
		given bool
		needs string
		has   int
	}{
		{"log-pattern", c.logPattern != "", "from-log", len(c.logs)}, {"log-field", len(c.logFields) > 0, "from-log", len(c.logs)},
		{"log-status", len(c.logStatus) > 0, "from-log", len(c.logs)}, {"dir-index", len(c.dirIndex) > 0, "from-dir", len(c.dirs)},
		{"export-host", c.exportHost != "", "from-export", len(c.exports)},
	} {
		if lone.given && lone.has == 0 {
			return exit.Usagef("--%s is of no use without --%s", lone.flag, lone.needs)
		}
	}
	if err := c.checkNoCrawl(); err != nil {
		return err
	}
	for _, status := range c.logStatus {
		if status < 100 || status > 599 {
			return exit.Usagef("--log-status %d: it is from 100 to 599", status)
		}
	}
	if err := o.Check(); err != nil {
		return exit.Usagef("%w", err)
	}
	return nil
}

// checkNoCrawl finds what --no-crawl lacks, or cannot be had with it.
func (c *checked) checkNoCrawl() error {
	o := c.sourceFlags.options()
	switch {
	case !c.noCrawl:
		return nil
	case !o.Any():
		return exit.Usagef("--no-crawl lists what sources name: give --from-list, --from-log, --from-dir or --from-export")
	case c.sitemapURL == "":
		return exit.Usagef("--no-crawl asks the site for nothing that would show where it is: give --sitemap-url, the URL at which the sitemap will be served")
	case len(c.sitemaps) > 0:
		return exit.Usagef("--from-sitemap is fetched, and --no-crawl fetches nothing; a copy on disk can be given by --from-list")
	case c.staging || c.as != "":
		return exit.Usagef("--no-crawl does not go to a copy of the site: leave out --staging and --as")
	}
	return nil
}

// readSources gives the crawl the URLs of the user's own sources.
func (r *crawlRun) readSources(ctx context.Context) error {
	o := r.opts.sourceFlags.options()
	if !o.Any() {
		return nil
	}
	rules, err := r.opts.identity()
	if err != nil {
		return err
	}
	if rules, err = rules.With(r.start.Rules...); err != nil {
		return exit.Failf("read sources: %w", err)
	}
	o.Stdin, o.Rules, o.Scope, o.Site = r.p.In, rules, r.scope, r.start.URL
	r.sources = &sources.Report{}
	r.Options.Crawl.Seeds = sources.Mentions(ctx, o, r.sources)
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

// heldWords say why URLs of sources are not asked for.
var heldWords = []struct {
	held  discover.Held
	words string
}{
	{discover.HeldSecret, "hold what looks like a secret"},
	{discover.HeldEffect, "do something when asked for"},
	{discover.HeldOneClient, "one client's query alone"},
	{discover.HeldStatus, "were no pages to those who asked"},
}

// sourceRows tell what came of the user's own sources.
func (r *outcome) sourceRows(b *strings.Builder) {
	if r.sources == nil {
		return
	}
	label := "Sources"
	for i, m := range r.sources.Imports {
		if i == maxSourceRows {
			prose.Row(b, "", "and %s more files", prose.Thousands(len(r.sources.Imports)-i))
			break
		}
		prose.Row(b, label, "%s", importText(&m))
		for _, f := range append([]discover.Faults{m.Broken}, m.Skipped...) {
			if f.Count > 0 {
				prose.Row(b, "", "  %s not taken: %s%s", prose.Thousands(f.Count), safe.OneLine(faultWords(f)), exampleOf(f))
			}
		}
		if m.Cut != "" {
			prose.Row(b, "", "  not read to its end: %s", safe.OneLine(m.Cut))
		}
		for _, note := range m.Notes {
			prose.Row(b, "", "  %s", safe.OneLine(note))
		}
		label = ""
	}
	for _, h := range heldWords {
		if n := r.sources.Held[h.held]; n > 0 {
			prose.Row(b, label, "%s URL%s held back: %s", prose.Thousands(n), prose.Plural(n), h.words)
			label = ""
		}
	}
}

// maxSourceRows is how many files the summary tells of.
const maxSourceRows = 10

func importText(m *discover.Import) string {
	what := m.What
	if what == "" {
		what = "nothing that is known"
	}
	unit := "line"
	if m.Source == discover.Directory {
		unit = "file"
	}
	return fmt.Sprintf("%s, read as %s: %s %s%s, %s with a URL of the site", safe.OneLine(m.File), safe.OneLine(what),
		prose.Thousands(m.Lines), unit, prose.Plural(m.Lines), prose.Thousands(m.Named))
}

func faultWords(f discover.Faults) string {
	if f.Why == "" {
		return "cannot be read"
	}
	for _, c := range audit.Codes() {
		if c.String() == f.Why {
			return c.Meaning()
		}
	}
	return f.Why
}

func exampleOf(f discover.Faults) string {
	if len(f.Examples) == 0 {
		return ""
	}
	e := f.Examples[0]
	text := prose.Cut(safe.OneLine(e.Text), prose.Width)
	if e.Line == 0 {
		return ", such as " + text
	}
	return fmt.Sprintf(", such as line %d: %s", e.Line, text)
}

// sourcesJSON is sourceRows for programs.
func (r *outcome) sourcesJSON() []map[string]any {
	out := []map[string]any{}
	if r.sources == nil {
		return out
	}
	for _, m := range r.sources.Imports {
		skipped := map[string]int{}
		for _, f := range m.Skipped {
			skipped[f.Why] = f.Count
		}
		out = append(out, map[string]any{"source": m.Source, "file": m.File, "read_as": m.What, "lines": m.Lines, "named": m.Named,
			"broken": m.Broken.Count, "skipped": skipped, "cut": m.Cut})
	}
	return out
}
