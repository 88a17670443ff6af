package render

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"

	"github.com/portolan-seo/portolan/crawler/render/proxy"
)

// maxReloads is how often a page that loads itself again is loaded again, as
// pages do that set a cookie first.
const maxReloads = 2

// errTime is the cause of a context that ended because a page's time was up.
var errTime = errors.New("the page's time is up")

// page renders one page in a browser context of its own. Its error is ctx's
// end, or errLost.
func (r *Renderer) page(ctx context.Context, b *browser, url string) (*Result, error) {
	began := time.Now()
	b.pages.Add(1)
	defer b.weigh(r.options.RecycleMemory)
	net, err := r.proxy.Page(ctx, url)
	if err != nil {
		return nil, err
	}
	logged := sync.OnceValue(net.Close)
	defer logged()
	timed, cancel := within(ctx, r.options.MaxTime, net.Waited)
	defer cancel()

	t := &tab{renderer: r, browser: b, net: net, url: url}
	result, err := t.inContext(ctx, timed)
	if err != nil {
		return nil, err
	}
	result.Total, result.Waited = time.Since(began), net.Waited()
	result.Network = logged()
	result.Status, result.Header = result.Network.Status, result.Network.Header
	return result, nil
}

// tab is where a page is rendered.
type tab struct {
	renderer *Renderer
	browser  *browser
	net      *proxy.Page
	url      string
	context  cdp.BrowserContextID

	// Of one load:
	session session
	events  *events
	inside  runtime.ExecutionContextID // of the isolated world
	print   string                     // of the latest look, and whether it differs from the one before
	changed bool
	real    bool // by the real clock
	loose   bool // virtual time does not heed requests any more

	frameless bool // no frame came when one was waited for
}

// inContext makes a browser context for the page, and disposes of it after. A
// page that loads itself again keeps what it has stored there.
func (t *tab) inContext(ctx, timed context.Context) (*Result, error) {
	b, yes := t.browser, true
	asked, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	made, err := call(asked, b.root(), target.CreateBrowserContext, target.CreateBrowserContextParams{
		DisposeOnDetach: &yes, ProxyServer: "http://" + t.net.Addr(), ProxyBypassList: "<-loopback>",
	})
	if err != nil {
		return nil, b.broken(ctx, err)
	}
	t.context = made.BrowserContextID
	defer t.dispose(context.WithoutCancel(ctx))

	for reloads := 0; ; reloads++ {
		result, err := t.load(ctx, timed)
		if err != nil {
			return nil, err
		}
		switch hung := result.Failure == Hung && !t.real; {
		case hung && timed.Err() == nil:
			t.real = true
		case !t.events.reload || reloads == maxReloads || timed.Err() != nil:
			return result, nil
		}
	}
}

// dispose ends the page's browser context with all that is in it. A browser
// that cannot is broken.
func (t *tab) dispose(ctx context.Context) {
	asked, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	_, err := call(asked, t.browser.root(), target.DisposeBrowserContext, target.DisposeBrowserContextParams{BrowserContextID: t.context})
	_ = t.browser.broken(ctx, err)
}

// load loads the page in a new target, lets it run, and takes what is there.
func (t *tab) load(ctx, timed context.Context) (*Result, error) {
	if err := t.open(ctx); err != nil {
		return nil, err
	}
	defer t.session.listen(nil)
	defer t.events.end()
	result := &Result{URL: t.url, Final: t.url}
	result.Marks.RealTime = t.real
	err := t.show(timed, result)
	if errors.Is(err, errLost) || ctx.Err() != nil {
		return nil, err
	}
	result.Marks.Cut = errors.Is(err, errTime)
	result.Marks.Restless = t.changed && err == nil
	e := t.events
	failure, detail := e.failed()
	switch {
	case failure != "":
		result.Failure, result.Detail = failure, detail
	case result.Failure != "":
	case errors.Is(err, errHung) && !t.real && timed.Err() == nil:
		result.Failure = Hung
	default:
		if err := t.take(ctx, result); err != nil {
			return nil, err
		}
	}
	t.history(ctx, result)
	e.tell(result)
	return result, nil
}

// show navigates to the page and lets it run.
func (t *tab) show(ctx context.Context, result *Result) error {
	loaded, err := call(ctx, t.session, cdppage.Navigate, cdppage.NavigateParams{URL: t.url})
	_, leaves := t.events.leaves()
	failure, _ := t.events.failed()
	switch {
	case errors.Is(err, errLost):
		return err
	case leaves || failure != "":
		result.Failure = NoDocument
	case loaded.IsDownload || t.events.downloads() > 0:
		result.Failure = Download
	case err != nil:
		result.Failure, result.Detail = NoDocument, "no answer in time"
	case loaded.ErrorText != "":
		result.Failure, result.Detail = NoDocument, loaded.ErrorText
	default:
		status, why := t.net.Document()
		if status == 0 {
			result.Failure, result.Detail = NoDocument, why
			return nil
		}
		if err := t.within(ctx, hangs, t.world); err != nil {
			return err
		}
		return t.run(ctx)
	}
	return nil
}
