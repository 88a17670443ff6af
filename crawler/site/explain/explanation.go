package explain

import (
	"time"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Explanation is what is known of a URL. Its JSON is what portolan explain
// prints. Times are UTC, durations milliseconds.
type Explanation struct {
	Type         string        `json:"type"` // "explanation"
	Asked        string        `json:"asked"`
	URL          string        `json:"url"`
	Removed      []Removal     `json:"removed"` // from what was asked
	Known        bool          `json:"known"`
	Verdict      *Verdict      `json:"verdict"`         // null if the URL is not known
	Also         []Verdict     `json:"also"`            // later rules that match, too
	Foresee      *Verdict      `json:"foreseen"`        // of a URL that is not known: what a crawl would say before fetching it; null if it would fetch it
	Unless       string        `json:"foreseen_unless"` // what else would happen, "" where nothing else would
	Sides        *Sides        `json:"side_by_side"`    // null where the verdict names no two pages that show it
	Robots       []Robots      `json:"robots"`          // empty where robots.txt was not asked for or not obeyed
	End          *End          `json:"redirect_end"`    // null if it is no redirect
	Found        *Found        `json:"found"`
	InLinks      *Links        `json:"in_links"`
	Out          *Out          `json:"out_links"`
	Fetch        *Fetch        `json:"fetch"`   // null if it was not fetched
	Retry        *Retry        `json:"retry"`   // null if no further try is due
	Checked      *Checked      `json:"checked"` // what --check-external found at it; null where it did not come to it
	Content      *Content      `json:"content"`
	Rendered     *Rendered     `json:"rendered"`     // null where its scripts were not run
	Refused      string        `json:"-"`            // why what the crawl lists was not published without a person's word, "" if it was
	Unwritten    bool          `json:"-"`            // it is listed, and the crawl has published no sitemap
	Listed       *Listed       `json:"sitemap"`      // null if it is not listed, or nothing is published
	Standing     string        `json:"-"`            // the crawl of which the sitemap that stands was made, where that is another; AnotherCrawl where it is not known
	Findings     []Finding     `json:"findings"`     // null in crawls of more than 200,000 pages
	Translations []Translation `json:"translations"` // pages on other hosts that were asked for
	Rules        []Rule        `json:"host_rules"`
	Folds        []Fold        `json:"host_folds"`
	Crawl        Crawl         `json:"crawl"`
}

type Removal struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
	Why  string `json:"why"`
}

type Verdict struct {
	Verdict  string     `json:"verdict"`
	State    string     `json:"state"`
	Meaning  string     `json:"meaning"`
	Evidence []Evidence `json:"evidence"`
	Target   *Target    `json:"target"`
	Hops     []Hop      `json:"hops"`
}

type Evidence struct {
	Kind  string `json:"kind"`
	Text  string `json:"text"`
	Where string `json:"where"`
	Note  string `json:"note"`
}

// Target is another URL; its verdict is "" if it is not known.
type Target struct {
	URL     string `json:"url"`
	Verdict string `json:"verdict"`
}

type Hop struct {
	URL     string `json:"url"`
	Status  int    `json:"status"`
	Error   string `json:"error"`
	Verdict string `json:"verdict"`
	Again   bool   `json:"again"`
}

type Robots struct {
	Agent     string `json:"agent"`
	Allow     bool   `json:"allow"`
	Line      int    `json:"line"`
	Rule      string `json:"rule"`
	Group     string `json:"group"`
	GroupLine int    `json:"group_line"`
	File      string `json:"file"`
	Status    int    `json:"status"`
	Note      string `json:"note"`
}

type Found struct {
	Sources []Source `json:"sources"` // hreflang: an entry of a sitemap names it as a translation, with its language
	Depth   *int     `json:"depth"`   // null if no link reaches it
	Via     *Link    `json:"via"`     // the first link to it
	Path    []string `json:"path"`    // from the start or a seed to the URL

	// Shortest is null where no way leads to the URL, and in crawls of more
	// than 200,000 pages.
	Shortest *Way `json:"shortest"`

	// Measures are what sources know of the URL, by their kind: log, list,
	// export, directory.
	Measures map[string]map[string]any `json:"measures"`

	Steps int `json:"-"` // URLs of Path, those left out included
}

// Way is a reader's way from the start. Nofollow links count, since
// readers follow them; redirects and frames take no click.
type Way struct {
	Clicks int      `json:"clicks"`
	Path   []string `json:"path"`
}

// Checked is what came of asking a URL of another host whether it is there.
type Checked struct {
	Status   int    `json:"status"` // 0 = no answer
	Error    string `json:"error"`
	End      string `json:"redirect_end"` // which the status is of; "" if it is no redirect
	Requests int    `json:"requests"`
	Why      string `json:"not_asked"` // why it was not asked for; "" if it was
}

// End is where the redirects of a URL end: URL is "" where they run in
// a circle.
type End struct {
	URL     string `json:"url"`
	Verdict string `json:"verdict"`
	Hops    int    `json:"hops"`
	Loop    bool   `json:"loop"`
}

type Source struct {
	Source string `json:"source"`
	Detail string `json:"detail"`
}

type Link struct {
	URL    string   `json:"url"`
	Anchor string   `json:"anchor"`
	Kind   string   `json:"kind"`
	Rel    []string `json:"rel"`
}

// Links counts links that a reader can click or sees framed; others
// (canonical, redirect, alternate, next, prev) are references.
type Links struct {
	Links      int    `json:"links"`
	NoFollow   int    `json:"nofollow"`
	Pages      int    `json:"pages"`
	References int    `json:"references"`
	Examples   []Link `json:"examples"` // of different pages
}

type Out struct {
	Links      int `json:"links"`
	NoFollow   int `json:"nofollow"`
	URLs       int `json:"urls"`
	References int `json:"references"`
}

type Fetch struct {
	Outcome     string    `json:"outcome"`
	Status      int       `json:"status"`
	Error       string    `json:"error"`
	ErrorText   string    `json:"error_text"`
	Tries       int       `json:"tries"`
	At          time.Time `json:"at"`
	FirstByteMS int64     `json:"first_byte_ms"`
	TotalMS     int64     `json:"total_ms"`
	WireBytes   int64     `json:"wire_bytes"`
	Bytes       int64     `json:"bytes"`
	Truncated   bool      `json:"truncated"`
	LinksCut    int       `json:"links_cut"` // not kept: too many or too long

	ContentType  string `json:"content_type"`
	ETag         string `json:"etag"`
	LastModified string `json:"last_modified"`
	Location     string `json:"location"`

	// UnchangedSince is when the page was read, where its server has only said
	// since that it has not changed (304). ChangedAt is when a crawl first saw
	// other content than the one before.
	UnchangedSince *time.Time `json:"unchanged_since"`
	ChangedAt      *time.Time `json:"changed_at"`
}

type Retry struct {
	Tries  int       `json:"tries"`
	Due    time.Time `json:"due"`
	Status int       `json:"status"`
	Error  string    `json:"error"`
}

type Content struct {
	Type            string   `json:"type"`
	HTML            bool     `json:"html"`
	Charset         string   `json:"charset"`
	Title           string   `json:"title"`
	Description     string   `json:"description"`
	H1              []string `json:"h1"`
	Lang            string   `json:"lang"`
	Words           int      `json:"words"`
	Canonical       string   `json:"canonical"`    // absent, self, other, invalid, conflict
	CanonicalIn     []string `json:"canonical_in"` // tag, header
	CanonicalTarget *Target  `json:"canonical_target"`
	RobotsMeta      []string `json:"robots_meta"`
	RobotsHeader    []string `json:"robots_header"`
	Directives      string   `json:"directives"` // both together, as the listing agent reads them

	Problems []Problem `json:"problems,omitempty"`
}

// Problem is something wrong with a page that changed what was read.
type Problem struct {
	Code  string `json:"code"`
	Words string `json:"words"`
}

// AnotherCrawl is that of which a sitemap was made where its file is gone.
const AnotherCrawl = "another crawl"

// Listed is the published file to which the URL belongs, in the set that stands.
type Listed struct {
	File   string `json:"file"`    // in the site folder
	URL    string `json:"url"`     // where it is to be served
	MadeOf string `json:"made_of"` // the file of the crawl of which the set was made, or AnotherCrawl

	LastMod       string `json:"lastmod"`        // "" where no date can be trusted, or the set was made of another crawl
	LastModSource string `json:"lastmod_source"` // feed, page, header, previous
}

type Rule struct {
	Kind  string    `json:"kind"`
	Name  string    `json:"name"`
	Path  string    `json:"path"`
	Value string    `json:"value"`
	Proof string    `json:"proof"`
	At    time.Time `json:"at"`
}

type Fold struct {
	Kind     string   `json:"kind"`
	Name     string   `json:"name"`
	Count    int      `json:"count"`
	Examples []string `json:"examples"`
}

type Crawl struct {
	File  string    `json:"file"`
	Began time.Time `json:"began"`
	End   string    `json:"end"` // "" where the last run was killed or is at work
	Scope string    `json:"scope"`
	// Incomplete is why it has not seen the whole site, "" if it has.
	Incomplete string `json:"incomplete"`
	Unread     bool   `json:"-"` // it came to its end, and could not read much
}

func removals(removed []canonical.Removal) []Removal {
	out := make([]Removal, 0, len(removed))
	for _, r := range removed {
		out = append(out, Removal{r.Name, r.Kind, r.Why})
	}
	return out
}

func verdictOf(r *audit.Reason) Verdict {
	v := Verdict{
		Verdict: r.Code.String(), State: r.Code.State().String(), Meaning: r.Code.Meaning(),
		Evidence: []Evidence{}, Hops: []Hop{}, Target: targetOf(r.Target),
	}
	for _, e := range r.Evidence {
		v.Evidence = append(v.Evidence, Evidence(e))
	}
	for _, h := range r.Hops {
		v.Hops = append(v.Hops, Hop{h.URL, h.Status, h.Err.String(), h.Code.String(), h.Again})
	}
	return v
}

func targetOf(n *audit.Neighbour) *Target {
	if n == nil {
		return nil
	}
	return &Target{n.URL, n.Code.String()}
}
