package findings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/robots"
)

// robotsRules are about what search engines are told they may do.
func robotsRules() []Rule {
	return []Rule{
		{
			ID: "robots-blocked-linked", Severity: Notice, Scope: OfTarget, Need: AtLeast, Linked: true, ByLine: true,
			Title: "linked, and blocked by robots.txt",
			When:  "robots.txt forbids a URL that has a followed link; warning where a canonical, hreflang or a sitemap names it, or it has clicks in search results by an export",
			Why:   "Engines cannot read what pages link to; for filters and carts that is what one wants.",
			Fix:   "Allow it, or stop linking to what search may not read.",
			each: func(s *survey, u *subject) {
				switch {
				case u.code != audit.RobotsBlocked:
				case u.marks&(asCanonical|asAlternate|asTranslation) != 0:
					u.about(frontier.NoID, Warning, "robots.txt forbids it%s; a canonical or hreflang names it", s.forbidden(u.URL))
				case u.marks&linked != 0 && (u.marks&inSitemap != 0 || u.measure().clicks > 0):
					u.about(frontier.NoID, Warning, "robots.txt forbids it%s", s.forbidden(u.URL))
				case u.marks&linked != 0:
					u.says("robots.txt forbids it%s", s.forbidden(u.URL))
				}
			},
		},
		{
			ID: "robots-blocks-start", Severity: Error, Scope: OfPage, Need: Always, ByLine: true,
			Title: "robots.txt bars the start page",
			When:  "robots.txt forbids the start page to the engine that the sitemap is for, or to the crawler",
			Why:   "Engines read neither the page with which the site begins nor its links, and show it without a text, if at all.",
			Fix:   "Allow the start page in robots.txt.",
			each: func(s *survey, u *subject) {
				if u.marks&isStart != 0 && u.code == audit.RobotsBlocked {
					u.says("robots.txt forbids it%s", s.forbidden(u.URL))
				}
			},
		},
		{
			ID: "robots-txt-unavailable", Severity: Error, Scope: OfHost, Need: Always, Everywhere: true,
			Title: "robots.txt cannot be had",
			When:  "robots.txt answers 5xx or 429, or does not answer, in all tries",
			Why:   "Engines take that for a word that forbids everything.",
			Fix:   "Serve robots.txt with 200, or answer 404 if there is none.",
			before: func(s *survey) {
				s.liveRobots(func(f *frontier.RobotsFile, r *robots.Rules) {
					if r.Unavailable() {
						s.siteFound(f.Origin+"/robots.txt", Finding{Target: frontier.NoID, Status: f.Status, Detail: strings.TrimSpace(fmt.Sprintf("status %d %s", f.Status, f.Note))})
					}
				})
			},
		},
		{
			ID: "robots-txt-faulty", Severity: Warning, Scope: OfHost, Need: Always, Everywhere: true,
			Title: "robots.txt: lines that do nothing",
			When:  "robots.txt is a web page, or too long, or has rules before the first User-agent line, a relative Sitemap line, or a word that is nearly a known one",
			Why:   "Rules that somebody wrote are not obeyed.",
			Fix:   "Correct the lines.",
			before: func(s *survey) {
				s.eachRobots(func(f *frontier.RobotsFile, r *robots.Rules) {
					if f.Status < 200 || f.Status > 299 {
						return
					}
					for _, fault := range robotsFaults(f.Body, r) {
						s.siteFound(f.Origin+"/robots.txt", Finding{Target: frontier.NoID, Status: f.Status, Detail: fault})
					}
				})
			},
		},
		{
			ID: "robots-blocks-resources", Severity: Warning, Scope: OfPage, Need: AtLeast,
			Title: "robots.txt bars what pages load",
			When:  "robots.txt keeps search engines from a script, a style sheet or a picture on the host of an indexable page; not from /cdn-cgi/, nor from pictures of one pixel",
			Why:   "Engines that render obey it, and see the page without.",
			Fix:   "Allow what pages need.",
			each: func(s *survey, u *subject) {
				told := u.rendered != nil && u.rendered.Rendering.Blocked != "" // by render-blocked-resources
				if !s.o.NoRobots && u.indexable && has(u, record.ResourceBlocked) && !told {
					u.flawed(record.ResourceBlocked, 0)
				}
			},
		},
		{
			ID: "noindex-prominent", Severity: Warning, Scope: OfSite, Need: AtLeast,
			Title:  "a main page says noindex",
			When:   "a page says noindex, and the home page or {share} % of all pages link to it; not logins, carts, search and legal pages; error: the last sitemap lists it, as it does {pages} and more that say noindex, {share} % of these and the indexable pages",
			Why:    "What the site itself shows everywhere is kept out of search; that may be meant.",
			Fix:    "Remove noindex if the page is to be found.",
			Limits: []Limit{{"share", 10}, {"pages", 6}},
			each: func(s *survey, u *subject) {
				if !isNoIndex(u.code) || meantHidden(u.URL) && u.marks&comesNoIndexed == 0 {
					return
				}
				switch n := int(u.inPages[u.ID]); {
				case u.marks&isStart != 0:
					u.onNoIndex(u.ID, Finding{Severity: Error, Target: frontier.NoID, Detail: "the start page itself: " + u.code.Meaning()})
				case u.marks&comesNoIndexed != 0:
					u.onNoIndex(u.ID, Finding{Severity: Error, Target: frontier.NoID, Detail: fmt.Sprintf("the last sitemap lists it, and %d of its pages say noindex now; %s", s.noIndexed, u.code.Meaning())})
				case float64(n*100) >= s.limit("share")*float64(s.indexable) && n > 1:
					u.onNoIndex(u.ID, Finding{Target: frontier.NoID, Detail: plural(n, "page", "pages") + " link to it; " + u.code.Meaning()})
				case u.marks&fromHome != 0:
					u.onNoIndex(u.ID, Finding{Target: frontier.NoID, Detail: "the start page links to it; " + u.code.Meaning()})
				}
			},
		},
		{
			ID: "robots-directive-faulty", Severity: Warning, Scope: OfPage, Need: Always,
			Title: "contradictory robots directives",
			When:  "metas and X-Robots-Tag say a thing and its contrary, or a word that is none, or a date that cannot be read",
			Why:   "Engines come to different ends, or do nothing.",
			Fix:   "Keep one directive in one place.",
			each: func(s *survey, u *subject) {
				if !isAnswered(u) || !record.IsPage(u.Page.Status) {
					return
				}
				both := u.Page.MetaRobots | u.Page.HeaderRobots
				raw := cut(strings.Join(strings.Fields(u.Page.RobotsMeta+" "+u.Page.RobotsHeader), " "))
				switch {
				case both.Conflict():
					u.says("contradictory: %s", raw)
				case both&robots.Unknown != 0:
					u.says("an unknown word: %s", raw)
				case both&robots.BadDate != 0:
					u.says("a date that cannot be read: %s", raw)
				}
			},
		},
		{
			ID: "nofollow-only", Severity: Warning, Scope: OfSite, Need: Whole, Linked: true,
			Title: "only nofollow links lead to it",
			When:  "an indexable page has links, all of them nofollow",
			Why:   "It gets nothing of the standing of the pages that link to it.",
			Fix:   "Link it once without nofollow.",
			each: func(s *survey, u *subject) {
				if u.indexable && u.marks&linkedAtAll == linkedNoFol && u.marks&isStart == 0 {
					u.says("%s link to it, all by nofollow", plural(int(u.inPages[u.ID]), "page", "pages"))
				}
			},
		},
	}
}

// eachRobots gives the robots.txt files of the scope's host, the last of each
// origin.
func (s *survey) eachRobots(do func(*frontier.RobotsFile, *robots.Rules)) {
	if !s.o.NoRobots {
		s.liveRobots(do)
	}
}

// liveRobots does so with that of a crawl that has not obeyed it (--ignore-robots), too.
func (s *survey) liveRobots(do func(*frontier.RobotsFile, *robots.Rules)) {
	if s.o.NoRobots && !s.o.RobotsAsked {
		return
	}
	files, err := s.crawl.Robots()
	s.fail(err)
	for i := range files {
		f := &files[i]
		later := false
		for _, g := range files[i+1:] {
			later = later || g.Origin == f.Origin
		}
		if !later && f.Origin == s.o.Scope.Scheme+"://"+s.o.Scope.Host {
			do(f, audit.RobotsRules(f))
		}
	}
}

// LineOf gives the line of robots.txt that a detail of a finding names, "" if it names
// none.
func LineOf(detail string) string {
	_, line, _ := strings.Cut(detail, ", line ")
	line, _, _ = strings.Cut(line, "; ")
	if line != "" {
		line = "line " + line
	}
	return line
}

// forbidden says by which line robots.txt forbids a URL, "" where that is not known.
func (s *survey) forbidden(url string) string {
	if s.robots == nil {
		s.robots = map[string][]*robots.Agent{}
		files, err := s.crawl.Robots()
		s.fail(err)
		for i := range files {
			rules := audit.RobotsRules(&files[i])
			var agents []*robots.Agent
			for _, name := range s.o.Agents {
				agents = append(agents, rules.Agent(name, robots.RFC9309))
			}
			s.robots[files[i].Origin] = agents
		}
	}
	if s.o.NoRobots {
		return ""
	}
	for _, agent := range s.robots[canonical.Origin(url)] {
		if d := agent.Test(url); !d.Allow && d.Line > 0 {
			return fmt.Sprintf(", line %d: %s", d.Line, cut(d.Rule))
		}
	}
	return ""
}

// robotsFaults says what in a robots.txt does nothing.
func robotsFaults(body []byte, r *robots.Rules) (faults []string) {
	if r.WebPage() {
		return []string{"it is a web page"}
	}
	if r.Truncated() {
		faults = append(faults, fmt.Sprintf("%s bytes: what comes after %s is not read", number(float64(len(body))), number(robots.MaxSize)))
	}
	for _, f := range r.Faults() {
		faults = append(faults, fmt.Sprintf("line %d: %s: %s", f.Line, cut(f.Text), f.What))
		if len(faults) == 20 {
			break
		}
	}
	return faults
}

// onNoIndex gives a finding that rests on the noindex of a URL: a likely one, no
// error, where engines may not read that.
func (u *subject) onNoIndex(id frontier.ID, f Finding) {
	if u.has(id, noIndexUnsure) {
		f.Likely = true
		if cmp.Or(f.Severity, u.rule.Severity) == Error {
			f.Severity = Warning
		}
		f.Detail += "; " + record.NoIndexUnsure.Words()
	}
	u.found(f)
}

func isNoIndex(c audit.Code) bool { return c == audit.NoIndexHeader || c == audit.NoIndexMeta }

func isAnswered(u *subject) bool { return u.Page != nil && u.Page.Status != 0 && u.marks&outside == 0 }

// Words in the paths of pages that are rightly kept out of search; of the second
// list words that begin so.
var (
	hiddenWords = []string{"account", "accounts", "konto", "cart", "basket", "kasse", "compare", "search", "suche", "terms", "agb", "legal", "print", "feed", "tag", "tags", "register"}
	hiddenStems = []string{"login", "logout", "signin", "signup", "anmeld", "registr", "warenkorb", "checkout", "wishlist", "merkzettel", "recherche", "buscar",
		"privacy", "datenschutz", "imprint", "impressum", "cookie", "mentions", "password", "passwort", "searchresult", "suchergebnis"}
)

func meantHidden(url string) bool {
	path := strings.ToLower(url[min(len(url), len(hostPrefix(url))):])
	for word := range strings.FieldsFuncSeq(path, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if slices.Contains(hiddenWords, word) || slices.ContainsFunc(hiddenStems, func(stem string) bool { return strings.HasPrefix(word, stem) }) {
			return true
		}
	}
	return page.IsLogin(url) || strings.Contains(path, "sign-in") || strings.Contains(path, "?s=") || strings.Contains(path, "?q=")
}

func hostPrefix(url string) string {
	scheme, rest, _ := strings.Cut(url, "://")
	host, _, _ := strings.Cut(rest, "/")
	return scheme + "://" + host
}

// hostOf gives the host of a URL, with the port if it is not the default.
func hostOf(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	host, _, _ := strings.Cut(rest, "/")
	return host
}
