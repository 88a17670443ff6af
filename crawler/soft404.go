package crawler

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

const (
	maxUnknown    = 5   // requests a host for URLs that cannot exist
	maxTopFolders = 256 // that are told apart
)

// unknowns finds out what a host answers to URLs that cannot exist: pages
// that look like that answer are no pages, whatever their status is. It asks
// at the end of a crawl: once in the root and once in each of the largest top
// directories; where the first answer of status 200 comes from once more, to
// see what changes in it by itself. It belongs to the scheduler.
type unknowns struct {
	pages   map[string]int // of status 200, by origin and top directory
	asked   []string       // directories
	answers []frontier.Unknown
	texts   []*lookalike.Text // of answers, nil where it is no page
	looks   secondLooks
	begun   bool
	done    bool // all is asked
}

// topFolder gives origin and first directory of a URL's path, with a slash at
// the end.
func topFolder(url string) string {
	root := len(canonical.Origin(url))
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
	if _, known := u.pages[folder]; known {
		u.pages[folder]++
	} else if len(u.pages) < maxTopFolders {
		u.pages[strings.Clone(folder)] = 1
	}
}

// next gives the directory to ask about, "" if all is asked: that of the
// first page that came as an answer, the root of an origin, then the directory
// with most pages.
func (u *unknowns) next() string {
	if len(u.asked) >= maxUnknown {
		return ""
	}
	if i := slices.IndexFunc(u.texts, func(t *lookalike.Text) bool { return t != nil }); i >= 0 {
		first := u.answers[i].Prefix
		if at := slices.Index(u.asked, first); !slices.Contains(u.asked[at+1:], first) {
			return first
		}
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
		if rootA, rootB := a == canonical.Origin(a)+"/", b == canonical.Origin(b)+"/"; rootA != rootB {
			if rootA {
				return -1
			}
			return 1
		}
		return cmp.Or(u.pages[b]-u.pages[a], strings.Compare(a, b))
	})
}

// askUnknown asks for a URL that cannot exist, if one is due, and then for the
// pages that look like the answers. more is false when there is nothing to ask
// any more; else wait tells when to call again.
func (s *scheduler) askUnknown(ctx context.Context, now time.Time) (wait time.Duration, more bool) {
	u := &s.unknown
	if s.c.opts.NoLearn || s.errands.given || !u.begun && !s.beginUnknown(ctx) {
		return 0, false
	}
	for {
		folder := u.next()
		if folder == "" {
			return s.secondLook(ctx, now)
		}
		url := folder + fmt.Sprintf("portolan-%016x", s.c.rules.Load().Key(fmt.Appendf(nil, "%sunknown%d", folder, len(u.asked))))
		o, wait, refused := s.mayAsk(url, now)
		if wait > 0 {
			return wait, true
		}
		u.asked = append(u.asked, folder)
		if refused != "" {
			continue
		}
		s.start(o, job{origin: o, again: url, unknown: folder}, now)
		return time.Hour, true
	}
}

// beginUnknown reports whether there is anything to ask: not where nothing
// has come to what an earlier run has asked about. The pages of earlier runs
// are counted.
func (s *scheduler) beginUnknown(ctx context.Context) bool {
	s.unknown.begun = true
	if s.before == 0 {
		return true
	}
	if s.fetched == 0 && s.c.meta(frontier.MetaUnknown) != "" {
		return false
	}
	s.unknown.pages = nil
	s.eachRow(ctx, func(row *frontier.Row) {
		if row.Page != nil && row.Page.Status == 200 {
			s.unknown.saw(row.URL)
		}
	})
	return true
}

// eachRow reads all known URLs. An error fails the crawl, but for one of ctx.
func (s *scheduler) eachRow(ctx context.Context, see func(*frontier.Row)) {
	s.c.mu.Lock()
	defer s.c.mu.Unlock()
	err := s.c.guarded("read known URLs", func() error {
		for row, err := range s.c.store.Rows(ctx) {
			if err != nil {
				return err
			}
			see(row)
		}
		return nil
	})
	if err != nil && ctx.Err() == nil {
		s.c.fail(err)
	}
}

// unknownAnswered takes the answer to a URL that cannot exist.
func (s *scheduler) unknownAnswered(r report) {
	u := &s.unknown
	if r.x.Err == record.ErrCanceled {
		return
	}
	u.answers = append(u.answers, r.unknown)
	u.texts = append(u.texts, r.text)
}

// askUnknown makes the request of such a job.
func (w *worker) askUnknown(ctx context.Context, j job) (*outcome, report) {
	r := w.readText(ctx, j)
	r.unknown = frontier.Unknown{Prefix: j.unknown, URL: j.again, Status: w.Res.Status}
	if r.text != nil {
		r.unknown.TextHash, r.unknown.Title, r.unknown.Text = r.text.Hash, r.text.Title, r.text.Head
	}
	return w.c.outcome(outcomeNothing), r
}

// readText asks for a page and keeps its text, if it answers 200.
func (w *worker) readText(ctx context.Context, j job) report {
	w.Fetcher.Fetch(ctx, &fetch.Request{URL: j.again}, &w.Res)
	w.c.stats.bytes.Add(w.Res.Wire)
	r := report{job: j, x: pace.ExchangeOf(&w.Res, time.Now())}
	if w.Res.Outcome != record.Answered || w.Res.Status != 200 {
		return r
	}
	parser := page.NewParser(page.Options{ListAgent: w.c.opts.ListAgent, Text: true})
	parsed := parser.Parse(page.Input{URL: j.again, Status: w.Res.Status, Header: w.Res.Header, Body: w.Res.Body, Truncated: w.Res.Truncated, Now: w.Res.FetchedAt})
	if parsed.HTML {
		r.text = lookalike.NewText(j.again, parsed)
	}
	return r
}
