package last

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/guard"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// Judged is a crawl whose URLs have their verdicts, and what they rest on.
type Judged struct {
	*stored.Crawl
	By audit.Options
}

// Compare says what becomes of the set by the verdicts of a crawl. A reference
// that turns out to be damaged is done without.
func (s *Set) Compare(ctx context.Context, now Judged, n *Notices) (*guard.Comparison, error) {
	c, err := s.compare(ctx, now)
	if errors.Is(err, publish.ErrReference) {
		s.noReference(n, err)
		c, err = s.compare(ctx, now)
	}
	if err != nil {
		return nil, fmt.Errorf("compare with the sitemap in %s: %w", s.Dir, err)
	}
	return c, nil
}

// CompareIn is Compare for the part of the set that lies in a scope.
func (s *Set) CompareIn(ctx context.Context, now Judged, scope canonical.Scope, n *Notices) (*guard.Comparison, error) {
	part := *s
	part.only = &scope
	c, err := part.Compare(ctx, now, n)
	s.missing = part.missing
	return c, err
}

// in gives the URLs of a set that are compared.
func (s *Set) in(all iter.Seq2[string, error]) iter.Seq2[string, error] {
	if s.only == nil {
		return all
	}
	return func(yield func(string, error) bool) {
		for url, err := range all {
			if (err != nil || s.only.Check([]byte(url)) == canonical.OK) && !yield(url, err) {
				return
			}
		}
	}
}

func (s *Set) compare(ctx context.Context, now Judged) (*guard.Comparison, error) {
	s.missing = nil
	resolver := now.By.Rules.NewResolver()
	o := guard.Options{
		Standing: func() iter.Seq2[string, error] { return s.in(s.urls(ctx)) },
		Accepted: now.By.Accepted,
		Own:      func(code audit.Code, row *frontier.Row) bool { return s.own(now.Crawl, code, row.Reason) },
		Elsewhere: func(url string) (own bool, form string) {
			if reason := now.Options.Decide([]byte(url)); reason != frontier.Undecided {
				return s.own(now.Crawl, reasonVerdict(reason), reason), ""
			}
			r := resolver.Resolve([]byte(url))
			if r.Reason != canonical.OK || string(r.URL) == url {
				return false, ""
			}
			return s.asked(now.Crawl, identityOptions...), string(r.URL)
		},
	}
	if s.only != nil {
		o.In = func(url string) bool { return s.only.Check([]byte(url)) == canonical.OK }
	}
	if s.Reference != nil && s.Reference.Set != s.Files.Digest() {
		o.Reference = func() iter.Seq2[string, error] { return s.in(s.Reference.All()) }
	}
	if s.Files.Accepted == filepath.Base(now.Path()) {
		return guard.Compare(ctx, now.Crawl, o) // what its pages show has been accepted
	}
	if earlier := s.earlier(); earlier != nil {
		o.Earlier, o.Widened = earlier, widened(earlier, now.Crawl)
	}
	return guard.Compare(ctx, now.Crawl, o)
}

// reasonVerdict gives the verdict of what the URL alone decides.
func reasonVerdict(r frontier.Reason) audit.Code {
	switch r {
	case frontier.FilterCrawl, frontier.FilterEffect:
		return audit.FilterCrawl
	}
	return audit.ScopePath
}

// Note settles in the crawl file what the comparison has brought to light, so
// that it counts for the verdicts: walls, and which URLs the last sitemap
// lists. It reports whether verdicts may change by it.
func (s *Set) Note(ctx context.Context, c *guard.Comparison, store frontier.Store, options crawler.Options) (again bool, err error) {
	walls := frontier.ListText(c.Noted())
	if walls != store.Meta(frontier.MetaWalls) {
		if err := store.Settle(&frontier.Batch{Meta: map[string]string{frontier.MetaWalls: walls}}); err != nil {
			return false, err
		}
		again = true
	}
	if !c.Missing() {
		return again, nil
	}
	options.Mentions = func(yield func(crawler.Mention, error) bool) {
		for l, err := range s.members(ctx) {
			if err != nil {
				yield(crawler.Mention{}, err)
				return
			}
			missing, matters := c.MissingURL(l.url)
			again = again || matters
			if missing && !yield(l.mention(s), nil) {
				return
			}
		}
	}
	return again, crawler.AddMentions(options, store)
}
