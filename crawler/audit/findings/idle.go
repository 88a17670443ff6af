package findings

import (
	"context"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// need is something without which rules have nothing to look at.
type need struct {
	has   func(*survey) bool
	why   string   // the rules have nothing to look at
	rules []string // beginnings of their IDs
	site  bool     // it is the site that lacks it, not what was given or asked for
	flags []string // options of a crawl that give it
}

var needs = []need{
	{func(s *survey) bool { return s.exported }, "no export was given", []string{"google-canonical-differs", "cannibalisation"}, false, []string{"from-export"}},
	{func(s *survey) bool { return s.logged }, "no access log was given", []string{"bot-waste"}, false, []string{"from-log"}},
	{func(s *survey) bool { return s.exported || s.logged }, "no access log and no export was given", []string{"traffic-lost"}, false, []string{"from-log", "from-export"}},
	{func(s *survey) bool { return s.sources&frontier.FromList != 0 }, "no list was given", []string{"list-names-no-page"}, false, []string{"from-list"}},
	{func(s *survey) bool { return s.sources&frontier.FromPrevious != 0 }, "there is no crawl before", []string{"robots-txt-changed"}, false, nil},
	{func(s *survey) bool {
		return slices.ContainsFunc(s.o.Sitemaps, func(f SitemapFile) bool { return f.Read })
	}, "no sitemap of the site was read",
		[]string{"sitemap-faulty", "sitemap-over-limit", "sitemap-loc-invalid", "sitemap-lastmod-invalid", "sitemap-duplicate", "sitemap-lists-", "sitemap-misses-page"}, false, nil},
	{func(s *survey) bool { return s.marksOfAll&asAlternate != 0 || len(s.languages) > 0 }, "no page has hreflang", []string{"hreflang-"}, true, nil},
	{func(s *survey) bool { return s.marksOfAll&(asNext|isSeries|isLater) != 0 }, "no list in parts was found", []string{"pagination-canonical-first", "pagination-noindex", "pagination-broken"}, true, nil},
	{func(s *survey) bool { return s.canonicals }, "no page names a canonical", []string{"canonical-to-", "canonical-chain", "canonical-conflict", "canonical-invalid",
		"canonical-form-drift", "canonical-mass-target", "canonical-cross-domain", "canonical-longer", "noindex-with-canonical", "link-to-canonicalised"}, true, nil},
	{func(s *survey) bool { return s.secure }, "no page answers by https", []string{"certificate", "hsts-missing", "mixed-content", "form-insecure", "url-http-on-https"}, true, nil},
	{func(s *survey) bool { return !s.private }, "the host is private", []string{"page-on-http"}, true, nil},
	{func(s *survey) bool { return s.rendered }, "no scripts were run", []string{"rendered-", "links-only-rendered", "content-only-rendered", "render-", "link-script-only"}, false, nil},
	{func(s *survey) bool { return s.crawl.Meta(frontier.MetaUnknown) != "" }, "no made-up address was asked for", []string{"unknown-urls-answer-200"}, false, nil},
	{func(s *survey) bool { return s.checked(false) }, "links to other sites were not asked for", []string{"external-link-broken"}, false, []string{"check-external"}},
	{func(s *survey) bool { return s.checked(true) }, "pictures were not asked for", []string{"image-broken", "image-heavy"}, false, []string{"check-images"}},
}

// idle says of the rules that had nothing to look at why, by their IDs.
func (s *survey) idle() map[string]string {
	why := map[string]string{}
	for _, n := range needs {
		if n.has(s) {
			continue
		}
		for _, r := range rules {
			if slices.ContainsFunc(n.rules, func(begin string) bool { return strings.HasPrefix(r.ID, begin) }) {
				why[r.ID] = n.why
			}
		}
	}
	return why
}

// checked tells whether pictures, or links to other hosts, were asked for.
func (s *survey) checked(pictures bool) (any bool) {
	_, err := frontier.EachChecked(s.crawl.Meta, func(c *frontier.Checked) { any = any || (c.URL != "") == pictures })
	s.fail(err)
	return any
}

// anyRendered tells whether scripts of any page were run.
func (s *survey) anyRendered(ctx context.Context) bool {
	for _, err := range s.crawl.Renderings(ctx) {
		s.fail(err)
		return true
	}
	return false
}

// IdleWords are all that Summary.Idle may say.
func IdleWords() (list []string) {
	for _, n := range needs {
		list = append(list, n.why)
	}
	return list
}

// Unasked tells of words of Summary.Idle that say nothing of the site: something
// was not given, or not asked for.
func Unasked(why string) bool {
	return slices.ContainsFunc(needs, func(n need) bool { return n.why == why && !n.site })
}

// GivenBy are the options of a crawl by which rules have something to look at, by
// what Summary.Idle says of them; none where it is no option that does it.
func GivenBy(why string) []string {
	if at := slices.IndexFunc(needs, func(n need) bool { return n.why == why }); at >= 0 {
		return needs[at].flags
	}
	return nil
}
