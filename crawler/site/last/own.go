package last

import (
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
)

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
