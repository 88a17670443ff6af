package crawler

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// probeTimeout is how long the twin of a start page may stay silent before
// it counts as not there.
const probeTimeout = 5 * time.Second

// variant is what one spelling of a page answered.
type variant struct {
	url       string
	answered  bool
	status    int
	hsts      bool
	target    string // of a redirect, "" if none
	canonical string // canonical form of rel=canonical, "" if absent or void
	text      uint64
	title     string
	links     []string // canonical forms of links of the same origin, a few
	why       string   // why it did not answer
}

// decideScheme settles http or https for the start's host: HSTS, else
// redirect, else rel=canonical, else equal content of three pages. Two
// different sites are left as two.
func (r *Resolver) decideScheme(ctx context.Context, start *Start) error {
	scheme, host, path, _ := split(start.URL)
	if !namedHost(host) || len(start.Notes) > 0 {
		return nil
	}
	own := r.probe(ctx, start.URL)
	decided, proof := "", ""
	if scheme == "https" && own.hsts {
		decided, proof = "https", start.URL+" sends Strict-Transport-Security"
	} else {
		twin := r.twin(ctx, otherScheme(scheme)+"://"+host+path)
		decided, proof = r.compare(ctx, own, twin)
	}
	if r.Scheme != "" && decided != "" && decided != r.Scheme {
		decided, proof = r.Scheme, "set by the user"
	}
	switch {
	case decided == "":
		start.Notes = append(start.Notes, fmt.Sprintf("http://%s and https://%s are two different sites: only %s is charted", host, host, scheme))
	default:
		start.Rules = append(start.Rules, canonical.Rule{Host: host, Kind: canonical.RuleScheme, Value: decided, Proof: proof})
		start.URL = decided + strings.TrimPrefix(start.URL, scheme)
	}
	return ctx.Err()
}

func otherScheme(scheme string) string {
	if scheme == "https" {
		return "http"
	}
	return "https"
}

// twin probes the other scheme's page, if its robots.txt lets us.
func (r *Resolver) twin(ctx context.Context, url string) variant {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	if err := r.mayFetch(ctx, url); err != nil {
		return variant{url: url, why: err.Error()}
	}
	return r.probe(ctx, url)
}

// compare reads two probes of the same page under both schemes. It gives ""
// if they are two different sites.
func (r *Resolver) compare(ctx context.Context, own, twin variant) (scheme, proof string) {
	ownScheme, _, _, _ := split(own.url)
	twinScheme, _, _, _ := split(twin.url)
	switch {
	case !twin.answered || twin.status >= 400:
		return ownScheme, strings.TrimSpace(twin.url + " does not serve the page: " + twin.why)
	case twin.hsts && twinScheme == "https":
		return "https", twin.url + " sends Strict-Transport-Security"
	case twin.target != "":
		if s, h, _, _ := split(twin.target); s == ownScheme && sameSite(h, hostOf(own.url)) {
			return ownScheme, twin.url + " redirects to " + twin.target
		}
	}
	if s := agreedCanonical(own, twin); s != "" {
		return s, "rel=canonical of " + own.url + " is " + firstOf(own.canonical, twin.canonical)
	}
	if r.sameContent(ctx, own, twin) {
		return "https", own.url + " and " + twin.url + " have the same content"
	}
	return "", ""
}

// agreedCanonical gives the scheme that rel=canonical of the two pages names
// for their host, "" if it names none or both.
func agreedCanonical(own, twin variant) string {
	var agreed string
	for _, c := range []string{own.canonical, twin.canonical} {
		s, h, _, _ := split(c)
		if c == "" || h != hostOf(own.url) {
			continue
		}
		if agreed != "" && agreed != s {
			return ""
		}
		agreed = s
	}
	return agreed
}

// sameContent compares the two pages, and two pages they link to: two of
// three have to agree.
func (r *Resolver) sameContent(ctx context.Context, own, twin variant) bool {
	same, asked := 0, 1
	if own.text == twin.text && own.title == twin.title {
		same++
	}
	ownScheme, _, _, _ := split(own.url)
	for _, link := range own.links {
		if asked == 3 {
			break
		}
		if r.mayFetch(ctx, link) != nil {
			continue
		}
		a := r.probe(ctx, link)
		b := r.twin(ctx, otherScheme(ownScheme)+strings.TrimPrefix(link, ownScheme))
		if a.status != http.StatusOK {
			continue
		}
		asked++
		if b.status == http.StatusOK && a.text == b.text && a.title == b.title {
			same++
		}
	}
	return same*3 >= asked*2
}

// probe fetches one URL and reads what matters to a decision.
func (r *Resolver) probe(ctx context.Context, url string) variant {
	res := r.fetch(ctx, url)
	p := variant{url: url, answered: res.Outcome == page.Answered, status: res.Status}
	if !p.answered {
		p.why = whyNoAnswer(res)
		return p
	}
	if p.status >= 400 {
		p.why = "status " + strconv.Itoa(p.status)
	}
	p.hsts = hasHSTS(res.Header)
	p.target, _ = r.asker.redirectTarget(url)
	if p.status != http.StatusOK {
		return p
	}
	parsed := r.parser.Parse(page.Input{URL: url, Status: res.Status, Header: res.Header, Body: res.Body, Now: res.FetchedAt})
	p.text, p.title = parsed.TextHash, parsed.Title
	r.readLinks(&p, parsed)
	return p
}

// readLinks takes the canonical and a few links of the same origin.
func (r *Resolver) readLinks(p *variant, parsed *page.Page) {
	resolver := r.asker.resolver
	if resolver.SetBase(p.url, parsed.Charset) != nil {
		return
	}
	for _, l := range parsed.Links {
		form := resolver.Resolve(l.Href)
		switch {
		case form.Reason != canonical.OK:
		case l.Kind == page.KindCanonical && (l.InHead || l.ScriptedHead || l.FromHeader):
			p.canonical = string(form.URL)
		case l.Kind == page.KindA && len(p.links) < 6 && originOf(string(form.URL)) == originOf(p.url) && string(form.URL) != p.url:
			p.links = append(p.links, string(form.URL))
		}
	}
}

// hasHSTS tells whether the host wants https alone (RFC 6797 6.1).
func hasHSTS(h http.Header) bool {
	for directive := range strings.SplitSeq(h.Get("Strict-Transport-Security"), ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(directive), "=")
		if strings.EqualFold(strings.TrimSpace(name), "max-age") {
			n, err := strconv.ParseUint(strings.Trim(strings.TrimSpace(value), `"`), 10, 63)
			return err == nil && n > 0
		}
	}
	return false
}

func hostOf(url string) string {
	_, host, _, _ := split(url)
	return host
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
