package crawler

import (
	"runtime"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// bench is what a page is taken apart with: the parser, and the resolver with
// its memory of links. There are as many as pages can be worked on at once, not
// one a worker, most of which wait for the network: so memory does not grow with
// the connections, and a link of the menu is resolved on a bench once.
type bench struct {
	parser   *page.Parser
	resolver *canonical.Resolver
	rules    *canonical.Rules // of the resolver
}

// benches are those that are free.
type benches chan *bench

func newBenches(c *crawl) benches {
	n := min(runtime.GOMAXPROCS(0), c.opts.Politeness.Concurrency)
	free := make(benches, n)
	for range n {
		free <- newBench(c)
	}
	return free
}

func newBench(c *crawl) *bench {
	rules := c.rules.Load()
	return &bench{parser: newParser(c), resolver: rules.NewResolver(), rules: rules}
}

// at calls f while the worker has a bench. What f leaves in its parser is not
// to be read after that. A panic takes the bench with it.
func (b benches) at(w *worker, f func()) {
	at, parser, resolver := <-b, w.parser, w.Resolver
	fine := false
	w.apart = false
	defer func() {
		w.parser, w.Resolver = parser, resolver
		if w.apart {
			return
		}
		if !fine || w.room.reading || w.room.parsing {
			at = newBench(w.c) // a huge answer leaves much behind
		}
		b <- at
	}()
	if at.rules != w.rules {
		at.rules = w.rules
		at.resolver.SetRules(w.rules)
	}
	w.parser, w.Resolver = at.parser, at.resolver
	f()
	fine = true
}

// waitForRoom waits until a page that has shown itself to be huge may be made an
// outcome. Whoever has that right may wait for a bench, so the worker's stays
// with it, and another one takes its place.
func (w *worker) waitForRoom() {
	if w.room.parsing {
		return
	}
	if !w.apart {
		w.apart = true
		w.c.benches <- newBench(w.c)
	}
	w.room.parse()
}
