package last

import (
	"slices"
	"strings"

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

// own tells whether a verdict comes of what the user has typed now: a filter, a
// limit, or an option that differs from those of the set that stands. An option
// that was given then and is missing now may have been forgotten: what it costs
// is a loss.
func (s *Set) own(now *stored.Crawl, code audit.Code, reason frontier.Reason) bool {
	switch code {
	case audit.FilterCrawl:
		return reason != frontier.FilterEffect || s.asked(now, "follow-effects")
	case audit.FilterList, audit.ScopeHost, audit.ScopeScheme, audit.ScopePath, audit.LimitPages, audit.LimitDepth, audit.LimitPrefix:
		return true
	case audit.DuplicateSession, audit.DuplicateTracking, audit.DuplicateSchemeHost, audit.DuplicateVariant:
		return s.asked(now, identityOptions...)
	case audit.RobotsBlocked:
		return s.asked(now, robotsOptions...)
	case audit.NoIndexHeader, audit.NoIndexMeta:
		return s.asked(now, indexOptions...)
	case audit.NotFollowed:
		return s.asked(now, "follow-nofollow")
	case audit.DuplicateContent:
		return s.asked(now, "collapse-duplicates")
	case audit.Type:
		return s.asked(now, "list-types")
	}
	return false
}

// wideningOptions decide how much of a site is found and listed.
var wideningOptions = []string{"include", "exclude", "no-list", "list-types", "max-pages", "max-depth", "max-time", "max-bytes", "max-per-directory", "no-sitemaps", "no-crawl", "scope", "sitemap-url"}

// widened tells whether one of these is given otherwise than to the earlier crawl:
// more may come then than came before.
func widened(earlier frontier.Crawl, now *stored.Crawl) bool {
	was, known := stored.GivenOf(earlier)
	is, knows := stored.GivenOf(now)
	if !known || !knows {
		return false
	}
	narrowing := func(list []stored.Given) []stored.Given {
		return slices.DeleteFunc(list, func(g stored.Given) bool { return !slices.Contains(wideningOptions, g.Flag) })
	}
	same := func(a, b stored.Given) bool { return a.Flag == b.Flag && a.Value == b.Value }
	return !slices.EqualFunc(narrowing(was), narrowing(is), same)
}

// asked tells whether one of the options is given and another than when the set
// that stands was made, as far as that is known. It notes those that were given
// then and are missing now.
func (s *Set) asked(now *stored.Crawl, options ...string) bool {
	var missing []string
	for _, o := range options {
		was, known := s.option(o)
		switch {
		case !known || was == brief(now.Option(o)):
		case now.IsGiven(o):
			return true
		case s.wasGiven(o, was):
			missing = append(missing, o)
		}
	}
	for _, o := range missing {
		if !slices.Contains(s.missing, o) {
			s.missing = append(s.missing, o)
		}
	}
	return false
}

// option gives an option as it was when the set that stands was made, in brief.
func (s *Set) option(name string) (value string, known bool) {
	switch {
	case s.Crawl != nil:
		return brief(stored.Option(s.Crawl, name)), true
	case s.Reference != nil && s.Reference.Options != nil:
		value, known = s.Reference.Options[name]
	}
	return value, known
}

func (s *Set) wasGiven(option, value string) bool {
	if s.Crawl != nil {
		return stored.IsGiven(s.Crawl, option)
	}
	return !stored.IsDefault(value)
}

// Missing gives the options that the set that stands was made with and the
// crawl that was compared with it was not, as far as they cost URLs.
func (s *Set) Missing() (list []stored.Given) {
	var given []stored.Given
	if s.Crawl != nil {
		given, _ = stored.GivenOf(s.Crawl)
	}
	for _, o := range s.missing {
		n := len(list)
		for _, g := range given {
			if g.Flag == o {
				g.Config = false // it is missing there, too
				list = append(list, g)
			}
		}
		if value, _ := s.option(o); len(list) == n {
			list = append(list, stored.Given{Flag: o, Value: strings.ReplaceAll(value, " ", ","), Switch: value == "true" || value == "false"})
		}
	}
	return list
}
