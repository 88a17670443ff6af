package check

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
	"github.com/portolan-seo/portolan/crawler/reach"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Fetcher makes the single requests of those who do not crawl, as a crawl makes
// its own: at its pace.
type Fetcher struct {
	*pace.PoliteFetcher
	Rules *canonical.Rules // by which redirects are resolved
	Log   *slog.Logger     // is told of each request
	// Private is added to the error of an address that a site may not lead to.
	Private string
	// Refused says more of a URL that was answered with an error status, "" for
	// nothing; nil never does.
	Refused func(url string, status int) string
}

// Fetch implements pace.Fetcher.
func (f *Fetcher) Fetch(ctx context.Context, req *fetch.Request, res *fetch.Response) {
	f.PoliteFetcher.Fetch(ctx, req, res)
	if res.Outcome == record.Answered {
		f.Log.Debug("asked", "url", req.URL, "answer", res.Status)
	} else {
		f.Log.Debug("asked", "url", req.URL, "answer", "none: "+res.Err.String())
	}
}

const (
	maxSitemapRedirects = 5
	// maxSitemapWire is how much of an answer is read: five times what the
	// protocol allows unpacked.
	maxSitemapWire = 256 << 20
)

// Sitemap gets the sitemap at a URL, redirects followed, and gives read its
// body as it lies on the server, and the URL that answered. A child, which a
// sitemap and not the user named, may not lead to another host.
func (f *Fetcher) Sitemap(ctx context.Context, at string, child bool, read func(body io.Reader, final string) error) error {
	var res fetch.Response
	url, err := f.form(at)
	for hop := 0; err == nil; hop++ {
		var failed error
		f.Fetch(ctx, &fetch.Request{URL: url, Accept: crawler.AcceptSitemap, Stream: func(header http.Header, body io.Reader) {
			if body, failed = decoded(url, header, body); failed == nil {
				failed = read(io.LimitReader(body, maxSitemapWire), url)
			}
		}}, &res)
		switch {
		case res.Err != record.ErrNone || res.Outcome != record.Answered:
			return fmt.Errorf("fetch %s: %w", at, f.failure(&res))
		case res.Status == http.StatusOK && failed != nil:
			return fmt.Errorf("fetch %s: %w", at, failed)
		case res.Status == http.StatusOK:
			return nil
		case res.Status < 300 || res.Status >= 400 || res.Location == "":
			more := ""
			if f.Refused != nil {
				more = f.Refused(url, res.Status)
			}
			return fmt.Errorf("fetch %s: the server answered %d %s%s", at, res.Status, http.StatusText(res.Status), more)
		case hop == maxSitemapRedirects:
			return fmt.Errorf("fetch %s: more than five redirects", at)
		}
		from := url
		if url, err = f.target(from, res.Location); err == nil && child && hostOf(url) != hostOf(from) {
			err = fmt.Errorf("it redirects to another host, %s", hostOf(url))
		}
	}
	return fmt.Errorf("fetch %s: %w", at, err)
}

// form gives the spelling in which a URL is asked for.
func (f *Fetcher) form(at string) (string, error) {
	form := f.Rules.Canonical(at)
	if form.Reason != canonical.OK {
		return "", errors.New("it is not a URL of the web")
	}
	return string(form.URL), nil
}

// target resolves a redirect.
func (f *Fetcher) target(from, location string) (string, error) {
	resolver := f.Rules.NewResolver()
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
	return reach.Host(string(host))
}

// failure puts an answer that did not come into words.
func (f *Fetcher) failure(res *fetch.Response) error {
	text := res.ErrText
	if res.Err == record.ErrPrivate {
		text += f.Private
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
