package verify

import (
	"context"
	"errors"
	"fmt"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/crawler/visiting"
)

// typed checks the sitemap at a URL that the user gave, and what it lists.
func (c *checker) typed(ctx context.Context, arg string) error {
	at, login, err := typedurl.TakeLogin(arg)
	if err != nil {
		return err
	}
	visit, err := c.visitor.Visit(ctx, at, at, login)
	if err != nil {
		return err
	}
	return c.follow(ctx, visit, at)
}

// withoutScheme checks the sitemap at a URL that was typed without http:// or
// https://, and that is no file.
func (c *checker) withoutScheme(ctx context.Context, arg string) error {
	at, login, err := typedurl.TakeLogin(arg)
	if err != nil {
		return err
	}
	site, err := c.visitor.Find(ctx, at, login)
	if err != nil {
		if ctx.Err() != nil {
			return err
		}
		c.cannotRead(fmt.Errorf("%s is no file here, and as a URL: %w", at, err))
		return nil
	}
	c.p.Inform(at+" is no file here; "+site.URL+" is checked", "no file, taken as a URL", "file", at, "url", site.URL)
	return c.follow(ctx, site.Visit, site.URL)
}

// follow checks one URL and then what it lists.
func (c *checker) follow(ctx context.Context, v *visiting.Visit, at string) error {
	err := c.web.Follow(ctx, v.Fetcher, at)
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return &exit.Error{Code: exit.Interrupted, Err: ctx.Err()}
	}
	return err
}
