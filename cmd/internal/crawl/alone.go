package crawl

import (
	"fmt"

	"github.com/portolan-seo/portolan/crawler"
)

// sayAlone tells of such a sitemap by --quiet, too, where the page has scripts:
// then it may be that of a site which nobody has seen.
func (r *crawlRun) sayAlone() {
	if text := r.AloneText(); text != "" && r.Start.Front.Scripts > 0 {
		r.p.Say(text)
	}
}

// sayCheckFirst tells of a set that a person should look at, by --quiet, too.
func (r *crawlRun) sayCheckFirst() {
	if why := r.CheckFirst(); why != "" && (r.p.Quiet || r.p.JSON) {
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
