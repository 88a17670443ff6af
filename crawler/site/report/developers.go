package report

import (
	"strings"

	"github.com/portolan-seo/portolan/crawler/safe"
)

// check is how a finding is looked at again: what follows curl's options, what is
// to be seen once it is mended, and which address is asked for.
type check struct {
	prefix, filter, expect string
	at                     func(*Example) string
}

const (
	headers = "curl -g -sS -o /dev/null -D - "
	links   = "curl -g -sS | grep -n -i '<a ' "
)

func ofURL(x *Example) string    { return x.URL }
func ofFrom(x *Example) string   { return x.From } // where the link stands
func ofTarget(x *Example) string { return x.Target }

// checks are by the beginnings of the rules' names; the longest that fits
// counts.
var checks = []check{
	{"", headers, "what the finding says is not there any more", ofURL},
	{"client-error", headers, "HTTP 200 where the page is back, 301 where it has a successor; or no page links to it any more", ofURL},
	{"server-error", headers, "HTTP 200", ofURL},
	{"access-denied", headers, "HTTP 200; or no page links to it any more", ofURL},
	{"no-response", headers, "HTTP 200 within a few seconds", ofURL},
	{"soft-404", headers, "HTTP 404 or 410", ofURL},
	{"unknown-urls-answer-200", headers, "HTTP 404 or 410 for an address that cannot exist", ofURL},
	{"redirect-", "curl -g -sS -o /dev/null -D - -L --max-redirs 10 ", "one redirect, 301 or 308, to a page that answers HTTP 200", ofURL},
	{"link-", links, "what the finding says is not there any more", ofURL},
	{"link-to-", links, "the link names the final address of its page, or is gone", ofFrom},
	{"link-to-private", links, "the link names the public address, or is gone", ofURL},
	{"link-text-poor", links, "each link says where it leads, without the words around it", ofURL},
	{"link-fragment-missing", "curl -g -sS | grep -n -i -E ' (id|name)=' ", "the page has the place that the link names, or the link names one that it has", ofTarget},
	{"canonical-", "curl -g -sS | grep -n -i canonical ", "one canonical, an absolute address that answers HTTP 200 and may be indexed", ofURL},
	{"canonical-mass-target", "curl -g -sS | grep -n -i canonical ", "the page names itself as canonical", ofTarget},
	{"hreflang-", "curl -g -sS | grep -n -i hreflang ", "each language names all others and itself, by valid codes", ofURL},
	{"robots-", "curl -g -sS -D - ", "the page may be read by search engines, or no page links to it any more", ofURL},
	{"robots-txt-", headers, "HTTP 200 and lines of the robots.txt, or 404", ofURL},
	{"noindex-", "curl -g -sS -D - | grep -n -i -E 'robots|noindex' ", "no noindex in metas and headers, where the page is to be found", ofURL},
	{"sitemap-", headers, "the sitemap lists addresses that answer HTTP 200 and may be indexed, and no others", ofURL},
	{"title-", "curl -g -sS | grep -n -i '<title' ", "one title of its own, of some words", ofURL},
	{"description-", "curl -g -sS | grep -n -i 'name=.*description' ", "one description of its own", ofURL},
	{"heading-h1", "curl -g -sS | grep -n -i '<h1' ", "one main heading", ofURL},
	{"structured-data-", "curl -g -sS | grep -n -A 30 -i ld+json ", "JSON that can be read, with the properties that its type wants", ofURL},
	{"mixed-content", "curl -g -sS | grep -n -i -E '(src|href)=.http:' ", "nothing is loaded by http", ofURL},
	{"form-insecure", "curl -g -sS | grep -n -i '<form' ", "forms are sent by https", ofURL},
	{"image-alt-missing", "curl -g -sS | grep -n -i '<img' ", "each picture has an alt, an empty one if it is decoration", ofURL},
	{"slow-", "curl -g -sS -o /dev/null -w '%{time_starttransfer}\n' ", "less than a second", ofURL},
	{"not-compressed", "curl -g -sS -o /dev/null -D - -H 'Accept-Encoding: gzip' ", "a header Content-Encoding: gzip", ofURL},
	{"url-", links, "links that name the address in its short form", ofURL},
	{"orphan", headers, "a page of the site links to it", ofURL},
}

// Developers is what a finding is for those who mend it.
type Developers struct{ Raw, Command, Expect string }

// Developers gives that of an example; nil where it is about no address.
func (g *Group) Developers(e Example) *Developers {
	best := checks[0]
	for _, c := range checks {
		if strings.HasPrefix(g.Rule.ID, c.prefix) && len(c.prefix) >= len(best.prefix) {
			best = c
		}
	}
	at := best.at(&e)
	if !isWeb(at) {
		at = e.URL
	}
	if !isWeb(at) {
		at = e.From
	}
	if !isWeb(at) || strings.Contains(at, "*") {
		return nil
	}
	command := best.filter
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
