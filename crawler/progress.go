package crawler

import (
	"fmt"
	"runtime/metrics"
	"slices"
	"sync/atomic"
	"time"

	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

const progressEvery = 200 * time.Millisecond

// Progress is where a running crawl stands.
type Progress struct {
	Counts  frontier.Counts
	Fetched int           // pages requested in this run
	Errors  int           // of them without an answer or with a 5xx
	Elapsed time.Duration // of this run
	Rate    float64       // pages a second over the last seconds
	Memory  int64         // bytes held by the process
	// Waiting tells what the crawl waits for, "" while it works.
	Waiting string
	// Held tells which host asks to be left alone, and how long it is waited for; ""
	// where none does, or other hosts are asked meanwhile.
	Held string
	// Slowed tells which host is asked slowly for the strain that it shows, and
	// why; "" if none is.
	Slowed string
}

// Receipt tells how gentle a run was.
type Receipt struct {
	Requests   int             // pages, robots.txt and probes; those before the run, too
	Robots     int             // requests for robots.txt
	Probes     int             // requests made to learn of the site's URLs
	BackOffs   int             // times the pace was cut
	SlowedBy   []pace.SlowedBy // BackOffs by their cause
	Parked     int             // times a host was left alone for a minute or more
	Throttled  int             // answers 429 and 503
	Bytes      int64           // bodies, on the wire
	Rate       float64         // requests a second over the run
	StartP50   time.Duration   // time to first byte of the first 20 answers
	StartP95   time.Duration
	P50, P95   time.Duration // time to first byte over the run
	CrawlDelay time.Duration // obeyed, 0 if none
	Closed     pace.Closed   // of the site's host, at the end
}

// Closed is a host that asks to be left alone for long.
type Closed = pace.Closed

// stats are counters that workers and the committer add to.
type stats struct {
	pages     atomic.Int64 // requested and settled, earlier runs included
	bytes     atomic.Int64
	memory    atomic.Int64
	disk      atomic.Int64
	errors    int // scheduler's own from here on
	requests  int
	robots    int
	throttled int
	unsent    int // requests that were not made, since the address is private
	latency   latencies
	rate      rateMeter
}

// latencies keeps the times to first byte of a run: the first ones as they
// are, all of them counted in buckets that grow by a tenth.
type latencies struct {
	first   []time.Duration
	buckets [200]int
	n       int
}

func (l *latencies) add(d time.Duration) {
	if len(l.first) < 20 {
		l.first = append(l.first, d)
	}
	l.n++
	edge, i := 100*time.Microsecond, 0
	for d > edge && i < len(l.buckets)-1 {
		edge += edge / 10
		i++
	}
	l.buckets[i]++
}

// quantile gives an upper bound of the q-quantile, within ten percent.
func (l *latencies) quantile(q float64) time.Duration {
	want := int(q * float64(l.n))
	edge, sum := 100*time.Microsecond, 0
	for _, n := range l.buckets {
		if sum += n; sum > want {
			return edge
		}
		edge += edge / 10
	}
	return 0
}

func (l *latencies) firstQuantile(q float64) time.Duration {
	if len(l.first) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(l.first))
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

// rateMeter measures pages a second over the last few seconds.
type rateMeter struct {
	at   time.Time
	seen int
	rate float64
}

func (m *rateMeter) measure(now time.Time, total int) float64 {
	if m.at.IsZero() {
		m.at, m.seen = now, total
		return 0
	}
	if d := now.Sub(m.at); d >= 2*time.Second {
		fresh := float64(total-m.seen) / d.Seconds()
		if m.rate == 0 {
			m.rate = fresh
		}
		m.rate += (fresh - m.rate) / 2
		m.at, m.seen = now, total
	}
	return m.rate
}

// report tells the listener where the crawl stands, and looks at memory.
func (s *scheduler) report(now time.Time) {
	st := &s.c.stats
	st.memory.Store(memoryInUse())
	if s.c.opts.Progress == nil {
		return
	}
	waiting, held := s.waitingFor(now), ""
	if waiting != "" {
		held = s.hosts.Held(now)
	}
	s.c.opts.Progress(Progress{
		Counts:  s.c.counts(),
		Fetched: s.pages.fetched,
		Errors:  st.errors,
		Elapsed: now.Sub(s.begun),
		Rate:    st.rate.measure(now, s.pages.fetched),
		Memory:  st.memory.Load(),
		Waiting: waiting,
		Held:    held,
		Slowed:  s.hosts.Slowed(),
	})
}

// waitingFor names what holds everything up, "" if nothing does.
func (s *scheduler) waitingFor(now time.Time) string {
	if n := s.renders.left(); n > 0 {
		return fmt.Sprintf("the browser; still to be rendered: %d", n)
	}
	if s.checks.busy() {
		return fmt.Sprintf("links to other hosts and pictures, %d of which are left to ask for", s.checks.todo)
	}
	if s.running > 0 {
		return s.silentRobots()
	}
	if parked := s.hosts.Parked(now); parked != "" {
		return parked
	}
	for _, o := range s.origins {
		if o.state == robotsWaiting && (now.Before(o.retryAt) || s.hosts.Slow(now) == "") {
			return "robots.txt of " + o.name + ", asked again in " + max(0, o.retryAt.Sub(now)).Round(time.Second).String()
		}
	}
	if len(s.leased.queue) > 0 || s.busyWith(true) {
		if slow := s.hosts.Slow(now); slow != "" {
			return slow
		}
	}
	if len(s.leased.queue) == 0 && !s.leased.retry.IsZero() {
		return "a retry in " + max(0, s.leased.retry.Sub(now)).Round(time.Second).String()
	}
	return ""
}

// silentRobots names a robots.txt that is asked for, "" where pages are, too.
func (s *scheduler) silentRobots() string {
	asked, name := 0, ""
	for _, o := range s.origins {
		if o.state == robotsAsked {
			asked, name = asked+1, max(name, o.name)
		}
	}
	if asked < s.running {
		return ""
	}
	return "robots.txt of " + name + ", which has not answered yet"
}

func (s *scheduler) receipt(now time.Time) Receipt {
	st := &s.c.stats
	r := Receipt{
		Requests:  st.requests - st.unsent,
		Robots:    st.robots,
		Probes:    s.learner.probes,
		Throttled: st.throttled,
		Bytes:     st.bytes.Load(),
		StartP50:  st.latency.firstQuantile(0.5),
		StartP95:  st.latency.firstQuantile(0.95),
		P50:       st.latency.quantile(0.5),
		P95:       st.latency.quantile(0.95),
	}
	if took := now.Sub(s.begun).Seconds(); took > 0 {
		r.Rate = float64(r.Requests) / took
	}
	before := s.c.opts.Asked
	r.Requests += before.Requests
	r.Robots += before.Robots
	r.Throttled += before.Throttled
	r.Bytes += before.Bytes
	r.SlowedBy, r.Parked = s.hosts.SlowedBy(), s.hosts.Parks()
	r.Closed = s.hosts.Of(s.c.opts.Scope.Scheme + "://" + s.c.opts.Scope.Host).Closed()
	for _, by := range r.SlowedBy {
		r.BackOffs += by.Times
	}
	for _, o := range s.origins {
		if s.guests[canonical.Host(o.name)] {
			continue
		}
		r.CrawlDelay = max(r.CrawlDelay, o.crawlDelay(s.c.opts.Politeness))
	}
	return r
}

// count takes a finished exchange into the statistics.
func (st *stats) count(x *pace.Exchange) {
	if x.Err == record.ErrPrivate {
		st.unsent++ // nobody was asked
		st.errors++
		return
	}
	if x.Robots {
		st.robots++
	}
	switch {
	case x.Failed:
		st.errors++
		return
	case x.Status == 429 || x.Status == 503:
		st.throttled++
	case x.Status >= 500:
		st.errors++
	}
	st.latency.add(x.TTFB)
}

// memoryInUse gives the bytes that the runtime has from the system.
func memoryInUse() int64 {
	sample := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64() - sample[1].Value.Uint64())
}
