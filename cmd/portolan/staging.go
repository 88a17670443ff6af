package main

import (
	"strings"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// checkIdentity reads the options that settle scheme, host and origin.
func (c *checked) checkIdentity() error {
	if c.preferScheme != "" && c.preferScheme != "http" && c.preferScheme != "https" {
		return exit.Usagef("--prefer-scheme %q: it is http or https", c.preferScheme)
	}
	rules, err := c.identity()
	if err != nil {
		return err
	}
	if c.preferHost != "" {
		_, host, path, query := canonical.Split(rules.Canonical("http://" + c.preferHost).URL)
		if len(host) == 0 || string(path) != "/" || len(query) > 0 {
			return exit.Usagef("--prefer-host %q: it is a host such as www.example.com", c.preferHost)
		}
		c.hostForm = string(host)
	}
	if c.as == "" {
		return nil
	}
	form := rules.Canonical(c.as)
	scheme, host, path, query := canonical.Split(form.URL)
	if form.Reason != canonical.OK || string(path) != "/" || len(query) > 0 {
		return exit.Usagef("--as %q: it is the address of the site's home page, such as https://www.example.com/", c.as)
	}
	if c.preferScheme != "" || c.preferHost != "" {
		return exit.Usagef("--as settles scheme and host; it excludes --prefer-scheme and --prefer-host")
	}
	c.asOrigin = string(scheme) + "://" + string(host)
	return nil
}

// wantedHost is the host that --prefer-host asks for, or --scope or
// --sitemap-url where they name the www or bare form of the typed host.
func (r *crawlRun) wantedHost(typed string) string {
	switch {
	case r.opts.hostForm != "":
		return r.opts.hostForm
	case r.opts.scope != "":
		return typedurl.TwinOf(r.opts.scopeForm.Host, typed)
	}
	_, host, _, _ := canonical.Split([]byte(r.opts.sitemapForm))
	return typedurl.TwinOf(string(host), typed)
}

// stagingIdentity is the identity by which the start is resolved: links of a
// staging copy to the site that it will be stay on the copy.
func (r *crawlRun) stagingIdentity(typed string) canonical.Config {
	config := r.opts.identityConfig()
	if r.opts.asOrigin != "" {
		_, host, _, _ := canonical.Split([]byte(r.opts.asOrigin + "/"))
		config.Rules = []canonical.Rule{{Host: string(host), Kind: canonical.RuleOrigin, Value: typed}}
	}
	return config
}

// becomeProduction turns the resolved start of a staging copy into the start
// of the site it will be, with the rules that make the two one.
func (r *crawlRun) becomeProduction() {
	if r.opts.asOrigin == "" {
		return
	}
	copied := r.start.URL
	scheme, host, _, _ := canonical.Split([]byte(copied))
	r.staging = string(scheme) + "://" + string(host)
	r.start.URL = r.opts.asOrigin + strings.TrimPrefix(copied, r.staging)
	r.start.Rules = append(r.start.Rules, canonical.Rule{
		Host: string(host), Kind: canonical.RuleOrigin, Value: r.opts.asOrigin, Proof: "--as " + r.opts.asOrigin,
	})
	asScheme, asHost, _, _ := canonical.Split([]byte(r.opts.asOrigin + "/"))
	if !strings.Contains(strings.TrimLeft(string(asHost), "["), ":") {
		r.start.Rules = append(r.start.Rules, canonical.Rule{
			Host: string(asHost), Kind: canonical.RuleScheme, Value: string(asScheme), Proof: "--as " + r.opts.asOrigin,
		})
	}
}

// servedAt is the origin to which requests go: the site's own, or that of its
// staging copy.
func (r *outcome) servedAt() string {
	if r.staging != "" {
		return r.staging
	}
	return r.scope.Scheme + "://" + r.scope.Host
}

// defaultFolder is the name of the site folder where the user gives none: after
// what is listed; of a staging copy after the copy, so that the set of the site
// itself is not replaced.
func (r *crawlRun) defaultFolder() string { return cmdline.FolderOf(r.scope, r.staging) }

// stagingRows tells what was reported and not obeyed.
func (r *outcome) stagingRows(b *strings.Builder) {
	if r.staging != "" {
		prose.Row(b, "Crawled at", "%s", safe.Printable(r.staging))
	}
	if !r.told.staging {
		return
	}
	label := "Not obeyed"
	for _, c := range audit.Codes() {
		if n := r.Verdicts.Overruled[c]; n > 0 {
			prose.CountRow(b, label, prose.Thousands(n), c.String(), c.Meaning())
			label = ""
		}
	}
}

// originMap sends requests for the site to its staging copy.
func (r *crawlRun) originMap() map[string]string {
	if r.staging == "" {
		return nil
	}
	return map[string]string{r.opts.asOrigin: r.staging}
}
