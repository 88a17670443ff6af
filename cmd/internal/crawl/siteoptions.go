package crawl

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/publishing"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
)

// siteOptions are the flags as the way from the URL to the published set knows
// them.
func (r *crawlRun) siteOptions() site.Options {
	o := r.opts
	dir := o.Output
	if dir == "" {
		dir = r.defaultFolder()
	}
	return site.Options{
		Options: stored.Options{
			Crawl:      r.crawlerOptions(),
			MapURL:     r.MapURL,
			NoList:     o.NoList,
			ListTypes:  o.Types,
			Collapse:   o.Collapse,
			NoParts:    o.NoParts,
			Accept:     o.AcceptLoss,
			Ignored:    o.Ignored,
			Segments:   append(o.Segments, o.SectionPatterns()...),
			Force:      o.Forced,
			Front:      r.Start.Front,
			TwoSites:   r.Start.TwoSites,
			RobotsName: o.RobotsFile,
			Other: map[string]string{
				"prefer-scheme": o.PreferScheme,
				"prefer-host":   o.HostForm,
				"as":            strings.TrimSpace(o.AsOrigin + " " + r.Staging),
				"user-agent":    o.UserAgent,
				"cookies":       strings.Join(o.Cookies, " "),
				"cookie-file":   o.CookieFile,
			},
			Given:   o.Given,
			Version: console.Version(),
		},
		Dir:     dir,
		Anew:    o.Resume == "never",
		Durable: o.Durable,
		FitDisk: !o.DiskSet,
		Keep:    o.Keep,
		Reread:  o.Reread,
		Listing: &o.Publishing.Options,
		Notices: site.Notices{Skipped: r.p.Skipped, NoReference: r.p.NoReference, Flaw: r.p.Flaw, GoesOn: r.goesOn, BeginsAnew: func(why string) {
			r.p.Inform("A new crawl begins: "+why, "a new crawl begins: "+why)
		}},
	}
}

func (r *crawlRun) goesOn(at time.Time, n frontier.Counts) {
	began := at.Format(time.RFC3339)
	r.p.Inform(fmt.Sprintf("Going on with the crawl of %s: %s URLs done, %s queued", began, prose.Thousands(n.Settled), prose.Thousands(n.Pending)),
		"going on with the crawl of "+began, "fetched", n.Settled, "pending", n.Pending)
}

// openError says what to do about a folder that cannot be used.
func (r *crawlRun) openError(err error) error {
	if e, ok := errors.AsType[*site.OtherScopeError](err); ok {
		return r.otherScope(e)
	}
	return publishing.WithFolderFlag(r.siteOptions().Dir, r.storeFailed(err))
}
