package report

import (
	"strings"

	"github.com/portolan-seo/portolan/crawler/safe"
)

// check is how a finding is looked at again: what follows curl's options, and
// what is to be seen once it is mended.
type check struct{ prefix, filter, expect string }

const headers = "curl -g -sS -o /dev/null -D - "

// checks are by the beginnings of the rules' names; the longest that fits
// counts.
var checks = []check{
	{"", "", "what the finding says is not there any more"},
	{"client-error", headers, "HTTP 200 where the page is back, 301 where it has a successor; or no page links to it any more"},
	{"server-error", headers, "HTTP 200"},
	{"access-denied", headers, "HTTP 200; or no page links to it any more"},
	{"no-response", headers, "HTTP 200 within a few seconds"},
	{"soft-404", headers, "HTTP 404 or 410"},
	{"unknown-urls-answer-200", headers, "HTTP 404 or 410 for an address that cannot exist"},
	{"redirect-", "curl -g -sS -o /dev/null -D - -L --max-redirs 10 ", "one redirect, 301 or 308, to a page that answers HTTP 200"},
	{"link-", "curl -g -sS | grep -n -i href= ", "the link names the final address of its page, or is gone"},
	{"canonical-", "curl -g -sS | grep -n -i canonical ", "one canonical, an absolute address that answers HTTP 200 and may be indexed"},
	{"hreflang-", "curl -g -sS | grep -n -i hreflang ", "each language names all others and itself, by valid codes"},
	{"robots-", "curl -g -sS -D - ", "the page may be read by search engines, or no page links to it any more"},
	{"robots-txt-", headers, "HTTP 200 and lines of the robots.txt, or 404"},
	{"noindex-", "curl -g -sS -D - | grep -n -i -E 'robots|noindex' ", "no noindex in metas and headers, where the page is to be found"},
	{"sitemap-", headers, "the sitemap lists addresses that answer HTTP 200 and may be indexed, and no others"},
	{"title-", "curl -g -sS | grep -n -i '<title' ", "one title of its own, of some words"},
	{"description-", "curl -g -sS | grep -n -i 'name=.*description' ", "one description of its own"},
	{"h1-", "curl -g -sS | grep -n -i '<h1' ", "one main heading"},
	{"structured-data-", "curl -g -sS | grep -n -A 30 -i ld+json ", "JSON that can be read, with the properties that its type wants"},
	{"mixed-content", "curl -g -sS | grep -n -i -E '(src|href)=.http:' ", "nothing is loaded by http"},
	{"slow-", "curl -g -sS -o /dev/null -w '%{time_starttransfer}\\n' ", "less than a second"},
	{"url-", "curl -g -sS | grep -n -i href= ", "links that name the address in its short form"},
	{"orphan", headers, "a page of the site links to it"},
}

// Developers is what a finding is for those who mend it.
type Developers struct{ Raw, Command, Expect string }

// Developers gives that of an example; nil where it is about no address.
func (g *Group) Developers(e Example) *Developers {
	url := e.URL
	if !isWeb(url) && isWeb(e.From) {
		url = e.From
	}
	if !isWeb(url) || strings.Contains(url, "*") {
		return nil
	}
	best := checks[0]
	for _, c := range checks {
		if strings.HasPrefix(g.Rule.ID, c.prefix) && len(c.prefix) >= len(best.prefix) {
			best = c
		}
	}
	at := url
	if (strings.HasPrefix(g.Rule.ID, "link-") || strings.HasPrefix(g.Rule.ID, "url-")) && isWeb(e.From) {
		at = e.From // where the link stands
	}
	command := best.filter
	if command == "" {
		command = "curl -g -sS -D - "
	}
	// escapeURL leaves nothing that is more than a letter to a shell between
	// quotation marks but !, of which ShellQuote's do not care.
	quoted := safe.ShellQuote(escapeURL(at))
	first, rest, piped := strings.Cut(command, " | ")
	if piped {
		command = first + " " + quoted + " | " + strings.TrimSpace(rest)
	} else {
		command += quoted
	}
	return &Developers{Raw: e.Detail, Command: command, Expect: best.expect}
}
