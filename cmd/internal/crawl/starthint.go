package crawl

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/crawler/start"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// startHint says what to do about a start that could not be found, "" where
// the error says all.
func (r *crawlRun) startHint(err error) string {
	if e, ok := errors.AsType[*start.ElsewhereError](err); ok {
		return "\nto chart that site: " + r.Again(e.To)
	}
	if errors.Is(err, start.ErrForbidden) && r.opts.AsOrigin != "" {
		return "\nif it forbids the copy alone: --staging reports what it forbids, and obeys it not; --ignore-robots does without it"
	}
	if errors.Is(err, start.ErrForbidden) {
		return "\nif that is a mistake, mend robots.txt, and run the same command again; if the owner of the site wants it crawled all the same: --ignore-robots" + r.standing()
	}
	e, ok := errors.AsType[*start.UnreachableError](err)
	if !ok {
		return ""
	}
	plain := "http" + strings.TrimPrefix(e.URL, "https")
	switch {
	case e.Err == record.ErrDNS:
		return "\nis the name spelled right? one that no name server knows is told by --resolve HOST:443:ADDR:PORT"
	case e.Err == record.ErrTLS && strings.Contains(e.Text, "does not speak TLS") && e.Also == nil:
		return "\nwithout encryption: " + r.Again(plain)
	case e.Err == record.ErrTLS && strings.Contains(e.Text, "certificate"):
		return "\nif that is as it should be, as on a test server: --insecure"
	case e.Err == record.ErrConnect && strings.HasPrefix(e.Text, "proxy"):
		return "\nthe proxy is the one of --proxy, or of PORTOLAN_PROXY"
	case e.Err == record.ErrConnect:
		return "\nis the server running, and at that port?"
	case e.Robots:
		return "\nuntil it answers, search engines may fetch nothing of the site: have it answer 200, or 404 where there is none" +
			"\nto crawl all the same, if the owner of the site agrees: --ignore-robots" +
			"\nif no page answers either: is the site up? if a firewall lets only a proxy out: --proxy URL"
	case e.Err == record.ErrTimeout:
		return "\nis the site up? if a firewall lets only a proxy out: --proxy URL"
	}
	return ""
}

// standing tells of a sitemap in the folder that stays as it was, "" if there is none.
func (r *crawlRun) standing() string {
	dir := r.typedFolder()
	set, ok, err := publish.Current(dir)
	if err != nil || !ok {
		return ""
	}
	return fmt.Sprintf("\nthe sitemap in %s stays as it was: %s\nno page was asked for, and no crawl is kept of it: findings, the report and diff tell of those before, and that this run could not begin",
		safe.Printable(dir), prose.Counted(set.URLs, "URL"))
}

// typedFolder is the site folder by what was typed, while it is not known where the site
// begins; "" where that names none.
func (r *crawlRun) typedFolder() string {
	if r.opts.Output != "" {
		return r.opts.Output
	}
	typed := r.Typed
	if !typedurl.IsURL(typed) {
		typed = "https://" + typed
	}
	scope, err := canonical.ScopeOf(site.MapURL(typed, r.opts.FileName()))
	if err != nil {
		return ""
	}
	return folder.Name(scope)
}

// noteUnbegun notes in the folder of a site that was crawled before why this run could not
// begin. What is crawled in the stead of a site says nothing of it.
func (r *crawlRun) noteUnbegun(host string, why error) {
	dir := r.typedFolder()
	newest, err := stored.Open(dir)
	if err != nil {
		return
	}
	defer newest.Close() // read only
	if bare := func(host string) string { return strings.TrimPrefix(host, "www.") }; r.opts.AsOrigin != "" || bare(newest.Options.Scope.Host) != bare(host) {
		return
	}
	if err := folder.At(dir).NoteUnbegun(folder.Unbegun{At: time.Now(), Why: typedurl.MaskLogins(why.Error())}); err != nil {
		r.p.Log.Warn("that this run could not begin is not noted in "+dir, "cause", err)
	}
}
