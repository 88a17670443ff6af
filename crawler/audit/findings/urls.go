package findings

import (
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// urlRules are about addresses themselves.
func urlRules() []Rule {
	return []Rule{
		{
			ID: "url-session-id", Severity: Error, Scope: OfPage, Need: AtLeast,
			Title: "links carry session ids",
			When:  "links of a page to its own site carry a session id, of the table or as the site has shown one, or a parameter whose name is another one in each answer; they were taken off; of a sitemap they are one finding of the host",
			Why:   "Each visitor, and each crawler, sees every page under addresses of its own: engines find endless copies.",
			Fix:   "Keep sessions in cookies, and what is against caches in response headers (Cache-Control).",
			each: func(s *survey, u *subject) {
				for _, of := range sessions {
					u.folds(of.kind, of.what)
				}
				n, to := 0, frontier.NoID // that were read before it was learned
				for _, p := range s.pairsOf(u.ID) {
					if s.code(p.to) == audit.DuplicateSession {
						n, to = n+1, p.to
					}
				}
				if n > 0 && u.marks&outside == 0 {
					u.tally.foldedBy[canonical.KindLearned] = true
					u.about(to, 0, "%s with a session id, or a parameter whose name is made up", times(n, "link"))
				}
			},
			after: func(s *survey) {
				for _, of := range sessions {
					s.folded(of.kind, of.what)
				}
			},
		},
		{
			ID: "url-tracking-internal", Severity: Warning, Scope: OfPage, Need: AtLeast,
			Title: "own links with tracking",
			When:  "links of a page to its own site carry a parameter of the tracking table; of a sitemap they are one finding of the host",
			Why:   "Signals are split between spellings, and a visitor who clicks counts as a new one of that campaign.",
			Fix:   "Remove campaign tags from the site's own links.",
			each:  func(s *survey, u *subject) { u.folds(canonical.KindTracking, "with the tracking parameter") },
			after: func(s *survey) { s.folded(canonical.KindTracking, "with the tracking parameter") },
		},
		{
			ID: "url-http-on-https", Severity: Warning, Scope: OfPage, Need: AtLeast, Once: true,
			Title: "https page links to http",
			When:  "a page on https links to an http address of the same host; of what the pages of a template share it is told once",
			Why:   "The visitor makes an insecure hop, and one redirect more.",
			Fix:   "Write https in the link.",
			each: func(s *survey, u *subject) {
				if s.o.Scope.Scheme == "https" {
					u.folds(canonical.KindScheme, "to http instead of https:")
				}
				for _, p := range s.pairsOf(u.ID) {
					if s.has(p.to, overHTTP) && !s.has(p.to, isPrivate) && s.code(p.to) != audit.InvalidURL && u.marks&overHTTP == 0 && s.sameHost(u, p.to) {
						u.linksTo(p, Finding{Detail: "it links to an http address of the site"})
					}
				}
			},
			after: func(s *survey) {
				if s.o.Scope.Scheme != "https" {
					return
				}
				s.folded(canonical.KindScheme, "to http instead of https:")
				if base := s.baseURL(); base != nil && base.Scheme == "http" && base.Host == s.o.Scope.Host {
					s.siteFound(base.Host, Finding{Target: frontier.NoID, Detail: "the base element of the start page leads its links to http"})
				}
			},
		},
		{
			ID: "url-too-long", Severity: Error, Scope: OfPage, Need: Always,
			Title:  "the URL is very long",
			When:   "more than {listable} bytes, which no sitemap can list (error); an indexable page of more than {length} (notice)",
			Why:    "Sitemaps list URLs of less than 2,048 characters; long ones are cut in mails and hard to read.",
			Fix:    "Shorten the address.",
			Limits: []Limit{{"listable", canonical.MaxLength}, {"length", 200}},
			each: func(s *survey, u *subject) {
				switch n := len(u.URL); {
				case u.code == audit.TooLong && float64(n) >= s.limit("listable"):
					u.says("over %s bytes: it cannot be listed", number(s.limit("listable")))
				case u.indexable && float64(n) > s.limit("length"):
					u.about(frontier.NoID, Notice, "%d bytes", n)
				}
			},
		},
		{
			ID: "url-unclean", Severity: Notice, Scope: OfPage, Need: Always, Once: true,
			Title: "the URL has unusual characters",
			When:  "the path of an indexable page has an empty segment, a blank, a control character or upper case; of upper case each template is told once",
			Why:   "Such addresses are mistyped and copied wrong; where upper and lower case both answer there are copies.",
			Fix:   "Use plain lower-case addresses for new pages.",
			each: func(s *survey, u *subject) {
				what := unclean(u.URL)
				if !u.indexable || what == "" || what == upperCase && !u.stands(frontier.NoID, what) {
					return
				}
				u.says("its path has %s", what)
			},
		},
		{
			ID: "crawl-trap", Severity: Warning, Likely: true, Scope: OfHost, Need: AtLeast,
			Title: "endless addresses, nothing new",
			When:  "a pattern of URLs was put in quarantine, since what was fetched of it brought nothing new",
			Why:   "Engines spend their visits on addresses that hold nothing.",
			Fix:   "Stop linking endless combinations, or forbid them in robots.txt.",
			before: func(s *survey) {
				list, err := frontier.List[frontier.Quarantine](s.crawl.Meta(frontier.MetaQuarantine))
				s.fail(err)
				for _, q := range list {
					if q.Kind != audit.KindBudget {
						s.siteFound(q.Pattern, Finding{Target: q.Opener, Detail: fmt.Sprintf("%s: of the last %d of %d pages, %d had a new text and %d could be indexed", q.Kind, q.Window, q.Fetched, q.NewTexts, q.Indexable)})
					}
				}
			},
		},
	}
}

// sessions are the kinds of rule that take off what differs from answer to answer.
var sessions = [...]struct{ kind, what string }{
	{canonical.KindSession, "with the session id"},
	{canonical.KindLearned, "with the session id"},
	{canonical.KindMade, "with a parameter whose name is made up,"},
}

// folds tells of the links of a page whose spelling a kind of rule has folded.
func (u *subject) folds(kind, what string) {
	if u.Page == nil || u.marks&outside != 0 || !strings.Contains(u.Page.Notes, "fold\t") {
		return
	}
	for line := range strings.SplitSeq(u.Page.Notes, "\n") {
		is, rest, _ := strings.Cut(line, "\t")
		of, rest, _ := strings.Cut(rest, "\t")
		count, rest, _ := strings.Cut(rest, "\t")
		name, example, whole := strings.Cut(rest, "\t")
		if whole && is == "fold" && of == kind {
			n, _ := strconv.Atoi(count) // which the crawl has written
			u.tally.foldedBy[kind] = true
			u.says("%s", foldText(n, kind, name, example, what))
		}
	}
}

// folded tells of spellings that were folded by a kind of rule where no page is
// known that has them: a sitemap has, or a crawl of an earlier version was not noting it.
func (s *survey) folded(kind, what string) {
	if s.tally.foldedBy[kind] {
		return
	}
	folds, err := s.crawl.Folds()
	s.fail(err)
	for _, f := range folds {
		if f.Kind == kind && f.Host == s.o.Scope.Host {
			s.siteFound(f.Host, Finding{Target: frontier.NoID, Detail: foldText(f.Count, kind, f.Name, strings.Join(f.Examples[:min(1, len(f.Examples))], ""), what)})
		}
	}
}

func foldText(n int, kind, name, example, what string) string {
	detail := times(n, "link") + " " + what
	if kind != canonical.KindScheme && kind != canonical.KindMade {
		detail += " " + name + ","
	}
	if example != "" {
		detail += " such as " + example
	}
	return strings.TrimRight(detail, ",:")
}

// fail keeps the first error.
func (s *survey) fail(err error) {
	if err != nil && s.err == nil {
		s.err = err
	}
}

// sameHost tells whether a URL lies on the host of another.
func (s *survey) sameHost(u *subject, id frontier.ID) bool {
	row, err := s.crawl.Row(id)
	s.fail(err)
	if row == nil {
		return false
	}
	_, host, _, _ := canonical.Split([]byte(u.URL))
	_, other, _, _ := canonical.Split([]byte(row.URL))
	return string(host) == string(other)
}

// times writes a number with what it counts.
func times(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return number(float64(n)) + " " + what
}

func pathOf(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	slash := strings.IndexByte(rest, '/')
	if slash < 0 {
		return ""
	}
	path, _, _ := strings.Cut(rest[slash:], "?")
	return path
}

const upperCase = "upper-case letters (each template is told once)"

// unclean says what is unusual about the path of a URL, "" if nothing is.
func unclean(url string) string {
	path := pathOf(url)
	switch {
	case strings.Contains(path, "//"):
		return "an empty segment (//)"
	case strings.Contains(path, "%20"):
		return "a blank (%20)"
	case strings.Contains(path, "%") && controls().MatchString(path):
		return "a control character"
	case strings.ContainsFunc(withoutEscapes(path), func(r rune) bool { return 'A' <= r && r <= 'Z' }):
		return upperCase
	}
	return ""
}

func withoutEscapes(path string) string {
	if !strings.Contains(path, "%") {
		return path
	}
	return escapes().ReplaceAllString(path, "")
}

var (
	escapes  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`%[0-9A-Fa-f]{2}`) })
	controls = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`%(0[0-9A-Fa-f]|1[0-9A-Fa-f]|7[fF])`) })
	stacked  = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^[^?]*//[^/]+/([^?]*/)?(https?:|www\.[a-z0-9-]+\.[a-z])`)
	})
	indexes = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(index|default)\.(html?|php[0-9]?|aspx?|jsp|shtml)$`)
	})
)

// stackedURL tells of an address whose path holds another one.
func stackedURL(url string) bool {
	path := pathOf(url)
	return containsFold(path, "www.") && stacked().MatchString(url) || strings.Contains(path, "http:/") || strings.Contains(path, "https:/")
}

// containsFold is strings.Contains, whatever the case of ASCII letters.
func containsFold(text, word string) bool {
	for i := 0; i+len(word) <= len(text); i++ {
		if text[i]|0x20 == word[0] && strings.EqualFold(text[i:i+len(word)], word) {
			return true
		}
	}
	return false
}

// spelling is the same for URLs that differ in the ways in which servers
// often answer with one page: case, slash at the end, index file, order of
// parameters.
func spelling(url string) string {
	scheme, host, rest, query := canonical.Split([]byte(url))
	path := string(rest)
	if last := path[strings.LastIndexByte(path, '/')+1:]; strings.Contains(last, ".") {
		path = indexes().ReplaceAllString(path, "")
	}
	sorted := string(query)
	if strings.Contains(sorted, "&") {
		pairs := strings.Split(sorted, "&")
		slices.Sort(pairs)
		sorted = strings.Join(pairs, "&")
	}
	return strings.ToLower(string(scheme) + "://" + string(host) + strings.TrimSuffix(path, "/") + "?" + sorted)
}

// privateURL tells of an address that only a private network knows. Most have
// the host of the one before.
func (s *survey) privateURL(url string) bool {
	if host := canonical.Host(url); host != s.lastHost.name {
		s.lastHost.name, s.lastHost.private = strings.Clone(host), privateHost(host)
	}
	return s.lastHost.private
}

func privateHost(host string) bool {
	if addr, is := hostAddr(host); is {
		return addr.IsLoopback() || addr.IsPrivate() || addr.IsLinkLocalUnicast() || addr.IsUnspecified()
	}
	host, _, _ = strings.Cut(host, ":")
	return host == "localhost" || slices.ContainsFunc([]string{".local", ".localhost", ".localdomain", ".lan", ".internal", ".intranet", ".home.arpa"},
		func(end string) bool { return strings.HasSuffix(host, end) })
}

// hostAddr gives the address of a host, with or without a port, that is one.
func hostAddr(host string) (addr netip.Addr, is bool) {
	if strings.HasPrefix(host, "[") {
		host, _, _ = strings.Cut(host[1:], "]")
	} else {
		host, _, _ = strings.Cut(host, ":")
	}
	addr, err := netip.ParseAddr(host)
	return addr, err == nil
}

// stagingNames are first labels of hosts that serve a copy of a site for tests.
var stagingNames = []string{"staging", "stage", "stg", "dev", "develop", "development", "test", "testing", "uat", "preprod", "qa"}

// isStagingURL tells of a URL on a host that is that of the site with a name for
// tests before it: staging.shop.example, www.dev.shop.example.
func (s *survey) isStagingURL(url string) bool {
	host, _, _ := strings.Cut(hostOf(url), ":")
	site, _, _ := strings.Cut(s.o.Scope.Host, ":")
	first, rest, _ := strings.Cut(strings.TrimPrefix(host, "www."), ".")
	return rest != "" && rest == strings.TrimPrefix(site, "www.") && slices.Contains(stagingNames, first)
}
