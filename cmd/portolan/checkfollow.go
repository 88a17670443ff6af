package main

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/sitemap"
)

// maxIndexDepth is how many levels of index files are read. The protocol knows
// one; the others are read to find loops.
const maxIndexDepth = 4

// listed is a sitemap that an index or a robots.txt names.
type listed struct {
	url  string
	line int
}

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
	_, err = c.follow(ctx, at, way{visit: visit})
	return err
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
	c.p.inform(at+" is no file here; "+site.url+" is checked", "no file, taken as a URL", "file", at, "url", site.url)
	_, err = c.follow(ctx, site.url, way{visit: site.visit})
	return err
}

// way is how a sitemap was come to.
type way struct {
	visit  *visit
	by     string   // what listed it, "" where the user did
	robots string   // URL of the robots.txt that names it, or the index that lists it
	chain  []string // the index files that led here
}

// follow checks one URL and then what it lists. The report of an index comes
// after those of its sitemaps, since they may add to it. An error ends the
// command.
func (c *checker) follow(ctx context.Context, at string, w way) (kind sitemap.Kind, err error) {
	rep, children, final, err := c.fetched(ctx, at, w)
	if err != nil {
		if ctx.Err() != nil {
			return "", &exitError{exitInterrupted, ctx.Err()}
		}
		if w.by != "" {
			err = fmt.Errorf("%w (listed in %s)", err, w.by)
		}
		c.cannotRead(err)
		return "", nil
	}
	if !c.f.noFollow && len(w.chain) < maxIndexDepth {
		on := way{visit: w.visit, robots: w.robots, chain: w.chain}
		switch rep.Kind {
		case sitemap.KindIndex:
			on.chain = append(slices.Clone(w.chain), at, final)
		case sitemap.KindRobots:
			on.robots = at
		}
		for _, child := range children {
			on.by = fmt.Sprintf("line %d of %s", child.line, at)
			if err := c.child(ctx, rep, child, on); err != nil {
				return "", err
			}
		}
	}
	return rep.Kind, c.report(at, rep)
}

// child checks one sitemap that the file of which rep is lists.
func (c *checker) child(ctx context.Context, rep *sitemap.Report, child listed, w way) error {
	if slices.ContainsFunc(w.chain, func(p string) bool { return sameURL(p, child.url) }) {
		rep.Add(sitemap.IndexLoop, child.line, child.url)
		if rep.Kind == sitemap.KindIndex {
			rep.Add(sitemap.NestedIndex, child.line, child.url)
		}
		return nil
	}
	if c.seen[child.url] {
		return nil
	}
	if len(c.seen) >= c.f.maxFiles {
		if !c.full {
			c.full = true
			c.p.log.Warn("not all sitemaps were fetched", "max-files", c.f.maxFiles)
		}
		return nil
	}
	kind, err := c.follow(ctx, child.url, w)
	if kind == sitemap.KindIndex && rep.Kind == sitemap.KindIndex {
		rep.Add(sitemap.NestedIndex, child.line, child.url)
	}
	return err
}

// fetched reads the sitemap at a URL. final is where redirects ended: that is
// its place. Of what it lists, only what it may list is given back: another
// host's files are not this check's to fetch.
func (c *checker) fetched(ctx context.Context, at string, w way) (rep *sitemap.Report, children []listed, final string, err error) {
	c.seen[at] = true
	err = w.visit.sitemap(ctx, at, len(w.chain) > 0, func(body io.Reader, from string) (err error) {
		final = from
		o := c.options(final)
		o.NamedBy = w.robots
		rep, err = sitemap.Read(body, o, func(it sitemap.Item) error {
			if it.Sitemap && it.InScope && len(children) < c.f.maxFiles {
				children = append(children, listed{it.Loc, it.Line})
			}
			return nil
		})
		return err
	})
	return rep, children, final, err
}

// sameURL compares URLs as far as spelling goes without saying.
func sameURL(a, b string) bool {
	if a == b {
		return true
	}
	x, errX := url.Parse(a)
	y, errY := url.Parse(b)
	return errX == nil && errY == nil && x.Scheme == y.Scheme && strings.EqualFold(x.Host, y.Host) &&
		x.EscapedPath() == y.EscapedPath() && x.RawQuery == y.RawQuery
}
