package render

import (
	"net/http"
	"time"

	"github.com/portolan-seo/portolan/crawler/render/proxy"
)

// Result is a page as a browser has it once its scripts have run.
type Result struct {
	URL string // as asked for
	// Final is the URL that the page has at the end: another one where its
	// scripts set it, or where it leads elsewhere.
	Final string
	// Status and Header are those of the document's answer, zero where none
	// came.
	Status int
	Header http.Header
	// HTML is the rendered document in UTF-8, shadow trees in their places,
	// at most MaxHTML bytes; nil where there is none.
	HTML []byte

	// Steps are how the page's URL changed, in order, at most 50.
	Steps []Step
	// HashRoutes are references like "#/about" that the page holds or took,
	// sorted, at most 20: pages for people, no URLs for anybody else.
	HashRoutes []string

	Network   proxy.Log
	Console   int // errors written to the console, and exceptions that nothing caught; counted to 1,000
	Popups    int // windows that the page wanted to open
	Dialogs   int // dialogs that were dismissed
	Downloads int // that were not begun

	Marks   Marks
	Failure Failure // why there is no HTML, "" where there is
	Detail  string  // of the failure, for people

	OwnTime time.Duration // of the page's own clock
	Total   time.Duration // of ours, waits for pace included
	Waited  time.Duration // of it, for pace
	CPU     time.Duration // of the page's process, as far as the browser tells
}

// MaxHTML is how much of a rendered document is taken.
const MaxHTML = 10 << 20

// Step is one change of a page's URL.
type Step struct {
	To   string
	Kind StepKind
	// After is when, by the page's own clock.
	After time.Duration
}

// StepKind says what changed a page's URL.
type StepKind string

const (
	Replaced StepKind = "replace-state" // history.replaceState
	Pushed   StepKind = "push-state"    // history.pushState
	Hash     StepKind = "hash"          // only the part after #
	// The page leads elsewhere; what it leads to was not loaded, and HTML is
	// what the page was before.
	ByScript StepKind = "script"  // location, a form that was sent, a click
	ByMeta   StepKind = "refresh" // meta refresh or a Refresh header
	ByHTTP   StepKind = "http"    // the document's answer was a redirect; there is no HTML
)

// Leaves gives the step by which the page leads elsewhere, if it does.
func (r *Result) Leaves() (Step, bool) {
	for _, s := range r.Steps {
		if s.Kind == ByScript || s.Kind == ByMeta || s.Kind == ByHTTP {
			return s, true
		}
	}
	return Step{}, false
}

// Marks say what is to be known of a result.
type Marks struct {
	Cut       bool // our time was up; HTML is what was there then
	Restless  bool // the page was still changing when its own time was up
	Stopped   bool // a script that did not end was stopped
	Truncated bool // the document is longer than MaxHTML
	RealTime  bool // rendered by the real clock, because the page hung by its own
	Alone     bool // rendered a second time, alone, because the browser broke down
}

// Failure says why a page could not be rendered.
type Failure string

const (
	NoDocument Failure = "no-document" // no answer, or none that is a page
	Download   Failure = "download"    // the answer is a file to be saved
	Crashed    Failure = "crashed"     // its process broke down, for want of memory above all
	Hung       Failure = "hung"        // its scripts did not end and could not be stopped
	Broke      Failure = "broke"       // it broke the whole browser, twice
)
