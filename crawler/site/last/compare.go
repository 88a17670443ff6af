package last

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"maps"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/guard"
	"github.com/portolan-seo/portolan/crawler/site/listing"
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

func (s *Set) compare(ctx context.Context, now Judged) (*guard.Comparison, error) {
	resolver := now.By.Rules.NewResolver()
	o := guard.Options{
		Standing: func() iter.Seq2[string, error] { return s.urls(ctx) },
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
			return s.differ(now.Crawl, identityOptions...), string(r.URL)
		},
	}
	if s.Reference != nil && s.Reference.Set != s.Files.Digest() {
		o.Reference = s.Reference.All
	}
	if s.Crawl != nil {
		o.Earlier = s.Crawl
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

// Options by what they decide about.
var (
	identityOptions = []string{"strip-param", "keep-param", "no-tracking-rules", "no-session-rules", "prefer-scheme", "prefer-host"}
	robotsOptions   = []string{"ignore-robots", "robots-agent", "list-agent", "robots-file", "staging"}
	indexOptions    = []string{"list-agent", "staging"}
)

// own tells whether a verdict comes of what the user has typed: a filter, a
// limit, or an option that differs from those of the set that stands.
func (s *Set) own(now *stored.Crawl, code audit.Code, reason frontier.Reason) bool {
	switch code {
	case audit.FilterCrawl:
		return reason != frontier.FilterEffect || s.differ(now, "follow-effects")
	case audit.FilterList, audit.ScopeHost, audit.ScopeScheme, audit.ScopePath, audit.LimitPages, audit.LimitDepth, audit.LimitPrefix:
		return true
	case audit.DuplicateSession, audit.DuplicateTracking, audit.DuplicateSchemeHost, audit.DuplicateVariant:
		return s.differ(now, identityOptions...)
	case audit.RobotsBlocked:
		return s.differ(now, robotsOptions...)
	case audit.NoIndexHeader, audit.NoIndexMeta:
		return s.differ(now, indexOptions...)
	case audit.NotFollowed:
		return s.differ(now, "follow-nofollow")
	case audit.DuplicateContent:
		return s.differ(now, "collapse-duplicates")
	case audit.Type:
		return s.differ(now, "list-types")
	}
	return false
}

// differ tells whether one of the options is another than when the set that
// stands was made, as far as that is known.
func (s *Set) differ(now *stored.Crawl, options ...string) bool {
	for _, o := range options {
		switch {
		case s.Crawl != nil:
			if stored.Option(s.Crawl, o) != now.Option(o) {
				return true
			}
		case s.Reference != nil && s.Reference.Options != nil:
			if s.Reference.Options[o] != brief(now.Option(o)) {
				return true
			}
		}
	}
	return false
}

// typedOptions are what a reference remembers of the options of its set.
func typedOptions(now *stored.Crawl) map[string]string {
	typed := map[string]string{}
	for _, options := range [][]string{identityOptions, robotsOptions, {"follow-effects", "follow-nofollow", "list-types", "collapse-duplicates", "no-list", "include/--exclude"}} {
		for _, o := range options {
			typed[o] = brief(now.Option(o))
		}
	}
	return typed
}

// brief gives a value that may be long, such as a robots.txt, as its hash.
func brief(value string) string {
	if len(value) <= sha256.Size*2 {
		return value
	}
	sum := sha256.Sum256([]byte(value))
	return hex.EncodeToString(sum[:])
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

const (
	referenceSets = 10
	referenceFor  = 90 * 24 * time.Hour
)

// Remember keeps what the set that was just published lists, if it is to be
// the reference. That it cannot does not undo the sitemap. A nil s stands for
// no set before, and c is nil then.
func (s *Set) Remember(ctx context.Context, now Judged, w *listing.Set, done *publish.Result, c *guard.Comparison, n *Notices) {
	if s != nil && done.URLs > growth*s.Files.URLs {
		n.warn("the sitemap has more than doubled", "before", s.Files.URLs, "now", done.URLs)
	}
	if err := s.remember(ctx, now, w, done, c); err != nil {
		n.warn(err.Error() + "; small losses of many crawls may not be noticed")
	}
}

// growth is how many times as many URLs are worth a warning: a trap may be the
// cause.
const growth = 2

// remember makes the set that was just published the reference, if it is the
// largest of late, or a person has accepted it. c is nil where no set stood
// before.
func (s *Set) remember(ctx context.Context, now Judged, w *listing.Set, done *publish.Result, c *guard.Comparison) error {
	fresh := publish.Reference{Made: now.Began, Set: done.Digest(), Options: typedOptions(now.Crawl)}
	complete := now.End == crawler.Complete
	var old *publish.Reference
	if s != nil {
		old = s.Reference
	}
	if old == nil {
		if !complete {
			return nil
		}
		return publish.WriteReference(w.Dir, fresh, w.URLs(ctx))
	}
	kept := *old
	kept.Sets++
	late := kept.Sets > referenceSets && fresh.Made.Sub(old.Made) > referenceFor
	switch other := !maps.Equal(old.Options, fresh.Options); {
	case complete && c.SameAsReference():
		fresh.URLs, fresh.SHA256 = old.URLs, old.SHA256
		return publish.WriteReference(w.Dir, fresh, nil)
	case now.By.Forced || late || complete && (other || c.Replaces()):
		return publish.WriteReference(w.Dir, fresh, w.URLs(ctx))
	case c.Accepted > 0:
		return publish.WriteReference(w.Dir, kept, c.StillExpected())
	}
	return publish.WriteReference(w.Dir, kept, nil)
}
