// Package robots answers whether a crawler may fetch a URL, and whether a
// search engine may index or follow it: robots.txt (RFC 9309, and Google's
// reading of it), robots meta elements and X-Robots-Tag headers.
//
// Everything here is a function of bytes, strings and times: no file, socket
// or clock is used. Every input is hostile: a robots.txt is cut at
// [MaxSize], a verdict is linear in the rules and the URL, and no input is an
// error.
//
//	rules := robots.Parse(body)
//	agent := rules.Agent("portolan", robots.RFC9309)
//	if d := agent.Test("https://example.com/private/x"); !d.Allow {
//		fmt.Printf("line %d: %s\n", d.Line, d.Rule)
//	}
//
// Reading lines, grouping and precedence are this package's own.
// github.com/temoto/robotstxt evaluates the HTTP status ([FromStatus]) and
// the rule that decides ([Agent.Test]); where it and this package disagree
// the answer is the stricter one, and the decision says so.
package robots

import (
	"strings"

	"github.com/temoto/robotstxt"
)

// MaxSize is the number of bytes of a robots.txt that count, as RFC 9309 2.5
// asks for at least and Google reads at most: 500 KiB. What follows is
// ignored, and so is a line that the limit cuts in two.
const MaxSize = 500 << 10

// Mode chooses between RFC 9309 and Google's robots.txt library where the two
// contradict each other.
type Mode int

const (
	// RFC9309 compares percent-encoded forms as RFC 9309 2.2.2 says (%7E is
	// ~, %2A is a literal star), always allows /robots.txt, and takes the
	// product token out of an agent such as "Name/1.2". It is the default.
	RFC9309 Mode = iota
	// Google answers as Google's library does: rules are escaped but not
	// normalised, the URL is taken as it is, /robots.txt is a path like any
	// other, and an agent that is not a bare product token has no group.
	Google
)

// Rules is one robots.txt. It is immutable and safe for concurrent use.
type Rules struct {
	text      string
	truncated bool
	status    status
	items     []item
	sitemaps  []Sitemap
	clean     []CleanParam
	host      string
}

// status is what stands in for rules where there are none.
type status uint8

const (
	parsed      status = iota
	absent             // no robots.txt: everything is allowed
	unavailable        // not to be had: nothing is allowed
)

// Sitemap is one Sitemap line.
type Sitemap struct {
	URL  string // the value as written, which need not be a URL
	Line int    // 1-based
}

// CleanParam is one Clean-param line, Yandex's way to say that query
// parameters do not change the page.
type CleanParam struct {
	Params []string // parameter names, at least one
	Path   string   // prefix of the paths to which it applies, * is a wildcard; "" is every path
	Line   int      // 1-based
}

// FromStatus turns the final answer to a request for /robots.txt into rules:
// a 2xx body is parsed; 4xx means that there is no robots.txt and all is
// allowed (RFC 9309 2.3.1.3); everything else makes it unavailable and
// disallows all (2.3.1.4). That includes 429, which speaks of the server's
// load and not of the file, a redirect that was not followed, 304 (the caller
// keeps its copy instead), and 0 for no answer. Body is used for 2xx only.
func FromStatus(code int, body []byte) *Rules {
	if code == 429 {
		code = 503
	}
	verdict, err := robotstxt.FromStatusAndBytes(code, nil)
	switch {
	case err != nil || !verdict.TestAgent("/", "*"):
		return Unavailable()
	case code >= 200 && code < 300:
		return Parse(body)
	}
	return AllowAll()
}

// AllowAll returns the rules of a site without a robots.txt.
func AllowAll() *Rules { return &Rules{status: absent} }

// Unavailable returns the rules of a site whose robots.txt could not be had:
// nothing is allowed.
func Unavailable() *Rules { return &Rules{status: unavailable} }

// Unavailable reports whether the rules stand for a robots.txt that could not
// be had, so that a refusal is for now and by no line of the site's.
func (r *Rules) Unavailable() bool { return r.status == unavailable }

// WebPage reports whether the file is a web page: sites that answer every
// address with their home page serve one in place of robots.txt.
func (r *Rules) WebPage() bool {
	return strings.HasPrefix(strings.TrimLeft(r.text, " \t\r\n\ufeff"), "<")
}

// Truncated reports whether the file was longer than [MaxSize].
func (r *Rules) Truncated() bool { return r.truncated }

// Line returns line n, counted from 1, as it was read, without its line
// ending; "" if there is no such line. It may hold any byte.
func (r *Rules) Line(n int) string {
	rest := r.text
	for i := 1; rest != ""; i++ {
		var line string
		line, rest = cutLine(rest)
		if i == n {
			return line
		}
	}
	return ""
}

// Sitemaps returns the values of the Sitemap lines, in order.
func (r *Rules) Sitemaps() []string {
	urls := make([]string, len(r.sitemaps))
	for i, s := range r.sitemaps {
		urls[i] = s.URL
	}
	return urls
}

// SitemapLines returns the Sitemap lines, in order. The slice is shared and
// must not be changed.
func (r *Rules) SitemapLines() []Sitemap { return r.sitemaps }

// Host returns the value of the last Host line, "" if there is none.
func (r *Rules) Host() string { return r.host }

// CleanParams returns the Clean-param lines, in order. The slice is shared
// and must not be changed.
func (r *Rules) CleanParams() []CleanParam { return r.clean }
