package crawler

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
)

const (
	maxUnknown    = 5   // requests a host for URLs that cannot exist
	maxTopFolders = 256 // that are told apart
)

// unknowns finds out what a host answers to URLs that cannot exist: pages
// that look just like that answer are no pages, whatever their status is. It
// asks at the end of a crawl, once in the root and once in each of the largest
// top directories. It belongs to the scheduler.
type unknowns struct {
	pages   map[string]int // of status 200, by origin and top directory
	asked   []string       // directories
	answers []frontier.Unknown
}

// topFolder gives origin and first directory of a URL's path, with a slash at
// the end.
func topFolder(url string) string {
	root := len(originOf(url))
	path, _, _ := strings.Cut(url[root:], "?")
	if i := strings.IndexByte(strings.TrimPrefix(path, "/"), '/'); i >= 0 {
		return url[:root+i+2]
	}
	return url[:root] + "/"
}

// saw takes a page of status 200.
func (u *unknowns) saw(url string) {
	if u.pages == nil {
		u.pages = map[string]int{}
	}
	folder := topFolder(url)
	if _, known := u.pages[folder]; known || len(u.pages) < maxTopFolders {
		u.pages[folder]++
	}
}

// next gives the directory to ask about, "" if all is asked: the root of an
// origin first, then the directory with most pages.
func (u *unknowns) next() string {
	if len(u.asked) >= maxUnknown {
		return ""
	}
	var folders []string
	for folder := range u.pages {
		if !slices.Contains(u.asked, folder) {
			folders = append(folders, folder)
		}
	}
	if len(folders) == 0 {
		return ""
	}
	return slices.MinFunc(folders, func(a, b string) int {
		if rootA, rootB := a == originOf(a)+"/", b == originOf(b)+"/"; rootA != rootB {
			if rootA {
				return -1
			}
			return 1
		}
		return cmp.Or(u.pages[b]-u.pages[a], strings.Compare(a, b))
	})
}

// askUnknown asks for a URL that cannot exist, if one is due. more is false
// when there is nothing to ask any more; else wait tells when to call again.
func (s *scheduler) askUnknown(now time.Time) (wait time.Duration, more bool) {
	if s.c.opts.NoLearn {
		return 0, false
	}
	for {
		folder := s.unknown.next()
		if folder == "" {
			return 0, false
		}
		url := folder + fmt.Sprintf("portolan-%016x", s.c.rules.Load().Key([]byte(folder+"unknown")))
		o := s.origin(url)
		if o.pace.health.givenUp || !s.mayProbe(o, url, now) {
			s.unknown.asked = append(s.unknown.asked, folder)
			continue
		}
		if d, ok := o.pace.wait(now); !ok || d > 0 {
			return d, true
		}
		s.unknown.asked = append(s.unknown.asked, folder)
		s.start(o, job{origin: o, again: url, unknown: folder}, now)
		return time.Hour, true
	}
}

// askUnknown makes the request of such a job.
func (w *worker) askUnknown(ctx context.Context, j job) (*outcome, report) {
	w.fetcher.Fetch(ctx, &fetch.Request{URL: j.again}, &w.res)
	w.c.stats.bytes.Add(w.res.Wire)
	r := report{job: j, x: exchangeOf(&w.res, time.Now())}
	r.unknown = frontier.Unknown{Prefix: j.unknown, URL: j.again, Status: w.res.Status}
	if w.res.Outcome == page.Answered && w.res.Status == 200 {
		parsed := w.parser.Parse(page.Input{URL: j.again, Status: w.res.Status, Header: w.res.Header, Body: w.res.Body, Truncated: w.res.Truncated, Now: w.res.FetchedAt})
		r.unknown.TextHash, r.unknown.Title = parsed.TextHash, strings.Clone(parsed.Title)
	}
	return w.c.outcome(outcomeNothing), r
}
