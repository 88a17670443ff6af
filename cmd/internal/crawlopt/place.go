package crawlopt

import (
	"strings"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// PlaceOf is the directory of the sitemap, where a site begins that nobody asks.
func (c *Checked) PlaceOf() string {
	scope := c.ScopeForm
	if c.Scope == "" {
		scope, _ = canonical.ScopeOf(c.SitemapForm) // a canonical form always has one
	}
	return scope.String()
}

// TypedHosts are those of --scope and --sitemap-url.
func (c *Checked) TypedHosts() (hosts []string) {
	for _, origin := range c.ScopeOrigins() {
		_, host, _ := strings.Cut(origin, "://")
		hosts = append(hosts, host)
	}
	return hosts
}

// ScopeOrigins are those of --scope and --sitemap-url.
func (c *Checked) ScopeOrigins() (origins []string) {
	if c.Scope != "" {
		origins = append(origins, c.ScopeForm.Scheme+"://"+c.ScopeForm.Host)
	}
	if scheme, host, _, _ := canonical.Split([]byte(c.SitemapForm)); len(host) > 0 {
		origins = append(origins, string(scheme)+"://"+string(host))
	}
	return origins
}
