package audit

import (
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// urlRules look at the URL alone, and at what the user or robots.txt says of it.
func urlRules() []rule {
	return []rule{
		{
			code: InvalidURL, name: "invalid-url", state: Excluded, meaning: "cannot be a URL",
			matches:  func(f *Facts) bool { return f.Row.Reason == frontier.InvalidURL },
			evidence: (*JudgeCrawl).urlEvidence,
			text: Entry{
				Detail:   "A link from which no URL of a web page can be made: its host or port is wrong, or it cannot be parsed.",
				Evidence: "the raw text of the link and the page it stands on",
				Advice:   "Correct the link on the page that is named.",
			},
		},
		{
			code: DuplicateSession, name: "duplicate-session", state: Excluded, meaning: "a page's URL plus a session id",
			matches:  hasForm(DuplicateSession),
			target:   func(f *Facts) frontier.ID { return f.Form.Target },
			evidence: (*JudgeCrawl).removed,
			points:   (*JudgeCrawl).pointToForm,
			text: Entry{
				Detail:        "The URL of a page with a session id in it, or a parameter whose name is made up for each answer. It was met before that was known; the page is listed under its URL without it.",
				Evidence:      "the part removed, the rule and its proof, the page's URL",
				Advice:        "If the parameter does tell pages apart: --keep-param NAME; if it was learned, --no-learn.",
				SearchConsole: gscAlternate,
			},
		},
		{
			code: DuplicateTracking, name: "duplicate-tracking", state: Excluded, meaning: "a page's URL plus tracking",
			matches:  hasForm(DuplicateTracking),
			target:   func(f *Facts) frontier.ID { return f.Form.Target },
			evidence: (*JudgeCrawl).removed,
			points:   (*JudgeCrawl).pointToForm,
			text: Entry{
				Detail:        "The URL of a page with a tracking parameter in it; the page is listed under its URL without it.",
				Evidence:      "the parameter removed, the list's entry, the page's URL",
				Advice:        "If the parameter does tell pages apart: --keep-param NAME.",
				SearchConsole: gscAlternate,
			},
		},
		{
			code: DuplicateSchemeHost, name: "duplicate-scheme-host", state: Excluded, meaning: "the other scheme or host is right",
			matches:  hasForm(DuplicateSchemeHost),
			target:   func(f *Facts) frontier.ID { return f.Form.Target },
			evidence: (*JudgeCrawl).removed,
			points:   (*JudgeCrawl).pointToForm,
			text: Entry{
				Detail:        "The page under the other scheme (http, https) or the other host (with or without www). The site prefers one of them, and the page is listed there.",
				Evidence:      "the decision and its proof: HSTS, redirect, canonical or equal content",
				Advice:        "To choose the other one: --sitemap-url or --scope with that scheme and host.",
				SearchConsole: gscRedirect + " / " + gscDuplicate,
			},
		},
		{
			code: DuplicateCleanParam, name: "duplicate-clean-param", state: Excluded, meaning: "a page's URL plus idle parameters",
			matches:  hasForm(DuplicateCleanParam),
			target:   func(f *Facts) frontier.ID { return f.Form.Target },
			evidence: (*JudgeCrawl).removed,
			points:   (*JudgeCrawl).pointToForm,
			text: Entry{
				Detail:   "The URL of a page with a parameter that the site's robots.txt declares to be idle (Clean-param).",
				Evidence: "the robots.txt line, the page's URL",
				Advice:   "Correct the Clean-param line, or: --keep-param NAME.",
			},
		},
		{
			code: ScopeHost, name: "scope-host", state: Excluded, meaning: "on another host or port",
			matches:  func(f *Facts) bool { return f.Decided == frontier.ScopeHost },
			evidence: (*JudgeCrawl).decidedEvidence,
			text: Entry{
				Detail:   "On another host or port than the sitemap's, which may list its own host only (sitemaps.org protocol).",
				Evidence: "the scope",
				Advice:   "Chart that host with a run of its own.",
			},
		},
		{
			code: ScopeScheme, name: "scope-scheme", state: Excluded, meaning: "under another scheme",
			matches:  func(f *Facts) bool { return f.Decided == frontier.ScopeScheme },
			evidence: (*JudgeCrawl).decidedEvidence,
			text: Entry{
				Detail:   "On the sitemap's host, but under the other scheme: a sitemap served by https lists https URLs only.",
				Evidence: "the scope",
				Advice:   "Chart the other scheme: --sitemap-url or --scope with it.",
			},
		},
		{
			code: ScopePath, name: "scope-path", state: Excluded, meaning: "outside the sitemap's directory",
			matches:  func(f *Facts) bool { return f.Decided == frontier.ScopePath },
			evidence: (*JudgeCrawl).decidedEvidence,
			text: Entry{
				Detail:   "Outside the directory in which the sitemap lies, and so not for it to list (sitemaps.org protocol, location).",
				Evidence: "the scope",
				Advice:   "Serve the sitemap higher up (--sitemap-url), or widen --scope.",
			},
		},
		{
			code: PrivateAddress, name: "private-address", state: Excluded, meaning: "its host has a private address",
			matches: func(f *Facts) bool {
				p := f.Row.Page
				return p != nil && (p.Outcome == record.PrivateTarget || p.Err == record.ErrPrivate)
			},
			evidence: (*JudgeCrawl).errorEvidence,
			text: Entry{
				Detail:   "Its host name leads to an address of a private network, which a public site may not send a crawler to.",
				Evidence: "the address",
				Advice:   "If it is your own network: --allow-private.",
			},
		},
		{
			code: TooLong, name: "too-long", state: Excluded, meaning: "longer than 2,047 characters",
			matches:  func(f *Facts) bool { return f.Row.Reason == frontier.TooLong },
			evidence: (*JudgeCrawl).urlEvidence,
			text: Entry{
				Detail:   "Longer than 2,047 characters once escaped, the most that a sitemap may list. It was not fetched.",
				Evidence: "the beginning of the URL",
				Advice:   "Shorten it; a URL of this length is mostly a link that grows with each click.",
			},
		},
		{
			code: FilterCrawl, name: "filter-crawl", state: Excluded, meaning: "a rule says not to fetch it",
			matches:  func(f *Facts) bool { return f.Decided == frontier.FilterCrawl || f.Decided == frontier.FilterEffect },
			evidence: (*JudgeCrawl).decidedEvidence,
			text: Entry{
				Detail:   "A rule of the user says not to fetch it (--include, --exclude), or the built-in rule for links whose GET changes something on the site, as far as its name tells: carts, wishlists, logout, delete.",
				Evidence: "number and text of the rule",
				Advice:   "Change the rule; --follow-effects for the built-in one.",
			},
		},
		{
			code: NotFollowed, name: "not-followed", state: Excluded, meaning: "reached by nofollow links only",
			matches:  func(f *Facts) bool { return f.Row.NoFollow },
			evidence: (*JudgeCrawl).noFollowEvidence,
			text: Entry{
				Detail:   "Only nofollow links lead to it, or links on pages that say nofollow to all of theirs.",
				Evidence: "the links to it",
				Advice:   "Link it once without nofollow, or crawl with --follow-nofollow.",
			},
		},
		{
			code: RobotsBlocked, name: "robots-blocked", state: Excluded, meaning: "robots.txt forbids it",
			forbids: true,
			matches: func(f *Facts) bool {
				return f.Blocked || f.Row.Page != nil && f.Row.Page.Outcome == record.RobotsBlocked
			},
			evidence: (*JudgeCrawl).robotsEvidence,
			text: Entry{
				Detail:        "robots.txt forbids it to portolan, or to the search engine whose rules count (--list-agent).",
				Evidence:      "line and text of the rule, its group, and the agent",
				Advice:        "Allow it in robots.txt if it is to be found; try a draft with --robots-file.",
				ScreamingFrog: sfBlocked, SearchConsole: gscBlocked,
			},
		},
	}
}
