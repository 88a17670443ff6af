package crawler

import (
	"context"

	"github.com/portolan-seo/portolan/crawler/render"
)

// Renderer runs the scripts of pages, as render.Renderer does.
type Renderer interface {
	Render(ctx context.Context, url string) (*render.Result, error)
	Close()
}

// Render says which pages are read a second time, with their scripts run. The
// zero value reads none so.
type Render struct {
	// Open starts a browser, whose requests are made by the asker. It is called
	// once a run, when the first page needs it; its error says why there is none,
	// and how to get one. Nil renders nothing.
	Open func(ctx context.Context, asker render.Asker) (Renderer, error)
	All  bool // true renders every web page, not those alone that need it
	Tabs int  // pages at a time; 0 = 1
	// FollowScripts fetches and lists URLs that scripts give pages, without a
	// link to them.
	FollowScripts bool
}
