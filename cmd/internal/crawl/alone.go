package crawl

import (
	"fmt"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier/record"
)

// sayAlone tells of such a sitemap by --quiet, too, where the page has scripts, or
// links to other hosts: then it may be that of a site which nobody has seen.
func (r *crawlRun) sayAlone() {
	if text := r.AloneText(); text != "" && r.Start.Front.Scripts+r.Start.Front.Links > 0 {
		r.p.Say(text)
	}
}

// sayCheckFirst tells of a set that a person should look at, by --quiet, too.
func (r *crawlRun) sayCheckFirst() {
	if !r.p.Quiet && !r.p.JSON {
		return // the summary begins with it
	}
	if why := r.CheckFirst(); why != "" {
		r.p.Say("look at the site before its sitemap is used: " + why)
	}
}

// sayUnasked tells of a crawl that ended at a limit which nobody has typed, by
// --quiet, too: its sitemap is not what was wanted.
func (r *crawlRun) sayUnasked() {
	flag := ""
	switch r.Result.End {
	case crawler.LimitMemory:
		flag = "memory"
	case crawler.LimitDisk:
		flag = "max-disk"
	}
	if flag == "" || r.Published == nil || r.opts.IsGiven(flag) {
		return
	}
	r.p.Say(fmt.Sprintf("the sitemap of %s is not complete: the crawl stopped at the limit --%s, which was not given; %s", r.Scope, flag, r.ToGoOn()))
}

// readNothing tells of a crawl that stopped before it could tell that the site is down: no page was read, and the start
// page failed. What the set lists that stands was kept.
func (r *crawlRun) readNothing() error {
	if r.Result.End == crawler.Complete || r.Result.End == crawler.NotCrawled || r.Last == nil || r.Verdicts.Counts[audit.Listed] > 0 {
		return nil
	}
	row, err := r.Store.Find(r.Start.URL)
	if err != nil || row == nil {
		return nil
	}
	status, failed := 0, row.Page == nil && row.Retry != nil
	switch {
	case failed:
		status = row.Retry.Status
	case row.Page != nil:
		status, failed = row.Page.Status, row.Page.Outcome != record.Answered || row.Page.Status >= 500
	}
	if !failed {
		return nil
	}
	what := "gives no answer"
	if status > 0 {
		what = fmt.Sprintf("answers %d", status)
	}
	return exit.Failf("crawl of %s stopped as %s before any page was read: the start page %s; all that the sitemap lists was listed before", r.Scope, r.Result.End, what)
}
