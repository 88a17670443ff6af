package crawler

import (
	"log/slog"
	"time"

	"github.com/portolan-seo/portolan/crawler/ask"
	"github.com/portolan-seo/portolan/crawler/extract"
	"github.com/portolan-seo/portolan/crawler/filter"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/crawler/recall"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Fetcher makes one request and takes its answer.
type Fetcher = pace.Fetcher

// Filter is an ordered list of rules on URLs.
type Filter = filter.List

// Options says what a crawl may do. The zero value of every field but Start,
// Scope and NewFetcher is usable.
type Options struct {
	Start string          // canonical URL of the resolved start
	Scope canonical.Scope // what may be fetched and listed

	NewFetcher func() Fetcher // called once for each worker

	Identity canonical.Config // the user's settings and the frontier's Key; rules come from the frontier
	Rules    []canonical.Rule // decisions made before the crawl; settled with the start
	Filter   Filter           // crawl filters, in order
	Effects  bool             // true fetches links whose GET has effects, too

	FollowNoFollow bool // true follows nofollow links

	// NoLearn makes no requests to find session ids that no table names, and
	// holds no URL back as a view of a page.
	NoLearn bool
	// EnableCookies accepts the cookies of a host, a name without port, from
	// then on. It is called for a host whose pages redirect to themselves, at
	// once or by way of other pages of it, by any goroutine of the crawl; nil
	// never accepts any.
	EnableCookies func(host string)

	// NoCrawl asks for nothing but robots.txt: Seeds are all that becomes known,
	// and the crawl ends as NotCrawled. Start is not one of them.
	NoCrawl bool

	// Before is what an earlier crawl of the same site knows of pages: they are
	// asked for on the condition that they have changed. Nil asks for all.
	Before *recall.Pages

	Sitemaps Sitemaps // of the site itself, as a source of URLs
	// Listed tells which URLs the sitemap lists that stands. They are never left
	// aside as part of something endless, and read before all others where a limit
	// of pages, time or bytes may cut the crawl. It is called by several
	// goroutines; nil lists none.
	Listed func(url []byte) bool
	// Seeds are URLs known from elsewhere, which a run makes known before it
	// asks for anything. An error of theirs ends the run.
	Seeds Mentions
	// Mentions are URLs known from elsewhere. They are asked for once, when
	// links and sitemaps are exhausted, or where Listed URLs are read first, when
	// these are; nothing else uses the frontier then. Nil gives none.
	Mentions Mentions

	Render Render // pages with their scripts run

	Translations Translations // pages on other hosts that may be translations
	Checks       Checks       // links to other hosts, and pictures

	// AllowPattern names URLs that are never put in quarantine, as they are
	// part of an endless pattern, and takes back those that were.
	AllowPattern Filter

	Politeness Politeness
	Asked      pace.Asked // of the same hosts before this run, for its receipt
	Limits     Limits
	Robots     Robots

	// Images keeps the URLs of each page's pictures in its record.
	Images bool
	// Videos keeps the videos that each page's JSON-LD describes.
	Videos bool
	// Articles keeps what each page that is an article says of itself: title,
	// date and language.
	Articles bool
	// Extract is what is taken of each HTML page that answers 200; nil for nothing.
	Extract *extract.Set

	ListAgent string // the search engine's crawler whose directives count; "" = googlebot

	Log      *slog.Logger   // nil = silent
	Progress func(Progress) // called now and then from one goroutine; nil = nobody looks
	// Drain asks for a gentle stop: pages in flight are finished within Grace,
	// everything is settled, and Run returns with End Interrupted. What is not
	// done by then, and sitemaps and probes, are left to the next run.
	Drain <-chan struct{}
	Grace time.Duration // 0 = 4 s
}

// Politeness holds the ceilings of the pace.
type Politeness = pace.Politeness

// Limits end a crawl, or leave URLs pending. Zero means no limit.
type Limits struct {
	Pages int           // settled pages
	Depth int           // clicks from the start; -1 = the start page alone
	Time  time.Duration // of this run
	Bytes int64         // of bodies, on the wire, of this run
	// Directory is how many pages are fetched of one directory, those of its
	// subdirectories not counted.
	Directory int
	Memory    int64 // bytes of the process
	Disk      int64 // bytes of the crawl file
	Tries     int   // requests for one URL; 0 = 3
	// RetryWait is the wait before a second try; each further wait is six
	// times as long, up to an hour. 0 = 5 s.
	RetryWait time.Duration
}

// StartAlone tells of a crawl that follows no link, and asks for nothing that
// the last sitemap lists.
func (l *Limits) StartAlone() bool { return l.Depth < 0 }

// Robots says which robots.txt rules are obeyed.
type Robots = ask.Policy

// withDefaults fills in what the zero values stand for.
func (o Options) withDefaults() Options {
	setDefault(&o.Politeness.Concurrency, 5)
	setDefault(&o.Politeness.Park, time.Minute)
	setDefault(&o.Limits.Tries, 3)
	setDefault(&o.Limits.RetryWait, 5*time.Second)
	setDefault(&o.Robots.Agent, "portolan")
	setDefault(&o.Robots.Wait, 15*time.Second)
	setDefault(&o.Checks.Gap, time.Second)
	setDefault(&o.ListAgent, "googlebot")
	setDefault(&o.Grace, 4*time.Second)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
