// Package audit says what a crawl means: the verdict of every URL, with its
// evidence. It is pure over the facts that a frontier.Crawl holds.
package audit

import "slices"

// Code is a verdict: why a URL is listed or not. Codes are stored in crawl
// files, so their numbers never change: new ones come last among those below
// ListedCarried, and say in inserted where they stand in precedence.
type Code uint8

const (
	NoVerdict Code = iota
	InvalidURL
	DuplicateSession
	DuplicateTracking
	DuplicateSchemeHost
	DuplicateCleanParam
	ScopeHost
	ScopeScheme
	ScopePath
	PrivateAddress
	TooLong
	FilterCrawl
	NotFollowed
	RobotsBlocked
	RobotsUnavailable
	TrapQuarantine
	LimitPages
	LimitDepth
	LimitTime
	LimitBytes
	LimitPrefix
	LimitMemory
	Pending
	Throttled
	InternalError
	NetworkError
	RedirectLoop
	RedirectWall
	Redirect
	Challenged
	Denied
	HTTP4xx
	HTTP5xx
	HTTPOther
	Type
	NoIndexHeader
	NoIndexMeta
	CanonicalElsewhere
	Soft404
	DuplicateVariant
	DuplicateContent
	FilterList
	LimitDisk

	ListedCarried Code = iota + 19 // 62; listed from here on
	Listed                         // 63: sets of codes have as many bits
	codeCount
)

// inserted tells of codes that came later after which they stand in
// precedence; the others stand in order of number.
var inserted = map[Code]Code{LimitDisk: LimitMemory}

// State is what a verdict comes to.
type State uint8

const (
	Excluded     State = iota
	Deferred           // not decided; another run can change it
	ListedInFile       // stands in the sitemap
)

// String names the state as reports do.
func (s State) String() string {
	return [...]string{"excluded", "deferred", "listed"}[s]
}

type codeInfo struct {
	name    string
	state   State
	meaning string // for people, at most 35 characters
}

var codes = [codeCount]codeInfo{
	NoVerdict:           {"", Deferred, "no verdict has been computed yet"},
	InvalidURL:          {"invalid-url", Excluded, "cannot be a URL"},
	DuplicateSession:    {"duplicate-session", Excluded, "a page's URL plus a session id"},
	DuplicateTracking:   {"duplicate-tracking", Excluded, "a page's URL plus tracking"},
	DuplicateSchemeHost: {"duplicate-scheme-host", Excluded, "the other scheme or host is right"},
	DuplicateCleanParam: {"duplicate-clean-param", Excluded, "a page's URL plus idle parameters"},
	ScopeHost:           {"scope-host", Excluded, "on another host or port"},
	ScopeScheme:         {"scope-scheme", Excluded, "under another scheme"},
	ScopePath:           {"scope-path", Excluded, "outside the sitemap's directory"},
	PrivateAddress:      {"private-address", Excluded, "its host has a private address"},
	TooLong:             {"too-long", Excluded, "longer than 2,047 characters"},
	FilterCrawl:         {"filter-crawl", Excluded, "a rule says not to fetch it"},
	NotFollowed:         {"not-followed", Excluded, "reached by nofollow links only"},
	RobotsBlocked:       {"robots-blocked", Excluded, "robots.txt forbids it"},
	RobotsUnavailable:   {"robots-unavailable", Deferred, "its robots.txt could not be had"},
	TrapQuarantine:      {"trap-quarantine", Deferred, "part of an endless pattern"},
	LimitPages:          {"limit-pages", Deferred, "left at the limit of pages"},
	LimitDepth:          {"limit-depth", Deferred, "deeper than the limit of depth"},
	LimitTime:           {"limit-time", Deferred, "left when the time was over"},
	LimitBytes:          {"limit-bytes", Deferred, "left at the limit of bytes"},
	LimitPrefix:         {"limit-prefix", Deferred, "left at its directory's limit"},
	LimitMemory:         {"limit-memory", Deferred, "left at the limit of memory"},
	LimitDisk:           {"limit-disk", Deferred, "left at the limit of disk space"},
	Pending:             {"pending", Deferred, "not fetched yet"},
	Throttled:           {"throttled", Deferred, "too much for it: 429, 503, time-out"},
	InternalError:       {"internal-error", Deferred, "portolan failed on this page"},
	NetworkError:        {"network-error", Deferred, "no answer, or not all of it"},
	RedirectLoop:        {"redirect-loop", Excluded, "redirects in a circle"},
	RedirectWall:        {"redirect-wall", Deferred, "behind a login or consent page"},
	Redirect:            {"redirect", Excluded, "redirects to another URL"},
	Challenged:          {"challenged", Deferred, "a firewall answered instead"},
	Denied:              {"denied", Excluded, "needs a permission (401, 403)"},
	HTTP4xx:             {"http-4xx", Excluded, "not found, or not to be had"},
	HTTP5xx:             {"http-5xx", Excluded, "the server failed"},
	HTTPOther:           {"http-other", Excluded, "its status is not that of a page"},
	Type:                {"type", Excluded, "not of a type that is listed"},
	NoIndexHeader:       {"noindex-header", Excluded, "X-Robots-Tag says noindex"},
	NoIndexMeta:         {"noindex-meta", Excluded, "a robots meta tag says noindex"},
	CanonicalElsewhere:  {"canonical-elsewhere", Excluded, "names another URL as canonical"},
	Soft404:             {"soft-404", Excluded, "an error page that answers 200"},
	DuplicateVariant:    {"duplicate-variant", Excluded, "another spelling of a listed page"},
	DuplicateContent:    {"duplicate-content", Excluded, "same content as a listed page"},
	FilterList:          {"filter-list", Excluded, "a rule says not to list it"},
	ListedCarried:       {"listed-carried", ListedInFile, "listed last time, not read now"},
	Listed:              {"listed", ListedInFile, "an indexable page"},
}

// String gives the verdict's name, as in reports and in --json.
func (c Code) String() string { return c.info().name }

// State tells whether a URL with this verdict is listed, excluded or deferred.
func (c Code) State() State { return c.info().state }

// Meaning explains the verdict in at most 35 characters.
func (c Code) Meaning() string { return c.info().meaning }

func (c Code) info() codeInfo {
	if c >= codeCount || c != NoVerdict && codes[c].name == "" {
		return codeInfo{name: "unknown", state: Deferred}
	}
	return codes[c]
}

// precedence holds all codes in order of precedence: of all that match, the
// first decides. rank is the place of each in it.
var precedence, rank = func() (order []Code, rank [codeCount]uint8) {
	for c := range codeCount {
		if _, later := inserted[c]; !later && (c == NoVerdict || codes[c].name != "") {
			order = append(order, c)
		}
	}
	for c := range codeCount {
		if after, later := inserted[c]; later {
			order = slices.Insert(order, slices.Index(order, after)+1, c)
		}
	}
	for place, c := range order {
		rank[c] = uint8(place)
	}
	return order, rank
}()

// codeNamed gives the verdict with a name.
func codeNamed(name string) (c Code, known bool) {
	for c, info := range codes {
		if info.name == name && name != "" {
			return Code(c), true
		}
	}
	return NoVerdict, false
}

// before reports the code that decides where both match.
func (c Code) before(other Code) bool { return rank[c] < rank[other] }

// Codes gives all verdicts in order of precedence.
func Codes() []Code { return slices.Clone(precedence[1:]) }
