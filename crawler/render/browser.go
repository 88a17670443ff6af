package render

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"github.com/portolan-seo/portolan/crawler/render/chromium"
	"github.com/portolan-seo/portolan/crawler/render/proxy"
)

// How long the browser itself may take for an answer, however busy the machine
// is, and for its start. One that takes longer is broken.
const (
	answerTime = 10 * time.Second
	startTime  = time.Minute
)

// browser is one run of a browser.
type browser struct {
	conn      *conn
	process   *chromium.Process // nil for one that others started
	own       *proxy.Page       // where its own requests end
	userAgent string
	pages     atomic.Int64 // begun so far
	full      atomic.Bool  // its memory is at the limit
}

// start starts a browser, or finds the one that runs.
func (r *Renderer) start(ctx context.Context) (b *browser, err error) {
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	b = new(browser)
	if b.own, err = r.proxy.Page(context.Background(), ""); err != nil {
		return nil, err
	}
	if isAddress(r.options.Browser) {
		transport, err := dial(ctx, r.options.Browser)
		if err != nil {
			b.own.Close()
			return nil, err
		}
		b.conn = newConn(transport)
	} else {
		b.process, err = chromium.Start(chromium.Options{
			Path: r.options.Browser, NoSandbox: r.options.NoSandbox, Proxy: b.own.Addr(), Pin: r.proxy.Pin(),
		})
		if err != nil {
			b.own.Close()
			return nil, err
		}
		b.conn = newConn(chromedp.NewPipeConn(&limited{ReadCloser: b.process.Out}, b.process.In))
	}
	version, err := call(ctx, b.root(), cdpbrowser.GetVersion, cdp.Empty{})
	if err != nil {
		b.stop()
		return nil, b.startError(err)
	}
	b.userAgent = r.options.UserAgent
	if b.userAgent == "" {
		agent := strings.Replace(version.UserAgent, "HeadlessChrome", "Chrome", 1)
		b.userAgent = strings.Replace(agent, "like Gecko)", "like Gecko; compatible; portolan)", 1)
	}
	return b, nil
}

// startError tells why a browser that was started does not answer.
func (b *browser) startError(err error) error {
	if b.process == nil {
		return fmt.Errorf("speak with the browser: %w", err)
	}
	said := strings.TrimSpace(b.process.Said())
	if strings.Contains(said, "No usable sandbox") {
		said = "this machine gives Chromium no sandbox (user namespaces are off, or a container's seccomp profile forbids them)"
	}
	if said == "" {
		return fmt.Errorf("the browser does not answer: %w", err)
	}
	return fmt.Errorf("the browser did not start: %s", said)
}

// root is the session of the browser itself.
func (b *browser) root() session { return session{conn: b.conn} }

// due tells whether the browser is at its end, or should be.
func (b *browser) due(pages int, memory int64) bool {
	select {
	case <-b.conn.lost:
		return true
	default:
	}
	if b.process == nil {
		return false
	}
	return b.full.Load() || b.pages.Load() >= int64(pages)
}

// weigh looks at the browser's memory, after every tenth page.
func (b *browser) weigh(limit int64) {
	if b.process != nil && b.pages.Load()%10 == 0 && b.process.Usage().Memory >= limit {
		b.full.Store(true)
	}
}

// stop ends the browser, or leaves the one that others started.
func (b *browser) stop() {
	b.conn.transport.Close()
	if b.process != nil {
		b.process.Kill()
	}
	<-b.conn.lost
	b.own.Close()
}

// broken ends a browser that does not answer, and gives errLost; another
// cause is left as it is.
func (b *browser) broken(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return err
	}
	if errors.Is(err, context.DeadlineExceeded) && b.process != nil {
		b.process.Kill()
		return fmt.Errorf("%w: %w", errLost, err)
	}
	return err
}
