package crawlopt

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// checkHosts reads --hreflang-hosts, which stands for --hreflang, too.
func (p *Publishing) checkHosts() error {
	rules, err := canonical.New(canonical.Config{})
	if err != nil {
		return err
	}
	for _, typed := range p.OtherHosts {
		for _, scheme := range [...]string{"http", "https"} { // for the default port of each
			form := rules.Canonical(scheme + "://" + strings.TrimSpace(typed) + "/")
			_, host, path, query := canonical.Split(form.URL)
			if form.Reason != canonical.OK || string(path) != "/" || len(query) > 0 || strings.ContainsAny(typed, "/?#@") {
				return exit.Usagef("--hreflang-hosts %q: it is a host such as www.example.de", typed)
			}
			if !slices.Contains(p.Hosts, string(host)) {
				p.Hosts = append(p.Hosts, string(host))
			}
		}
	}
	p.Hreflang = p.Publish.WithHreflang || len(p.Hosts) > 0
	return nil
}
