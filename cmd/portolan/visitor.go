package main

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// visitor makes the single requests of commands that do not crawl, as a crawl
// makes its own: at its pace, with credentials for what was typed, and never
// to addresses that only a site leads to.
type visitor struct {
	p     *program
	net   *network
	rules *canonical.Rules
	sites map[string]*visit // by origin
}

// visit is what belongs to one typed URL.
type visit struct {
	*pace.PoliteFetcher
	log    *slog.Logger
	client *fetch.Client
	rules  *canonical.Rules
}

func (p *program) newVisitor(f *networkFlags) (*visitor, error) {
	n, err := f.check()
	if err != nil {
		return nil, err
	}
	// What is asked for is what was named, session ids included.
	rules, err := canonical.New(canonical.Config{NoSessionRules: true, NoTrackingRules: true})
	if err != nil {
		return nil, failf("set up the rules of URLs: %w", err)
	}
	return &visitor{p: p, net: n, rules: rules, sites: map[string]*visit{}}, nil
}

func (v *visitor) close() {
	for _, s := range v.sites {
		s.client.Close()
	}
}

// visit prepares for requests that start at a URL, with the login that was
// typed in it. Credentials go where what was typed says: a site that is found
// under http, because nobody answers under https, gets none.
func (v *visitor) visit(ctx context.Context, url, typed, login string) (*visit, error) {
	origins, err := typedOrigins(v.rules, typed)
	if err != nil {
		return nil, err
	}
	origin, host := typedOrigin(v.rules, url)
	if s := v.sites[origin]; s != nil {
		return s, nil
	}
	n := *v.net
	v.p.useLogin(&n, login)
	if n.hasCredentials() && !slices.Contains(origins, origin) {
		v.p.log.Warn("no credentials are sent to " + origin + ", which is not encrypted; to send them, type http://")
	}
	at := n.reachOf(ctx, host)
	o := n.fetchOptions(origins)
	o.MaxConns, o.AllowAddr = 1, at.filter()
	client, err := n.newClient(o)
	if err != nil {
		return nil, err
	}
	s := &visit{pace.NewPoliteFetcher(client.NewFetcher(), n.politeness(at)), v.p.log, client, v.rules}
	v.sites[origin] = s
	return s, nil
}

// Fetch implements pace.Fetcher.
func (v *visit) Fetch(ctx context.Context, req *fetch.Request, res *fetch.Response) {
	v.PoliteFetcher.Fetch(ctx, req, res)
	if res.Outcome == record.Answered {
		v.log.Debug("asked", "url", req.URL, "answer", res.Status)
	} else {
		v.log.Debug("asked", "url", req.URL, "answer", "none: "+res.Err.String())
	}
}

const (
	maxSitemapRedirects = 5
	// maxSitemapWire is how much of an answer is read: five times what the
	// protocol allows unpacked.
	maxSitemapWire = 256 << 20
)

// sitemap gets the sitemap at a URL, redirects followed, and gives read its
// body as it lies on the server, and the URL that answered. A child, which a
// sitemap and not the user named, may not lead to another host.
func (v *visit) sitemap(ctx context.Context, at string, child bool, read func(body io.Reader, final string) error) error {
	var res fetch.Response
	url, err := v.form(at)
	for hop := 0; err == nil; hop++ {
		var failed error
		v.Fetch(ctx, &fetch.Request{URL: url, Accept: crawler.AcceptSitemap, Stream: func(header http.Header, body io.Reader) {
			if body, failed = decoded(url, header, body); failed == nil {
				failed = read(io.LimitReader(body, maxSitemapWire), url)
			}
		}}, &res)
		switch {
		case res.Err != record.ErrNone || res.Outcome != record.Answered:
			return fmt.Errorf("fetch %s: %w", at, visitError(&res))
		case res.Status == http.StatusOK && failed != nil:
			return fmt.Errorf("fetch %s: %w", at, failed)
		case res.Status == http.StatusOK:
			return nil
		case res.Status < 300 || res.Status >= 400 || res.Location == "":
			return fmt.Errorf("fetch %s: the server answered %d %s", at, res.Status, http.StatusText(res.Status))
		case hop == maxSitemapRedirects:
			return fmt.Errorf("fetch %s: more than five redirects", at)
		}
		from := url
		if url, err = v.target(from, res.Location); err == nil && child && hostOf(url) != hostOf(from) {
			err = fmt.Errorf("it redirects to another host, %s", hostOf(url))
		}
	}
	return fmt.Errorf("fetch %s: %w", at, err)
}

// form gives the spelling in which a URL is asked for.
func (v *visit) form(at string) (string, error) {
	form := v.rules.Canonical(at)
	if form.Reason != canonical.OK {
		return "", errors.New("it is not a URL of the web")
	}
	return string(form.URL), nil
}

// target resolves a redirect.
func (v *visit) target(from, location string) (string, error) {
	resolver := v.rules.NewResolver()
	if err := resolver.SetBase(from, ""); err != nil {
		return "", err
	}
	form := resolver.Resolve([]byte(location))
	if form.Reason != canonical.OK {
		return "", fmt.Errorf("it redirects to %s, which is not a URL of the web", location)
	}
	return string(form.URL), nil
}

func hostOf(url string) string {
	_, host, _, _ := canonical.Split([]byte(url))
	return hostOnly(string(host))
}

// visitError puts an answer that did not come into words.
func visitError(res *fetch.Response) error {
	text := res.ErrText
	if res.Err == record.ErrPrivate {
		text += "; to go there all the same: --allow-private"
	}
	if text == "" {
		text = "no answer"
	}
	return errors.New(text)
}

// decoded undoes a Content-Encoding that was not asked for. A .gz file is
// packed by its own account: servers that call that an encoding mean the same
// bytes.
func decoded(url string, header http.Header, body io.Reader) (io.Reader, error) {
	encoding := strings.ToLower(header.Get("Content-Encoding"))
	path, _, _ := strings.Cut(url, "?")
	switch {
	case encoding == "", encoding == "identity":
		return body, nil
	case !slices.Contains([]string{"gzip", "x-gzip"}, encoding):
		return nil, fmt.Errorf("the server sent Content-Encoding %q, which was not asked for", encoding)
	case strings.HasSuffix(strings.ToLower(path), ".gz"):
		return body, nil
	}
	unpacked, err := gzip.NewReader(body)
	if err != nil {
		return nil, fmt.Errorf("unpack the answer: %w", err)
	}
	return unpacked, nil
}
