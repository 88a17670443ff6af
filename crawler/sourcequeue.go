package crawler

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Bounds of what is read. An index lists up to 50,000 sitemaps, and none of
// them is another index.
const (
	maxSitemaps     = 10_000
	maxSitemapDepth = 3
	maxSitemapHops  = 5
)

// sources finds and reads sitemaps. It belongs to the scheduler.
type sources struct {
	modest
	s       *scheduler
	state   sourceState
	queue   []source // to ask for, in order
	places  []string // to try one after the other, while nothing was found
	seen    map[string]bool
	files   []SitemapFile
	running int

	before    map[string]*SitemapFile // of the earlier crawl, by URL
	unchanged map[string]int          // places in files whose URLs are to be taken from there
}

type sourceState uint8

const (
	sourcesIdle    sourceState = iota // links come first
	sourcesWaiting                    // for robots.txt of the scope's host
	sourcesReading
	sourcesDone
)

// source is a sitemap to ask for.
type source struct {
	file  SitemapFile
	named string // the robots.txt that names it, or the index that lists it; "" if none does
	depth int    // index files on the way to it
	hops  int    // redirects on the way to it
	tries int
	due   time.Time

	before *SitemapFile // what the earlier crawl read, nil to ask without conditions
}

// sourceAnswer is what came of asking for a source.
type sourceAnswer struct {
	file     SitemapFile // Unchanged by a 304
	children []discover.Child
	next     string        // it redirects to there
	again    bool          // the same request may get another answer soon
	wait     time.Duration // by Retry-After
}

func (q *sources) busy() bool { return q.state == sourcesWaiting || q.state == sourcesReading }

func (q *sources) begin(context.Context) (more bool) {
	s, opts := q.s, q.s.c.opts
	wanted := opts.Sitemaps.Find && opts.Limits.Depth == 0 || len(opts.Sitemaps.URLs) > 0
	if q.state != sourcesIdle || !wanted || s.outOfPages() || s.c.meta(MetaSitemaps) != "" {
		return false
	}
	q.state, q.seen = sourcesWaiting, map[string]bool{}
	q.before, q.unchanged = opts.Sitemaps.Before.byURL(), map[string]int{}
	for _, url := range opts.Sitemaps.URLs {
		q.add(source{file: SitemapFile{URL: url, Found: SitemapGiven}})
	}
	return true
}

// add queues a source, once.
func (q *sources) add(src source) {
	if q.seen[src.file.URL] || len(q.seen) == maxSitemaps {
		return
	}
	q.seen[src.file.URL] = true
	src.before = q.before[src.file.URL]
	q.queue = append(q.queue, src)
}

// note keeps what became of a source.
func (q *sources) note(f SitemapFile) { q.files = append(q.files, f) }

// next offers sitemaps one at a time: each may take as much memory as some
// hundred pages.
func (q *sources) next(now time.Time, offer func(task) bool) (wait time.Duration) {
	if q.state == sourcesWaiting {
		if wait, known := q.nameSources(now); !known {
			return wait
		}
	}
	if q.state != sourcesReading {
		return forever
	}
	wait = q.offerDue(now, offer)
	switch {
	case len(q.queue) > 0 || q.running > 0:
		return wait
	case len(q.unchanged) > 0:
		q.recall()
	case !q.found() && len(q.places) > 0:
		q.add(source{file: SitemapFile{URL: q.places[0], Found: SitemapUsual}})
		q.places = q.places[1:]
	default:
		q.end()
	}
	return 0
}

// offerDue offers those of the queue that are due.
func (q *sources) offerDue(now time.Time, offer func(task) bool) (wait time.Duration) {
	wait = forever
	for i := 0; i < len(q.queue) && q.running == 0; {
		src := q.queue[i]
		switch {
		case now.Before(src.due):
			wait = min(wait, src.due.Sub(now))
			i++
		case offer(&sourceTask{source: src, asker: q}):
			q.queue = slices.Delete(q.queue, i, i+1)
		default:
			i++
		}
	}
	return wait
}

func (q *sources) granted(task, *origin) bool {
	q.running++
	return true
}

func (q *sources) refused(t task, why string) {
	file := t.(*sourceTask).source.file
	file.Note = why
	q.note(file)
}

// found reports that a sitemap was found and read.
func (q *sources) found() bool {
	for i := range q.files {
		if q.files[i].Read {
			return true
		}
	}
	return false
}

// nameSources asks robots.txt of the scope's host for sitemaps. known is false
// while it is not there yet.
func (q *sources) nameSources(now time.Time) (wait time.Duration, known bool) {
	s, opts := q.s, q.s.c.opts
	if !opts.Sitemaps.Find || opts.Limits.Depth != 0 {
		q.state = sourcesReading
		return 0, true
	}
	host := q.host()
	o := s.origin(host + "/")
	if wait, ready := s.robotsReady(o, now); !ready && o.state != robotsUnavailable {
		return wait, false
	}
	q.state = sourcesReading
	q.places = discover.UsualPlaces(opts.Scope)
	if o.rules == nil {
		if !opts.Robots.Ignore {
			q.places = nil // nothing of this host may be fetched
		}
		return 0, true
	}
	forms := s.c.rules.Load().NewResolver()
	for _, line := range o.rules.SitemapLines() {
		form := forms.Resolve([]byte(line.URL))
		if len(form.URL) > 0 {
			file := SitemapFile{URL: string(form.URL), Found: SitemapRobots, From: host + "/robots.txt", Line: line.Line}
			q.add(source{file: file, named: file.From})
		}
	}
	return 0, true
}

// host gives the origin of the scope.
func (q *sources) host() string {
	scope := &q.s.c.opts.Scope
	return scope.Scheme + "://" + scope.Host
}

// patience is the longest Retry-After after which the source is asked for again.
func (src *source) patience() time.Duration {
	if src.file.Found == SitemapUsual {
		return maxErrandWait // nothing says that it is there
	}
	return pace.MaxRetryAfter
}

// took takes what came of a source.
func (q *sources) took(src source, a sourceAnswer, now time.Time) {
	s := q.s
	q.running--
	if src.tries++; a.again && src.tries < s.c.opts.Limits.Tries && a.wait <= src.patience() {
		src.due = now.Add(max(s.c.opts.Limits.RetryWait, a.wait))
		q.queue = append(q.queue, src)
		return
	}
	if a.file.URL == "" {
		a.file = src.file
		a.file.Note = "portolan failed on it"
	}
	if src.file.Found == SitemapUsual && a.file.Untold() {
		q.places = nil // who refuses one guess is not asked for six more
	}
	if a.file.Unchanged {
		q.unchanged[a.file.URL] = len(q.files)
	}
	q.note(a.file)
	switch {
	case a.next != "" && src.hops < maxSitemapHops:
		q.add(source{
			file:  SitemapFile{URL: a.next, Found: src.file.Found, From: src.file.From, Line: src.file.Line},
			named: src.named, depth: src.depth, hops: src.hops + 1,
		})
	case src.depth < maxSitemapDepth:
		for _, child := range a.children {
			if child.Foreign && canonical.Host(child.URL) != s.c.opts.Scope.Host {
				continue
			}
			q.add(source{
				file:  SitemapFile{URL: child.URL, Found: SitemapIndex, From: a.file.URL, Line: child.Line},
				named: src.named, depth: src.depth + 1,
			})
		}
	}
}

// end writes down what was read. Of a host that was down the next run asks for it.
func (q *sources) end() {
	s := q.s
	q.state = sourcesDone
	if o := s.origin(q.host() + "/"); o.state == robotsUnavailable && !s.c.opts.Robots.Ignore || o.pace.GivenUp() {
		return
	}
	batch := frontier.Batch{Meta: map[string]string{MetaSitemaps: strconv.Itoa(len(q.files))}}
	for n := range q.files {
		text, err := json.Marshal(&q.files[n])
		if err != nil {
			s.c.fail(fmt.Errorf("write down the sitemap %s: %w", q.files[n].URL, err))
			return
		}
		batch.Meta[metaSitemap(n)] = string(text)
	}
	if err := s.c.settle(&batch); err != nil {
		s.c.fail(err)
	}
}
