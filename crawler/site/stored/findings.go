package stored

import (
	"cmp"
	"context"
	"fmt"
	"iter"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
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
	// Linked adds to those of the segment what is wrong with others that its
	// pages link to, where the mend may be at the link.
	Linked bool
}

// Findings gives what is wrong with the site, as findings.Find does. Verdicts
// are given anew where those in the file are stale.
func (s *Crawl) Findings(ctx context.Context, a Asked, give func(*findings.Finding) error) (*findings.Summary, error) {
	o, err := s.findingsOptions(ctx, a)
	if err != nil {
		return nil, err
	}
	if len(a.Limits) > 0 {
		return findings.Find(ctx, s, o, give)
	}
	list, said, ok := s.Store.Findings(ctx, s.keptStamp(), a.IDs...)
	if !ok {
		return findings.Find(ctx, s, o, give)
	}
	sum, err := findings.Again(known(list), said, o, give)
	if err == nil && a.Segment != "" {
		sum.InScope, err = s.inScope(ctx, a.Segment)
	}
	return sum, err
}

// FindOnce sees to it that findings which will be asked for several times are
// looked for once: where the crawl file has none that still hold, they wait in a
// temporary file until the crawl is closed.
func (s *Crawl) FindOnce(ctx context.Context) error {
	if _, err := s.Judge(ctx, Instead{}); err != nil {
		return err
	}
	if _, _, kept := s.Store.Findings(ctx, s.keptStamp()); kept {
		return nil
	}
	s.ownStamp = "of now"
	_, err := s.KeepFindings(ctx)
	return err
}

// keptStamp says on what those findings rest that are kept, in the file or for
// now.
func (s *Crawl) keptStamp() string { return cmp.Or(s.findingsStamp(), s.ownStamp) }

// KeepFindings looks for all that is wrong with the site and keeps it in the
// crawl file, or for as long as the crawl is open if its store is for reading.
func (s *Crawl) KeepFindings(ctx context.Context) (sum *findings.Summary, err error) {
	o, err := s.findingsOptions(ctx, Asked{})
	if err != nil {
		return nil, err
	}
	err = s.Store.PutFindings(ctx, s.keptStamp(), func(add func(*sqlite.Finding) error) (string, error) {
		var row sqlite.Finding
		o.Keep = func(f *findings.Finding) error {
			row = sqlite.Finding{Rule: f.Rule.ID, Severity: uint8(f.Severity), Likely: f.Likely, ID: f.ID, URL: f.URL, Template: f.Template,
				Detail: f.Detail, Target: f.Target, From: f.From, Pages: f.Pages, Status: f.Status}
			return add(&row)
		}
		if sum, err = findings.Find(ctx, s, o, nil); err != nil {
			return "", err
		}
		return sum.Said(), nil
	})
	return sum, err
}

// FindingsOf gives what is wrong with one URL, if that is kept: else ok is
// false, and only Findings can tell.
func (s *Crawl) FindingsOf(ctx context.Context, id frontier.ID) (of []findings.Finding, ok bool, err error) {
	list, ok := s.Store.FindingsOf(ctx, s.findingsStamp(), id)
	if !ok {
		return nil, false, nil
	}
	for f, err := range known(list) {
		if err != nil {
			return nil, false, err
		}
		if s.reason(f.Rule.ID, f.URL) == "" {
			of = append(of, *f)
		}
	}
	return of, true, nil
}

// findingsStamp says on what findings rest: verdicts, what the crawl has read,
// and the rules. It is "" where verdicts are this caller's own.
func (s *Crawl) findingsStamp() string {
	verdicts := s.Meta(frontier.MetaVerdicts)
	if verdicts == "" || s.Older() {
		return ""
	}
	c := s.Counts()
	return fmt.Sprintf("%s %s %d %d %s", verdicts, findings.Digest(), c.Known, c.Settled, s.Meta(crawler.MetaEnd))
}

// known gives stored findings as those of rules. Of a rule that is no more
// there are none. The Finding is reused.
func known(list iter.Seq2[*sqlite.Finding, error]) iter.Seq2[*findings.Finding, error] {
	return func(yield func(*findings.Finding, error) bool) {
		var known findings.Finding
		for f, err := range list {
			if err != nil {
				yield(nil, err)
				return
			}
			rule := findings.RuleOf(f.Rule)
			if rule == nil {
				continue
			}
			known = findings.Finding{Rule: rule, Severity: findings.Severity(f.Severity), Likely: f.Likely, ID: f.ID, URL: f.URL, Template: f.Template,
				Detail: f.Detail, Target: f.Target, From: f.From, Pages: f.Pages, Status: f.Status}
			if !yield(&known, nil) {
				return
			}
		}
	}
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
		Incomplete: s.Ended(),
		Sitemaps:   sitemapsOf(s.Store),
		Front:      FrontOf(s),
		Alike:      alike,
		Agents:     []string{robots.Agent, s.Options.ListAgent},
		NoRobots:   robots.Ignore || robots.File != nil || s.Option("staging") == "true",
	}
	o.RobotsAsked = robots.Ignore && robots.File == nil && s.Option("staging") != "true"
	if len(s.Ignored) > 0 {
		o.Ignored = s.reason
	}
	if a.Segment != "" {
		o.In = func(url string) bool { return s.Segments.Of(url) == a.Segment }
		if a.Linked {
			o.Linked, err = s.linkedFrom(ctx, o.In)
		}
	}
	return o, err
}

// linkedFrom tells which URLs some pages link to. It holds two bits a URL.
func (s *Crawl) linkedFrom(ctx context.Context, in func(url string) bool) (func(frontier.ID) bool, error) {
	known := s.Counts().Known
	pages, linked := make([]uint64, known/64+1), make([]uint64, known/64+1)
	has := func(set []uint64, id frontier.ID) bool { return int(id) < known && set[id/64]&(1<<(id%64)) != 0 }
	for row, err := range s.Brief(ctx, 0) {
		if err != nil {
			return nil, err
		}
		if int(row.ID) < known && in(row.URL) {
			pages[row.ID/64] |= 1 << (row.ID % 64)
		}
	}
	for e, err := range s.Graph(ctx, func(from frontier.ID) bool { return has(pages, from) }) {
		if err != nil {
			return nil, err
		}
		if int(e.To) < known && (e.Flags.Clickable() || e.Flags.Kind() == frontier.LinkAlternate || e.Flags.Kind() == frontier.LinkCanonical) {
			linked[e.To/64] |= 1 << (e.To % 64)
		}
	}
	return func(id frontier.ID) bool { return has(linked, id) }, nil
}

// inScope counts the URLs of a segment that are in scope.
func (s *Crawl) inScope(ctx context.Context, segment string) (n int, err error) {
	codes, err := s.Codes(ctx)
	if err != nil {
		return 0, err
	}
	for row, err := range s.Brief(ctx, 0) {
		if err != nil {
			return 0, err
		}
		if int(row.ID) < len(codes) && findings.InScope(audit.Code(codes[row.ID])) && s.Segments.Of(row.URL) == segment {
			n++
		}
	}
	return n, nil
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
			var flaws []findings.SitemapFlaw
			for _, flaw := range f.Flaws {
				flaws = append(flaws, findings.SitemapFlaw(flaw))
			}
			list = append(list, findings.SitemapFile{
				URL: f.URL, Named: string(f.Found), Status: f.Status, Read: f.Read, Told: f.Hreflang && !f.Cut, Untold: f.Untold(), URLs: f.URLs, Errors: f.Errors, Problem: f.Problem, Note: f.Note, At: f.FetchedAt,
				Flaws: flaws, Dates: findings.SitemapDates(f.Dates),
			})
		}
	}
	return list
}
