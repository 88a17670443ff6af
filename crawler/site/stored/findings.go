package stored

import (
	"context"
	"fmt"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/frontier"
)

// metaAlike holds audit.Summary.AnsweredAlike of the last verdicts, as JSON.
const metaAlike = "alike"

// Alike is what a crawl file notes of templates whose pages look as the answer
// to URLs that cannot exist.
func Alike(list []audit.AnsweredAlike) map[string]string {
	return map[string]string{metaAlike: frontier.ListText(list)}
}

// Asked is what findings are asked for. The zero value asks for all.
type Asked struct {
	IDs     []string           // of rules, all if there are none
	Limits  map[string]float64 // thresholds in the stead of the rules' own, by RULE.LIMIT
	Segment string             // those about URLs of this segment alone
	Ignored bool               // those that are ignored, too
}

// Findings gives what is wrong with the site, as findings.Find does. Verdicts
// are given anew where those in the file are stale.
func (s *Crawl) Findings(ctx context.Context, a Asked, give func(*findings.Finding) error) (*findings.Summary, error) {
	o, err := s.findingsOptions(ctx, a)
	if err != nil {
		return nil, err
	}
	return findings.Find(ctx, s, o, give)
}

// findingsOptions gives what findings rest on besides the crawl, which has its
// verdicts then.
func (s *Crawl) findingsOptions(ctx context.Context, a Asked) (findings.Options, error) {
	if _, err := s.Judge(ctx, Instead{}); err != nil {
		return findings.Options{}, err
	}
	alike, err := frontier.List[audit.AnsweredAlike](s.Meta(metaAlike))
	if err != nil {
		return findings.Options{}, fmt.Errorf("%s: %w", s.Path(), err)
	}
	robots := s.Options.Robots
	o := findings.Options{
		Limits: a.Limits, Only: a.IDs, ShowIgnored: a.Ignored,
		Scope:      s.Options.Scope,
		Incomplete: s.WhyIncomplete(),
		Sitemaps:   sitemapsOf(s.Store),
		Front:      FrontOf(s),
		Alike:      alike,
		NoRobots:   robots.Ignore || robots.File != nil || s.Option("staging") == "true",
	}
	if len(s.Ignored) > 0 {
		o.Ignored = s.reason
	}
	if a.Segment != "" {
		o.In = func(url string) bool { return s.Segments.Of(url) == a.Segment }
	}
	return o, nil
}

// sitemapsOf gives the site's own sitemaps as a crawl found them, nil if it has
// not come to ask for any.
func sitemapsOf(crawl frontier.Crawl) []findings.SitemapFile {
	files, read := crawler.SitemapFiles(crawl.Meta)
	if !read {
		return nil
	}
	list := make([]findings.SitemapFile, 0, len(files))
	for _, f := range files {
		if !f.Feed() {
			list = append(list, findings.SitemapFile{
				URL: f.URL, Named: string(f.Found), Status: f.Status, Read: f.Read, URLs: f.URLs, Errors: f.Errors, Problem: f.Problem, Note: f.Note, At: f.FetchedAt,
			})
		}
	}
	return list
}
