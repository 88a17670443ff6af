package site

import (
	"fmt"

	"github.com/portolan-seo/portolan/crawler/guard"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// accepted counts what comes of the losses that were accepted, each URL for the first
// one that matches it. It reads the set that stands: before that is replaced.
func accepted(c *guard.Comparison, now *stored.Crawl) ([]stored.Accepted, error) {
	if c == nil || len(now.Accept) == 0 {
		return nil, nil
	}
	list := now.Accept.Empty(now.Began)
	for u, err := range c.AcceptedURLs() {
		if err != nil {
			return nil, fmt.Errorf("count what was accepted: %w", err)
		}
		for i := range list {
			if a := &list[i]; a.Matches(u.URL) {
				count(a, &u)
				break
			}
		}
	}
	return list, nil
}

func count(a *stored.Accepted, u *guard.AcceptedURL) {
	switch {
	case u.Before:
		a.LeftBefore++
	case !u.Stays:
		a.Left++
	default:
		a.Stay++
	}
	if u.Changed {
		a.Changed++
	}
}
