package crawl

import (
	"strings"

	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// wantedHost is the host that --prefer-host asks for, or --scope or
// --sitemap-url where they name the www or bare form of the typed host.
func (r *crawlRun) wantedHost(typed string) string {
	switch {
	case r.opts.HostForm != "":
		return r.opts.HostForm
	case r.opts.Scope != "":
		return typedurl.TwinOf(r.opts.ScopeForm.Host, typed)
	}
	_, host, _, _ := canonical.Split([]byte(r.opts.SitemapForm))
	return typedurl.TwinOf(string(host), typed)
}

// stagingIdentity is the identity by which the start is resolved: links of a
// staging copy to the site that it will be stay on the copy.
func (r *crawlRun) stagingIdentity(typed string) canonical.Config {
	config := r.opts.IdentityConfig()
	if r.opts.AsOrigin != "" {
		_, host, _, _ := canonical.Split([]byte(r.opts.AsOrigin + "/"))
		config.Rules = []canonical.Rule{{Host: string(host), Kind: canonical.RuleOrigin, Value: typed}}
	}
	return config
}

// becomeProduction turns the resolved start of a staging copy into the start
// of the site it will be, with the rules that make the two one.
func (r *crawlRun) becomeProduction() {
	if r.opts.AsOrigin == "" {
		return
	}
	copied := r.Start.URL
	scheme, host, _, _ := canonical.Split([]byte(copied))
	r.Staging = string(scheme) + "://" + string(host)
	r.Start.URL = r.opts.AsOrigin + strings.TrimPrefix(copied, r.Staging)
	r.Start.Rules = append(r.Start.Rules, canonical.Rule{
		Host: string(host), Kind: canonical.RuleOrigin, Value: r.opts.AsOrigin, Proof: "--as " + r.opts.AsOrigin,
	})
	asScheme, asHost, _, _ := canonical.Split([]byte(r.opts.AsOrigin + "/"))
	if !strings.Contains(strings.TrimLeft(string(asHost), "["), ":") {
		r.Start.Rules = append(r.Start.Rules, canonical.Rule{
			Host: string(asHost), Kind: canonical.RuleScheme, Value: string(asScheme), Proof: "--as " + r.opts.AsOrigin,
		})
	}
}

// defaultFolder is the name of the site folder where the user gives none: after
// what is listed; of a staging copy after the copy, so that the set of the site
// itself is not replaced.
func (r *crawlRun) defaultFolder() string { return cmdline.FolderOf(r.Scope, r.Staging) }

// originMap sends requests for the site to its staging copy.
func (r *crawlRun) originMap() map[string]string {
	if r.Staging == "" {
		return nil
	}
	return map[string]string{r.opts.AsOrigin: r.Staging}
}
