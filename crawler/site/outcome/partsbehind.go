package outcome

import (
	"strings"

	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
)

// behindRows tell of sets of parts of the site that list what an earlier crawl found, and
// what renews them: whether they were refused then, or forgotten, nobody else tells.
func (r *Outcome) behindRows(b *strings.Builder) {
	const most = 3
	command := cmdline.Sitemap(r.Folder.Dir, nil)
	for i, part := range r.Behind {
		command += " --sitemap-url " + safe.ShellQuote(safe.OneLine(part.URL))
		if i < most {
			prose.Row(b, "", "%s, of a part of the site, is older: it lists what the crawl of %s found", safe.Printable(part.File), part.MadeOf.Format("2 January 2006, 15:04 UTC"))
		}
	}
	if n := len(r.Behind); n > 0 {
		prose.Row(b, "", "to renew %s: %s", map[bool]string{true: "it", false: "all " + prose.Thousands(n)}[n == 1], command)
	}
}
