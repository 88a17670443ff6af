package main

import (
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/spelling"
	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/visiting"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// checked are the crawl's flags once they make sense by themselves.
type checked struct {
	*crawlFlags
	net            *visiting.Network
	filter, noList crawler.Filter
	types          []string
	crawlDelay     time.Duration
	robotsText     []byte
	publishing     *publishing
	sitemaps       []string // canonical forms of --from-sitemap
	sitemapForm    string   // canonical form of --sitemap-url
	scopeForm      canonical.Scope
	scopeOpen      bool   // --scope names no scheme: it is the start's
	hostForm       string // canonical form of --prefer-host
	asOrigin       string // of --as
}

// listTypeNames are the short names of --list-types.
var listTypeNames = map[string][]string{
	"pdf": {"application/pdf"},
	"office": {
		"application/msword", "application/vnd.ms-excel", "application/vnd.ms-powerpoint",
		"application/vnd.openxmlformats-officedocument.wordprocessingml.document",
		"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
		"application/vnd.openxmlformats-officedocument.presentationml.presentation",
	},
	"opendocument": {
		"application/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.spreadsheet",
		"application/vnd.oasis.opendocument.presentation",
	},
	"rtf":        {"application/rtf", "text/rtf"},
	"text":       {"text/plain"},
	"epub":       {"application/epub+zip"},
	"postscript": {"application/postscript"},
	"svg":        {"image/svg+xml"},
}

// check reads the flags. Every error is the user's and names the flag.
func (f *crawlFlags) check() (*checked, error) {
	c := &checked{crawlFlags: f, filter: f.filters.filter(), noList: f.noList.filter()}
	var err error
	if c.net, err = f.networkFlags.check(); err != nil {
		return nil, err
	}
	steps := []func() error{c.checkNumbers, c.checkTypes, c.checkRobots, c.checkSitemap, c.checkIdentity, c.checkSources}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func (c *checked) checkNumbers() error {
	switch {
	case c.concurrency < 1 || c.concurrency > 256:
		return exit.Usagef("--concurrency %d: it is from 1 to 256", c.concurrency)
	case c.maxInDir < 0:
		return exit.Usagef("--max-per-directory %d: it is 0 (no limit) or more", c.maxInDir)
	case c.maxPages < 0:
		return exit.Usagef("--max-pages %d: it is 0 (no limit) or more", c.maxPages)
	case c.maxDepth < 0:
		return exit.Usagef("--max-depth %d: it is 0 (the start page alone) or more", c.maxDepth)
	case c.tries < 1:
		return exit.Usagef("--tries %d: it is at least 1", c.tries)
	case c.keep < 1:
		return exit.Usagef("--keep %d: it is at least 1", c.keep)
	case c.memory < 32<<20:
		return exit.Usagef("--memory %s: portolan needs at least 32MB; a number alone is in bytes", c.memory.String())
	case c.resume != "auto" && c.resume != "never":
		return exit.Usagef("--resume %q: it is auto or never", c.resume)
	}
	switch c.crawlFlags.crawlDelay {
	case "obey":
	case "ignore":
		c.crawlDelay = -1
	default:
		n, err := strconv.ParseFloat(c.crawlFlags.crawlDelay, 64)
		if err != nil || n < 0 || n > 3600 {
			return exit.Usagef("--crawl-delay %q: it is obey, ignore or a number of seconds", c.crawlFlags.crawlDelay)
		}
		if c.crawlDelay = time.Duration(n * float64(time.Second)); n == 0 {
			c.crawlDelay = -1
		}
	}
	return nil
}

func (c *checked) checkTypes() (err error) {
	c.types, err = mediaTypes(c.listTypes)
	return err
}

// mediaTypes reads --list-types.
func mediaTypes(names []string) (types []string, err error) {
	for _, name := range names {
		name = strings.ToLower(strings.TrimSpace(name))
		switch named, known := listTypeNames[name]; {
		case known:
			types = append(types, named...)
		case strings.Count(name, "/") == 1:
			types = append(types, name)
		default:
			return nil, exit.Usagef("--list-types %q: it is pdf, office, opendocument, rtf, text, epub, postscript, svg or a media type%s",
				name, spelling.DidYouMean(name, "", typeNames()))
		}
	}
	return types, nil
}

func (c *checked) checkRobots() error {
	if c.robotsFile == "" {
		return nil
	}
	if c.noRobots {
		return exit.Usagef("--robots-file and --ignore-robots exclude each other")
	}
	text, err := os.ReadFile(c.robotsFile)
	if err != nil {
		return exit.Usagef("read --robots-file: %w", err)
	}
	c.robotsText = append([]byte{}, text...)
	return nil
}

func (c *checked) checkSitemap() error {
	var err error
	if c.publishing, err = c.publishFlags.check(); err != nil {
		return err
	}
	rules, err := c.identity()
	if err != nil {
		return err
	}
	for _, text := range c.fromSitemaps {
		form := rules.Canonical(text)
		if form.Reason != canonical.OK {
			return exit.Usagef("--from-sitemap %q: it is a URL such as https://example.com/sitemap.xml", text)
		}
		c.sitemaps = append(c.sitemaps, string(form.URL))
	}
	if c.sitemapURL != "" {
		if c.sitemapForm, err = sitemapForm(rules, c.sitemapURL); err != nil {
			return err
		}
	}
	if c.scope != "" {
		typed := c.scope
		if c.scopeOpen = !strings.Contains(typed, "://"); c.scopeOpen {
			typed = "https://" + typed
		}
		form := rules.Canonical(typed)
		if form.Reason != canonical.OK {
			return exit.Usagef("--scope %q: it is a URL prefix such as https://example.com/shop/", c.scope)
		}
		if c.scopeForm, err = canonical.ScopeOf(string(form.URL)); err != nil {
			return exit.Usagef("--scope %q: %w", c.scope, err)
		}
	}
	return nil
}

// identity compiles the user's rules of URL identity.
func (c *checked) identity() (*canonical.Rules, error) {
	rules, err := canonical.New(c.identityConfig())
	if err != nil {
		return nil, exit.Usagef("%w", err)
	}
	return rules, nil
}

func (c *checked) identityConfig() canonical.Config {
	return canonical.Config{
		NoSessionRules:  c.noSessionRule,
		NoTrackingRules: c.noTracking,
		Strip:           c.stripParam,
		Keep:            c.keepParam,
	}
}

// fixedScheme is the scheme that --prefer-scheme, --scope or --sitemap-url ask
// for.
func (c *checked) fixedScheme() string {
	if c.preferScheme != "" {
		return c.preferScheme
	}
	switch {
	case c.scopeOpen:
		return ""
	case c.scope != "":
		return c.scopeForm.Scheme
	}
	scheme, _, _ := strings.Cut(c.sitemapForm, "://")
	return scheme
}

// told are the options of which the summary tells.
func (c *checked) told() told {
	return told{
		output: c.output, given: c.given, userAgent: c.UserAgent, login: c.net.BasicAuth != "",
		robotsFile: c.robotsFile, robotsAgent: c.robotsAgent, whatIf: c.robotsText != nil, noRobots: c.noRobots, staging: c.staging,
		filters: c.filters.patterns("--include", "--exclude"), filter: c.filter, noList: c.crawlFlags.noList.patterns("", "--no-list"), hot: c.hot,
	}
}
