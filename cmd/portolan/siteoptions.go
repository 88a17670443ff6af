package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/last"
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
			Force:      o.force,
			Front:      r.start.Front,
			RobotsName: o.robotsFile,
			Other: map[string]string{
				"prefer-scheme": o.preferScheme,
				"prefer-host":   o.hostForm,
				"as":            strings.TrimSpace(o.asOrigin + " " + r.staging),
				"user-agent":    o.userAgent,
				"cookies":       strings.Join(o.cookies, " "),
				"cookie-file":   o.cookieFile,
			},
			Given:   o.given,
			Version: versionString(),
		},
		Dir:     dir,
		Anew:    o.resume == "never",
		Durable: o.durable,
		FitDisk: !o.diskSet,
		Keep:    o.keep,
		Reread:  o.reread,
		Listing: &o.publishing.Options,
		Notices: site.Notices{Skipped: r.p.skipped, NoReference: r.p.noReference, Flaw: r.p.flaw, GoesOn: r.goesOn, BeginsAnew: func(why string) {
			r.p.Inform("A new crawl begins: "+why, "a new crawl begins: "+why)
		}},
	}
}

func (r *crawlRun) goesOn(at time.Time, n frontier.Counts) {
	began := at.Format(time.RFC3339)
	r.p.Inform(fmt.Sprintf("Going on with the crawl of %s: %s URLs done, %s queued", began, thousands(n.Settled), thousands(n.Pending)),
		"going on with the crawl of "+began, "fetched", n.Settled, "pending", n.Pending)
}

// openError says what to do about a folder that cannot be used.
func (r *crawlRun) openError(err error) error {
	if e, ok := errors.AsType[*site.OtherScopeError](err); ok {
		return usagef("%w: -o %s", err, r.suggestFolder(e.Dir))
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

// skipped names a crawl file that cannot be read, once.
func (p *program) skipped(name string, err error) {
	if !slices.Contains(p.passedOver, name) {
		p.passedOver = append(p.passedOver, name)
		p.Say(fmt.Sprintf("%s\nit is passed over, and left as it is", err))
	}
}

// noReference tells that losses are measured by the last sitemap alone.
func (p *program) noReference(dir string, why error) {
	p.Say(fmt.Sprintf("%s: %s; losses are measured by the last sitemap alone", dir, why))
}

// flaw names a published file that somebody else has changed.
func (p *program) flaw(file, what string) {
	p.log.Warn(file + " is not as portolan wrote it: " + what + "; the next sitemap that is published writes it anew")
}

func (p *program) notices() *last.Notices {
	return &last.Notices{Skipped: p.skipped, NoReference: p.noReference, Flaw: p.flaw, Log: p.log}
}
