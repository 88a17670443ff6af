package report

import (
	"slices"
	"time"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/causes"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
)

// Look is what whoever hands the report over makes of it.
type Look struct {
	Title string // "" for "Site report"
	Logo  []byte // a PNG or JPEG, nil for none
	Lang  string // one of LanguageCodes, "" for English
}

// Idle is a check that had nothing to look at.
type Idle struct {
	*findings.Rule
	Why string
}

// Report is what the document tells. Texts of the site are as it sent them.
type Report struct {
	Look
	Site      string // the scope
	Segment   string // the one segment that it tells of, "" for the whole site
	Began     time.Time
	Version   string        // of the program that crawled
	Seen      findings.Seen // how much of the site, whatever Segment says
	Published bool          // the crawl's own set of sitemap files
	// Unpublished is why there is none, its Why "" where that is not known.
	Unpublished stored.Unpublished
	Unbegun     *folder.Unbegun // a later run that could not begin, nil if there is none

	Known, Listed, Excluded, Deferred int
	Outside                           int // of the excluded: of other hosts, or outside of the scope
	// Offered are the URLs of the scope that the site itself offers: by links,
	// sitemaps or hreflang. Indexable are those of them that may be indexed.
	Offered, Indexable int
	obscured           string              // findings.Summary.Obscured
	one                *frontier.OneAnswer // that came in the place of many pages, nil for none
	LeftOut            int                 // crawls since the one before, or earlier ones where there is none, that are not compared
	Refused            int                 // of them, whose sitemap was refused
	Before             *Figures            // of the complete crawl before, nil if there is none
	// Causes are what to do first. Mended are those of the crawl before that are gone,
	// Gone those that went with their pages, Unseen those of which this one has seen nothing.
	Causes        []Cause
	AllCauses     []Cause // the first of all, as portolan causes has them; not weighed
	MoreCauses    int
	Mended        int
	MendedFirst   []Cause // of these
	Gone, Unseen  int
	Passed        []*findings.Rule // that found nothing
	Idle          []Idle           // that had nothing to look at
	Verdicts      []Verdict        // those that were given, by state and number
	Statuses      []Bar            // answers by class of status
	Depths        []Bar            // clicks from the start; Second counts those that are listed
	StatusByDepth []StatusRow
	Templates     []Template
	Speed         Speed
	Scripts       *Scripts  // nil where no page needs them
	Folders       []Folder  // of the first levels: a folder, then those in it
	Segments      []Segment // the user's
	Chains        []Chain   // what redirects, the longest first
	MoreChains    int
	Languages     *Languages           // nil where pages name no translations
	Robots        *Robots              // nil where the site has none
	Origins       []Origin             // ways in which URLs are known
	Files         *stored.PublishedSet // nil where nothing was published
	Sitemaps      []SitemapFile
	MoreSitemaps  int
	Changes       []Change            // since the crawl before
	Politeness    func(*words) string // how the site was asked, in a paragraph; nil where that is not known
	Took          time.Duration
	Settings      []Setting // that the crawl was given
	Digest        string    // of them, "" where they are not known
	Ignored       []string  // findings that are left as they are, as they were typed: ID PATTERN REASON
	host          string    // of the site
	ignored       int       // findings that these let be

	Shapes lookalike.Templates // of all URLs in scope

	Totals   [findings.Error + 1]int
	Groups   []Group // what is wrong: the gravest first, then what most links lead to
	Withheld []Group // what nothing is claimed of
	// NoNew is why findings cannot be compared with those of the crawl before, ""
	// if they can.
	NoNew string
}

// Figures are numbers of another crawl.
type Figures struct {
	Began                             time.Time
	Known, Listed, Excluded, Deferred int
	Offered, Indexable                int
	Obscured                          string // findings.Summary.Obscured
	Verdicts                          map[audit.Code]int
	Totals                            [findings.Error + 1]int // findings by severity
}

// Cause is something whose mend removes findings.
type Cause struct {
	causes.Cause
	State  string // new or open, "" where there is no crawl before
	Clicks int    // clicks in search results, or visits, by exports that were given
	Links  int    // pages with a link to what it is about, summed up
	From   string // the template of the pages on which most of it was found, "" where that says nothing
	FromN  int    // how much of it

	FromPage string // a page of that template, where its pattern says nothing to people

	has func(*findings.Finding) bool
}

// Tells reports whether findings of a rule are among those that the document
// tells of one by one: in that of a segment a cause may lie outside.
func (r *Report) Tells(rule *findings.Rule) bool {
	return slices.ContainsFunc(r.Groups, func(g Group) bool { return g.Rule == rule })
}

// sharedWith stands before one of the pages that have something in common.
const sharedWith = "all share it with"

// sharedLike stands before pages of one template that share something with
// pages of others.
const sharedLike = "shared with pages like"

// allOver stands for pages, few or many, that one mend is for.
const allOver = "on pages all over the site: one mend"

// Words say what its findings have in common, before What.
func (c *Cause) Words() string {
	if c.By == "target" && c.Rule != nil && c.Rule.Shared {
		return sharedWith
	}
	if c.Spans {
		return sharedLike
	}
	if c.By == "site" && c.Rule != nil && c.Rule.OneMend {
		return allOver
	}
	return map[string]string{"site": "on nearly all pages of the site", "template": "on pages like", "target": "all lead to", "line": "by robots.txt,", "page": "all are linked on"}[c.By]
}

// Verdict counts URLs with one.
type Verdict struct {
	Code audit.Code
	URLs int
}

// Bar is a bar of a chart.
type Bar struct {
	Name          string
	Count, Second int
}

// StatusRow counts answers by class of status at one number of clicks: 2xx to
// 5xx in 2 to 5, others in 1, no answer in 6.
type StatusRow struct {
	Name string
	N    [7]int
}

// Template is the pages of one shape.
type Template struct {
	Pattern                string
	URLs, Listed, Findings int
	Indexable              int
	Errors, Warnings       int // findings of these severities
	depths                 [maxDepth + 1]int
	linked                 int // pages that links lead to, the sum of depths
	times                  [timeClasses]int32
	MedianDepth            int           // -1 if no link leads to them
	P50, P75, P95          time.Duration // in which so many in a hundred answers were whole, to a fifth
	Example                string
}

// Speed are the times to the first byte of pages, in milliseconds.
type Speed struct{ Pages, P50, P95 int }

// Group is the findings of one rule.
type Group struct {
	findings.Count
	New       int     // -1 if that is not known
	Links     int     // links that lead to what is wrong
	Templates []Share // the shapes with most of them
	More      int     // further shapes
	Examples  []Example
}

// Share counts the findings of a template.
type Share struct {
	Pattern string
	N       int
}

// Example is one finding.
type Example struct {
	URL, Detail, Target, From string
	Likely                    bool
	pattern                   string
	clicks, pages             int
}

const (
	maxDepth     = 20    // clicks that are told apart
	maxTemplates = 5_000 // that are counted
	maxShown     = 30    // templates in the document
	maxExamples  = 20    // of a rule
	perTemplate  = 5     // of them
	maxShares    = 5     // templates of a rule
	maxCauses    = 50    // in the table of causes
	maxMended    = 20    // causes that are named
)
