package crawlopt

import (
	"context"
	"errors"
	"log/slog"
	"runtime"

	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/filter"
	"github.com/portolan-seo/portolan/crawler/render"
	"github.com/portolan-seo/portolan/crawler/render/proxy"
)

// Render says which pages are read a second time, with their scripts run.
type Render struct {
	render        string
	browser       string
	noSandbox     bool
	renderTabs    int
	thirdParty    string
	renderPost    bool
	renderScroll  int
	renderClick   string
	renderClicks  int
	followScripts bool
}

func (f *Render) declareRender(fs *pflag.FlagSet) {
	fs.StringVar(&f.render, "render", "auto", "run the scripts of pages in a browser, `WHEN`: auto (of templates whose pages say next to nothing without, found by samples), always or never")
	fs.StringVar(&f.browser, "browser", "", "the browser: `PATH` of a Chromium or Chrome, or ws://127.0.0.1:9222 of one that runs on this machine (default: found in the PATH and the usual places)")
	fs.BoolVar(&f.noSandbox, "browser-no-sandbox", false, "start the browser without its sandbox, which as root it has not: only where nothing else is at stake, as in a container")
	fs.IntVar(&f.renderTabs, "render-tabs", 0, "render `N` pages at a time (default: as many as there are processors)")
	fs.StringVar(&f.thirdParty, "render-third-party", string(proxy.PartyScripts), "of other sites `WHAT` pages may load: none, scripts (and styles) or all")
	fs.BoolVar(&f.renderPost, "render-post", false, "let the scripts of pages send JSON to their own origin by POST, as GraphQL does; else they may only read")
	fs.IntVar(&f.renderScroll, "render-scroll", 0, "scroll each rendered page to its end `N` times at most, for lists that grow")
	fs.StringVar(&f.renderClick, "render-click", "", "click what this CSS `SELECTOR` finds (\"load more\") in each rendered page")
	fs.IntVar(&f.renderClicks, "render-clicks", 10, "with --render-click: `N` times a page at most")
	fs.BoolVar(&f.followScripts, "follow-script-links", false, "crawl URLs that scripts give pages by history.pushState, without a link to them, too")
}

func (f *Render) checkRender() error {
	switch f.render {
	case "auto", "always", "never":
	default:
		return exit.Usagef("--render %q: it is auto, always or never", f.render)
	}
	switch proxy.Parties(f.thirdParty) {
	case proxy.NoParties, proxy.PartyScripts, proxy.AllParties:
	default:
		return exit.Usagef("--render-third-party %q: it is none, scripts or all", f.thirdParty)
	}
	switch {
	case f.renderTabs < 0 || f.renderTabs > 64:
		return exit.Usagef("--render-tabs %d: it is from 1 to 64, 0 for as many as there are processors", f.renderTabs)
	case f.renderScroll < 0 || f.renderScroll > 100:
		return exit.Usagef("--render-scroll %d: it is from 0 to 100", f.renderScroll)
	case f.renderClicks < 1 || f.renderClicks > 100:
		return exit.Usagef("--render-clicks %d: it is from 1 to 100", f.renderClicks)
	case f.render == "never":
		return nil
	}
	err := render.Usable(context.Background(), f.settings())
	switch {
	case err == nil || f.render == "auto" && f.browser == "":
		return nil
	case errors.Is(err, render.ErrRoot):
		return exit.Usagef("--render %s: %w (--browser-no-sandbox)", f.render, err)
	case f.browser != "":
		return exit.Usagef("--browser %s: %w", f.browser, err)
	}
	return exit.Usagef("--render always: %w", err)
}

// settings are those of the renderer.
func (f *Render) settings() render.Options {
	o := render.Options{
		Effect: filter.HasEffect, Browser: f.browser, NoSandbox: f.noSandbox, Tabs: f.tabs(),
		ThirdParty: proxy.Parties(f.thirdParty), Post: f.renderPost, Scroll: f.renderScroll,
	}
	if f.renderClick != "" {
		o.Click, o.Clicks = f.renderClick, f.renderClicks
	}
	return o
}

func (f *Render) tabs() int {
	if f.renderTabs > 0 {
		return f.renderTabs
	}
	return runtime.NumCPU()
}

// Options are those of the crawl.
func (f *Render) Options(log *slog.Logger) crawler.Render {
	if f.render == "never" {
		return crawler.Render{FollowScripts: f.followScripts}
	}
	open := func(ctx context.Context, asker render.Asker) (crawler.Renderer, error) {
		o := f.settings()
		o.Asker = asker
		r, err := render.New(ctx, o)
		if err != nil {
			return nil, err
		}
		if !r.Contained() {
			log.Warn("a browser that runs already cannot be shut in: what it asks for by itself goes past portolan", "browser", f.browser)
		}
		return clicking{r, log, f.renderClick}, nil
	}
	return crawler.Render{Open: open, All: f.render == "always", Tabs: f.tabs(), FollowScripts: f.followScripts}
}

// clicking tells at its end of a selector that found nothing.
type clicking struct {
	*render.Renderer
	log      *slog.Logger
	selector string
}

func (c clicking) Close() {
	c.Renderer.Close()
	if pages, clicks := c.Clicked(); pages > 0 && clicks == 0 {
		c.log.Warn("--render-click found nothing to be clicked on any page: is the selector right?", "selector", c.selector, "pages", pages)
	}
}
