package main

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/crawler/start"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// checkHosts refuses options that name another site than the one to be
// crawled: nothing could be listed. host is the start's, as it was typed.
func (r *crawlRun) checkHosts(origin, host string) error {
	o := r.opts
	if o.hostForm != "" && typedurl.TwinOf(o.hostForm, host) == "" {
		bare := strings.TrimPrefix(host, "www.")
		return exit.Usagef("--prefer-host %s: it is %s or www.%s, whichever the sitemap is to list", o.preferHost, bare, bare)
	}
	if o.asOrigin != "" {
		origin = o.asOrigin
		_, at, _, _ := canonical.Split([]byte(origin + "/"))
		host = string(at)
	}
	_, mapHost, _, _ := canonical.Split([]byte(o.sitemapForm))
	switch {
	case o.scope != "":
		if typedurl.TwinOf(o.scopeForm.Host, host) == "" {
			return exit.Usagef("--scope %s is on another host than the site, %s: nothing could be listed", o.scope, host)
		}
	case o.sitemapForm != "" && typedurl.TwinOf(string(mapHost), host) == "":
		prefix := origin
		if o.asOrigin == "" && len(start.Spellings(r.typed)) > 1 {
			prefix = host // its scheme is not known yet
		}
		return exit.Usagef("--sitemap-url %s is on another host than the site, %s, and a sitemap lists its own host only\nto list the site all the same, add: --scope %s/",
			o.sitemapURL, host, prefix)
	}
	return nil
}

// checkScheme refuses options that name another scheme than the one under which
// the start was found: nothing could be listed.
func (r *crawlRun) checkScheme() error {
	scheme, rest, _ := strings.Cut(r.start.URL, "://")
	if r.scope.Scheme == scheme {
		return nil
	}
	flag, value := "--sitemap-url", r.opts.sitemapURL
	if r.opts.scope != "" {
		flag, value = "--scope", r.opts.scope
	}
	_, place, _ := strings.Cut(value, "://")
	return exit.Usagef("%s %s: the site was found under %s, as %s, and nothing could be listed\ndid you mean %s %s://%s? if it is served under %s, too: %s",
		flag, value, scheme, safe.OneLine(r.start.URL), flag, scheme, place, r.scope.Scheme, r.again(r.scope.Scheme+"://"+rest))
}

// again is the command of this run with another URL. It repeats the folder.
func (r *outcome) again(url string) string { return cmdline.Crawl(url, r.told.output) }

// repeated is the command of this run, as far as it may be shown, with flags
// that it lacks.
func (r *outcome) repeated(missing []stored.Given) string {
	return cmdline.Crawl(r.typed, r.told.output, cmdline.Words(slices.Concat(r.told.given, missing), "output")...)
}
