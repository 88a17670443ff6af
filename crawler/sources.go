package crawler

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/sitemap"
)

// Sitemaps says which sitemaps and feeds are read for URLs. They are read
// once all links have been followed, so that what links reach keeps its depth;
// what they alone name is then fetched, too.
type Sitemaps struct {
	// Find reads the sitemaps that robots.txt of the scope's host names and,
	// where it names none that can be read, one at a usual place.
	Find bool
	URLs []string // read these, too: canonical forms
}

// SitemapFile is a sitemap or feed as a crawl found it.
type SitemapFile struct {
	URL       string       `json:"url"`
	Found     SitemapPlace `json:"found"`
	From      string       `json:"from,omitempty"` // the file that names it
	Line      int          `json:"line,omitempty"` // where it does
	Status    int          `json:"status"`         // 0 = no answer
	FetchedAt time.Time    `json:"fetched_at"`
	Kind      sitemap.Kind `json:"kind,omitempty"`
	URLs      int          `json:"urls"`
	Sitemaps  int          `json:"sitemaps"`
	Errors    int          `json:"errors"`            // that break the protocol
	Problem   string       `json:"problem,omitempty"` // the first of them: code and line
	Cut       bool         `json:"cut,omitempty"`     // only its beginning was read
	Read      bool         `json:"read"`              // it is a sitemap or feed, and was read
	Note      string       `json:"note,omitempty"`    // why it was not, or where it leads
}

// Feed reports whether the file is an RSS or Atom feed: it lists what is new,
// and its dates are those of its entries.
func (f *SitemapFile) Feed() bool { return f.Kind == sitemap.KindRSS || f.Kind == sitemap.KindAtom }

// SitemapPlace says how a sitemap was found.
type SitemapPlace string

// The ways to find one.
const (
	SitemapGiven  SitemapPlace = "given"
	SitemapRobots SitemapPlace = "robots"
	SitemapUsual  SitemapPlace = "usual-place"
	SitemapIndex  SitemapPlace = "index"
)

// MetaSitemaps is the key of frontier.Meta that holds the number of sitemaps
// asked for, once all have been read.
const MetaSitemaps = "sitemaps"

func metaSitemap(n int) string { return "sitemap." + strconv.Itoa(n) }

// SitemapFiles gives the sitemaps that a crawl asked for, in the order in
// which they were read. read is false if it did not get to that. meta is the
// Meta of the crawl.
func SitemapFiles(meta func(key string) string) (files []SitemapFile, read bool) {
	count, err := strconv.Atoi(meta(MetaSitemaps))
	if err != nil {
		return nil, false
	}
	for n := range count {
		var f SitemapFile
		if json.Unmarshal([]byte(meta(metaSitemap(n))), &f) == nil {
			files = append(files, f)
		}
	}
	return files, true
}

// Bounds of what is read. An index lists up to 50,000 sitemaps, and none of
// them is another index.
const (
	maxSitemaps     = 10_000
	maxSitemapDepth = 3
	maxSitemapHops  = 5
)

// sources finds and reads sitemaps. It belongs to the scheduler.
type sources struct {
	state   sourceState
	queue   []source // to ask for, in order
	places  []string // to try one after the other, while nothing was found
	seen    map[string]bool
	files   []SitemapFile
	running int
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
	depth int // index files on the way to it
	hops  int // redirects on the way to it
	tries int
	due   time.Time
}

// sourceAnswer is what came of asking for a source.
type sourceAnswer struct {
	file     SitemapFile
	children []discover.Child
	next     string        // it redirects to there
	again    bool          // the same request may get another answer soon
	wait     time.Duration // by Retry-After
}

func (q *sources) active() bool { return q.state == sourcesWaiting || q.state == sourcesReading }

// readSources begins to read sitemaps, when nothing else is left to do. It
// reports whether there is more to do now.
func (s *scheduler) readSources() bool {
	q, opts := &s.sources, s.c.opts
	wanted := opts.Sitemaps.Find && opts.Limits.Depth == 0 || len(opts.Sitemaps.URLs) > 0
	if q.state != sourcesIdle || !wanted || s.outOfPages() || s.c.store.Meta(MetaSitemaps) != "" {
		return false
	}
	q.state, q.seen = sourcesWaiting, map[string]bool{}
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
	q.queue = append(q.queue, src)
}

// note keeps what became of a source.
func (q *sources) note(f SitemapFile) { q.files = append(q.files, f) }

// startSources hands sources to workers as the pace allows, one at a time:
// each may take as much memory as some hundred pages. It tells how long to
// wait before trying again at the latest.
func (s *scheduler) startSources(now time.Time) (wait time.Duration) {
	const forever = time.Hour
	q := &s.sources
	if q.state == sourcesWaiting {
		if wait, known := s.nameSources(now); !known {
			return wait
		}
	}
	if q.state != sourcesReading {
		return forever
	}
	wait = forever
	queue := q.queue
	q.queue = nil
	for i, src := range queue {
		if s.running >= s.workers || q.running > 0 {
			q.queue = append(q.queue, queue[i:]...)
			break
		}
		again, keep := s.considerSource(src, now)
		wait = min(wait, again)
		if keep {
			q.queue = append(q.queue, src)
		}
	}
	if len(q.queue) > 0 || q.running > 0 {
		return wait
	}
	if !q.found() && len(q.places) > 0 {
		q.add(source{file: SitemapFile{URL: q.places[0], Found: SitemapUsual}})
		q.places = q.places[1:]
		return 0
	}
	s.endSources()
	return 0
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
func (s *scheduler) nameSources(now time.Time) (wait time.Duration, known bool) {
	q, opts := &s.sources, s.c.opts
	if !opts.Sitemaps.Find || opts.Limits.Depth != 0 {
		q.state = sourcesReading
		return 0, true
	}
	host := opts.Scope.Scheme + "://" + opts.Scope.Host
	o := s.origin(host + "/")
	if wait, ready := s.robotsReady(o, now); !ready && o.state != robotsUnavailable {
		return wait, false
	}
	q.state = sourcesReading
	if o.rules == nil {
		return 0, true // nothing of this host may be fetched
	}
	forms := s.c.rules.Load().NewResolver()
	for _, line := range o.rules.SitemapLines() {
		form := forms.Resolve([]byte(line.URL))
		if len(form.URL) > 0 {
			q.add(source{file: SitemapFile{URL: string(form.URL), Found: SitemapRobots, From: host + "/robots.txt", Line: line.Line}})
		}
	}
	q.places = discover.UsualPlaces(opts.Scope)
	return 0, true
}

// robotsReady tells whether robots.txt of an origin can be asked, and asks for
// it where it has to.
func (s *scheduler) robotsReady(o *origin, now time.Time) (wait time.Duration, ready bool) {
	ready, ask := o.ready(now)
	switch {
	case ready:
		return 0, true
	case ask && s.running < s.workers:
		return s.askRobots(o, now), false
	case o.state == robotsWaiting:
		return o.retryAt.Sub(now), false
	}
	return time.Hour, false
}

// considerSource decides on a source as consider does on a page. keep is true
// if it has to wait, at least for the duration given.
func (s *scheduler) considerSource(src source, now time.Time) (wait time.Duration, keep bool) {
	const forever = time.Hour
	if now.Before(src.due) {
		return src.due.Sub(now), true
	}
	q, o := &s.sources, s.origin(src.file.URL)
	if !s.c.opts.Robots.Ignore {
		if wait, ready := s.robotsReady(o, now); !ready && !(s.c.opts.Robots.Advisory && o.tries > 0) {
			if o.state != robotsUnavailable {
				return wait, true
			}
			src.file.Note = "its robots.txt is unavailable"
			q.note(src.file)
			return forever, false
		}
		if d := o.decide(src.file.URL, s.c.opts.Robots); !d.Allow {
			src.file.Note = fmt.Sprintf("robots.txt forbids it, line %d: %s", d.Line, d.Rule)
			q.note(src.file)
			return forever, false
		}
	}
	if o.pace.health.givenUp {
		src.file.Note = "its host does not answer"
		q.note(src.file)
		return forever, false
	}
	if d, ok := o.pace.wait(now); !ok {
		return forever, true
	} else if d > 0 {
		return d, true
	}
	q.running++
	s.start(o, job{origin: o, source: &src}, now)
	return forever, false
}

// sourceAnswered takes what came of a source.
func (s *scheduler) sourceAnswered(src source, a sourceAnswer, now time.Time) {
	q := &s.sources
	q.running--
	if src.tries++; a.again && src.tries < s.c.opts.Limits.Tries {
		src.due = now.Add(max(s.c.opts.Limits.RetryWait, min(a.wait, maxRetryAfter)))
		q.queue = append(q.queue, src)
		return
	}
	if a.file.URL == "" {
		a.file = src.file
		a.file.Note = "portolan failed on it"
	}
	q.note(a.file)
	switch {
	case a.next != "" && src.hops < maxSitemapHops:
		q.add(source{
			file:  SitemapFile{URL: a.next, Found: src.file.Found, From: src.file.From, Line: src.file.Line},
			depth: src.depth, hops: src.hops + 1,
		})
	case src.depth < maxSitemapDepth:
		for _, child := range a.children {
			if child.Foreign && hostKey(originOf(child.URL)) != s.c.opts.Scope.Host {
				continue
			}
			q.add(source{
				file:  SitemapFile{URL: child.URL, Found: SitemapIndex, From: a.file.URL, Line: child.Line},
				depth: src.depth + 1,
			})
		}
	}
}

// endSources writes down what was read.
func (s *scheduler) endSources() {
	q := &s.sources
	q.state = sourcesDone
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
