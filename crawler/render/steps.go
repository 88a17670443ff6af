package render

import (
	"slices"
	"strings"

	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
)

// paused decides on a document that is about to be asked for. Frames' are let
// through. The page's own is, once; then it leads elsewhere or loads itself
// again, and both end this load.
func (e *events) paused(p fetch.EventRequestPaused) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case p.FrameID != e.frame || e.loads == 0:
		if p.FrameID == e.frame {
			e.loads++
			e.url = p.Request.URL // as the browser writes it
		}
		say(e, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: p.RequestID})
		return
	case p.RedirectedRequestID != "" && e.reason == "":
		e.add(Step{To: p.Request.URL + p.Request.URLFragment, Kind: ByHTTP})
	case p.Request.URL == e.url && p.Request.Method == "GET":
		e.reload = true
	default:
		kind := ByScript
		if e.reason == cdppage.ClientNavigationReasonMetaTagRefresh || e.reason == cdppage.ClientNavigationReasonHTTPHeaderRefresh {
			kind = ByMeta
		}
		e.add(Step{To: p.Request.URL + p.Request.URLFragment, Kind: kind})
	}
	e.finish()
	say(e, fetch.FailRequest, fetch.FailRequestParams{RequestID: p.RequestID, ErrorReason: network.ErrorReasonAborted})
}

func (e *events) navigates(n cdppage.EventFrameRequestedNavigation) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if n.FrameID == e.frame {
		e.reason = n.Reason
	}
}

// navigated hears of documents that came without a request: about:blank and
// blob URLs.
func (e *events) navigated(n cdppage.EventFrameNavigated) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if n.Frame.ID == e.frame && e.reason != "" && !strings.HasPrefix(n.Frame.URL, "http") {
		e.add(Step{To: n.Frame.URL, Kind: ByScript})
		e.lost(NoDocument, "the page replaced itself by one without an address")
	}
}

// stepped hears of changes of the page's URL without a request.
func (e *events) stepped(n cdppage.EventNavigatedWithinDocument) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if n.FrameID != e.frame {
		return
	}
	kind := Replaced // or pushed: see there
	if n.NavigationType == cdppage.NavigatedWithinDocumentNavigationTypeFragment {
		kind = Hash
	}
	if _, hash, _ := strings.Cut(n.URL, "#"); strings.HasPrefix(hash, "/") || strings.HasPrefix(hash, "!") {
		e.addHash("#" + hash)
	}
	if last := len(e.steps) - 1; last >= 0 && e.steps[last].To == n.URL || last < 0 && n.URL == e.url {
		return
	}
	e.add(Step{To: n.URL, Kind: kind})
}

// add keeps a step; mu is held.
func (e *events) add(s Step) {
	if s.After = e.now; len(e.steps) < maxSteps && len(s.To) <= maxURL {
		s.To = strings.Clone(s.To)
		e.steps = append(e.steps, s)
	}
}

func (e *events) addHash(hash string) {
	if len(hash) <= maxURL && len(e.hashes) < maxHashes && !slices.Contains(e.hashes, hash) {
		e.hashes = append(e.hashes, strings.Clone(hash))
	}
}

// leaves gives the step by which the page leads elsewhere.
func (e *events) leaves() (Step, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return (&Result{Steps: e.steps}).Leaves()
}

// pushed tells which URLs the page has put into the tab's history: the entries
// after its own. What a page puts after # before it is loaded takes the
// place of the latest entry.
func (e *events) pushed(entries []*cdppage.NavigationEntry) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(entries) > 0 && entries[0].URL == "about:blank" {
		entries = entries[1:]
	}
	for i := range e.steps {
		was := func(entry *cdppage.NavigationEntry) bool { return withoutHash(entry.URL) == withoutHash(e.steps[i].To) }
		if e.steps[i].Kind == Replaced && len(entries) > 0 && slices.ContainsFunc(entries[1:], was) {
			e.steps[i].Kind = Pushed
		}
	}
}

func withoutHash(url string) string {
	url, _, _ = strings.Cut(url, "#")
	return url
}
