package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/portolan-seo/portolan/robots"
)

const (
	// maxRobotsRedirects is how many redirects of a robots.txt are followed,
	// also to other hosts (RFC 9309 2.3.1.2).
	maxRobotsRedirects = 5
	robotsTimeout      = 30 * time.Second
)

// fetchRobots gets a robots.txt. A chain of more than five redirects counts as
// a file that is not there, status 404. Status, size and redirects are judged
// as RFC 9309 2.3.1 says; the caller turns the status into rules.
func fetchRobots(ctx context.Context, url string) (status int, body []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, robotsTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, nil, fmt.Errorf("fetch %s: %w", url, err)
	}
	req.Header.Set("User-Agent", "portolan/"+versionString())
	transport := http.DefaultTransport.(*http.Transport).Clone()
	defer transport.CloseIdleConnections()
	client := &http.Client{
		Transport: transport,
		CheckRedirect: func(_ *http.Request, via []*http.Request) error {
			if len(via) > maxRobotsRedirects {
				return http.ErrUseLastResponse
			}
			return nil
		},
	}
	resp, err := client.Do(req)
	if err != nil {
		return 0, nil, fmt.Errorf("fetch %s: %w", url, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 && resp.StatusCode < 400 && resp.Header.Get("Location") != "" {
		return http.StatusNotFound, nil, nil
	}
	body, err = io.ReadAll(io.LimitReader(resp.Body, robots.MaxSize+1))
	if err != nil {
		return 0, nil, fmt.Errorf("read %s: %w", url, err)
	}
	return resp.StatusCode, body, nil
}
