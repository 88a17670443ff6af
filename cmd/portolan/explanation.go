package main

import (
	"time"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// explanation is what portolan explain tells: printed for people by text, or
// as one JSON object. Times are UTC, durations milliseconds.
type explanation struct {
	Type         string               `json:"type"` // "explanation"
	Asked        string               `json:"asked"`
	URL          string               `json:"url"`
	Removed      []explainRemoval     `json:"removed"` // from what was asked
	Known        bool                 `json:"known"`
	Verdict      *explainVerdict      `json:"verdict"`      // null if the URL is not known
	Also         []explainVerdict     `json:"also"`         // later rules that match, too
	Foresee      *explainVerdict      `json:"foreseen"`     // of a URL that is not known: what a crawl would say before fetching it; null if it would fetch it
	Robots       []explainRobots      `json:"robots"`       // empty where robots.txt was not asked for or not obeyed
	End          *explainEnd          `json:"redirect_end"` // null if it is no redirect
	Found        *explainFound        `json:"found"`
	InLinks      *explainLinks        `json:"in_links"`
	Out          *explainOut          `json:"out_links"`
	Fetch        *explainFetch        `json:"fetch"` // null if it was not fetched
	Retry        *explainRetry        `json:"retry"` // null if no further try is due
	Content      *explainContent      `json:"content"`
	Listed       *explainListed       `json:"sitemap"`      // null if it is not listed, or nothing is published
	Translations []explainTranslation `json:"translations"` // pages on other hosts that were asked for
	Rules        []explainRule        `json:"host_rules"`
	Folds        []explainFold        `json:"host_folds"`
	Crawl        explainCrawl         `json:"crawl"`
}

type explainRemoval struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
	Why  string `json:"why"`
}

type explainVerdict struct {
	Verdict  string            `json:"verdict"`
	State    string            `json:"state"`
	Meaning  string            `json:"meaning"`
	Evidence []explainEvidence `json:"evidence"`
	Target   *explainTarget    `json:"target"`
	Hops     []explainHop      `json:"hops"`
}

type explainEvidence struct {
	Kind  string `json:"kind"`
	Text  string `json:"text"`
	Where string `json:"where"`
	Note  string `json:"note"`
}

// explainTarget is another URL; its verdict is "" if it is not known.
type explainTarget struct {
	URL     string `json:"url"`
	Verdict string `json:"verdict"`
}

type explainHop struct {
	URL     string `json:"url"`
	Status  int    `json:"status"`
	Error   string `json:"error"`
	Verdict string `json:"verdict"`
	Again   bool   `json:"again"`
}

type explainRobots struct {
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

type explainFound struct {
	Sources []explainSource `json:"sources"`
	Depth   *int            `json:"depth"` // null if no link reaches it
	Via     *explainLink    `json:"via"`   // the first link to it
	Path    []string        `json:"path"`  // from the start or a seed to the URL

	// Shortest is null where no way leads to the URL, and in crawls of more
	// than 200,000 pages.
	Shortest *explainWay `json:"shortest"`

	steps int // URLs of Path, those left out included
}

// explainWay is a reader's way from the start. Nofollow links count, since
// readers follow them; redirects and frames take no click.
type explainWay struct {
	Clicks int      `json:"clicks"`
	Path   []string `json:"path"`
}

// explainEnd is where the redirects of a URL end: URL is "" where they run in
// a circle.
type explainEnd struct {
	URL     string `json:"url"`
	Verdict string `json:"verdict"`
	Hops    int    `json:"hops"`
	Loop    bool   `json:"loop"`
}

type explainSource struct {
	Source string `json:"source"`
	Detail string `json:"detail"`
}

type explainLink struct {
	URL    string   `json:"url"`
	Anchor string   `json:"anchor"`
	Kind   string   `json:"kind"`
	Rel    []string `json:"rel"`
}

// explainLinks counts links that a reader can click or sees framed; others
// (canonical, redirect, alternate, next, prev) are references.
type explainLinks struct {
	Links      int           `json:"links"`
	NoFollow   int           `json:"nofollow"`
	Pages      int           `json:"pages"`
	References int           `json:"references"`
	Examples   []explainLink `json:"examples"` // of different pages
}

type explainOut struct {
	Links      int `json:"links"`
	NoFollow   int `json:"nofollow"`
	URLs       int `json:"urls"`
	References int `json:"references"`
}

type explainFetch struct {
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
}

type explainRetry struct {
	Tries  int       `json:"tries"`
	Due    time.Time `json:"due"`
	Status int       `json:"status"`
	Error  string    `json:"error"`
}

type explainContent struct {
	Type            string         `json:"type"`
	HTML            bool           `json:"html"`
	Charset         string         `json:"charset"`
	Title           string         `json:"title"`
	Description     string         `json:"description"`
	H1              []string       `json:"h1"`
	Lang            string         `json:"lang"`
	Words           int            `json:"words"`
	Canonical       string         `json:"canonical"`    // absent, self, other, invalid, conflict
	CanonicalIn     []string       `json:"canonical_in"` // tag, header
	CanonicalTarget *explainTarget `json:"canonical_target"`
	RobotsMeta      []string       `json:"robots_meta"`
	RobotsHeader    []string       `json:"robots_header"`
	Directives      string         `json:"directives"` // both together, as the listing agent reads them

	Problems []explainProblem `json:"problems,omitempty"`
}

// explainProblem is something wrong with a page that changed what was read.
type explainProblem struct {
	Code  string `json:"code"`
	Words string `json:"words"`
}

// explainListed is the published file to which the URL belongs.
type explainListed struct {
	File string `json:"file"` // in the site folder
	URL  string `json:"url"`  // where it is to be served

	LastMod       string `json:"lastmod"`        // "" where no date can be trusted
	LastModSource string `json:"lastmod_source"` // feed, page, header, previous
}

type explainRule struct {
	Kind  string    `json:"kind"`
	Name  string    `json:"name"`
	Path  string    `json:"path"`
	Value string    `json:"value"`
	Proof string    `json:"proof"`
	At    time.Time `json:"at"`
}

type explainFold struct {
	Kind     string   `json:"kind"`
	Name     string   `json:"name"`
	Count    int      `json:"count"`
	Examples []string `json:"examples"`
}

type explainCrawl struct {
	File  string    `json:"file"`
	Began time.Time `json:"began"`
	End   string    `json:"end"` // "" where the last run was killed or is at work
	Scope string    `json:"scope"`
}

func removals(removed []canonical.Removal) []explainRemoval {
	out := make([]explainRemoval, 0, len(removed))
	for _, r := range removed {
		out = append(out, explainRemoval{r.Name, r.Kind, r.Why})
	}
	return out
}

func verdictOf(r *audit.Reason) explainVerdict {
	v := explainVerdict{
		Verdict: r.Code.String(), State: r.Code.State().String(), Meaning: r.Code.Meaning(),
		Evidence: []explainEvidence{}, Hops: []explainHop{}, Target: targetOf(r.Target),
	}
	for _, e := range r.Evidence {
		v.Evidence = append(v.Evidence, explainEvidence(e))
	}
	for _, h := range r.Hops {
		v.Hops = append(v.Hops, explainHop{h.URL, h.Status, h.Err.String(), h.Code.String(), h.Again})
	}
	return v
}

func targetOf(n *audit.Neighbour) *explainTarget {
	if n == nil {
		return nil
	}
	return &explainTarget{n.URL, n.Code.String()}
}
