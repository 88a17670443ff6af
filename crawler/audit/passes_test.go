package audit_test

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// graphLink is a link of a made-up site.
type graphLink struct {
	from, to int
	flags    frontier.LinkFlags
	location bool // it is the redirect of its page
}

// crawlGraph settles a made-up site of n URLs whose pages have these links.
func crawlGraph(t *testing.T, store frontier.Frontier, n int, links []graphLink, key [16]byte) {
	t.Helper()
	rules, err := canonical.New(canonical.Config{Key: key})
	must(t, err)
	link := func(to int, flags frontier.LinkFlags) frontier.Link {
		url := []byte(fmt.Sprintf("https://www.example.com/%d", to))
		return frontier.Link{Key: rules.Key(url), URL: url, Flags: flags}
	}
	var seeds []frontier.Seed
	for i := range n {
		l := link(i, 0)
		source := frontier.FromList
		if i == 0 {
			source = frontier.FromStart
		}
		seeds = append(seeds, frontier.Seed{Key: l.Key, URL: l.URL, Source: source, Depth: frontier.NoDepth})
	}
	must(t, store.Settle(&frontier.Batch{Seeds: seeds}))
	items, _, err := store.Lease(n, frontier.LastRank, time.Now())
	must(t, err)
	batch := &frontier.Batch{}
	for _, it := range items {
		p := frontier.Settled{ID: it.ID, Location: -1, Canonical: -1}
		for _, l := range links {
			if frontier.ID(l.from) == it.ID {
				if l.location {
					p.Location = len(p.Links)
				}
				p.Links = append(p.Links, link(l.to, l.flags))
			}
		}
		batch.Pages = append(batch.Pages, p)
	}
	must(t, store.Settle(batch))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// randomGraph makes links of all kinds, about one redirect in three pages.
func randomGraph(r *rand.Rand) (n int, links []graphLink) {
	n = 1 + r.IntN(40)
	for from := range n {
		if r.IntN(3) == 0 {
			links = append(links, graphLink{from, r.IntN(n), frontier.LinkRedirect, true})
			continue
		}
		for range r.IntN(4) {
			links = append(links, graphLink{from: from, to: r.IntN(n), flags: frontier.LinkFlags(r.IntN(int(frontier.LinkFold) + 1))})
		}
	}
	return n, links
}

// Both passes give, over the model and over a crawl file, what the plainest
// ways of finding it give.
func TestPassesOverRandomGraphs(t *testing.T) {
	for seed := range uint64(60) {
		n, links := randomGraph(rand.New(rand.NewPCG(seed, 1)))
		memory := frontier.NewMemory()
		crawlGraph(t, memory, n, links, [16]byte{})
		file, err := sqlite.Create(filepath.Join(t.TempDir(), "c.db"), sqlite.Options{})
		must(t, err)
		crawlGraph(t, file, n, links, file.Key())
		for name, crawl := range map[string]frontier.Crawl{"memory": memory, "file": file} {
			ends, err := audit.ReadEnds(context.Background(), crawl)
			must(t, err)
			clicks, err := audit.ReadClicks(context.Background(), crawl)
			must(t, err)
			wantClicks := plainClicks(n, links)
			for id := range n {
				if got, want := ends.Of(frontier.ID(id)), plainEnd(id, links); got != want {
					t.Fatalf("seed %d, %s: redirects of %d end in %+v, want %+v", seed, name, id, got, want)
				}
				row, err := crawl.Row(frontier.ID(id))
				must(t, err)
				if got, err := audit.FindEnd(crawl, row); err != nil || got != plainEnd(id, links) {
					t.Fatalf("seed %d, %s: redirects of %d by themselves end in %+v, want %+v (%v)", seed, name, id, got, plainEnd(id, links), err)
				}
				got, reached := clicks.Of(frontier.ID(id))
				if want, reachable := wantClicks[id]; got != want || reached != reachable {
					t.Fatalf("seed %d, %s: %d takes %d clicks (%t), want %d (%t)", seed, name, id, got, reached, want, reachable)
				}
				checkPath(t, clicks.Path(frontier.ID(id)), id, links, wantClicks)
				var path []frontier.ID
				for i, by := range []audit.Linkers{linkersTo(crawl, frontier.ID(id)), firstLinkersTo(crawl, frontier.ID(id))} {
					to, err := audit.ClicksTo(context.Background(), crawl, frontier.ID(id), by, func(ids []frontier.ID) iter.Seq2[*frontier.Edge, error] {
						return crawl.Graph(context.Background(), func(from frontier.ID) bool { return slices.Contains(ids, from) })
					})
					must(t, err)
					if alone, found := to.Of(frontier.ID(id)); alone != got || found != reached {
						t.Fatalf("seed %d, %s: %d by itself takes %d clicks (%t), want %d (%t)", seed, name, id, alone, found, got, reached)
					}
					checkPath(t, to.Path(frontier.ID(id)), id, links, wantClicks)
					if i == 0 {
						path = to.Path(frontier.ID(id))
					} else if first := to.Path(frontier.ID(id)); !slices.Equal(first, path) {
						t.Fatalf("seed %d, %s: the way to %d is %d by the first pages that link to it, %d by all", seed, name, id, first, path)
					}
				}
			}
			if got := ends.Of(frontier.ID(n)); got.ID != frontier.NoID {
				t.Fatalf("an unknown URL ends in %+v", got)
			}
			if path := clicks.Path(frontier.ID(n)); path != nil {
				t.Fatalf("a way leads to an unknown URL: %d", path)
			}
		}
		must(t, file.Close())
	}
}

func linkersTo(crawl frontier.Crawl, id frontier.ID) (by audit.Linkers) {
	for e := range crawl.Graph(context.Background()) {
		if e.To == id {
			by.Add(e)
		}
	}
	return by
}

// firstLinkersTo is linkersTo by two pages at most.
func firstLinkersTo(crawl frontier.Crawl, id frontier.ID) audit.Linkers {
	var first []frontier.ID
	kinds := uint16(0)
	for e := range crawl.Graph(context.Background()) {
		if e.To != id {
			continue
		}
		kinds |= 1 << e.Flags.Kind()
		if e.Flags.Clickable() && len(first) < 2 && !slices.Contains(first, e.From) {
			first = append(first, e.From)
		}
	}
	return audit.LinkersOf(first, kinds)
}

func plainEnd(id int, links []graphLink) audit.End {
	for hops := 0; hops <= len(links); hops++ {
		i := slices.IndexFunc(links, func(l graphLink) bool { return l.from == id && l.location })
		if i < 0 {
			return audit.End{ID: frontier.ID(id), Hops: hops}
		}
		id = links[i].to
	}
	return audit.End{ID: frontier.NoID, Loop: true}
}

// linkCost is what a link costs a reader, -1 if it is none for readers.
func linkCost(f frontier.LinkFlags) int {
	return map[frontier.LinkFlags]int{
		frontier.LinkA: 1, frontier.LinkArea: 1, frontier.LinkNext: -1, frontier.LinkPrev: -1,
		frontier.LinkAlternate: -1, frontier.LinkCanonical: -1,
	}[f.Kind()]
}

func plainClicks(n int, links []graphLink) map[int]int {
	clicks := map[int]int{0: 0}
	for range n {
		for _, l := range links {
			have, reached := clicks[l.from]
			cost := linkCost(l.flags)
			if !reached || cost < 0 {
				continue
			}
			if old, known := clicks[l.to]; !known || have+cost < old {
				clicks[l.to] = have + cost
			}
		}
	}
	return clicks
}

// checkPath expects a way over links that costs as many clicks as it should.
func checkPath(t *testing.T, path []frontier.ID, id int, links []graphLink, clicks map[int]int) {
	t.Helper()
	want, reached := clicks[id]
	if !reached {
		if path != nil {
			t.Fatalf("a way leads to %d: %d", id, path)
		}
		return
	}
	if path[0] != 0 || path[len(path)-1] != frontier.ID(id) {
		t.Fatalf("the way to %d is %d", id, path)
	}
	total := 0
	for i := range path[1:] {
		best := -1
		for _, l := range links {
			if cost := linkCost(l.flags); frontier.ID(l.from) == path[i] && frontier.ID(l.to) == path[i+1] && cost >= 0 && (best < 0 || cost < best) {
				best = cost
			}
		}
		if best < 0 {
			t.Fatalf("the way to %d is %d: there is no link from %d to %d", id, path, path[i], path[i+1])
		}
		total += best
	}
	if total != want {
		t.Fatalf("the way to %d, %d, takes %d clicks, want %d", id, path, total, want)
	}
}
