package main

import (
	"context"
	"errors"
	"fmt"
)

// typed checks the sitemap at a URL that the user gave, and what it lists.
func (c *checker) typed(ctx context.Context, arg string) error {
	at, login, err := takeLogin(arg)
	if err != nil {
		return err
	}
	visit, err := c.visitor.visit(ctx, at, at, login)
	if err != nil {
		return err
	}
	return c.follow(ctx, visit, at)
}

// withoutScheme checks the sitemap at a URL that was typed without http:// or
// https://, and that is no file.
func (c *checker) withoutScheme(ctx context.Context, arg string) error {
	at, login, err := takeLogin(arg)
	if err != nil {
		return err
	}
	site, err := c.visitor.find(ctx, at, login)
	if err != nil {
		if ctx.Err() != nil {
			return err
		}
		c.cannotRead(fmt.Errorf("%s is no file here, and as a URL: %w", at, err))
		return nil
	}
	c.p.Inform(at+" is no file here; "+site.url+" is checked", "no file, taken as a URL", "file", at, "url", site.url)
	return c.follow(ctx, site.visit, site.url)
}

// follow checks one URL and then what it lists.
func (c *checker) follow(ctx context.Context, v *visit, at string) error {
	err := c.web.Follow(ctx, v.Fetcher, at)
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return &exitError{exitInterrupted, ctx.Err()}
	}
	return err
}
