package proxy

import (
	"context"
	"net/http"
)

// Asker makes the requests that the browser may make. It is the only way from
// the browser to the network.
type Asker interface {
	// Ask makes one request: one hop, no redirect followed. An answer of any
	// status is a Response; the error is a *Refusal where the asker did not
	// ask, else it says why no answer came. ctx ends with the page. Several
	// requests of a page, and of several pages, are asked at a time. What is
	// not Wanted by its Content-Type need not be read.
	Ask(ctx context.Context, r *Request) (*Response, error)
}

// Request is what a page asks for.
type Request struct {
	Page   string // URL of the page that is rendered
	Method string // GET or HEAD; POST where Options allow it
	URL    string // absolute, http or https, without fragment
	Kind   Kind
	// ThirdParty tells that the host is of another site than the page's: its
	// registrable domain is another one.
	ThirdParty bool
	// Header is what the page and its browser say about this request. What
	// says who is asking (User-Agent, client hints, Accept-Language) and how
	// bodies are encoded is not there: that is the asker's to say. Cookies are
	// those that the page itself got since its rendering began.
	Header http.Header
	Body   []byte // of a POST

	waits func() func()
}

// Waits tells that the asker waits for something that is not the page's own
// doing, for its turn by the pace of a host above all, until done is called.
// Meanwhile the page's time stands still. It may be called from any goroutine.
func (r *Request) Waits() (done func()) {
	if r.waits == nil {
		return func() {}
	}
	return r.waits()
}

// Response is an answer.
type Response struct {
	Status int
	Header http.Header
	Body   []byte // inflated
}

// Refusal is the error of an Asker that did not ask.
type Refusal struct {
	Why    Why
	Detail string // for people: a rule, an address; may be empty
}

func (r *Refusal) Error() string {
	if r.Detail == "" {
		return string(r.Why)
	}
	return string(r.Why) + ": " + r.Detail
}

// Why names the reason for which something was not asked for. Reasons of an
// Asker may be others. They are never renamed.
type Why string

const (
	Method        Why = "method"         // neither GET nor HEAD
	Type          Why = "type"           // pictures, media and fonts are not loaded
	ThirdParty    Why = "third-party"    // another site, by Options.ThirdParty
	Effect        Why = "effect"         // asking would change something on the site
	Upgrade       Why = "upgrade"        // WebSocket, and other protocols than HTTP
	Stream        Why = "stream"         // an answer without end
	ServiceWorker Why = "service-worker" // would stand between pages and the site
	Prefetch      Why = "prefetch"       // for a page that is not this one
	Own           Why = "own"            // leads back into portolan
	Limit         Why = "limit"          // the page asks for too much
	Browser       Why = "browser"        // asked by the browser itself, for no page
	Leaves        Why = "leaves"         // the page leads elsewhere; told in its result
	Robots        Why = "robots"         // for Askers: robots.txt forbids it
	Private       Why = "private"        // for Askers: a private address that the crawl may not touch
)

// Resource is something that a page asked for and did not get.
type Resource struct {
	URL        string
	Kind       Kind
	ThirdParty bool
	Why        Why    // of a refusal, else ""
	Status     int    // of a failure: the answer's, 0 where none came
	Detail     string // for people
}

// Log is what came of a page's requests.
type Log struct {
	// Status and Header are those of the page's own document, zero where no
	// answer came.
	Status int
	Header http.Header

	Asked  int   // requests that were made
	Cached int   // answered from the crawl's cache of scripts and styles
	Bytes  int64 // of the bodies of those that were made
	// Refused and Failed are in the order they came, each URL once, at most
	// MaxResources of each; the counts are of all.
	Refused, Failed           []Resource
	RefusedCount, FailedCount int
}

// MaxResources is how many refusals and failures of a page are told one by one.
const MaxResources = 100
