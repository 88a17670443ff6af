// Package verify has the commands that look at single things without a crawl:
// check, canonical and robots.
package verify

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/option"
	"github.com/portolan-seo/portolan/crawler/check"
	"github.com/portolan-seo/portolan/crawler/live"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/crawler/visiting"
)

// checkFlags are the flags of portolan check.
type checkFlags struct {
	option.Network
	at       string
	maxFiles int
	noFollow bool
	live     bool
}

func Check(p *console.Program) *cobra.Command {
	f := &checkFlags{}
	cmd := &cobra.Command{
		Use:   "check [flags] SITEMAP...",
		Short: "Say whether a sitemap is right, and if not, where and why",
		Long: `Check reads sitemaps of any kind (urlset, sitemap index, text, RSS, Atom, the
Sitemap lines of a robots.txt; packed or not) and lists what is wrong with them,
by line, with what to do about it. It goes on where a parser gives up, and says
which problems a validator with the protocol's schema cannot see.

A SITEMAP is a file, a folder (every .xml, .gz, .txt, .rss and .atom file in
it), a URL, or - for standard input. Of the URL of an index or robots.txt, the
sitemaps that it lists are fetched and checked too; of an index that is a file,
those that lie beside it, and it is told which are missing there (unless --at
tells of that one file).

What a sitemap may list depends on where it is served: its own host and scheme,
its own folder and below, or all of a host whose robots.txt names it. For local
files, --at says where that is: the URL of the file, or, with a slash at its
end, of the folder that the files are in. Without it that rule is not tested,
unless portolan wrote the files itself and noted it.

With --live the URLs that the sitemaps list are asked for, too: each once, at the
pace of a crawl, robots.txt obeyed, and no link followed. Those are named that
are dead, redirect, say noindex, name another URL as canonical, are forbidden by
robots.txt, show what the site shows at made-up addresses or say that there is
no such page, or all show one text, as a login does (of ten or more, where more
than half do). Of 50,000 URLs at 10 a second that takes an hour and a half;
Ctrl-C ends it.

With --json each file is a line
{"file","kind","valid","urls","sitemaps","first","problems":[{"code","line","detail"}]}.
With --live each fault is a line
{"type":"live","url","kind","verdict","reason","target","target_verdict"}, and a last one {"type":"live-summary","urls","good",...} counts them.

The exit code is 0 if every file is valid, 1 if one is not, or with --live if a
URL has a fault, 2 if a file could not be read. Warnings leave a file valid, and
what could not be asked for is no fault of the sitemap.`,
		Example: `  portolan check https://example.com/sitemap.xml
  portolan check --at https://example.com/ public/sitemap.xml
  portolan check --live https://example.com/sitemap.xml
  portolan check --json public/ | jq -c 'select(.valid | not)'
  zcat export.gz | portolan check -`,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.RateSet = cmd.Flags().Changed("rate")
			return runCheck(cmd.Context(), p, f, args)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.at, "at", "", "`URL` at which the file, or with a slash at the end the folder, is served")
	flags.IntVar(&f.maxFiles, "max-files", 1000, "`N` sitemaps to fetch at most, those of an index included")
	flags.BoolVar(&f.live, "live", false, "ask for every URL that is listed, and name those that no search engine would index")
	flags.BoolVar(&f.noFollow, "no-follow", false, "do not fetch or read what an index or robots.txt lists")
	f.Declare(flags)
	flags.Lookup("timeout").DefValue, f.Timeout = "1m", time.Minute
	return cmd
}

// checker is one run of the command.
type checker struct {
	p       *console.Program
	f       *checkFlags
	visitor *visiting.Visitor
	web     check.Checker
	disk    check.Files
	urls    *live.URLs // what is listed, with --live; else nil
	files   int
	invalid int
	unread  int
}

// runCheck checks every argument in order.
func runCheck(ctx context.Context, p *console.Program, f *checkFlags, args []string) error {
	if len(args) == 0 {
		return exit.Usagef("give the file or URL of a sitemap, or - for standard input\nsee 'portolan check --help'")
	}
	var err error
	if f.at, _, err = typedurl.TakeLogin(f.at); err != nil {
		return err
	}
	if f.at != "" && !typedurl.IsURL(f.at) {
		return exit.Usagef("--at %q: it is a whole URL, such as https://example.com/sitemap.xml", f.at)
	}
	if f.maxFiles < 1 {
		return exit.Usagef("--max-files %d: it is at least 1", f.maxFiles)
	}
	session, err := check.SessionTest()
	if err != nil {
		return exit.Failf("set up the session rules: %w", err)
	}
	visitor, err := f.Visitor(p)
	if err != nil {
		return err
	}
	defer visitor.Close()
	c := &checker{p: p, f: f, visitor: visitor}
	now := time.Now()
	c.web = check.Checker{MaxFiles: f.maxFiles, NoFollow: f.noFollow, Now: now, HasSession: session, Report: c.report, CannotRead: c.cannotRead,
		TooMany: func() { p.Log.Warn("not all sitemaps were fetched", "max-files", f.maxFiles) }}
	c.disk = check.Files{At: f.at, MaxFiles: f.maxFiles, NoFollow: f.noFollow, Now: now, HasSession: session,
		Report: c.report, CannotRead: c.cannotRead, Unchecked: c.unchecked}
	if f.live {
		if c.urls, err = live.NewURLs(""); err != nil {
			return exit.Failf("%w", err)
		}
		defer c.urls.Close()
		c.web.Listed, c.disk.Listed = c.listed, c.listed
	}
	for _, arg := range args {
		if err := c.argument(ctx, arg, len(args) > 1); err != nil {
			return err
		}
	}
	if err := c.total(); err != nil {
		return err
	}
	if f.live {
		if err := c.live(ctx); err != nil {
			return err
		}
	}
	switch {
	case c.unread > 0:
		return exit.Quiet(exit.Usage)
	case c.invalid > 0:
		return exit.Quiet(exit.Found)
	}
	return nil
}

// argument checks what one argument names. Only an output that cannot be
// written is an error: what cannot be read is said, and the rest goes on.
func (c *checker) argument(ctx context.Context, arg string, several bool) error {
	if typedurl.IsURL(arg) {
		return c.typed(ctx, arg)
	}
	if arg == "-" {
		return c.disk.Read("-", c.p.In)
	}
	info, err := os.Stat(arg)
	address, _, _ := typedurl.TakeLogin(arg) // what is no URL has none
	switch {
	case errors.Is(err, fs.ErrNotExist) && typedurl.IsWebAddress(address):
		return c.withoutScheme(ctx, arg)
	case err != nil:
		c.cannotRead(typedurl.NotThere(arg, err))
		return nil
	}
	if info.IsDir() {
		return c.disk.Folder(arg)
	}
	if stored.IsFile(arg) {
		c.cannotRead(noSitemap(arg))
		return nil
	}
	return c.disk.File(arg, several)
}

// noSitemap is the error for a crawl file.
func noSitemap(name string) error {
	err := fmt.Errorf("%s is a crawl file, or another database; check takes sitemaps: files, folders or URLs", name)
	if site := folder.Holding(filepath.Dir(name)); site != "" {
		err = fmt.Errorf("%w. Those of the site: portolan check %s", err, safe.ShellQuote(site))
	}
	return err
}

// cannotRead says that an input could not be read.
func (c *checker) cannotRead(err error) {
	c.unread++
	c.p.Say(err.Error())
}
