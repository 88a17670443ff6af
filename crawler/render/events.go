package render

import (
	"context"
	"slices"
	"sync"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/inspector"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
)

// What is kept of a page's events.
const (
	maxSteps   = 50
	maxHashes  = 20
	maxConsole = 1000
	maxURL     = 2048
)

// events is what a page did since it was loaded, as the browser tells.
type events struct {
	session session
	frame   cdp.FrameID // the page's own
	url     string
	expired chan struct{} // the page's clock stands again
	over    chan struct{} // closed when the page leaves, loads itself again, or crashed
	replies chan func()   // what is said to the browser about events
	ended   chan struct{}

	mu       sync.Mutex
	now      time.Duration // by the page's clock
	loads    int           // documents of the page that were let through
	isOver   bool
	reload   bool
	failure  Failure // why there will be no document, and how that came
	detail   string
	reason   cdppage.ClientNavigationReason // of the latest navigation
	steps    []Step
	hashes   []string
	console  int
	popups   int
	dialogs  int
	download int
}

func newEvents(s session, frame cdp.FrameID, url string) *events {
	e := &events{
		session: s, frame: frame, url: url,
		expired: make(chan struct{}, 1), over: make(chan struct{}), replies: make(chan func(), 64), ended: make(chan struct{}),
	}
	h := handlers{}
	on(emulation.VirtualTimeBudgetExpired, func(emulation.EventVirtualTimeBudgetExpired) { e.expire() }, h)
	on(fetch.RequestPaused, e.paused, h)
	on(cdppage.FrameRequestedNavigation, e.navigates, h)
	on(cdppage.FrameNavigated, e.navigated, h)
	on(cdppage.NavigatedWithinDocument, e.stepped, h)
	on(cdppage.JavascriptDialogOpening, e.dialog, h)
	on(cdppage.WindowOpen, func(cdppage.EventWindowOpen) { e.count(&e.popups) }, h)
	on(cdpbrowser.DownloadWillBegin, func(cdpbrowser.EventDownloadWillBegin) { e.count(&e.download) }, h)
	on(inspector.TargetCrashed, func(inspector.EventTargetCrashed) { e.fail(Crashed, "its process ended") }, h)
	on(inspector.Detached, func(d inspector.EventDetached) { e.fail(Crashed, d.Reason) }, h)
	on(runtime.ExceptionThrown, func(runtime.EventExceptionThrown) { e.complained() }, h)
	on(runtime.ConsoleAPICalled, func(c runtime.EventConsoleAPICalled) {
		if c.Type == runtime.ConsoleAPICalledTypeError || c.Type == runtime.ConsoleAPICalledTypeAssert {
			e.complained()
		}
	}, h)
	s.listen(h)
	go e.reply()
	return e
}

// reply says to the browser what is to be said, until end.
func (e *events) reply() {
	for {
		select {
		case say := <-e.replies:
			say()
		case <-e.ended:
			return
		}
	}
}

func (e *events) end() { close(e.ended) }

// say has something said to the browser; a page that gives rise to more than
// can be said waits for ever for the rest.
func say[P, R any](e *events, command cdp.Command[P, R], params P) {
	select {
	case e.replies <- func() {
		ctx, cancel := context.WithTimeout(context.Background(), answerTime)
		defer cancel()
		_, _ = call(ctx, e.session, command, params) // the page may have gone
	}:
	default:
	}
}

func (e *events) expire() {
	select {
	case e.expired <- struct{}{}:
	default:
	}
}

// forget tells whether the page's clock stands again, and forgets that it did.
func (e *events) forget() bool {
	select {
	case <-e.expired:
		return true
	default:
		return false
	}
}

func (e *events) count(n *int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	*n++
}

// finish closes over; mu is held.
func (e *events) finish() {
	if !e.isOver {
		e.isOver = true
		close(e.over)
	}
}

func (e *events) dialog(d cdppage.EventJavascriptDialogOpening) {
	e.count(&e.dialogs)
	say(e, cdppage.HandleJavaScriptDialog, cdppage.HandleJavaScriptDialogParams{Accept: d.Type == cdppage.DialogTypeBeforeunload})
}

func (e *events) fail(f Failure, detail string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.lost(f, detail)
}

// lost ends the load of a page whose document is gone; mu is held.
func (e *events) lost(f Failure, detail string) {
	if e.failure == "" {
		e.failure, e.detail = f, detail
	}
	e.finish()
}

// failed tells why the page's document is gone, "" if it is not.
func (e *events) failed() (Failure, string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.failure, e.detail
}

func (e *events) downloads() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.download
}

// tell puts what happened into a result.
func (e *events) tell(r *Result) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, hash := range r.HashRoutes {
		e.addHash(hash)
	}
	slices.Sort(e.hashes)
	r.Steps, r.HashRoutes = e.steps, e.hashes
	r.Console, r.Popups, r.Dialogs, r.Downloads, r.OwnTime = e.console, e.popups, e.dialogs, e.download, e.now
	if leaves, yes := r.Leaves(); yes {
		r.Final = leaves.To
	} else if len(e.steps) > 0 {
		r.Final = e.steps[len(e.steps)-1].To
	}
}

// complained counts what the console says, and stops listening to a flood.
func (e *events) complained() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.console < maxConsole {
		if e.console++; e.console == maxConsole {
			say(e, runtime.Disable, cdp.Empty{})
		}
	}
}

// ran tells the time by the page's clock.
func (e *events) ran(d time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.now += d
}
