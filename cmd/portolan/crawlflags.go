package main

import (
	"errors"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/crawler"
)

// crawlFlags are the flags of a crawl as they are typed. Options are made of
// them in crawlopts.go.
type crawlFlags struct {
	output     string
	sitemapURL string
	scope      string

	concurrency int
	rate        float64
	rateSet     bool
	delay       time.Duration
	crawlDelay  string
	timeout     time.Duration

	maxPages int
	maxDepth int
	depthSet bool
	maxTime  time.Duration
	maxBytes byteSize
	maxInDir int
	allow    filterFlags
	memory   byteSize
	maxDisk  byteSize
	diskSet  bool
	tries    int
	retryIn  time.Duration

	filters       filterFlags
	noList        filterFlags
	listTypes     []string
	followEffects bool
	noFollowToo   bool

	stripParam, keepParam     []string
	noTracking, noSessionRule bool
	noLearn                   bool
	preferScheme, preferHost  string
	as                        string
	staging                   bool

	userAgent   string
	headers     []string
	cookie      string
	basicAuth   string
	cookies     []string
	cookieFile  string
	resolve     []string
	proxy       string
	insecure    bool
	noCompress  bool
	allowPriv   bool
	rootCAs     certPool // of the demo
	robotsFile  string
	robotsAgent string
	listAgent   string
	noRobots    bool

	publishFlags
	noSitemaps   bool
	fromSitemaps []string

	keep   int
	resume string
	config string

	durable         bool
	requireComplete bool
}

// add declares the flags. Their texts are what --help and the README say.
func (f *crawlFlags) add(fs *pflag.FlagSet) {
	fs.SortFlags = false
	fs.StringVarP(&f.output, "output", "o", "", "site folder (default: named after host and path)")
	fs.StringVar(&f.sitemapURL, "sitemap-url", "", "URL at which the sitemap will be served; its directory is the scope (default: sitemap.xml in the directory of the start URL)")
	fs.StringVar(&f.scope, "scope", "", "URL prefix that may be listed, where it is not the sitemap's directory")
	fs.Var(filterValue{&f.filters, true}, "include", "crawl URLs that match: a glob over the whole URL, or re:EXPR; with --exclude, the first match in order decides")
	fs.Var(filterValue{&f.filters, false}, "exclude", "do not crawl URLs that match")
	fs.Var(filterValue{&f.noList, false}, "no-list", "crawl URLs that match, but do not list them")
	fs.StringSliceVar(&f.listTypes, "list-types", nil, "list these, too: pdf, office, opendocument, rtf, text, epub, postscript, svg, or a media type")
	fs.BoolVar(&f.noFollowToo, "follow-nofollow", false, "follow nofollow links, too")
	fs.BoolVar(&f.followEffects, "follow-effects", false, "fetch links whose GET has effects, too (add-to-cart, wishlist, compare, logout, delete)")

	fs.IntVar(&f.concurrency, "concurrency", 5, "requests in flight at most; begins with one")
	fs.Float64Var(&f.rate, "rate", 10, "requests a second at most, 0 for no ceiling (default on loopback and private addresses: 0)")
	durationVar(fs, &f.delay, "delay", 0, "time between two requests at least")
	fs.StringVar(&f.crawlDelay, "crawl-delay", "obey", "Crawl-delay of robots.txt: obey, ignore, or seconds instead")
	durationVar(fs, &f.timeout, "timeout", 30*time.Second, "time for one request at most")

	fs.IntVar(&f.maxPages, "max-pages", 0, "stop after this many pages (default: no limit)")
	fs.IntVar(&f.maxDepth, "max-depth", 0, "follow links this many clicks from the start; 0 is the start page alone (default: no limit)")
	durationVar(fs, &f.maxTime, "max-time", 0, "stop after this time (default: no limit)")
	fs.Var(&f.maxBytes, "max-bytes", "stop when this much was downloaded (default: no limit)")
	fs.IntVar(&f.maxInDir, "max-per-directory", 0, "fetch this many pages of a directory at most, those of its subdirectories not counted (default: no limit)")
	fs.Var(filterValue{&f.allow, true}, "allow-pattern", "fetch URLs that match, as --include spells them, though they seem part of an endless pattern; takes back what was put in quarantine")
	f.memory = 512 << 20
	fs.Var(&f.memory, "memory", "stop when the process holds this much memory")
	f.maxDisk = 20 << 30
	fs.Var(&f.maxDisk, "max-disk", "stop when the crawl file is this big, 0 for no limit; by default a tenth of what is free on its disk, where that is less")
	fs.IntVar(&f.tries, "tries", 3, "requests for one URL at most, where the answer may change")
	durationVar(fs, &f.retryIn, "retry-wait", 5*time.Second, "wait before the second try; each further wait is six times as long")

	fs.StringSliceVar(&f.stripParam, "strip-param", nil, "remove these query parameters from URLs; a trailing * stands for any rest")
	fs.StringSliceVar(&f.keepParam, "keep-param", nil, "never remove these query parameters")
	fs.BoolVar(&f.noTracking, "no-tracking-rules", false, "keep tracking parameters (utm_source, gclid, ...)")
	fs.BoolVar(&f.noSessionRule, "no-session-rules", false, "keep session ids (PHPSESSID, ;jsessionid=, ...)")
	fs.BoolVar(&f.noLearn, "no-learn", false, "do not look for session ids under other names")
	fs.StringVar(&f.preferScheme, "prefer-scheme", "", "where http and https serve the site: http or https")
	fs.StringVar(&f.preferHost, "prefer-host", "", "where www and bare host serve the site: this `HOST`")
	fs.StringVar(&f.as, "as", "", "crawl a staging copy, and judge and list it as the site at `URL` that it will be")
	fs.BoolVar(&f.staging, "staging", false, "report robots.txt and noindex, but do not obey them")

	fs.StringVar(&f.userAgent, "user-agent", "portolan/"+versionString(), "User-Agent header")
	fs.StringArrayVar(&f.headers, "header", nil, "header `\"Name: value\"` for the site's own hosts; also @FILE, or PORTOLAN_HEADER")
	fs.StringVar(&f.cookie, "cookie", "", "cookies `\"a=1; b=2\"` for the site's own hosts; also @FILE, or PORTOLAN_COOKIE")
	fs.StringVar(&f.basicAuth, "basic-auth", "", "`user:password` for the site's own hosts; also @FILE, or PORTOLAN_BASIC_AUTH")
	fs.StringSliceVar(&f.cookies, "cookies", nil, "accept and return the cookies of this `host`, for this run")
	fs.StringVar(&f.cookieFile, "cookie-file", "", "send the cookies of a browser's export (Netscape `FILE`) to the site's own hosts")
	fs.StringArrayVar(&f.resolve, "resolve", nil, "connect to another place: `HOST:PORT:ADDR:PORT`")
	fs.StringVar(&f.proxy, "proxy", "", "proxy `URL` (http, https, socks5)")
	fs.BoolVar(&f.insecure, "insecure", false, "accept any TLS certificate")
	fs.BoolVar(&f.noCompress, "no-compress", false, "ask for pages without compression; faster on a local network")
	fs.BoolVar(&f.allowPriv, "allow-private", false, "let a public site lead to private addresses")

	fs.BoolVar(&f.noRobots, "ignore-robots", false, "fetch and list what robots.txt forbids")
	fs.StringVar(&f.robotsFile, "robots-file", "", "obey this robots.txt instead of the live one")
	fs.StringVar(&f.robotsAgent, "robots-agent", "portolan", "obey the robots.txt rules for this agent")
	fs.StringVar(&f.listAgent, "list-agent", "googlebot", "search engine whose robots.txt rules and directives decide what is listed")

	fs.BoolVar(&f.noSitemaps, "no-sitemaps", false, "do not look for the site's own sitemaps; by default what they list is fetched, too, unless --max-depth is given")
	fs.StringArrayVar(&f.fromSitemaps, "from-sitemap", nil, "fetch what the sitemap or feed at this `URL` lists, too")

	f.publishFlags.add(fs)
	fs.IntVar(&f.keep, "keep", 10, "crawl files to keep in the site folder")
	fs.BoolVar(&f.durable, "durable", false, "sync the crawl file after each batch of pages: what is done survives a power cut, too, not only a kill")
	fs.BoolVar(&f.requireComplete, "require-complete", false, "exit 3 unless the crawl is complete, whatever stopped it")
	fs.StringVar(&f.resume, "resume", "auto", "go on with an unfinished crawl: auto or never")
	fs.StringVar(&f.config, "config", "", "read flags from a `FILE`, one \"name value\" a line; flags typed here win")
}

// filterFlags are --include and --exclude in the order in which they were
// typed. pflag's own slices would cut patterns at commas and lose the order.
type filterFlags []filterFlag

type filterFlag struct {
	pattern string
	include bool
}

// filterValue lets two flags fill one ordered list.
type filterValue struct {
	list    *filterFlags
	include bool
}

func (v filterValue) String() string { return "" }
func (v filterValue) Type() string   { return "pattern" }

func (v filterValue) Set(pattern string) error {
	if strings.ContainsAny(pattern, "\r\n") {
		return errors.New("a pattern is one line")
	}
	var probe crawler.Filter
	if err := probe.Add(pattern, v.include); err != nil {
		return err
	}
	*v.list = append(*v.list, filterFlag{pattern, v.include})
	return nil
}

func (l filterFlags) filter() crawler.Filter {
	var f crawler.Filter
	for _, r := range l {
		_ = f.Add(r.pattern, r.include) // Set has compiled it once
	}
	return f
}
