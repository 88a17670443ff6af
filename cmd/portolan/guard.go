package main

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
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// growth is how many times as many URLs are worth a warning.
const growth = 2

// warnOfGrowth speaks of a set that has grown so much that a trap may be the
// cause. before is 0 where no set stood.
func (p *program) warnOfGrowth(before, now int) {
	if before > 0 && now > growth*before {
		p.log.Warn("the sitemap has more than doubled", "before", before, "now", now)
	}
}

// judged is a crawl whose URLs have their verdicts, and what they rest on.
type judged struct {
	frontier.Crawl
	stored *storedCrawl  // its options
	rules  audit.Options // of its verdicts
}

// compareSets says what becomes of the set by the verdicts of a crawl. A
// reference that turns out to be damaged is done without.
func (p *program) compareSets(ctx context.Context, s *lastSet, now judged) (*guard.Comparison, error) {
	c, err := s.compare(ctx, now)
	if errors.Is(err, publish.ErrReference) {
		p.noReference(s, err)
		c, err = s.compare(ctx, now)
	}
	if err != nil {
		return nil, failf("compare with the sitemap in %s: %w", s.dir, err)
	}
	return c, nil
}

// noReference tells that losses are measured by the last sitemap alone.
func (p *program) noReference(s *lastSet, why error) {
	p.say(fmt.Sprintf("%s: %s; losses are measured by the last sitemap alone", s.dir, why))
	s.reference = nil
}

func (s *lastSet) compare(ctx context.Context, now judged) (*guard.Comparison, error) {
	resolver := now.rules.Rules.NewResolver()
	o := guard.Options{
		Standing: func() iter.Seq2[string, error] { return s.urls(ctx) },
		Accepted: now.rules.Accepted,
		Own:      func(code audit.Code, row *frontier.Row) bool { return s.own(now.stored, code, row.Reason) },
		Elsewhere: func(url string) (own bool, form string) {
			if reason := now.stored.rules.Decide([]byte(url)); reason != frontier.Undecided {
				return s.own(now.stored, reasonVerdict(reason), reason), ""
			}
			r := resolver.Resolve([]byte(url))
			if r.Reason != canonical.OK || string(r.URL) == url {
				return false, ""
			}
			return s.differ(now.stored, identityOptions...), string(r.URL)
		},
	}
	if s.reference != nil && s.reference.Set != s.files.Digest() {
		o.Reference = s.reference.All
	}
	if s.crawl != nil {
		o.Earlier = s.crawl
	}
	return guard.Compare(ctx, now, o)
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
func (s *lastSet) own(now *storedCrawl, code audit.Code, reason frontier.Reason) bool {
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
		return s.differ(now, optionCollapse)
	case audit.Type:
		return s.differ(now, optionListTypes)
	}
	return false
}

// differ tells whether one of the options is another than when the set that
// stands was made, as far as that is known.
func (s *lastSet) differ(now *storedCrawl, options ...string) bool {
	for _, o := range options {
		switch {
		case s.crawl != nil:
			if s.crawl.Meta(metaOption+o) != now.option(o) {
				return true
			}
		case s.reference != nil && s.reference.Options != nil:
			if s.reference.Options[o] != brief(now.option(o)) {
				return true
			}
		}
	}
	return false
}

// typedOptions are what a reference remembers of the options of its set.
func typedOptions(now *storedCrawl) map[string]string {
	typed := map[string]string{}
	for _, options := range [][]string{identityOptions, robotsOptions, {"follow-effects", "follow-nofollow", optionListTypes, optionCollapse, optionNoList, "include/--exclude"}} {
		for _, o := range options {
			typed[o] = brief(now.option(o))
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

// note settles in the crawl file what the comparison has brought to light, so
// that it counts for the verdicts: walls, and which URLs the last sitemap
// lists. It reports whether verdicts may change by it.
func (s *lastSet) note(ctx context.Context, c *guard.Comparison, store frontier.Store, options crawler.Options) (again bool, err error) {
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
		for l, err := range s.listings(ctx) {
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

// remember keeps what the set that was just published lists, if it is to be
// the reference. That it cannot does not undo the sitemap.
func (p *program) remember(ctx context.Context, last *lastSet, now judged, w *setWriter, done *publish.Result, c *guard.Comparison) {
	if err := last.remember(ctx, now, w, done, c); err != nil {
		p.log.Warn(err.Error() + "; small losses of many crawls may not be noticed")
	}
}

// remember makes the set that was just published the reference, if it is the
// largest of late, or a person has accepted it. c is nil where no set stood
// before.
func (s *lastSet) remember(ctx context.Context, now judged, w *setWriter, done *publish.Result, c *guard.Comparison) error {
	fresh := publish.Reference{Made: now.stored.began, Set: done.Digest(), Options: typedOptions(now.stored)}
	complete := now.stored.end == crawler.Complete
	var old *publish.Reference
	if s != nil {
		old = s.reference
	}
	if old == nil {
		if !complete {
			return nil
		}
		return publish.WriteReference(w.dir, fresh, w.justURLs(ctx))
	}
	kept := *old
	kept.Sets++
	late := kept.Sets > referenceSets && fresh.Made.Sub(old.Made) > referenceFor
	switch other := !maps.Equal(old.Options, fresh.Options); {
	case complete && c.SameAsReference():
		fresh.URLs, fresh.SHA256 = old.URLs, old.SHA256
		return publish.WriteReference(w.dir, fresh, nil)
	case now.rules.Forced || late || complete && (other || c.Replaces()):
		return publish.WriteReference(w.dir, fresh, w.justURLs(ctx))
	case c.Accepted > 0:
		return publish.WriteReference(w.dir, kept, c.StillExpected())
	}
	return publish.WriteReference(w.dir, kept, nil)
}

// justURLs gives the URLs of the set.
func (w *setWriter) justURLs(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for row, err := range w.crawl.Listed(ctx, uint8(audit.ListedCarried)) {
			if err != nil {
				yield("", err)
				return
			}
			if w.inScope(row.URL) && !yield(row.URL, nil) {
				return
			}
		}
	}
}
