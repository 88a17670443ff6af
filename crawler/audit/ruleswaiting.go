package audit

// waitingRules are of URLs that are still in the frontier. The verdict of a limit is the reason for which the run ended.
func waitingRules() []rule {
	return []rule{
		{
			code: RobotsUnavailable, name: "robots-unavailable", state: Deferred, meaning: "its robots.txt could not be had",
			unread:   true,
			matches:  func(f *Facts) bool { return f.fate == waiting && f.RobotsUnavailable },
			evidence: (*JudgeCrawl).robotsEvidence,
			text: Entry{
				Detail:        "The robots.txt of its origin answered with a server error or not at all, which means that nothing may be fetched (RFC 9309 2.3.1.4).",
				Evidence:      "the answer to the request for robots.txt",
				Advice:        "Serve robots.txt with status 200, or 404 if there is none; then run again.",
				ScreamingFrog: sfBlocked, SearchConsole: gscServer,
			},
		},
		{
			code: TrapQuarantine, name: "trap-quarantine", state: Deferred, meaning: "endless, a view, or no own page",
			unread: true,
			matches: func(f *Facts) bool {
				return f.Quarantined == TrapQuarantine && (f.fate == waiting || f.fate == readable) || f.isHeld()
			},
			evidence: (*JudgeCrawl).heldEvidence,
			text: Entry{
				Detail:   "One of an endless pattern of URLs that brings nothing new, such as a calendar without end. A sample was fetched, the rest is set aside; so are its dates with nothing on them that were. Or a view of a page that was not asked for, or that nobody vouches for: a combination of filters of a list, the list in another order, the same page under another parameter, a part past the end. Or one of a class of addresses of which nothing may be listed, and that lead to nothing new: of single posts that redirect to their thread, of copies that name the page as canonical.",
				Evidence: "the pattern and what it yielded; of a view, what its parameter does, with two pages that show it",
				Advice:   "Exclude the pattern for good (--exclude), or take it back if its pages are real (--allow-pattern): portolan classes has the lines.",
			},
		},
		{
			code: LimitPages, name: "limit-pages", state: Deferred, meaning: "left at the limit of pages",
			unread:   true,
			matches:  leftAs(LimitPages),
			evidence: (*JudgeCrawl).limitEvidence,
			text:     limitEntry("The run stopped at its limit of pages (--max-pages) before this URL's turn."),
		},
		{
			code: LimitDepth, name: "limit-depth", state: Deferred, meaning: "deeper than the limit of depth",
			unread:   true,
			matches:  leftAs(LimitDepth),
			evidence: (*JudgeCrawl).depthEvidence,
			text:     limitEntry("More clicks away from the start than --max-depth allows."),
		},
		{
			code: LimitTime, name: "limit-time", state: Deferred, meaning: "left when the time was over",
			unread:   true,
			matches:  leftAs(LimitTime),
			evidence: (*JudgeCrawl).limitEvidence,
			text:     limitEntry("The run's time was over (--max-time) before this URL's turn."),
		},
		{
			code: LimitBytes, name: "limit-bytes", state: Deferred, meaning: "left at the limit of bytes",
			unread:   true,
			matches:  leftAs(LimitBytes),
			evidence: (*JudgeCrawl).limitEvidence,
			text:     limitEntry("The run stopped at its limit of bytes before this URL's turn."),
		},
		{
			code: LimitPrefix, name: "limit-prefix", state: Deferred, meaning: "left at its directory's limit",
			unread: true,
			matches: func(f *Facts) bool {
				return f.fate == waiting && (f.Quarantined == LimitPrefix || f.left == LimitPrefix)
			},
			evidence: (*JudgeCrawl).quarantineEvidence,
			text:     limitEntry("Its directory has had as many pages as one directory may."),
		},
		{
			code: LimitMemory, name: "limit-memory", state: Deferred, meaning: "left at the limit of memory",
			unread:   true,
			matches:  leftAs(LimitMemory),
			evidence: (*JudgeCrawl).limitEvidence,
			text:     limitEntry("The run stopped at its limit of memory (--memory) before this URL's turn."),
		},
		{
			code: LimitDisk, name: "limit-disk", state: Deferred, meaning: "left at the limit of disk space",
			unread:   true,
			matches:  leftAs(LimitDisk),
			evidence: (*JudgeCrawl).limitEvidence,
			text:     limitEntry("The run stopped at its limit of disk space (--max-disk) before this URL's turn."),
		},
		{
			code: Pending, name: "pending", state: Deferred, meaning: "not fetched yet",
			unread:   true,
			matches:  leftAs(Pending),
			evidence: (*JudgeCrawl).statusEvidence,
			text: Entry{
				Detail:        "Known, and not fetched when the run stopped.",
				Evidence:      "where it was found; the last try, if there was one",
				Advice:        "Run the same command again: it goes on.",
				SearchConsole: gscKnown,
			},
		},
	}
}
