package recheck

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// sample asks for parts of a cause's URLs.
type sample struct {
	crawl *stored.Crawl
	rules []string // ids of those that are asked about
	o     Options
	known *canonical.Rules // that make URLs canonical
	start frontier.ID
	also  frontier.ID // a URL that is asked for though the crawl did not, NoID for none
	ends  []string    // where redirects lead to by now that the crawl did not know
}

func (s *sample) learnRules() (err error) {
	identity := s.crawl.Options.Identity
	identity.Rules = s.crawl.Rules()
	if s.known, err = canonical.New(identity); err != nil {
		return fmt.Errorf("read what the crawl has learned: %w", err)
	}
	s.start = frontier.NoID
	for row, err := range s.crawl.Brief(context.Background(), 0) {
		if err != nil {
			return err
		}
		if row.Sources&frontier.FromStart != 0 {
			s.start = row.ID
			break
		}
	}
	return nil
}

// ask asks for some URLs, with what they point to and a page that links to each,
// and adds to the result what came of it.
func (s *sample) ask(ctx context.Context, part []member, r *Result) error {
	rows, err := s.around(part)
	if err != nil {
		return err
	}
	was, err := s.before(ctx, rows)
	if err != nil {
		return err
	}
	now, answers, err := s.now(ctx, rows)
	if err != nil {
		return err
	}
	for _, m := range part {
		_, alone := was.of(&m)
		detail, broken := now.of(&m)
		why := answers.untold(m)
		fact, still, isFact := answers.byFact(m)
		switch {
		case answers.instead(m.id) != "":
			r.Untold = append(r.Untold, Answer{m.url, answers.instead(m.id)})
		case !alone && isFact && still:
			r.Asked++
			r.Broken = append(r.Broken, Answer{m.url, fact})
		case !alone && isFact:
			r.Asked++
		case !alone:
			r.Untold = append(r.Untold, Answer{m.url, answers.beyond(m.id)})
		case broken && isOfSitemap(s.rules[0]):
			r.Untold = append(r.Untold, Answer{m.url, answers.beyond(m.id)})
		case broken:
			r.Asked++
			r.Broken = append(r.Broken, Answer{m.url, detail})
		case why != "" && (!isFact || still):
			r.Untold = append(r.Untold, Answer{m.url, why})
		default:
			r.Asked++
		}
	}
	return nil
}

// isOfSitemap tells of a rule about what the site's sitemaps list, which are not
// read: a URL may be as bad as it was, and no longer listed.
func isOfSitemap(rule string) bool { return strings.HasPrefix(rule, "sitemap-lists-") }

// maxHops is how far redirects and canonicals are followed.
const maxHops = 10

// around gives the URLs of findings with their targets, what these lead to, a
// page that links to each, and the start page, which is first.
func (s *sample) around(part []member) (rows []*frontier.Row, err error) {
	seen := map[frontier.ID]bool{}
	var add func(id frontier.ID, hops int) error
	add = func(id frontier.ID, hops int) error {
		if id == frontier.NoID || seen[id] {
			return nil
		}
		seen[id] = true
		row, err := s.crawl.Row(id)
		if err != nil || row == nil {
			return err
		}
		copied := *row
		rows = append(rows, &copied)
		if hops == maxHops {
			return nil
		}
		if err := add(copied.Location, hops+1); err != nil {
			return err
		}
		return add(copied.Canonical, hops+1)
	}
	ids := []frontier.ID{s.start}
	for _, m := range part {
		ids = append(ids, m.id, m.target, m.from)
	}
	for _, id := range ids {
		if err := add(id, 0); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// now asks for URLs, each once, and tells what the rules find of them, and what else
// they answer.
func (s *sample) now(ctx context.Context, rows []*frontier.Row) (found told, now *answers, err error) {
	dir, err := os.MkdirTemp(s.o.Temp, "portolan-recheck-")
	if err != nil {
		return nil, nil, fmt.Errorf("make a folder for the answers: %w", err)
	}
	defer os.RemoveAll(dir)
	run, err := site.Open(site.Options{Options: stored.Options{Crawl: s.crawlOptions(rows)}, Dir: dir, Anew: true, FitDisk: true})
	if err != nil {
		return nil, nil, err
	}
	defer run.Close()
	if err := run.Crawl(ctx); err != nil {
		return nil, nil, err
	}
	if run.Result.End == crawler.Interrupted {
		return nil, nil, ErrInterrupted
	}
	if err := run.Judge(ctx); err != nil {
		return nil, nil, err
	}
	crawl, err := stored.Read(run.Store)
	if err != nil {
		return nil, nil, err
	}
	found = told{}
	if _, err = crawl.Findings(ctx, stored.Asked{IDs: s.rules, Limits: ofSample}, func(f *findings.Finding) error { return found.add(crawl, f) }); err != nil {
		return nil, nil, err
	}
	if now, err = readAnswers(ctx, crawl, s.crawl, rows, s.start); err != nil {
		return nil, nil, err
	}
	if ends := now.unknownEnds(); len(s.ends) == 0 && len(ends) > 0 { // nothing follows redirects to what the crawl did not know
		s.ends = ends
		defer func() { s.ends = nil }()
		return s.now(ctx, rows)
	}
	return found, now, nil
}

// told are findings, by rule and URL.
type told map[finding][]said

type finding struct{ rule, url string }

// said is what a finding says of what its URL points to, "" for nothing.
type said struct{ to, detail string }

func (t told) add(crawl frontier.Crawl, f *findings.Finding) error {
	to, err := urlOf(crawl, f.Target)
	key := finding{f.Rule.ID, strings.Clone(f.URL)}
	t[key] = append(t[key], said{to, strings.Clone(f.Detail)})
	return err
}

// of looks for the finding of a member, and gives its detail: of one that was alone
// whatever there is, since numbers in it change; of several the same.
func (t told) of(m *member) (detail string, is bool) {
	list := t[finding{m.rule, m.url}]
	if m.of > 1 {
		return m.said.detail, slices.Contains(list, m.said)
	}
	if len(list) == 0 {
		return "", false
	}
	return list[0].detail, true
}

// besides gives what is not among earlier findings of the same rule and URL. One that
// was alone may say something else now.
func (t told) besides(key finding, were []said) (fresh []said) {
	for _, x := range t[key] {
		if !slices.Contains(were, x) {
			fresh = append(fresh, x)
		}
	}
	if len(were) == 1 && len(fresh) > 0 && len(fresh) == len(t[key]) {
		return fresh[1:]
	}
	return fresh
}

// robotsWait is that before a robots.txt is asked for a second time, four times as
// long before the third: somebody waits for the answer.
const robotsWait = time.Second

// crawlOptions are those of a crawl that follows no link.
func (s *sample) crawlOptions(rows []*frontier.Row) crawler.Options {
	was, c := &s.crawl.Options, s.o.Crawl
	c.Scope, c.Start = was.Scope, was.Scope.String()
	if s.start != frontier.NoID && len(rows) > 0 && rows[0].ID == s.start {
		c.Start = rows[0].URL
	}
	c.Identity, c.Rules = was.Identity, s.crawl.Rules()
	c.Robots = was.Robots
	c.Robots.Wait = robotsWait
	c.Robots.Advisory = s.crawl.Option("staging") == "true"
	c.ListAgent = was.ListAgent
	c.NoLearn, c.Effects = true, was.Effects
	c.Limits.Depth = -1
	c.Sitemaps = crawler.Sitemaps{}
	c.Listed = func([]byte) bool { return true } // nothing is left aside
	c.Seeds = func(yield func(crawler.Mention, error) bool) {
		for _, url := range s.ends {
			if !yield(crawler.Mention{URL: url, Source: frontier.FromList, Detail: "recheck"}, nil) {
				return
			}
		}
		for _, row := range rows {
			for _, source := range []frontier.Source{frontier.FromList, row.Sources & frontier.FromSitemap} {
				if (row.Page != nil || row.ID == s.also) && source != 0 && !yield(crawler.Mention{URL: row.URL, Source: source, Detail: "recheck"}, nil) {
					return
				}
			}
		}
	}
	return c
}
