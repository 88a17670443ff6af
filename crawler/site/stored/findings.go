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

// Findings gives what is wrong with the site, as findings.Find does. limits are
// thresholds in the stead of the rules' own, only the rules that are asked for.
// Verdicts are given anew where those in the file are stale.
func (s *Crawl) Findings(ctx context.Context, limits map[string]float64, only []string, give func(*findings.Finding) error) (*findings.Summary, error) {
	o, err := s.findingsOptions(ctx)
	if err != nil {
		return nil, err
	}
	o.Limits, o.Only = limits, only
	return findings.Find(ctx, s, o, give)
}

// findingsOptions gives what findings rest on besides the crawl, which has its
// verdicts then.
func (s *Crawl) findingsOptions(ctx context.Context) (findings.Options, error) {
	if _, err := s.Judge(ctx, Instead{}); err != nil {
		return findings.Options{}, err
	}
	alike, err := frontier.List[audit.AnsweredAlike](s.Meta(metaAlike))
	if err != nil {
		return findings.Options{}, fmt.Errorf("%s: %w", s.Path(), err)
	}
	robots := s.Options.Robots
	return findings.Options{
		Scope:      s.Options.Scope,
		Incomplete: s.WhyIncomplete(),
		Sitemaps:   sitemapsOf(s.Store),
		Front:      FrontOf(s),
		Alike:      alike,
		NoRobots:   robots.Ignore || robots.File != nil || s.Option("staging") == "true",
	}, nil
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
