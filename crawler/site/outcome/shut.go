package outcome

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/guard"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
)

// ShutOutText says of a first set what stands before the site, and what leads
// past it. again crawls it once more, force publishes it as it is; host is the
// site's.
func ShutOutText(e *site.ShutError, host, again, force string) string {
	var b strings.Builder
	b.WriteString(shutHeadline(e.Shut))
	fmt.Fprintf(&b, "\nit would list %s URL%s", prose.Thousands(e.Listed), prose.Plural(e.Listed))
	switch {
	case e.Host:
		fmt.Fprintf(&b, "\nto chart that site: %s", cmdline.Crawl(e.Page, ""))
	case e.ByItself():
		fmt.Fprintf(&b, "\nonce that is mended: %s", again)
	case e.Says.Gate == page.GateLimit:
		fmt.Fprintf(&b, "\n%s; more slowly: %s", page.GateLimit.Seems(), again)
	case e.Blank || e.Failed || comesUp(e):
		fmt.Fprintf(&b, "\nonce the site is up: %s", again)
	default:
		fmt.Fprintf(&b, "\nto get past it, add what lets a visitor in to: %s", again)
		fmt.Fprintf(&b, "\n  --cookies %s accepts the site's cookies; --cookie-file FILE sends those of a browser that was let in;"+
			"\n  --basic-auth USER:PASSWORD; --header 'NAME: VALUE'", host)
	}
	switch {
	case e.ByItself():
		fmt.Fprintf(&b, "\nif search is to have no more of the site: %s", force)
	case e.Listed > 0:
		fmt.Fprintf(&b, "\nif these are the pages of the site: %s", force)
	}
	return b.String()
}

// comesUp tells of a site that no option opens.
func comesUp(e *site.ShutError) bool {
	gate := cmp.Or(e.Gate, e.Says.Gate)
	return gate == page.GateParked || gate == page.GateMaintenance || gate == page.GateFault
}

// shutHeadline says it in one sentence.
func shutHeadline(s *guard.Shut) string {
	what := "a page that stands before the site"
	if s.Gate != "" {
		what = "a " + string(s.Gate)
	}
	switch {
	case s.Midway && s.Same:
		return fmt.Sprintf("while it was crawled, the site began to show one page whatever is asked for: %s of its pages show it, and %s does now%s", prose.Thousands(s.From), safe.OneLine(s.Page), quoted(s.Says))
	case s.Midway:
		return fmt.Sprintf("while it was crawled, the site began to redirect to %s: %s of its URLs do, and the start page does now", safe.OneLine(s.Page), prose.Thousands(s.From))
	case s.NoIndex:
		return fmt.Sprintf("%s of its pages say noindex, as %s does, and next to none is left for search", prose.Thousands(s.From), safe.OneLine(s.Page))
	case s.Canonical:
		return fmt.Sprintf("%s of its pages name another URL as their canonical, as %s does, and next to none is left for search", prose.Thousands(s.From), safe.OneLine(s.Page))
	case s.Missing:
		return fmt.Sprintf("%s of its URLs are not found, as %s, and nothing is left beside the start page", prose.Thousands(s.From), safe.OneLine(s.Page))
	case s.Only:
		return fmt.Sprintf("%s of its URLs redirect to %s, and that page alone is left", prose.Thousands(s.From), safe.OneLine(s.Page))
	case s.Host:
		return fmt.Sprintf("%s of its URLs redirect to the host %s", prose.Thousands(s.From), safe.OneLine(s.Page))
	case s.Failed:
		return fmt.Sprintf("%s of its URLs could not be read, as %s: no answer, a failure of the server, or a check for robots", prose.Thousands(s.From), safe.OneLine(s.Page))
	case s.Denied:
		return fmt.Sprintf("%s of its URLs are not shown to everybody (401, 403 or the like), as %s", prose.Thousands(s.From), safe.OneLine(s.Page))
	case s.Blank && s.From > 1:
		return fmt.Sprintf("%s of its %s pages are empty, as %s is", prose.Thousands(s.From), prose.Thousands(s.Listed), safe.OneLine(s.Page))
	case s.Blank:
		return fmt.Sprintf("%s is an empty page", safe.OneLine(s.Page))
	case s.Same && s.Gate != "":
		return fmt.Sprintf("whatever is asked for, the site shows the same page, as at %s: it seems to be %s%s", safe.OneLine(s.Page), what, quoted(s.Says))
	case s.Same:
		return fmt.Sprintf("%s of its pages show one and the same text, as %s does%s", prose.Thousands(s.From), safe.OneLine(s.Page), cmp.Or(quoted(s.Says), ": a login, a consent page or the like"))
	case s.From == 1:
		return fmt.Sprintf("the start page redirects to %s, %s", safe.OneLine(s.Page), what)
	}
	return fmt.Sprintf("%s of its URLs redirect to %s, %s", prose.Thousands(s.From), safe.OneLine(s.Page), what)
}

// wallJSON is what --json tells of it, nil if the site let the crawl in.
func (r *Outcome) wallJSON() any {
	if r.Shut == nil {
		return nil
	}
	s := r.Shut.Shut
	return map[string]any{"page": s.Page, "kind": string(s.Gate), "urls": s.From, "listed": s.Listed}
}
