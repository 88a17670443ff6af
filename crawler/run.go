// Package crawler crawls one site: it takes URLs from a frontier, fetches
// them politely, and settles what came back.
//
//	frontier ──Lease──► scheduler ──jobs──► workers ──outcomes──► committer ──Settle──► frontier
//
// One scheduler decides what may be fetched and when; it is the only place
// that waits. A fixed number of workers fetch and parse; they never sleep,
// retry or touch the store. One committer settles outcomes in batches. When
// outcomes pile up, workers block, and the scheduler stops leasing.
package crawler

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// End says why a crawl ended.
type End string

const (
	Complete          End = "complete"           // nothing is left that may be fetched
	Interrupted       End = "interrupted"        // stopped from outside; resumable
	LimitPages        End = "limit-pages"        // resumable with a higher limit, as all limits
	LimitTime         End = "limit-time"         //
	LimitDepth        End = "limit-depth"        // all that is left lies deeper
	LimitMemory       End = "limit-memory"       //
	RobotsUnavailable End = "robots-unavailable" // robots.txt could not be had; resumable
	Failed            End = "failed"             // the store failed; what was settled is safe
)

// Keys of frontier.Meta that a crawl writes.
const (
	MetaEnd     = "end"     // End of the last run, "" while it runs or after a kill
	MetaStarted = "started" // RFC 3339 time at which the crawl began
	MetaEnded   = "ended"   // RFC 3339 time at which the last run ended
	MetaFetched = "fetched" // pages requested so far
)

// Result tells what a run did. The frontier holds what it found.
type Result struct {
	End     End
	Fetched int           // pages requested in this run
	Took    time.Duration // of this run
	Receipt Receipt
}

// crawl is one run: what the scheduler, the workers and the committer share.
type crawl struct {
	opts  Options
	rules atomic.Pointer[canonical.Rules]

	mu    sync.Mutex // guards store
	store frontier.Frontier

	jobs     chan job
	done     chan report
	outcomes chan *outcome
	free     chan *outcome // for reuse

	hungry    chan struct{} // asks the committer not to wait for more
	committed atomic.Int64  // outcomes settled
	progress  chan struct{} // told after each commit
	stats     stats

	failing  sync.Once
	failed   chan struct{} // closed when the store fails
	storeErr error         // readable once failed is closed
}

// fail notes that the store failed: the crawl stops, and what is not settled
// stays pending.
func (c *crawl) fail(err error) {
	c.failing.Do(func() {
		c.storeErr = err
		close(c.failed)
	})
}

func (c *crawl) hasFailed() bool {
	select {
	case <-c.failed:
		return true
	default:
		return false
	}
}

// Run crawls until nothing is left that may be fetched, a limit is reached, a
// drain is asked for or ctx is cancelled. It owns every goroutine it starts
// and returns when all are gone. The error is not nil only if the store
// failed; what the site does wrong is in the frontier.
func Run(ctx context.Context, opts Options, store frontier.Frontier) (Result, error) {
	opts = opts.withDefaults()
	c, err := newCrawl(opts, store)
	if err != nil {
		return Result{End: Failed}, err
	}
	begun := time.Now()
	if err := c.begin(begun); err != nil {
		return Result{End: Failed}, fmt.Errorf("begin crawl of %s: %w", opts.Start, err)
	}
	fetching, cancel := context.WithCancel(ctx)
	defer cancel()

	var workers, committer sync.WaitGroup
	for range opts.Politeness.Concurrency {
		workers.Go(func() { newWorker(c).work(fetching) })
	}
	committer.Go(c.commit)

	s := newScheduler(c, begun)
	end := s.schedule(ctx, cancel)
	close(c.jobs)
	workers.Wait()
	close(c.outcomes)
	committer.Wait()

	res := Result{End: end, Fetched: s.fetched, Took: time.Since(begun), Receipt: s.receipt(time.Now())}
	if c.hasFailed() {
		res.End = Failed
		return res, c.storeErr
	}
	err = c.settle(&frontier.Batch{Meta: map[string]string{
		MetaEnd:   string(end),
		MetaEnded: time.Now().UTC().Format(time.RFC3339),
	}})
	if err != nil {
		res.End = Failed
	}
	return res, err
}

func newCrawl(opts Options, store frontier.Frontier) (*crawl, error) {
	identity := opts.Identity
	identity.Rules = append(store.Rules(), opts.Rules...)
	rules, err := canonical.New(identity)
	if err != nil {
		return nil, fmt.Errorf("read rules of URL identity: %w", err)
	}
	n := opts.Politeness.Concurrency
	c := &crawl{
		opts:     opts,
		store:    store,
		jobs:     make(chan job, n),
		done:     make(chan report, n),
		outcomes: make(chan *outcome, 2*n),
		free:     make(chan *outcome, 4*n+maxBatch),
		hungry:   make(chan struct{}, 1),
		progress: make(chan struct{}, 1),
		failed:   make(chan struct{}),
	}
	c.rules.Store(rules)
	before, _ := strconv.ParseInt(store.Meta(MetaFetched), 10, 64)
	c.stats.pages.Store(before)
	return c, nil
}

// begin makes the start URL known and notes the beginning.
func (c *crawl) begin(now time.Time) error {
	batch := frontier.Batch{Meta: map[string]string{MetaEnd: ""}}
	if c.store.Meta(MetaStarted) == "" {
		batch.Meta[MetaStarted] = now.UTC().Format(time.RFC3339)
	}
	batch.Rules = newRules(c.store.Rules(), c.opts.Rules, now)
	start := []byte(c.opts.Start)
	batch.Seeds = []frontier.Seed{{Key: c.rules.Load().Key(start), URL: start, Source: frontier.FromStart}}
	return c.settle(&batch)
}

// newRules gives the rules that are not among the known ones.
func newRules(known, rules []canonical.Rule, now time.Time) []canonical.Rule {
	var fresh []canonical.Rule
	for _, r := range rules {
		same := func(k canonical.Rule) bool {
			return k.Host == r.Host && k.Kind == r.Kind && k.Name == r.Name && k.Path == r.Path && k.Value == r.Value
		}
		if !slices.ContainsFunc(known, same) {
			r.Time = now
			fresh = append(fresh, r)
		}
	}
	return fresh
}

func (c *crawl) settle(b *frontier.Batch) error {
	b.Decide = c.decide
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.store.Settle(b)
}

// decide gives the reason for which a URL is not fetched, from the URL alone.
func (c *crawl) decide(url []byte) frontier.Reason { return c.opts.Decide(url) }

// Decide gives the reason for which a URL in canonical form is not fetched,
// from the URL alone.
func (o *Options) Decide(url []byte) frontier.Reason {
	switch o.Scope.Check(url) {
	case canonical.OK:
	case canonical.ScopeHost:
		return frontier.ScopeHost
	case canonical.ScopeScheme:
		return frontier.ScopeScheme
	default:
		return frontier.ScopePath
	}
	if pass, _, _ := o.Filter.Pass(url); !pass {
		return frontier.FilterCrawl
	}
	if !o.Effects {
		if _, found := HasEffect(url); found {
			return frontier.FilterEffect
		}
	}
	return frontier.Undecided
}
