package start

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

const (
	// twinTimeout is how long the twin of a start page may stay silent before
	// it counts as not there.
	twinTimeout = 5 * time.Second
	twinHops    = 3 // redirects within one origin, from a home page into the site
	twinPages   = 3 // compared at most
	twinLinks   = 6 // from which further pages are taken
)

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
	sum       uint64   // of all links to the own host, without scheme and order
	count     int      // of these links
	links     []string // canonical forms of links of the same origin, a few
	front     page.Front
	err       record.ErrClass // that it did not answer with
	why       string          // why it did not answer
}

// serves tells whether the page is there itself, and no redirect to it.
func (v *variant) serves() bool { return v.answered && v.status < 300 }

// leadsTo tells whether it redirects to a scheme of its site.
func (v *variant) leadsTo(scheme string) bool {
	s, h, _, _ := split(v.target)
	return v.target != "" && s == scheme && sameSite(h, canonical.Host(v.url))
}

// same compares two pages: title, and text or links. Times and tokens change
// the one, advertisements the other.
func (v *variant) same(w *variant) bool {
	return v.title == w.title && (v.text == w.text || v.count >= 3 && v.sum == w.sum)
}

// schemes are the two spellings of the start page, own the one that the start
// was resolved to.
type schemes struct {
	own, twin variant
}

func (s *schemes) of(scheme string) *variant {
	if schemeOf(s.own.url) == scheme {
		return &s.own
	}
	return &s.twin
}

// decideScheme settles http or https for the start's host: HSTS, else
// redirect, else rel=canonical, else equal content of up to three pages. The
// user's word goes first, unless the site redirects away from it. Two
// different sites are left as two.
func (r *Resolver) decideScheme(ctx context.Context, start *Start) error {
	scheme, host, path, _ := split(start.URL)
	if !namedHost(host) {
		return ctx.Err()
	}
	both := schemes{own: start.home}
	decided, proof := "", ""
	if both.own.hsts && (r.Scheme == "" || r.Scheme == scheme) {
		decided, proof = scheme, start.URL+" sends Strict-Transport-Security"
	} else {
		both.twin = r.twin(ctx, otherScheme(scheme)+"://"+host+path)
		decided, proof = r.compare(ctx, &both)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if wanted := r.Scheme; wanted != "" && decided != wanted {
		if both.of(wanted).serves() {
			proof = "set by the user"
			if decided != "" {
				decided = wanted
			}
			scheme = wanted
		} else {
			start.Notes = append(start.Notes, fmt.Sprintf("%s is not served under %s, which was asked for; its URLs are %s", host, wanted, scheme))
		}
	}
	if decided == "" {
		start.TwoSites = true
		start.Notes = append(start.Notes, fmt.Sprintf("http://%s and https://%s are two different sites: only %s is charted", host, host, scheme))
		start.URL = scheme + strings.TrimPrefix(start.URL, schemeOf(start.URL))
		return nil
	}
	start.Rules = append(start.Rules, canonical.Rule{Host: host, Kind: canonical.RuleScheme, Value: decided, Proof: proof})
	start.URL = decided + strings.TrimPrefix(start.URL, schemeOf(start.URL))
	return nil
}

func otherScheme(scheme string) string {
	if scheme == "https" {
		return "http"
	}
	return "https"
}

func schemeOf(url string) string {
	scheme, _, _ := strings.Cut(url, "://")
	return scheme
}

// twin asks for the page under another scheme or host, if robots.txt there
// lets us.
func (r *Resolver) twin(ctx context.Context, url string) variant {
	ctx, cancel := context.WithTimeout(ctx, twinTimeout)
	defer cancel()
	if err := r.mayFetch(ctx, url); err != nil {
		return variant{url: url, why: err.Error()}
	}
	return r.variant(ctx, url)
}

// compare reads the same page under both schemes. It gives "" if they are two
// different sites.
func (r *Resolver) compare(ctx context.Context, both *schemes) (scheme, proof string) {
	own, twin := &both.own, &both.twin
	ownScheme, twinScheme := schemeOf(own.url), schemeOf(twin.url)
	switch {
	case !twin.answered || twin.status >= 400:
		return ownScheme, strings.TrimSpace(twin.url + " does not serve the page: " + twin.why)
	case twin.leadsTo(ownScheme):
		return ownScheme, twin.url + " redirects to " + twin.target
	case own.hsts || twin.hsts:
		return "https", "https://" + canonical.Host(own.url) + "/ sends Strict-Transport-Security"
	}
	ownPage, twinPage := r.landing(ctx, *own), r.landing(ctx, *twin)
	if twinPage.leadsTo(ownScheme) {
		return ownScheme, twinPage.url + " redirects to " + twinPage.target
	}
	if ownPage.leadsTo(twinScheme) {
		return twinScheme, ownPage.url + " redirects to " + ownPage.target
	}
	if s := agreedCanonical(&ownPage, &twinPage); s != "" {
		return s, canonical.ProofCanonical + ownPage.url + " is " + firstOf(ownPage.canonical, twinPage.canonical)
	}
	if r.sameContent(ctx, &ownPage, &twinPage) {
		return "https", ownPage.url + " and " + twinPage.url + canonical.ProofContent
	}
	return "", ""
}

// landing follows a home page that forwards into its own site.
func (r *Resolver) landing(ctx context.Context, v variant) variant {
	for range twinHops {
		if v.target == "" || v.target == v.url || canonical.Origin(v.target) != canonical.Origin(v.url) || r.mayFetch(ctx, v.target) != nil {
			break
		}
		v = r.twin(ctx, v.target)
	}
	return v
}

// agreedCanonical gives the scheme that rel=canonical of the two pages names
// for their host, "" if it names none or both.
func agreedCanonical(own, twin *variant) string {
	var agreed string
	for _, c := range []string{own.canonical, twin.canonical} {
		s, h, _, _ := split(c)
		if c == "" || h != canonical.Host(own.url) {
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
func (r *Resolver) sameContent(ctx context.Context, own, twin *variant) bool {
	same, asked := 0, 1
	if own.status == http.StatusOK && twin.status == http.StatusOK && own.same(twin) {
		same++
	}
	scheme := schemeOf(own.url)
	for _, link := range own.links {
		if asked == twinPages || ctx.Err() != nil {
			break
		}
		if r.mayFetch(ctx, link) != nil {
			continue
		}
		a := r.twin(ctx, link)
		if a.status != http.StatusOK {
			continue
		}
		b := r.twin(ctx, otherScheme(scheme)+strings.TrimPrefix(link, scheme))
		asked++
		if b.status == http.StatusOK && a.same(&b) {
			same++
		}
	}
	return same*3 >= asked*2
}

// variant fetches one URL and reads what matters to a decision.
func (r *Resolver) variant(ctx context.Context, url string) variant {
	res := r.fetchWithCookies(ctx, url)
	v := variant{url: url, answered: res.Outcome == record.Answered, status: res.Status}
	if !v.answered {
		v.err, v.why = res.Err, res.ErrText
		return v
	}
	if v.status >= 400 {
		v.why = "status " + strconv.Itoa(v.status)
	}
	v.hsts = schemeOf(url) == "https" && hasHSTS(res.Header)
	v.target, _ = r.asker.RedirectTarget(url)
	if v.status != http.StatusOK {
		return v
	}
	parsed := r.parser.Parse(page.Input{URL: url, Status: res.Status, Header: res.Header, Body: res.Body, Now: res.FetchedAt})
	v.text, v.title = parsed.TextHash, parsed.Title
	if parsed.HTML {
		v.front = page.ReadFront(res.Body)
	}
	r.readLinks(&v, parsed)
	return v
}

// readLinks takes the canonical, a sum of the links, and a few links of the
// same origin.
func (r *Resolver) readLinks(v *variant, parsed *page.Page) {
	resolver := r.asker.Resolver
	if resolver.SetBase(v.url, parsed.Charset) != nil {
		return
	}
	for _, l := range parsed.Links {
		form := resolver.Resolve(l.Href)
		if form.Reason != canonical.OK {
			continue
		}
		url := string(form.URL)
		switch {
		case l.Kind == page.KindCanonical && (l.InHead || l.FromHeader):
			v.canonical = url
		case l.Kind == page.KindA && canonical.Host(url) == canonical.Host(v.url):
			v.sum += r.rules.Key(form.URL[strings.Index(url, "://"):])
			v.count++
			if len(v.links) < twinLinks && canonical.Origin(url) == canonical.Origin(v.url) && url != v.url {
				v.links = append(v.links, url)
			}
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

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
