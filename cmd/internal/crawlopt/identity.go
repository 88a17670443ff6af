package crawlopt

import (
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// checkIdentity reads the options that settle scheme, host and origin.
func (c *Checked) checkIdentity() error {
	if c.PreferScheme != "" && c.PreferScheme != "http" && c.PreferScheme != "https" {
		return exit.Usagef("--prefer-scheme %q: it is http or https", c.PreferScheme)
	}
	rules, err := c.Identity()
	if err != nil {
		return err
	}
	if c.PreferHost != "" {
		_, host, path, query := canonical.Split(rules.Canonical("http://" + c.PreferHost).URL)
		if len(host) == 0 || string(path) != "/" || len(query) > 0 {
			return exit.Usagef("--prefer-host %q: it is a host such as www.example.com", c.PreferHost)
		}
		c.HostForm = string(host)
	}
	if c.As == "" {
		return nil
	}
	form := rules.Canonical(c.As)
	scheme, host, path, query := canonical.Split(form.URL)
	if form.Reason != canonical.OK || string(path) != "/" || len(query) > 0 {
		return exit.Usagef("--as %q: it is the address of the site's home page, such as https://www.example.com/", c.As)
	}
	if c.PreferScheme != "" || c.PreferHost != "" {
		return exit.Usagef("--as settles scheme and host; it excludes --prefer-scheme and --prefer-host")
	}
	c.AsOrigin = string(scheme) + "://" + string(host)
	return nil
}
