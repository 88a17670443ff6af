package audit

// Entry is what the catalogue of verdicts says of one: its meaning at
// length, what shows it, what can be done, and what other tools call it.
type Entry struct {
	Code     Code
	Detail   string // one or two sentences
	Evidence string // what an explanation quotes
	Advice   string // what to do if the verdict is not wanted

	// The names of the nearest state in the export of Screaming Frog's SEO
	// Spider ("Indexability Status") and in Google Search Console's page
	// indexing report; "" where they have none.
	ScreamingFrog string
	SearchConsole string
}

// Names of other tools' states.
const (
	sfBlocked    = "Blocked by robots.txt"
	sfRedirected = "Redirected"
	sfClient     = "Client Error"
	sfServer     = "Server Error"
	sfNoIndex    = "noindex"

	gscAlternate = "Alternate page with proper canonical tag"
	gscBlocked   = "Blocked by robots.txt"
	gscServer    = "Server error (5xx)"
	gscRedirect  = "Page with redirect"
	gscNoIndex   = "Excluded by 'noindex' tag"
	gscDuplicate = "Duplicate without user-selected canonical"
	gscKnown     = "Discovered - currently not indexed"
)

// Catalogue gives the entries of all verdicts in order of precedence.
func Catalogue() []Entry {
	all := make([]Entry, 0, codeCount-1)
	for _, c := range Codes() {
		e := entries[c]
		e.Code = c
		all = append(all, e)
	}
	return all
}

var entries = [codeCount]Entry{
	InvalidURL: {
		Detail:   "A link from which no URL of a web page can be made: its host or port is wrong, or it cannot be parsed.",
		Evidence: "the raw text of the link and the page it stands on",
		Advice:   "Correct the link on the page that is named.",
	},
	DuplicateSession: {
		Detail:        "The URL of a page with a session id in it. It was met before the parameter was known to be one; the page is listed under its URL without it.",
		Evidence:      "the part removed, the rule and its proof, the page's URL",
		Advice:        "If the parameter does tell pages apart: --keep-param NAME.",
		SearchConsole: gscAlternate,
	},
	DuplicateTracking: {
		Detail:        "The URL of a page with a tracking parameter in it; the page is listed under its URL without it.",
		Evidence:      "the parameter removed, the list's entry, the page's URL",
		Advice:        "If the parameter does tell pages apart: --keep-param NAME.",
		SearchConsole: gscAlternate,
	},
	DuplicateSchemeHost: {
		Detail:        "The page under the other scheme (http, https) or the other host (with or without www). The site prefers one of them, and the page is listed there.",
		Evidence:      "the decision and its proof: HSTS, redirect, canonical or equal content",
		Advice:        "To choose the other one: --sitemap-url or --scope with that scheme and host.",
		SearchConsole: gscRedirect + " / " + gscDuplicate,
	},
	DuplicateCleanParam: {
		Detail:   "The URL of a page with a parameter that the site's robots.txt declares to be idle (Clean-param).",
		Evidence: "the robots.txt line, the page's URL",
		Advice:   "Correct the Clean-param line, or: --keep-param NAME.",
	},
	ScopeHost: {
		Detail:   "On another host or port than the sitemap's, which may list its own host only (sitemaps.org protocol).",
		Evidence: "the scope",
		Advice:   "Chart that host with a run of its own.",
	},
	ScopeScheme: {
		Detail:   "On the sitemap's host, but under the other scheme: a sitemap served by https lists https URLs only.",
		Evidence: "the scope",
		Advice:   "Chart the other scheme: --sitemap-url or --scope with it.",
	},
	ScopePath: {
		Detail:   "Outside the directory in which the sitemap lies, and so not for it to list (sitemaps.org protocol, location).",
		Evidence: "the scope",
		Advice:   "Serve the sitemap higher up (--sitemap-url), or widen --scope.",
	},
	PrivateAddress: {
		Detail:   "Its host name leads to an address of a private network, which a public site may not send a crawler to.",
		Evidence: "the address",
		Advice:   "If it is your own network: --allow-private.",
	},
	TooLong: {
		Detail:   "Longer than 2,047 characters once escaped, the most that a sitemap may list. It was not fetched.",
		Evidence: "the beginning of the URL",
		Advice:   "Shorten it; a URL of this length is mostly a link that grows with each click.",
	},
	FilterCrawl: {
		Detail:   "A rule of the user says not to fetch it (--include, --exclude), or the built-in rule for links whose GET changes something on the site: carts, wishlists, logout.",
		Evidence: "number and text of the rule",
		Advice:   "Change the rule; --follow-effects for the built-in one.",
	},
	NotFollowed: {
		Detail:   "Only nofollow links lead to it, or links on pages that say nofollow to all of theirs.",
		Evidence: "the links to it",
		Advice:   "Link it once without nofollow, or crawl with --follow-nofollow.",
	},
	RobotsBlocked: {
		Detail:        "robots.txt forbids it to portolan, or to the search engine whose rules count (--list-agent).",
		Evidence:      "line and text of the rule, its group, and the agent",
		Advice:        "Allow it in robots.txt if it is to be found; try a draft with --robots-file.",
		ScreamingFrog: sfBlocked, SearchConsole: gscBlocked,
	},
	RobotsUnavailable: {
		Detail:        "The robots.txt of its origin answered with a server error or not at all, which means that nothing may be fetched (RFC 9309 2.3.1.4).",
		Evidence:      "the answer to the request for robots.txt",
		Advice:        "Serve robots.txt with status 200, or 404 if there is none; then run again.",
		ScreamingFrog: sfBlocked, SearchConsole: gscServer,
	},
	TrapQuarantine: {
		Detail:   "One of an endless pattern of URLs that brings nothing new, such as a calendar without end. A sample was fetched, the rest is set aside.",
		Evidence: "the pattern and what it yielded",
		Advice:   "Exclude the pattern for good (--exclude), or take it back if its pages are real (--allow-pattern); the summary has both lines.",
	},
	LimitPages:  limitEntry("The run stopped at its limit of pages (--max-pages) before this URL's turn."),
	LimitDepth:  limitEntry("More clicks away from the start than --max-depth allows."),
	LimitTime:   limitEntry("The run's time was over (--max-time) before this URL's turn."),
	LimitBytes:  limitEntry("The run stopped at its limit of bytes before this URL's turn."),
	LimitPrefix: limitEntry("Its directory has had as many pages as one directory may."),
	LimitMemory: limitEntry("The run stopped at its limit of memory (--memory) before this URL's turn."),
	LimitDisk:   limitEntry("The run stopped at its limit of disk space (--max-disk) before this URL's turn."),
	Pending: {
		Detail:        "Known, and not fetched when the run stopped.",
		Evidence:      "where it was found; the last try, if there was one",
		Advice:        "Run the same command again: it goes on.",
		SearchConsole: gscKnown,
	},
	Throttled: {
		Detail:        "The server asked for fewer requests (429, 503), or answered others and let this one run out of time, in every try.",
		Evidence:      "the status or the time-out, and the number of tries",
		Advice:        "Run again later, or more slowly: --rate, --concurrency; for pages that take long, with more patience: --timeout.",
		ScreamingFrog: sfServer, SearchConsole: gscServer,
	},
	InternalError: {
		Detail:   "A fault of portolan's own on this page. It says nothing about the page.",
		Evidence: "the error",
		Advice:   "Please report it, with the error and the page.",
	},
	NetworkError: {
		Detail:        "No answer came, or not all of it: DNS, connection, TLS, a connection that broke, a body that ended early or cannot be unpacked, a host that lets every request run out of time.",
		Evidence:      "the kind of error and the number of tries",
		Advice:        "Check DNS, certificate and firewall of the host; then run again.",
		ScreamingFrog: "No Response", SearchConsole: gscServer + " / Blocked due to other 4xx issue",
	},
	RedirectLoop: {
		Detail:        "Its redirects come back to a URL on their way: nobody reaches a page.",
		Evidence:      "every hop with its status",
		Advice:        "Remove the rule that sends the page back.",
		ScreamingFrog: sfRedirected, SearchConsole: "Redirect error",
	},
	RedirectWall: {
		Detail:        "Most URLs of the host redirect to one and the same page: a login, a consent or a choice of country. What lies behind it cannot be judged.",
		Evidence:      "the page that they lead to, and the share",
		Advice:        "Let the crawler past it: --cookies, --cookie-file, --header or --basic-auth.",
		ScreamingFrog: sfRedirected,
	},
	Redirect: {
		Detail:        "Sends its visitors on to another URL, by a status or at once by a refresh; the target is judged by itself.",
		Evidence:      "the status, the target and every hop to the end",
		Advice:        "Link to the target directly.",
		ScreamingFrog: sfRedirected, SearchConsole: gscRedirect,
	},
	Challenged: {
		Detail:        "A firewall answered with a challenge instead of the page.",
		Evidence:      "the status and the firewall's mark",
		Advice:        "Have the crawler's user agent allowed, then run again.",
		ScreamingFrog: "Blocked", SearchConsole: "Blocked due to access forbidden (403)",
	},
	Denied: {
		Detail:        "Wants a permission that the crawler does not have (401, 403, 407, 451).",
		Evidence:      "the status",
		Advice:        "Open the page, stop linking to it publicly, or give credentials: --basic-auth, --cookie.",
		ScreamingFrog: sfClient, SearchConsole: "Blocked due to unauthorized request (401) / access forbidden (403)",
	},
	HTTP4xx: {
		Detail:        "Not found, gone, or not to be had for another reason of the client's (other 4xx).",
		Evidence:      "the status and the pages that link to it",
		Advice:        "Restore the page, redirect it to its successor, or remove the links.",
		ScreamingFrog: sfClient, SearchConsole: "Not found (404) / Blocked due to other 4xx issue",
	},
	HTTP5xx: {
		Detail:        "The server failed in every try (5xx other than 503).",
		Evidence:      "the status and the number of tries",
		Advice:        "Look into the server's log for this URL and time.",
		ScreamingFrog: sfServer, SearchConsole: gscServer,
	},
	HTTPOther: {
		Detail:   "The answer is no page and no error: 1xx, 2xx other than 200 and 203, 3xx without a target, or no HTTP at all.",
		Evidence: "the status, or what came instead",
		Advice:   "Answer 200 with a page, or a redirect with a Location.",
	},
	Type: {
		Detail:   "Not of a media type that is listed: HTML, and what --list-types adds. Style sheets, scripts, feeds and images never are.",
		Evidence: "Content-Type, or what the content looks like",
		Advice:   "To list documents, too: --list-types pdf,office and so on.",
	},
	NoIndexHeader: {
		Detail:        "An X-Robots-Tag header keeps it out of search: noindex, none, or unavailable_after in the past.",
		Evidence:      "the header line",
		Advice:        "Remove noindex from the header if the page is to be found.",
		ScreamingFrog: sfNoIndex, SearchConsole: gscNoIndex,
	},
	NoIndexMeta: {
		Detail:        "A robots meta tag keeps it out of search: noindex, none, or unavailable_after in the past.",
		Evidence:      "the tag",
		Advice:        "Remove noindex from the tag if the page is to be found.",
		ScreamingFrog: sfNoIndex, SearchConsole: gscNoIndex,
	},
	CanonicalElsewhere: {
		Detail:        "Its rel=canonical names another URL as the one to index. One that is certainly gone, or leads in a circle, does not count: then the page is listed.",
		Evidence:      "tag or header, the target and its verdict",
		Advice:        "Let the page name itself if it is to be listed.",
		ScreamingFrog: "Canonicalised", SearchConsole: gscAlternate,
	},
	Soft404: {
		Detail:        "Answers 200 with what this site shows for addresses that do not exist: 95 % of main text and title are the same, and were so again when it was asked for once more. Where more than one in twenty pages of a template do, all are listed, and the summary tells of it (unknown-urls-answer-200).",
		Evidence:      "the made-up address it was compared with, and how alike they are",
		Advice:        "Answer 404 or 410 for pages that do not exist.",
		SearchConsole: "Soft 404",
	},
	DuplicateVariant: {
		Detail:        "Another spelling of a page, proven to be the same: slash at the end, index file, order of parameters.",
		Evidence:      "the proof and the spelling that stands for both",
		Advice:        "Redirect one spelling to the other.",
		SearchConsole: gscDuplicate,
	},
	DuplicateContent: {
		Detail:        "The same content as a listed page, where duplicates are to be listed once.",
		Evidence:      "the page that stands for all",
		Advice:        "Give the pages one canonical.",
		SearchConsole: gscDuplicate,
	},
	FilterList: {
		Detail:   "A rule of the user says to fetch it and not to list it (--no-list).",
		Evidence: "number and text of the rule",
		Advice:   "Change the rule.",
	},
	ListedCarried: {
		Detail:   "Listed in the last sitemap, and not to be read this time. It stays for now.",
		Evidence: "when it was last read, and why it could not be read now",
		Advice:   "See to it that the page answers.",
	},
	Listed: {
		Detail:        "An indexable page: in scope, status 200, of a listed type, not forbidden by robots.txt or noindex, and its own canonical.",
		Evidence:      "the status, the type and the canonical",
		Advice:        "To leave it out: --no-list or noindex.",
		ScreamingFrog: "Indexable",
	},
}

func limitEntry(detail string) Entry {
	return Entry{
		Detail:   detail,
		Evidence: "the limit",
		Advice:   "Run the same command again with a higher limit: it goes on.",
	}
}
