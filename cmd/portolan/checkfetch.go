package main

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"strings"
	"time"
)

const (
	maxSitemapRedirects = 5
	// maxSitemapWire is how much of an answer is read: five times what the
	// protocol allows unpacked.
	maxSitemapWire = 256 << 20
)

// sitemapFetch opens the sitemap at a URL. final is the URL that answered;
// done must be called when body has been read. A child, which a sitemap and
// not the user named, may not lead to another host.
type sitemapFetch func(ctx context.Context, url string, child bool) (body io.Reader, final string, done func(), err error)

// newSitemapFetch gives a fetch that takes at most timeout for a file. Files
// come as they lie on the server: packing is for the reader to find.
func newSitemapFetch(timeout time.Duration) sitemapFetch {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DisableCompression = true
	return func(ctx context.Context, at string, child bool) (io.Reader, string, func(), error) {
		ctx, cancel := context.WithTimeout(ctx, timeout)
		resp, err := getSitemap(ctx, transport, at, child)
		if err != nil {
			cancel()
			return nil, "", nil, fmt.Errorf("fetch %s: %w", at, bare(err))
		}
		done := func() {
			resp.Body.Close()
			cancel()
			transport.CloseIdleConnections()
		}
		if resp.StatusCode != http.StatusOK {
			done()
			return nil, "", nil, fmt.Errorf("fetch %s: the server answered %s", at, resp.Status)
		}
		body, err := decoded(resp)
		if err != nil {
			done()
			return nil, "", nil, fmt.Errorf("fetch %s: %w", at, err)
		}
		return io.LimitReader(body, maxSitemapWire), resp.Request.URL.String(), done, nil
	}
}

func getSitemap(ctx context.Context, transport http.RoundTripper, at string, child bool) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", "portolan/"+versionString())
	client := &http.Client{
		Transport: transport,
		CheckRedirect: func(next *http.Request, via []*http.Request) error {
			switch {
			case len(via) > maxSitemapRedirects:
				return errors.New("more than five redirects")
			case child && next.URL.Hostname() != req.URL.Hostname():
				return fmt.Errorf("it redirects to another host, %s", next.URL.Hostname())
			}
			return nil
		},
	}
	return client.Do(req)
}

// decoded undoes a Content-Encoding that was not asked for. A .gz file is
// packed by its own account: servers that call that an encoding mean the same
// bytes.
func decoded(resp *http.Response) (io.Reader, error) {
	encoding := strings.ToLower(resp.Header.Get("Content-Encoding"))
	switch {
	case encoding == "", encoding == "identity":
		return resp.Body, nil
	case encoding != "gzip" && encoding != "x-gzip":
		return nil, fmt.Errorf("the server sent Content-Encoding %q, which was not asked for", encoding)
	case strings.EqualFold(path.Ext(resp.Request.URL.Path), ".gz"):
		return resp.Body, nil
	}
	gz, err := gzip.NewReader(resp.Body)
	if err != nil {
		return nil, fmt.Errorf("unpack the answer: %w", err)
	}
	return gz, nil
}

// bare drops the method and URL that net/http puts before its errors: they are
// in ours already.
func bare(err error) error {
	if inner := errors.Unwrap(err); inner != nil {
		return inner
	}
	return err
}
