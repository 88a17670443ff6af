package audit

import (
	"github.com/portolan-seo/portolan/frontier"
)

// answerRules look at the answer, or at what came instead of one.
func answerRules() []rule {
	return []rule{
		{
			code: Throttled, name: "throttled", state: Deferred, meaning: "too much for it: 429, 503, time-out",
			unread:   true,
			matches:  failedAs(Throttled),
			evidence: (*JudgeCrawl).failureEvidence,
			text: Entry{
				Detail:        "The server asked for fewer requests (429, 503), or answered others and let this one run out of time, in every try.",
				Evidence:      "the status or the time-out, and the number of tries",
				Advice:        "Run again later, or more slowly: --rate, --concurrency; for pages that take long, with more patience: --timeout.",
				ScreamingFrog: sfServer, SearchConsole: gscServer,
			},
		},
		{
			code: InternalError, name: "internal-error", state: Deferred, meaning: "portolan failed on this page",
			unread:   true,
			matches:  func(f *Facts) bool { return f.fate == faulty },
			evidence: (*JudgeCrawl).errorEvidence,
			text: Entry{
				Detail:   "A fault of portolan's own on this page. It says nothing about the page.",
				Evidence: "the error",
				Advice:   "Please report it, with the error and the page.",
			},
		},
		{
			code: NetworkError, name: "network-error", state: Deferred, meaning: "no whole answer, or errors alone",
			unread:   true,
			matches:  func(f *Facts) bool { return f.failure == NetworkError || f.left == NetworkError },
			evidence: (*JudgeCrawl).failureEvidence,
			text: Entry{
				Detail:        "No answer came, or not all of it: DNS, connection, TLS, a connection that broke, an answer that is no HTTP, a body that ended early or cannot be unpacked, a host that lets every request run out of time; or a host that answered with errors alone (5xx), and was given up before this URL's turn or its last try.",
				Evidence:      "the kind of error and the number of tries",
				Advice:        "Check DNS, certificate and firewall of the host; then run again.",
				ScreamingFrog: "No Response", SearchConsole: gscServer + " / Blocked due to other 4xx issue",
			},
		},
		{
			code: RedirectLoop, name: "redirect-loop", state: Excluded, meaning: "redirects in a circle",
			matches:  func(f *Facts) bool { return f.redirects && f.Location == TargetLoop },
			target:   func(f *Facts) frontier.ID { return f.Row.Location },
			evidence: (*JudgeCrawl).redirectEvidence,
			points:   (*JudgeCrawl).pointToHop,
			text: Entry{
				Detail:        "Its redirects come back to a URL on their way: nobody reaches a page.",
				Evidence:      "every hop with its status",
				Advice:        "Remove the rule that sends the page back.",
				ScreamingFrog: sfRedirected, SearchConsole: "Redirect error",
			},
		},
		{
			code: RedirectWall, name: "redirect-wall", state: Deferred, meaning: "behind a login or consent page",
			matches:  func(f *Facts) bool { return f.redirects && f.Wall || f.fate == readable && f.Stands },
			target:   func(f *Facts) frontier.ID { return f.Row.Location },
			evidence: (*JudgeCrawl).redirectEvidence,
			points:   (*JudgeCrawl).pointToHop,
			text: Entry{
				Detail:        "Most URLs of the host redirect to one and the same page: a login, a consent or a choice of country. Or a part of them redirects to a login or a consent page that is told which one to lead back to. What lies behind it cannot be judged, and the page itself is not listed, unless it is a choice that leads on to others.",
				Evidence:      "the page that they lead to, and the share",
				Advice:        "Let the crawler past it: --cookies, --cookie-file, --header or --basic-auth.",
				ScreamingFrog: sfRedirected,
			},
		},
		{
			code: Redirect, name: "redirect", state: Excluded, meaning: "redirects to another URL",
			matches:  func(f *Facts) bool { return f.redirects && f.Location != TargetLoop },
			target:   func(f *Facts) frontier.ID { return f.Row.Location },
			evidence: (*JudgeCrawl).redirectEvidence,
			points:   (*JudgeCrawl).pointToHop,
			text: Entry{
				Detail:        "Sends its visitors on to another URL, by a status or at once by a refresh; the target is judged by itself.",
				Evidence:      "the status, the target and every hop to the end",
				Advice:        "Link to the target directly.",
				ScreamingFrog: sfRedirected, SearchConsole: gscRedirect,
			},
		},
		{
			code: Challenged, name: "challenged", state: Deferred, meaning: "a firewall answered instead",
			unread: true,
			matches: func(f *Facts) bool {
				return f.fate == challenged || f.fate >= refused && f.ShutOut || f.left == Challenged
			},
			evidence: (*JudgeCrawl).challengeEvidence,
			text: Entry{
				Detail:        "A firewall answered with a challenge instead of the page, or refused it (401, 403), and it could not be asked for again.",
				Evidence:      "the status and the firewall's mark",
				Advice:        "Have the crawler's user agent allowed, then run again.",
				ScreamingFrog: "Blocked", SearchConsole: "Blocked due to access forbidden (403)",
			},
		},
		{
			code: Denied, name: "denied", state: Excluded, meaning: "needs a permission (401, 403)",
			matches:  failedAs(Denied),
			evidence: (*JudgeCrawl).statusEvidence,
			text: Entry{
				Detail:        "Wants a permission that the crawler does not have (401, 403, 407, 451).",
				Evidence:      "the status",
				Advice:        "Open the page, stop linking to it publicly, or give credentials: --basic-auth, --cookie.",
				ScreamingFrog: sfClient, SearchConsole: "Blocked due to unauthorized request (401) / access forbidden (403)",
			},
		},
		{
			code: HTTP4xx, name: "http-4xx", state: Excluded, meaning: "not found, or not to be had",
			matches:  failedAs(HTTP4xx),
			evidence: (*JudgeCrawl).statusEvidence,
			text: Entry{
				Detail:        "Not found, gone, or not to be had for another reason of the client's (other 4xx).",
				Evidence:      "the status and the pages that link to it",
				Advice:        "Restore the page, redirect it to its successor, or remove the links.",
				ScreamingFrog: sfClient, SearchConsole: "Not found (404) / Blocked due to other 4xx issue",
			},
		},
		{
			code: HTTP5xx, name: "http-5xx", state: Excluded, meaning: "the server failed",
			matches:  failedAs(HTTP5xx),
			evidence: (*JudgeCrawl).statusEvidence,
			text: Entry{
				Detail:        "The server failed in every try (5xx other than 503).",
				Evidence:      "the status and the number of tries",
				Advice:        "Look into the server's log for this URL and time.",
				ScreamingFrog: sfServer, SearchConsole: gscServer,
			},
		},
		{
			code: HTTPOther, name: "http-other", state: Excluded, meaning: "its status is not that of a page",
			matches:  func(f *Facts) bool { return f.fate == pageless },
			evidence: (*JudgeCrawl).failureEvidence,
			text: Entry{
				Detail:   "The answer is no page and no error: 1xx, 2xx other than 200 and 203, 3xx without a target.",
				Evidence: "the status",
				Advice:   "Answer 200 with a page, or a redirect with a Location.",
			},
		},
	}
}
