package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

func (p *program) explainCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "explain FOLDER URL",
		Short: "Tell why a URL is listed or not, with the evidence",
		Long: `Tell what the newest crawl in a site folder knows of a URL: its verdict and the
evidence for it, every other rule that matches, where its redirects end, how
the URL became known, the way to it from the start, who links to it, and what
it answered. Nothing is fetched.

The URL is looked up under its canonical form; what that removes is said. It
may be given without the site's address: /about.html. A URL that the crawl does
not know is judged by what can be said without fetching it: scope, filters and
robots.txt.`,
		Example: `  portolan explain example.com https://example.com/about.html
  portolan explain example.com /shop/cart.php
  portolan explain example.com /shop/ --json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usagef("explain wants a site folder and a URL, as in portolan explain example.com /about.html; got %d argument%s%s",
					len(args), plural(len(args)), siteFoldersHere())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			crawl, err := openStored(args[0])
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, crawl.Close()) }()
			asked, _, err := takeLogin(args[1])
			if err != nil {
				return err
			}
			return p.explain(cmd.Context(), crawl, args[0], asked)
		},
	}
}

func (p *program) explain(ctx context.Context, crawl *storedCrawl, dir, asked string) error {
	options, err := crawl.auditOptions()
	if err != nil {
		return err
	}
	found, err := crawl.lookUp(options.Rules, asked)
	if err != nil {
		return err
	}
	judge, err := audit.NewJudge(ctx, crawl, options)
	if err != nil {
		return failf("%w", err)
	}
	e := &explainer{ctx: ctx, crawl: crawl, judge: judge, dir: dir}
	x, err := e.explain(asked, found)
	switch {
	case err != nil:
		return failf("explain %s: %w", asked, err)
	case p.json:
		err = p.printJSON(x)
	case !p.quiet:
		_, err = fmt.Fprint(p.out, x.text())
	}
	if err != nil {
		return failf("print the explanation: %w", err)
	}
	return nil
}

// lookedUp is what a URL that the user gave comes to.
type lookedUp struct {
	row     *frontier.Row // nil if the crawl does not know it
	url     string        // its canonical form, or the text under which it is known
	removed []canonical.Removal
	reason  canonical.Reason
}

// lookUp finds a URL as it is, then under its canonical form by the tables,
// then by all that the crawl has learned.
func (s *storedCrawl) lookUp(learned *canonical.Rules, asked string) (lookedUp, error) {
	row, err := s.Find(asked)
	if err != nil || row != nil {
		return lookedUp{row: row, url: asked}, err
	}
	before, err := canonical.New(s.rules.Identity)
	if err != nil {
		return lookedUp{}, failf("%w", err)
	}
	var at lookedUp
	for _, rules := range []*canonical.Rules{before, learned} {
		if at, err = s.formOf(rules, asked); err != nil {
			return at, err
		}
		if at.url == "" {
			break
		}
		if at.row, err = s.Find(at.url); err != nil || at.row != nil {
			return at, err
		}
	}
	if at.url == "" {
		return at, usagef("%q is not the URL of a web page: %s", asked, unlistable[at.reason.String()])
	}
	return at, nil
}

// formOf gives the canonical form of what the user gave, read as a link on
// the site.
func (s *storedCrawl) formOf(rules *canonical.Rules, asked string) (lookedUp, error) {
	if rest, ok := strings.CutPrefix(asked, s.scope.Host); ok && (rest == "" || strings.ContainsRune("/?#", rune(rest[0]))) {
		asked = s.scope.Scheme + "://" + asked
	}
	resolver := rules.NewResolver()
	if err := resolver.SetBase(s.scope.String(), ""); err != nil {
		return lookedUp{}, failf("%w", err)
	}
	r := resolver.Resolve([]byte(asked))
	form := r.URL
	if r.Reason == canonical.TooLong {
		form = r.Long[:min(len(r.Long), canonical.MaxLength+1)]
	}
	return lookedUp{url: string(form), removed: r.Removed, reason: r.Reason}, nil
}
