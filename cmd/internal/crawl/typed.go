package crawl

import (
	"strings"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/start"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// checkHosts refuses options that name another site than the one to be
// crawled: nothing could be listed. host is the start's, as it was typed.
func (r *crawlRun) checkHosts(origin, host string) error {
	o := r.opts
	if o.HostForm != "" && typedurl.TwinOf(o.HostForm, host) == "" {
		bare := strings.TrimPrefix(host, "www.")
		return exit.Usagef("--prefer-host %s: it is %s or www.%s, whichever the sitemap is to list", o.PreferHost, bare, bare)
	}
	if o.AsOrigin != "" {
		origin = o.AsOrigin
		_, at, _, _ := canonical.Split([]byte(origin + "/"))
		host = string(at)
	}
	_, mapHost, _, _ := canonical.Split([]byte(o.SitemapForm))
	switch {
	case o.Scope != "":
		if typedurl.TwinOf(o.ScopeForm.Host, host) == "" {
			return exit.Usagef("--scope %s is on another host than the site, %s: nothing could be listed", o.Scope, host)
		}
	case o.SitemapForm != "" && typedurl.TwinOf(string(mapHost), host) == "":
		prefix := origin
		if o.AsOrigin == "" && len(start.Spellings(r.Typed)) > 1 {
			prefix = host // its scheme is not known yet
		}
		return exit.Usagef("--sitemap-url %s is on another host than the site, %s, and a sitemap lists its own host only\nto list the site all the same, add: --scope %s/",
			o.SitemapURL, host, prefix)
	}
	return nil
}

// checkScheme refuses options that name another scheme than the one under which
// the start was found: nothing could be listed.
func (r *crawlRun) checkScheme() error {
	scheme, rest, _ := strings.Cut(r.Start.URL, "://")
	if r.Scope.Scheme == scheme {
		return nil
	}
	flag, value := "--sitemap-url", r.opts.SitemapURL
	if r.opts.Scope != "" {
		flag, value = "--scope", r.opts.Scope
	}
	_, place, _ := strings.Cut(value, "://")
	return exit.Usagef("%s %s: the site was found under %s, as %s, and nothing could be listed\ndid you mean %s %s://%s? if it is served under %s, too: %s",
		flag, value, scheme, safe.OneLine(r.Start.URL), flag, scheme, place, r.Scope.Scheme, r.Again(r.Scope.Scheme+"://"+rest))
}
