package crawltest

import (
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
)

// Shape says what a generated site is like. Shares are per mille.
type Shape struct {
	Pages  int    // in the tree, the home page included; at least 1
	Seed   uint64 // another seed, another site
	Origin string // of absolute links and canonicals; "" makes them begin at the root

	// Shares of the pages. A page is of one of the first four kinds at most.
	NoindexMeta   int
	NoindexHeader int
	Canonical     int // names another page as its canonical, or one of another host
	Blocked       int // of the leaves: forbidden by robots.txt
	Redirected    int // linked by its parent through one 301, or two in a row
	Dead          int // holds a link that ends in 404

	// Shares of the pages that are linked under a second spelling, too.
	Sessions int // ?PHPSESSID= or ;jsessionid=
	Tracking int // utm_source and such
	Sorted   int // ?sort=name, with the plain page as canonical

	CleanParam bool // robots.txt declares sort in a Clean-param line

	// EveryLink names a session parameter that each link of each answer
	// carries, with a fresh value: "PHPSESSID", ";jsessionid", "DokuWiki".
	EveryLink string
}

// Typical is the shape of the site that benchmarks use: some 29 KB of HTML
// and 110 links a page, 96 % of the pages fit for a sitemap, and 0.7
// superfluous spellings a page.
func Typical(pages int, seed uint64) Shape {
	return Shape{
		Pages: pages, Seed: seed, Origin: "https://big.example",
		NoindexMeta: 10, NoindexHeader: 10, Canonical: 10, Blocked: 15,
		Redirected: 30, Dead: 20,
		Sessions: 350, Tracking: 300, Sorted: 50,
	}
}

const (
	fanOut = 10 // children of a page
	hubs   = 30 // pages named in every page's head and foot
)

// Generated is a site made up from a number: a tree of pages of fan-out ten
// in which page n is computed when it is asked for. Memory does not grow with
// the number of pages. It is safe for concurrent use.
type Generated struct {
	Shape
	nav, foot chunk
	prose     []chunk
	answers   atomic.Uint64 // of pages whose every link carries a session
}

// Generate makes a site of that shape.
func Generate(shape Shape) *Generated {
	shape.Pages = max(shape.Pages, 1)
	g := &Generated{Shape: shape, prose: makeProse(shape.Seed)}
	g.nav, g.foot = g.makeNav(), g.makeFoot()
	return g
}

// Site serves g under its origin, for a Server. An empty origin becomes
// https://big.example.
func (g *Generated) Site() *Site {
	s := &Site{}
	origin := g.Origin
	if origin == "" {
		origin = "https://big.example"
	}
	s.HandleFunc(origin+"/", g.ServeHTTP)
	return s
}

// Expected gives the URLs that belong in the sitemap, sorted bytewise.
func (g *Generated) Expected() []string {
	var urls []string
	for n := range g.Pages {
		if g.kind(n) == plain {
			urls = append(urls, g.Origin+g.path(n))
		}
	}
	slices.Sort(urls)
	return urls
}

// Asks gives the number of requests that see everything once: pages,
// redirects, dead links, and sorted spellings unless robots.txt folds them.
// Sessions, tracking and what robots.txt forbids cost none, nor is robots.txt
// itself counted.
func (g *Generated) Asks() int {
	total := 0
	for n := range g.Pages {
		total += g.hops(n)
		if g.kind(n) == blocked {
			continue
		}
		total++
		if g.has(n, dead, g.Dead) {
			total++
		}
		if n > 0 && g.has(n, sorted, g.Sorted) && !g.CleanParam {
			total++
		}
	}
	return total
}

// kind is what makes a page fit for a sitemap or not.
type kind uint8

const (
	plain kind = iota
	noindexMeta
	noindexHeader
	canonicalElsewhere
	blocked
)

func (g *Generated) kind(n int) kind {
	if n <= hubs {
		return plain
	}
	roll := int(g.roll(n, kinds) % 1000)
	for _, share := range [...]struct {
		of   int
		kind kind
	}{{g.NoindexMeta, noindexMeta}, {g.NoindexHeader, noindexHeader}, {g.Canonical, canonicalElsewhere}} {
		if roll -= share.of; roll < 0 {
			return share.kind
		}
	}
	// What robots.txt hides must not hide others.
	if leaf := n*fanOut+1 >= g.Pages; leaf && roll < g.Blocked {
		return blocked
	}
	return plain
}

// What a page's number is rolled for.
const (
	kinds uint64 = iota + 1
	redirected
	dead
	sessions
	tracking
	sorted
	words
	dates
	crossLinks
)

// roll gives a number that depends on seed, page and purpose alone
// (the finalizer of splitmix64).
func (g *Generated) roll(n int, purpose uint64) uint64 {
	x := g.Seed*0x9e3779b97f4a7c15 + uint64(n)*0xd1342543de82ef95 + purpose*0xaf251af3b0f025b5
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func (g *Generated) has(n int, purpose uint64, share int) bool {
	return int(g.roll(n, purpose)%1000) < share
}

// hops is the number of redirects between the parent's link and the page.
func (g *Generated) hops(n int) int {
	if n == 0 || !g.has(n, redirected, g.Redirected) {
		return 0
	}
	return 1 + int(g.roll(n, redirected)>>32&1)
}

func parent(n int) int { return (n - 1) / fanOut }

// path gives the path of a page; number is its inverse.
func (g *Generated) path(n int) string {
	name := vocabulary[g.roll(n, words)%uint64(len(vocabulary))] + "-" + strconv.Itoa(n)
	switch {
	case n == 0:
		return "/"
	case n <= hubs:
		return "/" + name + "/"
	case g.kind(n) == blocked:
		return "/private/" + name + ".html"
	}
	return "/shelf-" + strconv.Itoa(parent(n)) + "/" + name + ".html"
}

func (g *Generated) number(path string) (n int, ok bool) {
	if path == "/" {
		return 0, true
	}
	name := strings.TrimSuffix(strings.TrimSuffix(path, ".html"), "/")
	n, err := strconv.Atoi(name[strings.LastIndexByte(name, '-')+1:])
	return n, err == nil && 0 < n && n < g.Pages && g.path(n) == path
}
