package findings

import (
	"fmt"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// hostRules are about the site's host as a whole.
func hostRules() []Rule {
	return []Rule{
		{
			ID: "host-variants", Severity: Error, Scope: OfHost, Need: Always, Everywhere: true,
			Title: "two copies of the site",
			When:  "the home page answers by http and by https itself, with the same content; warning where its canonical names one of them; notice: with different contents",
			Why:   "Engines and links are split between two sites.",
			Fix:   "Choose one, and redirect the other to it.",
			before: func(s *survey) {
				if host := s.o.Scope.Host; s.crawl.Meta(frontier.MetaTwoSites) != "" {
					s.siteFound(host, Finding{Severity: Notice, Target: frontier.NoID, Detail: "http://" + host + "/ and https://" + host + "/ both answer, with different contents"})
				}
				for _, r := range s.crawl.Rules() {
					if r.Kind != canonical.RuleScheme || r.Host != s.o.Scope.Host {
						continue
					}
					switch {
					case strings.HasSuffix(r.Proof, canonical.ProofContent):
						s.siteFound(r.Host, Finding{Target: frontier.NoID, Detail: r.Proof})
					case strings.HasPrefix(r.Proof, canonical.ProofCanonical):
						s.siteFound(r.Host, Finding{Severity: Warning, Target: frontier.NoID, Detail: "http and https both answer; " + r.Proof})
					}
				}
			},
		},
		{
			ID: "certificate", Severity: Error, Scope: OfHost, Need: Always, Everywhere: true,
			Title:  "certificate is void, or ends soon",
			When:   "browsers refuse the certificate of the site (error; seen with --insecure), or it is good for less than {days} days, and for less than a quarter of its time (warning)",
			Why:    "Visitors see a warning in the site's stead, and engines nothing.",
			Fix:    "Renew the certificate.",
			Limits: []Limit{{"days", 14}},
			before: func(s *survey) {
				list, err := frontier.List[frontier.Certificate](s.crawl.Meta(frontier.MetaCertificates))
				s.fail(err)
				for _, c := range list {
					left := c.Until.Sub(c.Seen)
					few := min(time.Duration(s.limit("days"))*24*time.Hour, c.Until.Sub(c.From)/4)
					until := "it is good until " + c.Until.Format("2006-01-02 15:04") + " UTC"
					switch {
					case c.Fault != "":
						s.siteFound(c.Host, Finding{Target: frontier.NoID, Detail: cut(c.Fault) + "; " + until})
					case left < few:
						s.siteFound(c.Host, Finding{Severity: Warning, Target: frontier.NoID, Detail: fmt.Sprintf("%s, %s from the crawl", until, plural(int(left.Hours()/24), "day", "days"))})
					}
				}
			},
		},
		{
			ID: "robots-txt-changed", Severity: Notice, Scope: OfHost, Need: Always, Everywhere: true,
			Title: "robots.txt is another one",
			When:  "lines of robots.txt, comments aside, are others than in the crawl before",
			Why:   "A line decides over the whole site; one that came by accident is best seen at once.",
			Fix:   "See that the change was meant.",
			before: func(s *survey) {
				if s.o.NoRobots {
					return
				}
				changes, err := frontier.List[string](s.crawl.Meta(frontier.MetaRobotsChanged))
				s.fail(err)
				if len(changes) > 0 {
					s.siteFound(s.o.Scope.Scheme+"://"+s.o.Scope.Host+"/robots.txt", Finding{Target: frontier.NoID, Detail: strings.Join(changes, "; ")})
				}
			},
		},
	}
}
