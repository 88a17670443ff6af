package render

import (
	"context"
	"sync"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/inspector"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/security"
	"github.com/chromedp/cdproto/target"
)

// open makes a target for the page and prepares it.
func (t *tab) open(ctx context.Context) error {
	b, yes := t.browser, true
	asked, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	made, err := call(asked, b.root(), target.CreateTarget, target.CreateTargetParams{URL: "about:blank", BrowserContextID: t.context})
	if err != nil {
		return b.broken(ctx, err)
	}
	attached, err := call(asked, b.root(), target.AttachToTarget, target.AttachToTargetParams{TargetID: made.TargetID, Flatten: &yes})
	if err != nil {
		return b.broken(ctx, err)
	}
	t.session = session{conn: b.conn, id: attached.SessionID}
	t.events = newEvents(t.session, cdp.FrameID(made.TargetID), t.url)
	results := []func(context.Context) error{
		ask(t.session, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{
			Behavior: cdpbrowser.SetDownloadBehaviorBehaviorDeny, BrowserContextID: t.context, EventsEnabled: &yes,
		}),
		ask(t.session, cdppage.Enable, cdppage.EnableParams{}),
		ask(t.session, fetch.Enable, fetch.EnableParams{Patterns: []*fetch.RequestPattern{{ResourceType: "Document"}}}),
		ask(t.session, inspector.Enable, cdp.Empty{}),
		ask(t.session, runtime.Enable, cdp.Empty{}),
		ask(t.session, performance.Enable, performance.EnableParams{}),
		ask(t.session, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: b.userAgent}),
	}
	if b.process == nil { // its flags are not ours
		results = append(results, ask(t.session, security.SetIgnoreCertificateErrors, security.SetIgnoreCertificateErrorsParams{Ignore: true}))
	}
	if !t.real {
		results = append(results, ask(t.session, emulation.SetVirtualTimePolicy, emulation.SetVirtualTimePolicyParams{Policy: emulation.VirtualTimePolicyPause}))
	}
	for _, result := range results {
		if err := result(asked); err != nil {
			return b.broken(ctx, err)
		}
	}
	return nil
}

// ask sends a command of which only the error is of interest.
func ask[P, R any](s session, command cdp.Command[P, R], params P) func(context.Context) error {
	result := post(s, command, params)
	return func(ctx context.Context) error {
		_, err := result(ctx)
		return err
	}
}

// within gives a context that ends with errTime once d has passed, in which
// the time that was waited does not count.
func within(ctx context.Context, d time.Duration, waited func() time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	began := time.Now()
	var mu sync.Mutex
	var timer *time.Timer
	mu.Lock()
	defer mu.Unlock()
	timer = time.AfterFunc(d, func() {
		mu.Lock()
		defer mu.Unlock()
		if left := d + waited() - time.Since(began); left > 0 {
			timer.Reset(left)
			return
		}
		cancel(errTime)
	})
	return ctx, func() {
		cancel(context.Canceled)
		timer.Stop()
	}
}
