package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
)

// siteOptions are the flags as the way from the URL to the published set knows
// them.
func (r *crawlRun) siteOptions() site.Options {
	o := r.opts
	dir := o.output
	if dir == "" {
		dir = r.defaultFolder()
	}
	return site.Options{
		Options: stored.Options{
			Crawl:      r.crawlerOptions(),
			MapURL:     r.mapURL,
			NoList:     o.noList,
			ListTypes:  o.types,
			Collapse:   o.collapse,
			NoParts:    o.noParts,
			Accept:     o.acceptLoss,
			Ignored:    o.ignored,
			Segments:   append(o.segments, o.sections()...),
			Force:      o.force,
			Front:      r.start.Front,
			RobotsName: o.robotsFile,
			Other: map[string]string{
				"prefer-scheme": o.preferScheme,
				"prefer-host":   o.hostForm,
				"as":            strings.TrimSpace(o.asOrigin + " " + r.staging),
				"user-agent":    o.UserAgent,
				"cookies":       strings.Join(o.Cookies, " "),
				"cookie-file":   o.CookieFile,
			},
			Given:   o.given,
			Version: console.Version(),
		},
		Dir:     dir,
		Anew:    o.resume == "never",
		Durable: o.durable,
		FitDisk: !o.diskSet,
		Keep:    o.keep,
		Reread:  o.reread,
		Listing: &o.publishing.Options,
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
		return exit.Usagef("%w: -o %s", err, r.suggestFolder(e.Dir))
	}
	return withFolderFlag(r.siteOptions().Dir, r.storeFailed(err))
}

// withFolderFlag names the flag that gives the site folder another name, where
// a file has that name.
func withFolderFlag(dir string, err error) error {
	if info, statErr := os.Stat(dir); err != nil && statErr == nil && !info.IsDir() {
		return fmt.Errorf("%w (-o DIR)", err)
	}
	return err
}

// suggestFolder gives a name for a folder of this run's scope that is not the
// one asked for.
func (r *crawlRun) suggestFolder(not string) string {
	if name := r.defaultFolder(); name != filepath.Clean(not) {
		return name
	}
	return r.defaultFolder() + "-2"
}
