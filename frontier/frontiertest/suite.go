// Package frontiertest holds every frontier to one contract: a suite of
// cases, and a random walk beside the model.
package frontiertest

import (
	"context"
	"encoding/binary"
	"iter"
	"testing"
	"time"

	"github.com/dchest/siphash"
	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Store is a frontier whose crawl can be read.
type Store interface {
	frontier.Frontier
	frontier.Crawl
}

// Open opens the store that lives in a folder, and makes it if there is
// none. After Close it is called again with the same folder to reopen it.
type Open func(dir string) (Store, error)

// Run holds a store to the contract of package frontier.
func Run(t *testing.T, open Open) {
	for _, c := range []struct {
		name string
		test func(*world)
	}{
		{"order", testOrder},
		{"order of seeds", testSeedOrder},
		{"depth by kind of link", testDepths},
		{"lease and release", testRelease},
		{"lease and leave", testLeave},
		{"leave and return", testReturn},
		{"settle once", testSettleOnce},
		{"settle whole batches", testAtomic},
		{"retries", testRetries},
		{"retry of what no link reaches", testRetryOfUnreached},
		{"ranks", testRanks},
		{"ranks of seeds", testSeedRanks},
		{"change ranks", testRerank},
		{"change no ranks", testRerankErrors},
		{"reached later", testReached},
		{"nofollow", testNoFollow},
		{"nofollow then seed", testNoFollowSeed},
		{"seeds and sources", testSources},
		{"decide", testDecide},
		{"targets", testTargets},
		{"records", testRecords},
		{"links", testEdges},
		{"rendered pages", testRendered},
		{"facts of the site", testFacts},
		{"measures", testMeasures},
		{"reopen", testReopen},
		{"reopen often", testReopenOften},
		{"rows", testRows},
		{"brief", testBrief},
		{"pointers", testPointers},
		{"verdicts", testVerdicts},
		{"listed", testListed},
		{"verdicts whole or not", testVerdictErrors},
		{"many", testMany},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := &world{T: t, open: open, dir: t.TempDir()}
			w.start()
			defer w.Close()
			c.test(w)
		})
	}
	t.Run("random walk", func(t *testing.T) { walk(t, open) })
}

// world is one store under test.
type world struct {
	*testing.T
	open Open
	dir  string
	Store
	k0, k1 uint64
}

func (w *world) start() {
	w.Helper()
	s, err := w.open(w.dir)
	if err != nil {
		w.Fatal(err)
	}
	w.Store = s
	w.k0, w.k1 = sipKey(s)
}

func (w *world) reopen() {
	w.Helper()
	if err := w.Store.Close(); err != nil {
		w.Fatal(err)
	}
	w.start()
}

// sipKey gives the key by which a store's links are to be hashed; stores
// that compare URLs have none.
func sipKey(s any) (k0, k1 uint64) {
	if k, ok := s.(interface{ Key() [16]byte }); ok {
		key := k.Key()
		return binary.LittleEndian.Uint64(key[:8]), binary.LittleEndian.Uint64(key[8:])
	}
	return 0, 0
}

// now is the time of all tests.
var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// link makes a link with a text.
func (w *world) link(url string, flags frontier.LinkFlags, anchor string) frontier.Link {
	return makeLink(w.k0, w.k1, url, flags, anchor)
}

func makeLink(k0, k1 uint64, url string, flags frontier.LinkFlags, anchor string) frontier.Link {
	return frontier.Link{Key: siphash.Hash(k0, k1, []byte(url)), URL: []byte(url), Flags: flags, Anchor: []byte(anchor)}
}

// links makes plain links.
func (w *world) links(urls ...string) []frontier.Link {
	var links []frontier.Link
	for _, u := range urls {
		links = append(links, w.link(u, frontier.LinkA, ""))
	}
	return links
}

// settle settles a leased URL as a page with links.
func (w *world) settle(id frontier.ID, links ...frontier.Link) {
	w.Helper()
	w.commit(&frontier.Batch{Pages: []frontier.Settled{outcome(id, links...)}})
}

func outcome(id frontier.ID, links ...frontier.Link) frontier.Settled {
	return frontier.Settled{
		ID:     id,
		Record: record.Page{Exchange: record.Exchange{Status: 200, Tries: 1, FetchedAt: now}},
		Links:  links, Location: -1, Canonical: -1,
	}
}

func (w *world) commit(b *frontier.Batch) {
	w.Helper()
	if err := w.Settle(b); err != nil {
		w.Fatal(err)
	}
}

// seed makes URLs known as starts.
func (w *world) seed(urls ...string) {
	w.Helper()
	b := &frontier.Batch{}
	for _, u := range urls {
		b.Seeds = append(b.Seeds, w.seedOf(u, 0, frontier.FromStart, ""))
	}
	w.commit(b)
}

func (w *world) seedOf(url string, depth uint16, source frontier.Source, detail string) frontier.Seed {
	l := w.link(url, 0, "")
	return frontier.Seed{Key: l.Key, URL: l.URL, Depth: depth, Source: source, Detail: detail}
}

// lease leases and gives the items.
func (w *world) lease(most int) []frontier.Item {
	w.Helper()
	items, _ := w.leaseAt(most, now)
	return items
}

func (w *world) leaseAt(most int, at time.Time) ([]frontier.Item, time.Time) {
	w.Helper()
	items, next, err := w.Lease(most, frontier.LastRank, at)
	if err != nil {
		w.Fatal(err)
	}
	return items, next
}

// wantLease leases all there is and compares the URLs.
func (w *world) wantLease(most int, urls ...string) []frontier.Item {
	w.Helper()
	items := w.lease(most)
	w.same("leased URLs", urls, urlsOf(items))
	return items
}

func urlsOf(items []frontier.Item) []string {
	var urls []string
	for _, it := range items {
		urls = append(urls, it.URL)
	}
	return urls
}

func (w *world) wantCounts(want frontier.Counts) {
	w.Helper()
	w.same("counts", want, w.Counts())
}

func (w *world) same(what string, want, got any) {
	w.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		w.Fatalf("%s differ (-want +got):\n%s", what, diff)
	}
}

// snapshot is all that a crawl answers.
type snapshot struct {
	Counts  frontier.Counts
	Rows    []frontier.Row
	Records []record.Page

	Brief, Pointers []frontier.Row

	Sources [][]frontier.SourceDetail
	Edges   []frontier.Edge
	Others  []frontier.Edge // those to other languages
	Places  []frontier.Edge // those to places
	Graph   []frontier.Edge
	Odd     []frontier.Edge // those of every second page
	ToOdd   []frontier.Edge // of these to every second URL
	Folds   []frontier.Fold
	Robots  []frontier.RobotsFile
	Rules   []canonical.Rule

	Measures []frontier.Measured

	Rendered []renderedRow
}

// take reads a crawl from end to end.
func take(c frontier.Crawl) (s snapshot, err error) {
	ctx := context.Background()
	s.Counts = c.Counts()
	for row, err := range c.Rows(ctx) {
		if err != nil {
			return s, err
		}
		r := *row
		if r.Page != nil {
			s.Records = append(s.Records, *r.Page)
			r.Page = nil
		}
		if r.Retry != nil {
			retry := *r.Retry
			r.Retry = &retry
		}
		s.Rows = append(s.Rows, r)
		sources, err := c.Sources(r.ID)
		if err != nil {
			return s, err
		}
		s.Sources = append(s.Sources, sources)
	}
	if s.Brief, err = collectRows(c.Brief(ctx, 0, details...)); err != nil {
		return s, err
	}
	if s.Pointers, err = collectRows(c.Pointers(ctx)); err != nil {
		return s, err
	}
	if s.Edges, err = collect(c.Edges(ctx)); err != nil {
		return s, err
	}
	if s.Others, err = collect(c.Edges(ctx, frontier.LinkAlternate)); err != nil {
		return s, err
	}
	if s.Places, err = collect(c.Edges(ctx, frontier.LinkPlace)); err != nil {
		return s, err
	}
	if s.Graph, err = collect(c.Graph(ctx)); err != nil {
		return s, err
	}
	odd := func(id frontier.ID) bool { return id%2 == 1 }
	if s.Odd, err = collect(c.Graph(ctx, odd)); err != nil {
		return s, err
	}
	if s.ToOdd, err = collect(c.Graph(ctx, odd, odd)); err != nil {
		return s, err
	}
	if s.Folds, err = c.Folds(); err != nil {
		return s, err
	}
	if len(s.Folds) == 0 {
		s.Folds = nil
	}
	if s.Robots, err = c.Robots(); err != nil {
		return s, err
	}
	if s.Measures, err = collect(c.Measures(ctx)); err != nil {
		return s, err
	}
	s.Rules = c.Rules()
	s.Rendered, err = takeRendered(c)
	return s, err
}

func collect[T any](seq iter.Seq2[*T, error]) ([]T, error) {
	var all []T
	for v, err := range seq {
		if err != nil {
			return nil, err
		}
		all = append(all, *v)
	}
	return all, nil
}

func (w *world) take() snapshot {
	w.Helper()
	s, err := take(w.Store)
	if err != nil {
		w.Fatal(err)
	}
	return s
}

// row finds a URL that must be known.
func (w *world) row(url string) frontier.Row {
	w.Helper()
	row, err := w.Find(url)
	if err != nil || row == nil {
		w.Fatalf("Find(%q) = %v, %v", url, row, err)
	}
	return *row
}
