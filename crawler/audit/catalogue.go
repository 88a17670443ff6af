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
	for r := range inOrder {
		e := r.text
		e.Code = r.code
		all = append(all, e)
	}
	return all
}

func limitEntry(detail string) Entry {
	return Entry{
		Detail:   detail,
		Evidence: "the limit",
		Advice:   "Run the same command again with a higher limit: it goes on.",
	}
}
