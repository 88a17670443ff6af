package check

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/sitemap"
)

// Checker checks sitemaps on the web, and what they list. Its functions are
// called one after the other.
type Checker struct {
	MaxFiles int  // to fetch at most
	NoFollow bool // leaves what an index or a robots.txt lists

	Now        time.Time             // for dates that lie in the future
	HasSession func(url string) bool // nil = no test

	Report     func(name string, rep *sitemap.Report) error // an error ends it
	CannotRead func(err error)
	TooMany    func() // not all were fetched; it is called once
	// Listed is told of each URL of a page that a sitemap lists; nil = nobody is.
	// An error ends the reading of that file.
	Listed func(url, file string, line int) error

	seen map[string]bool // URLs fetched
	full bool
}

// Follow checks the sitemap at a URL and then what it lists. Errors are those of
// Report and of the context.
func (c *Checker) Follow(ctx context.Context, f *Fetcher, at string) error {
	if c.seen == nil {
		c.seen = map[string]bool{}
	}
	_, err := c.follow(ctx, at, way{fetcher: f})
	return err
}

// maxIndexDepth is how many levels of index files are read. The protocol knows
// one; the others are read to find loops.
const maxIndexDepth = 4

// listed is a sitemap that an index or a robots.txt names.
type listed struct {
	url  string
	line int
}

// way is how a sitemap was come to.
type way struct {
	fetcher *Fetcher
	by      string   // what listed it, "" where the user did
	robots  string   // URL of the robots.txt that names it, or the index that lists it
	chain   []string // the index files that led here
}

// follow checks one URL and then what it lists. The report of an index comes
// after those of its sitemaps, since they may add to it. An error ends the
// command.
func (c *Checker) follow(ctx context.Context, at string, w way) (kind sitemap.Kind, err error) {
	rep, children, final, err := c.fetched(ctx, at, w)
	if err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if w.by != "" {
			err = fmt.Errorf("%w (listed in %s)", err, w.by)
		}
		c.CannotRead(err)
		return "", nil
	}
	if !c.NoFollow && len(w.chain) < maxIndexDepth {
		on := way{fetcher: w.fetcher, robots: w.robots, chain: w.chain}
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
	return rep.Kind, c.Report(at, rep)
}

// child checks one sitemap that the file of which rep is lists.
func (c *Checker) child(ctx context.Context, rep *sitemap.Report, child listed, w way) error {
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
	if len(c.seen) >= c.MaxFiles {
		if !c.full {
			c.full = true
			c.TooMany()
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
func (c *Checker) fetched(ctx context.Context, at string, w way) (rep *sitemap.Report, children []listed, final string, err error) {
	c.seen[at] = true
	err = w.fetcher.Sitemap(ctx, at, len(w.chain) > 0, func(body io.Reader, from string) (err error) {
		final = from
		o := sitemap.ReadOptions{At: final, NamedBy: w.robots, Now: c.Now, HasSession: c.HasSession}
		rep, err = sitemap.Read(body, o, func(it sitemap.Item) error {
			if it.Sitemap && it.InScope && len(children) <= c.MaxFiles {
				children = append(children, listed{it.Loc, it.Line})
			}
			if !it.Sitemap && c.Listed != nil {
				return c.Listed(it.Loc, final, it.Line)
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
