package frontier

import (
	"encoding/json"
	"fmt"
	"regexp"
	"time"
)

// Keys of Meta whose values are JSON lists of what a crawl met, each of the
// type named. They are short, and replaced as a whole.
const (
	MetaDown       = "down"       // []Down, of the last run
	MetaLimits     = "limits"     // []Limit, of the last run
	MetaFirewall   = "firewall"   // []Firewall, of all runs
	MetaQuarantine = "quarantine" // []Quarantine, in force
	MetaUnknown    = "unknown"    // []Unknown
	MetaSecondLook = "secondlook" // []SecondLook
	MetaShut       = "shut"       // []SecondLook, one at most: the start page, where it has become what any address shows, or leads to URL as all do
	MetaLinksCut   = "linkscut"   // []LinksCut, one, of all runs
	MetaWalls      = "walls"      // []Wall
	MetaLeads      = "leads"      // []Lead, of all runs
)

// MetaDoubt is the key of Meta under which a judged crawl keeps why what it has read may not be the site
// (findings.Doubt), "" where nothing speaks against it.
const MetaDoubt = "doubt"

// MetaClasses is the key of Meta under which a crawl keeps what it has found
// out of the parameters of URLs (classes.Plan).
const MetaClasses = "classes"

// MetaForms is the key of Meta under which a crawl keeps which spellings of
// paths lead to another one (crawler/pathforms), as JSON.
const MetaForms = "path-forms"

// MetaFresh is the key of Meta under which a crawl has the folders in whose last segments sessions stand
// (package classes): URLs up to a slash, a line each.
const MetaFresh = "fresh"

// MetaEchoes is the key of Meta under which a crawl that has met pages with the
// content of others keeps which texts come at any address (classes.Proof).
const MetaEchoes = "echoes"

// MetaBoxes is the key of Meta under which a crawl keeps how many links of a page change from answer to answer, as a number, once
// it was asked.
const MetaBoxes = "boxes"

// MetaMazes is the key of Meta under which a crawl keeps which folders have no
// end (classes.Maze), as JSON.
const MetaMazes = "mazes"

// Keys of Meta under which a crawl keeps which templates it has rendered
// (opinions.Decision), and why it had no browser, if it wanted one.
const (
	MetaRendering = "rendering"
	MetaNoBrowser = "rendering.lack"
)

// Down is a host that did not answer any more, or with errors alone, and was given up.
type Down struct {
	Host   string `json:"host"`
	Err    string `json:"err,omitempty"`    // record.ErrClass of the last request
	Status int    `json:"status,omitempty"` // of the last answer, where there was one
}

// Limit is a host that refuses what comes too fast, without saying so.
type Limit struct {
	Host  string        `json:"host"`
	Pause time.Duration `json:"pause"` // kept between two requests, nanoseconds
}

// Firewall is a host whose firewall shut the crawl out.
type Firewall struct {
	Host    string    `json:"host"`
	Vendor  string    `json:"vendor"` // "" if its answers do not tell
	Proof   string    `json:"proof"`  // header line or words that show the vendor
	Status  int       `json:"status"` // of the last answer
	Since   time.Time `json:"since"`  // of the first such answer
	Example string    `json:"example"`
}

// Quarantine is a pattern of URLs that is not fetched any further, since it
// seems to have no end or to give nothing.
type Quarantine struct {
	Kind    string `json:"kind"`    // what is endless in it
	Pattern string `json:"pattern"` // for people
	// Expr is the regular expression, anchored at both ends, that its URLs
	// match. After "re:" it serves --exclude and --allow-pattern.
	Expr string `json:"expr"`
	// One in Sample URLs is fetched all the same; 0 = none.
	Sample int `json:"sample,omitempty"`
	// Rest is set of a stack where what stands in front of the last of its folders says nothing: the
	// group of this regular expression is what is left of a URL. Each page has one address then: see Stacks.
	Rest string `json:"rest,omitempty"`

	Fetched   int      `json:"fetched"`   // pages of the pattern when it was put in quarantine
	Window    int      `json:"window"`    // the last of them, of which the counts below are
	NewTexts  int      `json:"new_texts"` // with a text not met before
	Indexable int      `json:"indexable"` // by their own answer
	Opened    int      `json:"opened"`    // new URLs outside the pattern that they link to
	Examples  []string `json:"examples"`  // three
	Opener    ID       `json:"opener"`    // the page that led into the pattern, NoID if none
}

// KindStack is the kind of a quarantine whose pages were none before it was found
// out, either: relative links made their addresses up.
const KindStack = "stack"

// HoldsRead tells whether it holds for a page that was read, too: one that links alone name.
func (q *Quarantine) HoldsRead(sources Source) bool { return q.Kind == KindStack && sources&Named == 0 }

// Unknown is what a host answers to a URL that cannot exist.
type Unknown struct {
	Prefix   string `json:"prefix"` // of the URLs it stands for
	URL      string `json:"url"`    // that was asked for
	Status   int    `json:"status"`
	TextHash uint64 `json:"text_hash,string"` // as record.Facts
	Title    string `json:"title"`
	Text     string `json:"text,omitempty"` // the beginning of page.Page.Text
}

// SecondLook is what a page that looks like the answer to a URL that cannot
// exist was when it was asked for once more.
type SecondLook struct {
	ID     ID     `json:"id"`
	URL    string `json:"unknown"` // the URL that cannot exist
	Status int    `json:"status"`  // 0 where no answer came
	// Text and Title are the shares of words that both have, in percent.
	Text   int  `json:"text"`
	Title  int  `json:"title"`
	Result Look `json:"result"`
}

// Look is what came of a second look.
type Look string

const (
	LookAlike  Look = "alike"  // it looks like that answer again
	LookOnce   Look = "once"   // it does not any more
	LookOther  Look = "other"  // it is the same page as before, and another one on closer inspection
	LookFailed Look = "failed" // nothing came that tells
)

// LinksCut tells of pages of which not all links were kept, since they were
// too many or too long.
type LinksCut struct {
	Pages    int      `json:"pages"`
	Links    int      `json:"links"`    // that were not kept
	Examples []string `json:"examples"` // of the pages, five at most
}

// LeadLine stands between two lines of a Lead's text.
const LeadLine = " / "

// Lead is how the text of a page begins. It is kept of some pages, picked by their
// URLs: what many pages show one of them shows.
type Lead struct {
	URL  string `json:"url"`
	Text string `json:"text"`
}

// Wall is a page, or a host, to which so many URLs of the last sitemap redirect
// that it stands before them.
type Wall struct {
	URL  string `json:"url"`            // without query; of a host scheme://host/
	Host bool   `json:"host,omitempty"` // whatever lies on the host
	From int    `json:"from"`           // URLs of the last sitemap that redirect to it
	Of   int    `json:"of"`             // URLs of that sitemap
	// Known: that sitemap lists the page, whose text is the same now. Then it is
	// none; pages that are gone were sent there.
	Known bool `json:"known,omitempty"`
}

// Match gives the compiled Expr.
func (q *Quarantine) Match() (*regexp.Regexp, error) {
	re, err := regexp.Compile(q.Expr)
	if err != nil {
		return nil, fmt.Errorf("read quarantine %s: %w", q.Pattern, err)
	}
	return re, nil
}

// List reads a JSON list that a crawl keeps in its Meta; "" is the empty one.
func List[T any](meta string) ([]T, error) {
	if meta == "" {
		return nil, nil
	}
	var list []T
	if err := json.Unmarshal([]byte(meta), &list); err != nil {
		return nil, fmt.Errorf("read list %.40q: %w", meta, err)
	}
	return list, nil
}

// ListText is the inverse of List.
func ListText[T any](list []T) string {
	if len(list) == 0 {
		return ""
	}
	text, err := json.Marshal(list)
	if err != nil {
		return "" // cannot be: the types above hold nothing that JSON lacks
	}
	return string(text)
}
