package crawlopt

import (
	"strings"
	"time"

	"github.com/portolan-seo/portolan/cmd/internal/option"
	"github.com/portolan-seo/portolan/crawler/extract"
	"github.com/portolan-seo/portolan/crawler/site/handover"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/spf13/pflag"
)

// flagGroup is a heading of "portolan crawl --help-all" and the flags below it.
type flagGroup struct {
	title string
	flags *pflag.FlagSet
}

// CommonFlags are those that --help explains, and the README: the ten that
// most users need.
var CommonFlags = []string{
	"output", "exclude", "include", "no-list", "list-types", "max-pages", "max-depth", "rate", "basic-auth", "sitemap-url",
}

// groups declares the flags by subject. Their texts are what --help-all says.
func (f *Flags) groups() []flagGroup {
	groups := []struct {
		title   string
		declare func(*pflag.FlagSet)
	}{
		{"What to crawl", f.declareWhat},
		{"Other sources", f.Sources.declare},
		{"Limits", f.declareLimits},
		{"Scripts", f.declareRender},
		{"Pace", f.declarePace},
		{"Login", f.DeclareLogin},
		{"Network", f.declareNetwork},
		{"robots.txt", f.declareRobots},
		{"Identity: one URL for one page", f.declareIdentity},
		{"Sitemap", f.declareSitemap},
		{"Audit", f.declareAudit},
		{"Output", f.declareOutput},
	}
	var out []flagGroup
	for _, g := range groups {
		fs := pflag.NewFlagSet(g.title, pflag.ContinueOnError)
		fs.SortFlags = false
		g.declare(fs)
		out = append(out, flagGroup{g.title, fs})
	}
	return out
}

// Add declares all flags of a crawl.
func (f *Flags) Add(fs *pflag.FlagSet) []flagGroup {
	fs.SortFlags = false
	groups := f.groups()
	for _, g := range groups {
		fs.AddFlagSet(g.flags)
	}
	return groups
}

func (f *Flags) declareWhat(fs *pflag.FlagSet) {
	fs.Var(option.PatternValue{List: &f.filters, Include: true}, "include", "crawl URLs that match: a glob over the whole URL, or re:EXPR; with --exclude, the first match in order decides")
	fs.Var(option.PatternValue{List: &f.filters, Include: false}, "exclude", "do not crawl URLs that match")
	fs.BoolVar(&f.NoFollowToo, "follow-nofollow", false, "follow nofollow links, too")
	fs.BoolVar(&f.FollowEffects, "follow-effects", false, "fetch links whose GET has effects, too (add-to-cart, wishlist, compare, logout, delete)")
	fs.BoolVar(&f.NoSitemaps, "no-sitemaps", false, "do not look for the site's own sitemaps; by default what they list is fetched, too, unless --max-depth is given")
	fs.StringArrayVar(&f.fromSitemaps, "from-sitemap", nil, "fetch what the sitemap or feed at this `URL` lists, too")
	fs.Var(option.PatternValue{List: &f.Allow, Include: true}, "allow-pattern", "fetch URLs that match, as --include spells them, though they seem part of an endless pattern; takes back what was put in quarantine")
	fs.StringVar(&f.As, "as", "", "crawl a staging copy, and judge and list it as the site at `URL` that it will be")
	fs.BoolVar(&f.Staging, "staging", false, "report robots.txt and noindex, but do not obey them")
}

func (f *Flags) declareLimits(fs *pflag.FlagSet) {
	fs.IntVar(&f.MaxPages, "max-pages", 0, "stop after `N` pages (default: no limit)")
	fs.IntVar(&f.MaxDepth, "max-depth", 0, "follow links `N` clicks from the start; 0 fetches the start page, and what --from-list and its like name; what the last sitemap lists stays in it unread (default: no limit)")
	option.DurationVar(fs, &f.MaxTime, "max-time", 0, "stop after this time (default: no limit)")
	fs.Var(&f.MaxBytes, "max-bytes", "stop when this much was downloaded (default: no limit)")
	fs.IntVar(&f.MaxInDir, "max-per-directory", 0, "fetch `N` pages of a directory at most, those of its subdirectories not counted (default: no limit)")
	f.Memory = 512 << 20
	fs.Var(&f.Memory, "memory", "stop when the process holds this much memory")
	f.MaxDisk = 20 << 30
	fs.Var(&f.MaxDisk, "max-disk", "stop when the crawl file is this big; 0 means no limit; by default a tenth of what is free on its disk, where that is less")
}

func (f *Flags) declarePace(fs *pflag.FlagSet) {
	fs.IntVar(&f.Concurrency, "concurrency", 5, "`N` requests in flight at most; begins with one")
	f.Network.DeclarePace(fs)
	fs.StringVar(&f.crawlDelay, "crawl-delay", "obey", "Crawl-delay of robots.txt: obey (10 minutes at most), ignore, or `SECONDS` instead")
	fs.IntVar(&f.Tries, "tries", 3, "`N` requests for one URL at most, where the answer may change")
	option.DurationVar(fs, &f.RetryIn, "retry-wait", 5*time.Second, "wait before the second try; each further wait is six times as long. For robots.txt three times it, 15s at most, then four times that")
}

func (f *Flags) declareNetwork(fs *pflag.FlagSet) {
	f.Network.DeclareNetwork(fs)
	fs.BoolVar(&f.NoCompress, "no-compress", false, "ask for pages without compression; faster on a local network")
}

func (f *Flags) declareRobots(fs *pflag.FlagSet) {
	fs.BoolVar(&f.NoRobots, "ignore-robots", false, "fetch and list what robots.txt forbids")
	fs.StringVar(&f.RobotsFile, "robots-file", "", "obey this robots.txt `FILE` instead of the live one: a sitemap of the live one stays as it is, unless --force")
	fs.StringVar(&f.RobotsAgent, "robots-agent", "portolan", "obey the robots.txt rules for this `AGENT`")
	fs.StringVar(&f.ListAgent, "list-agent", "googlebot", "search engine's `AGENT` whose robots.txt rules and directives decide what is listed")
}

func (f *Flags) declareIdentity(fs *pflag.FlagSet) {
	fs.StringSliceVar(&f.stripParam, "strip-param", nil, "remove the query parameters `NAME,...` from URLs; a trailing * stands for any rest")
	fs.StringSliceVar(&f.keepParam, "keep-param", nil, "never remove the query parameters `NAME,...`")
	fs.BoolVar(&f.noTracking, "no-tracking-rules", false, "keep tracking parameters (utm_source, gclid, ...)")
	fs.BoolVar(&f.NoSessionRule, "no-session-rules", false, "keep session ids (PHPSESSID, ;jsessionid=, ...)")
	fs.BoolVar(&f.NoLearn, "no-learn", false, "do not look for session ids under other names, nor for what parameters do: fetch every URL")
	fs.StringVar(&f.PreferScheme, "prefer-scheme", "", "where http and https serve the site: this `SCHEME`, http or https")
	fs.StringVar(&f.PreferHost, "prefer-host", "", "where www and bare host serve the site: this `HOST`")
}

func (f *Flags) declareAudit(fs *pflag.FlagSet) {
	fs.Var(option.IgnoreValue{List: &f.Ignored}, "ignore", option.IgnoreText)
	fs.BoolVar(&f.CheckOut, "check-external", false, "at the end ask once for each link to another host, one request a second and host, by its robots.txt: finding external-link-broken")
	fs.BoolVar(&f.CheckPix, "check-images", false, "at the end ask once for each picture that pages show: findings image-broken and image-heavy")
	fs.Var(option.SegmentValue{List: &f.Segments}, "segment", option.SegmentText+"; --split-by names some, too")
	columns := append(query.URLColumns().Names(), extract.Timeout)
	fs.Var(option.ExtractValue{Add: f.Extract.AddExtract, Taken: columns}, "extract", option.ExtractText)
	fs.Var(option.ExtractValue{Add: f.Extract.AddSearch, Taken: columns}, "search", option.SearchText)
}

func (f *Flags) declareSitemap(fs *pflag.FlagSet) {
	fs.StringVar(&f.SitemapURL, "sitemap-url", "", "`URL` at which the sitemap will be served; its directory is the scope (default: sitemap.xml in the directory of the start URL)")
	fs.StringVar(&f.Scope, "scope", "", "list what is at or below this `URL`, where it is not the sitemap's directory; without http:// or https:// under the scheme of the start")
	fs.Var(option.PatternValue{List: &f.noList, Include: false}, "no-list", "crawl URLs that match, but do not list them")
	fs.StringSliceVar(&f.listTypes, "list-types", nil, "list these `TYPES`, too: pdf, office, opendocument, rtf, text, epub, postscript, svg, or a media type")
	fs.BoolVar(&f.Collapse, "collapse-duplicates", false, "of pages with the same title and text, list the one nearest to the start")
	fs.BoolVar(&f.NoParts, "no-list-pagination", false, "of a list in parts (?page=2), list the first part alone; the others are crawled")
	f.Publish.Add(fs)
}

func (f *Flags) declareOutput(fs *pflag.FlagSet) {
	fs.StringVarP(&f.Output, "output", "o", "", "site folder `DIR` (default: named after host and path)")
	fs.StringSliceVar(&f.Reports, "report", []string{"html"}, "reports to write into the site folder, `FORMS`: "+strings.Join(handover.FormNames(), ", ")+", commas between, or "+NoReport+"; of more than 1,000,000 URLs only where it is given")
	f.Look.Declare(fs, "report-")
	fs.IntVar(&f.Keep, "keep", 10, "`N` crawl files to keep in the site folder, besides those that the next crawl is compared with")
	fs.BoolVar(&f.Reread, "reread", false, "read every page whole, also those whose server says that they have not changed since the last complete crawl")
	fs.StringVar(&f.Resume, "resume", "auto", "go on with an unfinished crawl, `WHEN`: auto or never")
	fs.BoolVar(&f.RequireComplete, "require-complete", false, "exit 3 unless the crawl has seen the whole site, whatever stopped it")
	option.DeclareFailOn(fs, &f.FailOn, query.FailKinds(), query.FailKindsText, "error,title-duplicate>10,new:client-error")
	option.DeclareBaseline(fs, &f.Baseline)
	fs.BoolVar(&f.Durable, "durable", false, "sync the crawl file after each batch of pages: what is done survives a power cut, too, not only a kill")
	fs.StringVar(&f.Config, "config", "", "read flags from a `FILE`, one \"name value\" a line; flags typed here win")
}
