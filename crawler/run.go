package crawler

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/filter"
	"github.com/portolan-seo/portolan/crawler/pathforms"
	"github.com/portolan-seo/portolan/crawler/recall"
	"github.com/portolan-seo/portolan/crawler/traps"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// End says why a crawl ended.
type End string

const (
	NotCrawled        End = "not-crawled"        // nothing was to be fetched: Options.NoCrawl
	Complete          End = "complete"           // nothing is left that may be fetched
	Interrupted       End = "interrupted"        // stopped from outside; resumable
	LimitPages        End = "limit-pages"        // resumable with a higher limit, as all limits
	LimitTime         End = "limit-time"         //
	LimitBytes        End = "limit-bytes"        //
	LimitPrefix       End = "limit-prefix"       // what is left is of directories whose budget is spent
	LimitDepth        End = "limit-depth"        // all that is left lies deeper
	LimitMemory       End = "limit-memory"       //
	LimitDisk         End = "limit-disk"         //
	RobotsUnavailable End = "robots-unavailable" // robots.txt could not be had; resumable
	Unreachable       End = "unreachable"        // a host does not answer any more, or with errors alone; resumable
	ShutOut           End = "firewall"           // a firewall lets nothing pass; resumable
	Failed            End = "failed"             // the store failed; what was settled is safe
)

// Keys of frontier.Meta that a crawl writes.
const (
	MetaEnd     = "end"     // End of the last run, "" while it runs or after a kill
	MetaStarted = "started" // RFC 3339 time at which the crawl began
	MetaEnded   = "ended"   // RFC 3339 time at which the last run ended
	MetaFetched = "fetched" // pages requested so far
	MetaReceipt = "receipt" // Receipt of the last run, as JSON; durations in nanoseconds
)

// Result tells what a run did. The frontier holds what it found.
type Result struct {
	End     End
	Fetched int           // pages requested in this run
	Took    time.Duration // of this run
	Receipt Receipt
	// Firewalls are those that ended the run.
	Firewalls []frontier.Firewall
}

// crawl is one run: what the scheduler, the workers and the committer share.
type crawl struct {
	opts    Options
	rules   atomic.Pointer[canonical.Rules]
	cookies cookieHosts
	decided sync.Map // of decidedParam: what need not be reported any more

	mu    sync.Mutex // guards store
	store frontier.Store

	jobs     chan job
	done     chan report
	outcomes chan *outcome
	free     chan *outcome // for reuse
	reads    chan struct{} // taken by workers that read a huge answer
	benches  benches
	huge     chan struct{}      // taken by huge answers from parsing on until they are settled
	pages    []frontier.Settled // of the committer, for reuse

	cut        linksCut // of the committer
	leads      leads
	compared   compared        // of the committer
	traps      *traps.Detector // of the committer
	stackTalk  stackTalk
	spent      []frontier.Quarantine // by earlier runs, budgets included
	quarantine atomic.Pointer[traps.Quarantine]
	chained    chained

	hungry    chan struct{} // asks the committer not to wait for more
	committed atomic.Int64  // outcomes settled
	progress  chan struct{} // told after each commit
	stats     stats

	plan   *classes.Plan // guarded by mu, as the next two are
	waits  bool          // URLs may wait for a round
	ledger *pathforms.Ledger

	echoes echoes
	mazes  mazes

	listings sync.Map // what robots.txt says to the listing agent, by origin; of those that forbid it something

	firsts int // links of the start that got the first rank

	shells  atomic.Int64 // pages that were settled and may need a browser
	resumed bool         // earlier runs have settled pages

	certificate atomic.Pointer[fetch.Certificate] // of the scope's host

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
func Run(ctx context.Context, opts Options, store frontier.Store) (Result, error) {
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
	passes, release := UntilDrained(ctx, opts.Drain)
	defer release()

	var workers, committer sync.WaitGroup
	for range opts.Politeness.Concurrency {
		workers.Go(func() { newWorker(c).work(fetching) })
	}
	committer.Go(func() { c.commit(passes) })

	s := newScheduler(fetching, c, begun)
	s.keepLimits()
	end := s.scheduleGuarded(passes, cancel)
	close(c.jobs)
	workers.Wait()
	close(c.outcomes)
	committer.Wait()

	res := Result{End: end, Fetched: s.pages.fetched, Took: time.Since(begun), Receipt: s.receipt(time.Now()), Firewalls: s.hosts.Firewalls()}
	if c.hasFailed() {
		res.End = Failed
		return res, c.storeErr
	}
	meta := s.trouble(end)
	maps.Copy(meta, opts.Before.Meta())
	meta[MetaEnd] = string(end)
	meta[MetaEnded] = time.Now().UTC().Format(time.RFC3339)
	meta[MetaReceipt] = receiptText(res.Receipt)
	maps.Copy(meta, c.certificateNote(time.Now()))
	err = c.settle(&frontier.Batch{Meta: meta})
	if err != nil {
		res.End = Failed
	}
	return res, err
}

// UntilDrained gives a context that a drain (Options.Drain) ends, too: that of
// passes over all that is known, which the next run makes again. Its stop
// function has to be called.
func UntilDrained(ctx context.Context, drain <-chan struct{}) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	var watch sync.WaitGroup
	watch.Go(func() {
		select {
		case <-drain:
			cancel()
		case <-ctx.Done():
		}
	})
	return ctx, func() {
		cancel()
		watch.Wait()
	}
}

func newCrawl(opts Options, store frontier.Store) (*crawl, error) {
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
		outcomes: make(chan *outcome, n),
		free:     make(chan *outcome, 2*n+maxFree),
		reads:    make(chan struct{}, maxReads),
		huge:     make(chan struct{}, maxHuge),
		hungry:   make(chan struct{}, 1),
		progress: make(chan struct{}, 1),
		failed:   make(chan struct{}),
	}
	c.rules.Store(rules)
	c.benches = newBenches(c)
	if err := c.openTraps(); err != nil {
		return nil, err
	}
	if err := c.openRounds(); err != nil {
		return nil, err
	}
	if c.ledger, err = pathforms.Read(store.Meta(frontier.MetaForms)); err != nil {
		return nil, err
	}
	c.openSessions()
	if err := c.openEchoes(); err != nil {
		return nil, err
	}
	if err := c.openMazes(); err != nil {
		return nil, err
	}
	if err := c.cut.open(store); err != nil {
		return nil, err
	}
	if err := c.leads.open(store); err != nil {
		return nil, err
	}
	opts.Before.Distrust(store.Meta(recall.MetaUntrue))
	c.compared.open(store)
	before, _ := strconv.ParseInt(store.Meta(MetaFetched), 10, 64)
	c.stats.pages.Store(before)
	c.resumed = before > 0
	return c, nil
}

// begin makes the start URL known and notes the beginning.
func (c *crawl) begin(now time.Time) error {
	batch := frontier.Batch{Meta: map[string]string{MetaEnd: "", frontier.MetaDown: ""}}
	if c.store.Meta(MetaStarted) == "" {
		batch.Meta[MetaStarted] = now.UTC().Format(time.RFC3339)
	}
	batch.Rules = newRules(c.store.Rules(), c.opts.Rules, now)
	if start := []byte(c.opts.Start); !c.opts.NoCrawl {
		batch.Seeds = []frontier.Seed{{Key: c.rules.Load().Key(start), URL: start, Source: frontier.FromStart}}
	}
	if err := c.settle(&batch); err != nil || c.opts.Seeds == nil {
		return err
	}
	return c.addMentions(c.opts.Seeds)
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
	b.Decide, b.Rank = c.decide, c.rank
	c.mu.Lock()
	defer c.mu.Unlock()
	err := c.guarded("settle pages", func() error { return c.store.Settle(b) })
	c.stats.disk.Store(c.store.Disk())
	return err
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
		if _, found := filter.HasEffect(url); found {
			return frontier.FilterEffect
		}
	}
	return frontier.Undecided
}

// meta gives what the store keeps under a key.
func (c *crawl) meta(key string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.store.Meta(key)
}

func (c *crawl) counts() frontier.Counts {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.store.Counts()
}

// lease takes URLs of the ranks up to last from the store.
func (c *crawl) lease(n int, last frontier.Rank, now time.Time) (items []frontier.Item, next time.Time, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	err = c.guarded("lease URLs", func() error {
		var err error
		items, next, err = c.store.Lease(n, last, now)
		return err
	})
	return items, next, err
}
