package crawlopt

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/option"
	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/site/handover"
	"github.com/portolan-seo/portolan/crawler/site/outcome"
	"github.com/portolan-seo/portolan/crawler/visiting"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Checked are the crawl's flags once they make sense by themselves.
type Checked struct {
	*Flags
	Net            *visiting.Network
	Filter, NoList crawler.Filter
	Types          []string
	CrawlDelay     time.Duration
	RobotsText     []byte
	Publishing     *Publishing
	Sitemaps       []string // canonical forms of --from-sitemap
	SitemapForm    string   // canonical form of --sitemap-url
	ScopeForm      canonical.Scope
	ScopeOpen      bool   // --scope names no scheme: it is the start's
	HostForm       string // canonical form of --prefer-host
	AsOrigin       string // of --as
	Handover       handover.Options
}

// Check reads the flags. Every error is the user's and names the flag.
func (f *Flags) Check() (*Checked, error) {
	c := &Checked{Flags: f, Filter: f.filters.Filter(), NoList: f.noList.Filter()}
	var err error
	if c.Net, err = f.Network.Check(); err != nil {
		return nil, err
	}
	steps := []func() error{c.checkOutput, c.checkNumbers, c.checkTypes, c.checkRobots, c.checkSitemap, c.checkIdentity, c.checkSources, c.checkRender, c.checkReports}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// NoReport is the word of --report for none.
const NoReport = "none"

// checkReports reads --report and what goes with it.
func (c *Checked) checkReports() (err error) {
	if err := option.CheckForms("--report", c.Reports, NoReport); err != nil {
		return err
	}
	if slices.Contains(c.Reports, NoReport) {
		if len(c.Reports) > 1 {
			return exit.Usagef("--report %s: %s stands alone", strings.Join(c.Reports, ","), NoReport)
		}
		c.Reports = nil
	}
	c.Handover.Forms = c.Reports
	c.Handover.Look, err = c.Look.Check()
	return err
}

func (c *Checked) checkOutput() error {
	return option.FolderName("--output", c.Output, "the folder is named after the host and path of the site")
}

func (c *Checked) checkNumbers() error {
	switch {
	case c.Concurrency < 1 || c.Concurrency > 256:
		return exit.Usagef("--concurrency %d: it is from 1 to 256", c.Concurrency)
	case c.MaxInDir < 0:
		return exit.Usagef("--max-per-directory %d: it is 0 (no limit) or more", c.MaxInDir)
	case c.MaxPages < 0:
		return exit.Usagef("--max-pages %d: it is 0 (no limit) or more", c.MaxPages)
	case c.MaxDepth < 0:
		return exit.Usagef("--max-depth %d: it is 0 (the start page alone) or more", c.MaxDepth)
	case c.Tries < 1:
		return exit.Usagef("--tries %d: it is at least 1", c.Tries)
	case c.Keep < 1:
		return exit.Usagef("--keep %d: it is at least 1", c.Keep)
	case c.Memory < 32<<20:
		return exit.Usagef("--memory %s: portolan needs at least 32MB; a number alone is in bytes", c.Memory.String())
	case c.Baseline != "" && !c.FailOn.AsksForNew():
		return exit.Usagef("--baseline is for rules of --fail-on that begin with new:, as in --fail-on new:error")
	case c.Resume != "auto" && c.Resume != "never":
		return exit.Usagef("--resume %q: it is auto or never", c.Resume)
	}
	switch c.Flags.crawlDelay {
	case "obey":
	case "ignore":
		c.CrawlDelay = -1
	default:
		n, err := strconv.ParseFloat(c.Flags.crawlDelay, 64)
		if err != nil || n < 0 || n > 3600 {
			return exit.Usagef("--crawl-delay %q: it is obey, ignore or a number of seconds", c.Flags.crawlDelay)
		}
		if c.CrawlDelay = time.Duration(n * float64(time.Second)); n == 0 {
			c.CrawlDelay = -1
		}
	}
	return nil
}

func (c *Checked) checkTypes() (err error) {
	c.Types, err = option.MediaTypes(c.listTypes)
	return err
}

const maxRobotsFile = 10_000_000 // bytes; engines read 500 KiB (RFC 9309 section 2.5)

func (c *Checked) checkRobots() error {
	if c.RobotsFile == "" {
		return nil
	}
	if c.NoRobots {
		return exit.Usagef("--robots-file and --ignore-robots exclude each other")
	}
	text, err := option.ReadSmall(c.RobotsFile, maxRobotsFile)
	if err != nil {
		return exit.Usagef("read --robots-file: %w", err)
	}
	c.RobotsText = append([]byte{}, text...)
	return nil
}

func (c *Checked) checkSitemap() error {
	var err error
	if c.Publishing, err = c.Publish.Check(); err != nil {
		return err
	}
	rules, err := c.Identity()
	if err != nil {
		return err
	}
	for _, text := range c.fromSitemaps {
		form := rules.Canonical(text)
		if form.Reason != canonical.OK {
			return exit.Usagef("--from-sitemap %q: it is a URL such as https://example.com/sitemap.xml", text)
		}
		c.Sitemaps = append(c.Sitemaps, string(form.URL))
	}
	if c.SitemapURL != "" {
		if c.SitemapForm, err = option.SitemapForm(rules, c.SitemapURL); err != nil {
			return err
		}
	}
	if c.Scope != "" {
		typed := c.Scope
		if c.ScopeOpen = !strings.Contains(typed, "://"); c.ScopeOpen {
			typed = "https://" + typed
		}
		form := rules.Canonical(typed)
		if form.Reason != canonical.OK {
			return exit.Usagef("--scope %q: it is a URL prefix such as https://example.com/shop/", c.Scope)
		}
		if c.ScopeForm, err = canonical.ScopeOf(string(form.URL)); err != nil {
			return exit.Usagef("--scope %q: %w", c.Scope, err)
		}
	}
	return nil
}

// Identity compiles the user's rules of URL identity.
func (c *Checked) Identity() (*canonical.Rules, error) {
	rules, err := canonical.New(c.IdentityConfig())
	if err != nil {
		return nil, exit.Usagef("%w", err)
	}
	return rules, nil
}

func (c *Checked) IdentityConfig() canonical.Config {
	return canonical.Config{
		NoSessionRules:  c.NoSessionRule,
		NoTrackingRules: c.noTracking,
		Strip:           c.stripParam,
		Keep:            c.keepParam,
	}
}

// FixedScheme is the scheme that --prefer-scheme, --scope or --sitemap-url ask
// for.
func (c *Checked) FixedScheme() string {
	if c.PreferScheme != "" {
		return c.PreferScheme
	}
	switch {
	case c.ScopeOpen:
		return ""
	case c.Scope != "":
		return c.ScopeForm.Scheme
	}
	scheme, _, _ := strings.Cut(c.SitemapForm, "://")
	return scheme
}

// Told are the options of which the summary tells.
func (c *Checked) Told() outcome.Told {
	return outcome.Told{
		Output: c.Output, Given: c.Given, UserAgent: c.UserAgent, Login: c.Net.BasicAuth != "",
		RobotsFile: c.RobotsFile, RobotsAgent: c.RobotsAgent, WhatIf: c.RobotsText != nil, NoRobots: c.NoRobots, Staging: c.Staging,
		Filters: c.filters.Patterns("--include", "--exclude"), Filter: c.Filter, NoList: c.Flags.noList.Patterns("", "--no-list"), Hot: c.HotFor,
	}
}
