package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

var crashPages = inForm(250, 2000)

const (
	crashPerCrawl = 20 // kills on the way of one crawl
	crashInFlight = 5  // the default of --concurrency
	// crashLost is how many answers a kill may cost at most: a batch of 500,
	// what waits for the next one, and the requests in flight.
	crashLost = 500 + 3*crashInFlight
)

// crasher runs the crawl of one site over and over, and kills it.
type crasher struct {
	t      *testing.T
	server *crawltest.Server
	dir    string
	random *rand.Rand
	urls   int // that an uninterrupted crawl settles

	settled map[string]time.Time // what the crawl file acknowledged so far
	logged  int                  // requests before the run at hand
	kills   int
	lost    []int // answers, by kill
	gently  bool  // by SIGTERM
}

// TestKilledCrawlsLoseNothing kills the program at random moments, some after
// the last request, when verdicts and sitemap are made, and runs the same
// command again each time. PORTOLAN_TEST_KILLS sets how often (by
// default 1, 4 in the long form), PORTOLAN_TEST_SEED when.
func TestKilledCrawlsLoseNothing(t *testing.T) {
	kills := numberFrom("PORTOLAN_TEST_KILLS", inForm(1, 4))
	c := newCrasher(t)
	whole := c.whole()
	for c.kills < kills {
		c.killedCrawl(min(kills-c.kills, crashPerCrawl))
		c.compare(whole, c.remains())
	}
	t.Logf("answers lost by kill: %d", c.lost)
}

// TestStoppedCrawlsLoseNothing stops the program by SIGTERM at random moments,
// as TestKilledCrawlsLoseNothing kills it. No answer is lost. PORTOLAN_TEST_KILLS
// sets how often (by default 1, 2 in the long form).
func TestStoppedCrawlsLoseNothing(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be asked to stop")
	}
	stops := numberFrom("PORTOLAN_TEST_KILLS", inForm(1, 2))
	c := newCrasher(t)
	c.gently = true
	whole := c.whole()
	for c.kills < stops {
		c.killedCrawl(min(stops-c.kills, crashPerCrawl))
		c.compare(whole, c.remains())
	}
	t.Logf("answers lost by signal: %d", c.lost)
}

func newCrasher(t *testing.T) *crasher {
	seed := uint64(numberFrom("PORTOLAN_TEST_SEED", int(time.Now().UnixNano()>>10&0xffffff)))
	t.Logf("PORTOLAN_TEST_SEED=%d", seed)
	shape := crawltest.Typical(crashPages, 7)
	shape.Origin = ""
	return &crasher{
		t:      t,
		server: crawltest.NewServer(t, crawltest.Generate(shape).Site()),
		random: rand.New(rand.NewPCG(seed, seed)),
	}
}

// whole makes the crawl that nothing interrupts.
func (c *crasher) whole() remains {
	c.begin(filepath.Join(c.t.TempDir(), "whole"))
	c.runWhole()
	c.urls = len(c.settled)
	return c.remains()
}

// begin begins a crawl into a folder.
func (c *crasher) begin(dir string) {
	c.dir, c.settled = dir, map[string]time.Time{}
}

// killedCrawl makes a crawl that is killed so many times on the way, and then
// at its end, unless it comes to it.
func (c *crasher) killedCrawl(times int) {
	c.begin(filepath.Join(c.t.TempDir(), "killed"))
	for n := 0; n < times && !c.concluded(); n++ {
		stop := c.random.IntN(2*c.urls/times + 1)
		c.killed(func() bool { return len(c.requests()) >= stop })
	}
	for range 3 {
		if c.concluded() {
			return
		}
		c.killed(c.allAsked)
	}
	if !c.concluded() {
		c.runWhole()
	}
}

func numberFrom(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

func (c *crasher) command() *exec.Cmd {
	c.logged = len(c.server.Log())
	return exec.Command("portolan", c.server.URL()+"/", "-o", c.dir, "--quiet")
}

func (c *crasher) runWhole() {
	c.t.Helper()
	if out, err := c.command().CombinedOutput(); err != nil {
		c.t.Fatalf("%v: %s", err, out)
	}
	c.check()
}

// killed runs the program until enough has happened, and kills it a moment
// later, unless it has ended by then.
func (c *crasher) killed(enough func() bool) {
	cmd := c.command()
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	var moment <-chan time.Time
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	for running := true; running; {
		select {
		case err := <-ended:
			if err != nil {
				c.t.Fatalf("the run ended by itself: %v: %s", err, &said)
			}
			ended <- nil
			running = false
		case <-moment:
			running = false
		case <-look.C:
			if moment == nil && enough() {
				moment = time.After(c.moment())
			}
		}
	}
	if c.gently {
		c.stopped(cmd, ended, &said)
		return
	}
	_ = cmd.Process.Kill() // it may have ended
	<-ended
	if said.Len() > 0 {
		c.t.Fatalf("the run complained: %s", &said)
	}
	lost := c.check()
	if !cmd.ProcessState.Exited() {
		c.kills++
		c.lost = append(c.lost, lost)
	}
}

// stopped sends SIGTERM: the run ends with what was in flight, or in time.
func (c *crasher) stopped(cmd *exec.Cmd, ended <-chan error, said *bytes.Buffer) {
	c.t.Helper()
	_ = cmd.Process.Signal(syscall.SIGTERM) // it may have ended
	<-ended
	lost := c.check()
	switch code := cmd.ProcessState.ExitCode(); {
	case code == exit.Interrupted:
		c.kills++
		c.lost = append(c.lost, lost)
	case code == -1 && (len(c.requests()) == 0 || c.concluded()): // it listens from before its first request until all is done
	case code != exit.Done:
		c.t.Fatalf("exit code %d: %s", code, said)
	}
	if lost > crashInFlight { // none but what took longer than it had
		c.t.Errorf("%d answers lost", lost)
	}
}

// moment gives a random time, up to half a second, that is as likely to be
// within 1 and 2 as within 100 and 200 milliseconds.
func (c *crasher) moment() time.Duration {
	return time.Duration(float64(time.Millisecond) * math.Exp2(9*c.random.Float64()))
}

// allAsked tells whether nothing is left to ask for.
func (c *crasher) allAsked() bool {
	asked := maps.Clone(c.settled)
	for _, r := range c.requests() {
		asked[r.URL] = time.Time{}
	}
	return len(asked) >= c.urls
}

// requests gives those of the run at hand.
func (c *crasher) requests() []crawltest.Request { return c.server.Log()[c.logged:] }

// check holds the last run against the site's log: it asked for nothing that
// the crawl file had acknowledged before, it changed none of it, and what it
// asked for in vain is bounded.
func (c *crasher) check() (lost int) {
	c.t.Helper()
	store := c.open()
	if store == nil {
		if len(c.settled) > 0 {
			c.t.Fatal("the crawl file is gone")
		}
		return 0
	}
	defer store.Close()
	now, start := map[string]time.Time{}, c.server.URL()+"/"
	for row, err := range store.Rows(context.Background()) {
		if err != nil {
			c.t.Fatal(err)
		}
		if row.Page != nil {
			now[row.URL] = row.Page.FetchedAt
		}
	}
	for url, at := range c.settled {
		if now[url] != at {
			c.t.Errorf("%s was settled at %s, now at %s", url, at, now[url])
		}
	}
	for _, r := range c.requests() {
		if row, err := store.Find(r.URL); err != nil || row == nil || r.URL == start {
			continue // robots.txt, requests about the site itself; a start URL is resolved each time
		}
		if _, before := c.settled[r.URL]; before {
			c.t.Errorf("%s was asked for again, though settled", r.URL)
		}
		if _, kept := now[r.URL]; !kept {
			lost++
		}
	}
	if lost > crashLost {
		c.t.Errorf("a kill cost %d answers, want %d at most", lost, crashLost)
	}
	c.settled = now
	return lost
}

// open opens the one crawl file that a crawl has begun in, nil if there is
// none yet.
func (c *crasher) open() (begun *sqlite.Store) {
	c.t.Helper()
	names, err := folder.At(c.dir).Crawls()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		c.t.Fatal(err)
	}
	for _, name := range names {
		store, err := sqlite.OpenReadOnly(name)
		if err != nil {
			c.t.Fatal(err)
		}
		switch {
		case store.Meta("scope") == "":
			store.Close()
		case begun != nil:
			c.t.Fatalf("a second crawl began: %s", names)
		default:
			begun = store
		}
	}
	return begun
}

// concluded tells whether the crawl has ended and its sitemap is published.
func (c *crasher) concluded() bool {
	store := c.open()
	if store == nil {
		return false
	}
	defer store.Close()
	return store.Meta("concluded") != ""
}

// remains is what a crawl leaves behind, without times and first referrers.
type remains struct {
	files    map[string]string // the sitemap's, by name
	verdicts map[string]string // by URL
	links    []string
}

func (c *crasher) remains() (r remains) {
	c.t.Helper()
	r.files, r.verdicts = map[string]string{}, map[string]string{}
	names, err := filepath.Glob(filepath.Join(c.dir, "sitemap*"))
	if err != nil {
		c.t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			c.t.Fatal(err)
		}
		r.files[filepath.Base(name)] = string(text)
	}
	store := c.open()
	defer store.Close()
	if got := store.Meta("end"); got != "complete" {
		c.t.Fatalf("the crawl ended as %q", got)
	}
	var urls []string
	for row, err := range store.Rows(context.Background()) {
		if err != nil {
			c.t.Fatal(err)
		}
		v, err := store.VerdictOf(row.ID)
		if err != nil {
			c.t.Fatal(err)
		}
		urls = append(urls, row.URL)
		r.verdicts[row.URL] = fmt.Sprint(audit.Code(v.Code), v.Also)
	}
	for e, err := range store.Edges(context.Background()) {
		if err != nil {
			c.t.Fatal(err)
		}
		r.links = append(r.links, fmt.Sprintf("%s %s %#x %q", urls[e.From], urls[e.To], e.Flags, e.Anchor))
	}
	slices.Sort(r.links)
	return r
}

func (c *crasher) compare(whole, killed remains) {
	c.t.Helper()
	if len(whole.files) == 0 || !maps.Equal(whole.files, killed.files) {
		c.t.Errorf("the sitemap differs: %d files, %d of an uninterrupted crawl", len(killed.files), len(whole.files))
	}
	if !maps.Equal(whole.verdicts, killed.verdicts) {
		for url, want := range whole.verdicts {
			if got := killed.verdicts[url]; got != want {
				c.t.Errorf("verdict of %s: %q, %q in an uninterrupted crawl", url, got, want)
			}
		}
		c.t.Errorf("%d verdicts, %d in an uninterrupted crawl", len(killed.verdicts), len(whole.verdicts))
	}
	if !slices.Equal(whole.links, killed.links) {
		c.t.Errorf("the link graph differs: %d links, %d in an uninterrupted crawl", len(killed.links), len(whole.links))
	}
}
