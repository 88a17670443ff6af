package render

import (
	"context"

	"github.com/portolan-seo/portolan/crawler/render/chromium"
)

// Usable tells why no browser can be had under these options, before one is
// needed: none is found, one is not allowed to start, or the address of one that
// runs is of no use.
func Usable(ctx context.Context, o Options) error {
	if !isAddress(o.Browser) {
		return chromium.Usable(chromium.Options{Path: o.Browser, NoSandbox: o.NoSandbox})
	}
	transport, err := dial(ctx, o.Browser)
	if err != nil {
		return err
	}
	return transport.Close()
}

// IsAddress tells the address of a browser that runs from the path of a
// program.
func IsAddress(browser string) bool { return isAddress(browser) }
