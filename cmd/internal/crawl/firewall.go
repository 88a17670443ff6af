package crawl

import (
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/site/outcome"
)

// shutOut is the error of a crawl that a firewall has ended, nil if none has.
func (r *crawlRun) shutOut() error {
	if r.Result.End != crawler.ShutOut || len(r.Result.Firewalls) == 0 {
		return nil
	}
	return exit.Failf("crawl of %s stopped: %s", r.Scope, outcome.FirewallText(r.Result.Firewalls[0], r.opts.UserAgent))
}
