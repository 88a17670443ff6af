package crawlopt

import (
	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/site/sources"
)

// Sources name what the user has of a site beside its pages.
type Sources struct {
	lists, logs, dirs, exports []string

	logPattern string
	logFields  []string
	logStatus  []int
	dirIndex   []string
	exportHost string
	NoCrawl    bool
}

func (f *Sources) declare(fs *pflag.FlagSet) {
	fs.StringArrayVar(&f.lists, "from-list", nil, "fetch the URLs of this `FILE`, too: one a line, or a table with a column of URLs; gzip, patterns such as *.csv, - for standard input")
	fs.StringArrayVar(&f.logs, "from-log", nil, "fetch what was asked for with success, by the access log in this `FILE`, too: the usual formats are recognised, packed or not")
	fs.StringVar(&f.logPattern, "log-pattern", "", "`FORMAT` of --from-log in the notation of nginx or Apache, where it is none of the usual ones")
	fs.StringArrayVar(&f.logFields, "log-field", nil, "where a log has its columns under other names: `NAME=COLUMN`")
	fs.IntSliceVar(&f.logStatus, "log-status", nil, "`STATUS` of the answers whose URLs are taken from logs (default 200)")
	fs.StringArrayVar(&f.dirs, "from-dir", nil, "fetch the URLs of a web server's files, too: `ROOT=URL`, the folder and the URL under which it is served")
	fs.StringSliceVar(&f.dirIndex, "dir-index", nil, "`FILES` that stand for their folder in --from-dir (default index.html and its like)")
	fs.StringArrayVar(&f.exports, "from-export", nil, "fetch the URLs of an export in this `FILE`, too: Search Console, Analytics, Bing, link indexes, Screaming Frog, product feeds")
	fs.BoolVar(&f.NoCrawl, "no-crawl", false, "fetch nothing but robots.txt: list what these sources name, unverified; wants --sitemap-url")
	fs.StringVar(&f.exportHost, "export-host", "", "`HOST` of paths without one in --from-export (default: that of the site)")
}

// Options are the flags as the library knows them; what belongs to the site is
// filled in once it is found.
func (f *Sources) Options() sources.Options {
	return sources.Options{
		Lists: f.lists, Logs: f.logs, Dirs: f.dirs, Exports: f.exports,
		LogPattern: f.logPattern, LogFields: f.logFields, LogStatus: f.logStatus, DirIndex: f.dirIndex, ExportHost: f.exportHost,
	}
}

// checkSources looks whether the files are there.
func (c *Checked) checkSources() error {
	o := c.Sources.Options()
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
func (c *Checked) checkNoCrawl() error {
	o := c.Sources.Options()
	switch {
	case !c.NoCrawl:
		return nil
	case !o.Any():
		return exit.Usagef("--no-crawl lists what sources name: give --from-list, --from-log, --from-dir or --from-export")
	case c.SitemapURL == "":
		return exit.Usagef("--no-crawl asks the site for nothing that would show where it is: give --sitemap-url, the URL at which the sitemap will be served")
	case len(c.Sitemaps) > 0:
		return exit.Usagef("--from-sitemap is fetched, and --no-crawl fetches nothing; a copy on disk can be given by --from-list")
	case c.CheckOut || c.CheckPix:
		return exit.Usagef("--no-crawl asks for nothing: leave out --check-external and --check-images")
	case c.Staging || c.As != "":
		return exit.Usagef("--no-crawl does not go to a copy of the site: leave out --staging and --as")
	}
	return nil
}
