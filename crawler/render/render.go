package render

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/portolan-seo/portolan/crawler/render/chromium"
	"github.com/portolan-seo/portolan/crawler/render/proxy"
)

// What an Asker is asked, and how it answers; see package proxy.
type (
	Asker    = proxy.Asker
	Request  = proxy.Request
	Response = proxy.Response
	Refusal  = proxy.Refusal
)

// ErrRoot and ErrNone are returned by New where no browser can be started.
var (
	ErrRoot = chromium.ErrRoot
	ErrNone = chromium.ErrNone
)

// Options are the settings of a Renderer. Asker and Effect are needed; the
// zero value of all others works.
type Options struct {
	Asker  Asker
	Effect func(url []byte) (part string, found bool) // see proxy.Options

	// Browser is the path of a Chromium, or the address (ws://127.0.0.1:9222)
	// of a browser on this machine that runs already. That one cannot be shut
	// in: see Renderer.Contained. Default: what chromium.Find finds.
	Browser string
	// NoSandbox switches Chromium's sandbox off. Without it, nothing is
	// started as root.
	NoSandbox bool
	Tabs      int    // pages at a time; default runtime.NumCPU()
	UserAgent string // what scripts are told of the browser; default: its own, with portolan's name

	ThirdParty proxy.Parties // what of other sites is loaded; default proxy.PartyScripts
	Post       bool          // let questions in JSON to the page's own origin through
	Cache      int64         // bytes of scripts and styles kept for the crawl; default 64 MiB

	Scroll int    // how often a page is scrolled to its end, at most; default 0
	Click  string // a CSS selector of what is clicked ("load more")
	Clicks int    // how often, at most; default 0

	OwnTime time.Duration // of a page's own clock; default 5 s
	MaxTime time.Duration // of ours for a page, waits for pace not counted; default 15 s

	RecyclePages  int   // the browser is started anew after so many pages; default 200
	RecycleMemory int64 // or at so many bytes; default 1 GiB
}

func (o *Options) complete() error {
	if o.Tabs < 0 || o.Scroll < 0 || o.Clicks < 0 {
		return errors.New("tabs, scrolls and clicks cannot be below 0")
	}
	if o.Clicks > 0 && o.Click == "" {
		return errors.New("clicks need a selector of what is clicked")
	}
	set(&o.Tabs, runtime.NumCPU())
	set(&o.OwnTime, 5*time.Second)
	set(&o.MaxTime, 15*time.Second)
	set(&o.RecyclePages, 200)
	set(&o.RecycleMemory, 1<<30)
	return nil
}

func set[T comparable](v *T, value T) {
	var zero T
	if *v == zero {
		*v = value
	}
}

// Renderer renders the pages of one crawl. It is safe for concurrent use.
type Renderer struct {
	options Options
	proxy   *proxy.Proxy
	tabs    chan struct{}

	// Pages hold turn for reading while they use the browser; starting
	// another browser, or rendering a page alone, needs all of it.
	turn    sync.RWMutex
	browser *browser // nil where none could be started
	closed  bool

	asked, clicked atomic.Int64 // pages on which something was to be clicked; clicks
}

// New starts a browser. The error says what is missing, and how to get it.
func New(ctx context.Context, o Options) (*Renderer, error) {
	if err := o.complete(); err != nil {
		return nil, err
	}
	p, err := proxy.New(proxy.Options{
		Asker: o.Asker, Effect: o.Effect, ThirdParty: o.ThirdParty, Post: o.Post, Cache: o.Cache,
	})
	if err != nil {
		return nil, err
	}
	r := &Renderer{options: o, proxy: p, tabs: make(chan struct{}, o.Tabs)}
	if r.browser, err = r.start(ctx); err != nil {
		p.Close()
		return nil, err
	}
	return r, nil
}

// Contained tells whether the browser has no network of its own. One that was
// started by others may have: what it asks for by itself goes past us.
func (r *Renderer) Contained() bool { return !isAddress(r.options.Browser) }

// Clicked tells on how many pages something to be clicked was looked for, and how
// often it was there.
func (r *Renderer) Clicked() (pages, clicks int) {
	return int(r.asked.Load()), int(r.clicked.Load())
}

// Close ends the browser, and all that it left behind. It waits for pages at
// work.
func (r *Renderer) Close() {
	r.turn.Lock()
	defer r.turn.Unlock()
	if r.closed {
		return
	}
	r.closed = true
	if r.browser != nil {
		r.browser.stop()
	}
	r.proxy.Close()
}

// Render renders the page of a URL. Whatever the page does is in the Result;
// the error says why we could not go on: the context has ended, or no browser
// can be started any more.
func (r *Renderer) Render(ctx context.Context, rawURL string) (*Result, error) {
	if u, err := url.Parse(rawURL); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("render %q: not an absolute http or https URL", rawURL)
	}
	select {
	case r.tabs <- struct{}{}:
		defer func() { <-r.tabs }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	result, err := r.among(ctx, rawURL)
	if errors.Is(err, errLost) && ctx.Err() == nil {
		result, err = r.alone(ctx, rawURL)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("render %s: %w", rawURL, err)
	}
	return result, nil
}

// among renders a page beside others.
func (r *Renderer) among(ctx context.Context, rawURL string) (*Result, error) {
	r.turn.RLock()
	for r.due() {
		r.turn.RUnlock()
		if err := r.renew(ctx); err != nil {
			return nil, err
		}
		r.turn.RLock()
	}
	defer r.turn.RUnlock()
	return r.page(ctx, r.browser, rawURL)
}

// alone renders a page with a browser of its own, after the one that it
// shared broke down: perhaps by its doing.
func (r *Renderer) alone(ctx context.Context, rawURL string) (*Result, error) {
	r.turn.Lock()
	defer r.turn.Unlock()
	if err := r.restart(ctx); err != nil {
		return nil, err
	}
	result, err := r.page(ctx, r.browser, rawURL)
	if errors.Is(err, errLost) {
		result, err = &Result{URL: rawURL, Final: rawURL, Failure: Broke, Detail: err.Error()}, nil
	}
	if result != nil {
		result.Marks.Alone = true
	}
	return result, err
}

// due tells whether the browser has to be started anew; turn is held.
func (r *Renderer) due() bool {
	return r.closed || r.browser == nil || r.browser.due(r.options.RecyclePages, r.options.RecycleMemory)
}

func (r *Renderer) renew(ctx context.Context) error {
	r.turn.Lock()
	defer r.turn.Unlock()
	if !r.due() {
		return nil // another was faster
	}
	return r.restart(ctx)
}

// restart starts a browser in the place of the former; turn is held alone.
func (r *Renderer) restart(ctx context.Context) error {
	if r.closed {
		return errors.New("the renderer is closed")
	}
	if r.browser != nil {
		r.browser.stop()
	}
	var err error
	r.browser, err = r.start(ctx)
	return err
}
