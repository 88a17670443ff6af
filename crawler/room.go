package crawler

import (
	"context"
	"runtime"

	"github.com/portolan-seo/portolan/crawler/fetch"
)

// An answer that is huge may take tens of megabytes, most of them while it is
// parsed and settled. So workers read maxReads such bodies at a time, and of
// what is made of them, maxHuge are in memory. Huge is an answer of more bytes
// than fetch keeps without asking, or of more than hugeLinks links.
const (
	maxReads  = 2
	maxHuge   = 1
	hugeLinks = 4096
)

// room is a worker's right to a huge answer. Whoever settles waits for no
// worker, so that both kinds of room become free again.
type room struct {
	reads chan struct{} // of the crawl; full while no more may be read
	huge  chan struct{} // of the crawl; full while no more may be parsed
	// The worker has a place in reads, in huge.
	reading, parsing bool
}

// read waits until a huge body may be read; it gives the error of ctx if that
// ends first. The place is the worker's until it forgets the answer.
func (r *room) read(ctx context.Context) error {
	if r.reading {
		return nil
	}
	select {
	case r.reads <- struct{}{}:
		r.reading = true
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// parse waits until a huge answer may be parsed, or, where only that has shown
// it to be huge, be made an outcome. The place is the outcome's until that is
// settled.
func (r *room) parse() {
	if !r.parsing {
		r.huge <- struct{}{}
		r.parsing = true
	}
}

// roomy is a worker's Fetcher that reads huge answers only where there is
// room.
type roomy struct {
	Fetcher
	room *room
}

// Fetch implements Fetcher.
func (r roomy) Fetch(ctx context.Context, req *fetch.Request, res *fetch.Response) {
	req.Room = r.room.read
	r.Fetcher.Fetch(ctx, req, res)
}

// handOver forgets what the worker holds of a huge answer, which o was made
// of.
func (w *worker) handOver(o *outcome) {
	r := w.room
	if r.reading || r.parsing {
		w.Res = fetch.Response{}
		w.parser = newParser(w.c)
	}
	if r.reading {
		r.reading = false
		<-r.reads
	}
	o.huge, r.parsing = r.parsing, false
}

// leaveRoom ends the stay of a huge answer that was settled. What it leaves
// behind goes at once, not when the heap has grown by as much again.
func (c *crawl) leaveRoom() {
	runtime.GC()
	<-c.huge
}
