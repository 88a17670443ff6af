package audit

import (
	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// contentRules look at a page that can be read.
func contentRules() []rule {
	return []rule{
		{
			code: Type, name: "type", state: Excluded, meaning: "not of a listed type (--list-types)",
			matches:  func(f *Facts) bool { return f.taken() && !f.ListType },
			evidence: (*JudgeCrawl).mediaEvidence,
			text: Entry{
				Detail:   "Not of a media type that is listed: HTML, and what --list-types adds. Style sheets, scripts, feeds and images never are.",
				Evidence: "Content-Type, or what the content looks like; of what was not fetched the end of the file name",
				Advice:   "To list documents, too: --list-types pdf,office and so on.",
			},
		},
		{
			code: NoIndexHeader, name: "noindex-header", state: Excluded, meaning: "X-Robots-Tag says noindex",
			forbids:  true,
			matches:  func(f *Facts) bool { return f.fate == readable && !f.Row.Page.HeaderRobots.Indexable() },
			evidence: (*JudgeCrawl).noIndexHeader,
			text: Entry{
				Detail:        "An X-Robots-Tag header keeps it out of search: noindex, none, or unavailable_after in the past.",
				Evidence:      "the header line",
				Advice:        "Remove noindex from the header if the page is to be found.",
				ScreamingFrog: sfNoIndex, SearchConsole: gscNoIndex,
			},
		},
		{
			code: NoIndexMeta, name: "noindex-meta", state: Excluded, meaning: "a robots meta tag says noindex",
			forbids:  true,
			matches:  func(f *Facts) bool { return f.fate == readable && !f.Row.Page.MetaRobots.Indexable() },
			evidence: (*JudgeCrawl).noIndexMeta,
			text: Entry{
				Detail:        "A robots meta tag keeps it out of search: noindex, none, or unavailable_after in the past.",
				Evidence:      "the tag",
				Advice:        "Remove noindex from the tag if the page is to be found.",
				ScreamingFrog: sfNoIndex, SearchConsole: gscNoIndex,
			},
		},
		{
			code: CanonicalElsewhere, name: "canonical-elsewhere", state: Excluded, meaning: "names another URL as canonical",
			matches: func(f *Facts) bool {
				return f.fate == readable && f.Row.Page.Canonical == record.CanonicalOther && f.Canonical == TargetOther
			},
			target:   func(f *Facts) frontier.ID { return f.Row.Canonical },
			evidence: (*JudgeCrawl).canonicalNamed,
			points:   (*JudgeCrawl).pointToCanonical,
			text: Entry{
				Detail:        "Its rel=canonical names another URL as the one to index. One that is certainly gone, or leads in a circle, does not count: then the page is listed.",
				Evidence:      "tag or header, the target and its verdict",
				Advice:        "Let the page name itself if it is to be listed.",
				ScreamingFrog: "Canonicalised", SearchConsole: gscAlternate,
			},
		},
		{
			code: NeedsRendering, name: "needs-rendering", state: Deferred, meaning: "waits for its scripts",
			unread:   true,
			matches:  func(f *Facts) bool { return f.fate == readable && f.View.Kind == classes.Shell },
			evidence: (*JudgeCrawl).heldEvidence,
			text: Entry{
				Detail:   "Says next to nothing until its scripts have run, and an address that cannot exist answers with the same page: whether there is anything here, a browser alone can tell. One such page, the one with the shortest address, is judged by its own word; the others keep the word of the last crawl that could read them.",
				Evidence: "the address that cannot exist",
				Advice:   "Crawl with a browser (--render auto), or send the text of pages with them.",
			},
		},
		{
			code: Soft404, name: "soft-404", state: Excluded, meaning: "an error page that answers 200",
			matches: func(f *Facts) bool {
				return f.fate == readable && (f.Soft404 || f.View.Kind == classes.PastEnd || f.View.Kind == classes.Echo)
			},
			evidence: (*JudgeCrawl).likenessEvidence,
			text: Entry{
				Detail:        "Answers 200 with what this site shows for addresses that do not exist: 95 % of main text and title are the same, and were so again when it was asked for once more. Where more than one in twenty pages of a template do, they are listed, and the summary tells of it (unknown-urls-answer-200); but for pages whose title or heading says that there is no such page, up to half of the template. Or one of many pages that are the same and lead to each other: an address that cannot exist shows it, too, or it is a month of a calendar without end. Or a part past the end of a list.",
				Evidence:      "the made-up address it was compared with, and how alike they are",
				Advice:        "Answer 404 or 410 for pages that do not exist.",
				SearchConsole: "Soft 404",
			},
		},
		{
			code: DuplicateVariant, name: "duplicate-variant", state: Excluded, meaning: "another spelling of a listed page",
			matches: func(f *Facts) bool {
				return f.fate == folded && f.Form.Code == NoVerdict || f.isVariant()
			},
			target:   (*Facts).variantOf,
			evidence: (*JudgeCrawl).variantEvidence,
			points:   (*JudgeCrawl).pointToVariant,
			text: Entry{
				Detail:        "Another spelling of a page, proven to be the same: slash at the end, index file, order of parameters; or with a parameter that does nothing, or shows the same links in another order. It may be one that was not asked for: where the site has led twenty spellings of a kind (index file, upper case, slash, a parameter that is redirected) back to their pages, and none was a page of its own, one in fifty of the next ones is. A page that a sitemap names, or that others link to from elsewhere, is listed all the same.",
				Evidence:      "the proof and the spelling that stands for both",
				Advice:        "Redirect one spelling to the other.",
				SearchConsole: gscDuplicate,
			},
		},
		{
			code: DuplicateContent, name: "duplicate-content", state: Excluded, meaning: "same content as a listed page",
			matches:  func(f *Facts) bool { return f.fate == readable && (f.Original.Known || f.View.Kind == classes.Copy) },
			target:   (*Facts).copyOf,
			evidence: (*JudgeCrawl).copyEvidence,
			points:   (*JudgeCrawl).pointToOriginal,
			text: Entry{
				Detail:        "The same content as a listed page: below another folder or with parameters, where ten pages or more are; or what the page says that leads there and nothing else, where twenty or more are such (a page to be printed), whether that page is listed or says noindex; or anywhere, where duplicates are to be listed once.",
				Evidence:      "the page that stands for all",
				Advice:        "Give the pages one canonical.",
				SearchConsole: gscDuplicate,
			},
		},
		{
			code: FilterList, name: "filter-list", state: Excluded, meaning: "a rule says not to list it",
			matches:  func(f *Facts) bool { return f.taken() && f.NoList },
			evidence: (*JudgeCrawl).noListEvidence,
			text: Entry{
				Detail:   "A rule of the user says to fetch it and not to list it (--no-list), or it is the second part of a list or a later one (--no-list-pagination).",
				Evidence: "number and text of the rule",
				Advice:   "Change the rule.",
			},
		},
		{
			code: ListedUnverified, name: "listed-unverified", state: ListedInFile, meaning: "by your sources alone, not fetched",
			matches:  leftAs(ListedUnverified),
			evidence: (*JudgeCrawl).sourceEvidence,
			text: Entry{
				Detail:   "Named by the sources that were given, and not fetched (--no-crawl): whether it answers, and may be indexed, is not known. Its scope, robots.txt, the filters and the type by its file name allow it.",
				Evidence: "the sources that name it",
				Advice:   "Crawl without --no-crawl: what is dead, moved or noindex is then left out.",
			},
		},
		{
			code: ListedCarried, name: "listed-carried", state: ListedInFile, meaning: "listed last time, not read now",
			evidence: (*JudgeCrawl).carriedEvidence,
			text: Entry{
				Detail:   "Listed in the last sitemap, and not to be read this time: no answer, a server or a proxy that failed (5xx, 408, 421, 425, 429, 499), an answer that is no page and no error, a page that is shut (401, 403, 407) or sends its visitors away for a while. It stays for three runs, and 14 days at most; where its visitors are sent away, until three runs and 14 days are both over.",
				Evidence: "when it was last read, and why it could not be read now",
				Advice:   "See to it that the page answers.",
			},
		},
		{
			code: Listed, name: "listed", state: ListedInFile, meaning: "an indexable page",
			evidence: (*JudgeCrawl).listedEvidence,
			text: Entry{
				Detail:        "An indexable page: in scope, status 200, of a listed type, not forbidden by robots.txt or noindex, and its own canonical.",
				Evidence:      "the status, the type and the canonical",
				Advice:        "To leave it out: --no-list or noindex.",
				ScreamingFrog: "Indexable",
			},
		},
	}
}
