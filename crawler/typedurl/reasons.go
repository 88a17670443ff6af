package typedurl

import (
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Unlistable says what the reasons mean.
var Unlistable = map[string]string{
	canonical.Parse.String():       "not a URL; a link such as ../about.html needs --base, the URL of its page",
	canonical.Scheme.String():      "neither http nor https",
	canonical.ScopeHost.String():   "another host or port than the sitemap's",
	canonical.ScopeScheme.String(): "http where the sitemap has https, or the reverse",
	canonical.ScopePath.String():   "outside the sitemap's directory",
	canonical.TooLong.String():     "over 2,047 characters when escaped",
}
