package traps

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/filter"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/robots"
)

// modelPage is a page of a made-up site of any size.
type modelPage struct {
	status  int // 0 = 200
	text    string
	noindex bool
	refresh bool // to the first of links, at once
	links   []string
}

// model answers for every path of a made-up site; nil is a 404.
type model func(path string) *modelPage

const modelOrigin = "https://site.example"

// walked is what a walk through a model came to.
type walked struct {
	fetched    int
	byPrefix   map[string]int // pages of status 200 fetched, by first path segment
	quarantine []frontier.Quarantine
	left       int // URLs in quarantine
}

// walk crawls a model breadth first, as the scheduler would, up to a number
// of pages.
func walk(t *testing.T, site model, most int) walked {
	t.Helper()
	scope, err := canonical.ScopeOf(modelOrigin + "/")
	if err != nil {
		t.Fatal(err)
	}
	tr := New(scope, filter.List{}, nil)
	hold, err := Compile(nil, filter.List{})
	if err != nil {
		t.Fatal(err)
	}
	w := walked{byPrefix: map[string]int{}}
	type place struct{ id, via frontier.ID }
	queue, known := []string{"/"}, map[string]place{"/": {1, frontier.NoID}}
	for len(queue) > 0 && w.fetched < most {
		path := queue[0]
		queue = queue[1:]
		if hold.Holds(modelOrigin + path) {
			w.left++
			continue
		}
		w.fetched++
		p := site(path)
		if p == nil {
			p = &modelPage{status: 404, text: "not found"}
		} else if p.status == 0 {
			first, _, _ := strings.Cut(strings.TrimLeft(path, "/")+"?", "?")
			first, _, _ = strings.Cut(first, "/")
			w.byPrefix[first]++
		}
		at := known[path]
		page := pageOf(path, p)
		page.ID, page.Via = at.id, at.via
		tr.Saw(page)
		if _, changed := tr.Changed(); changed {
			if hold, err = Compile(tr.list, filter.List{}); err != nil {
				t.Fatal(err)
			}
		}
		for _, l := range p.links {
			if _, met := known[l]; !met {
				known[l] = place{frontier.ID(len(known) + 1), at.id}
				queue = append(queue, l)
			}
		}
	}
	w.quarantine = tr.list
	return w
}

func pageOf(path string, p *modelPage) *Page {
	settled := &frontier.Settled{Location: -1, Canonical: -1}
	r := &settled.Record
	r.Status, r.HTML = 200, true
	if p.status != 0 {
		r.Status = p.status
	}
	h := fnv.New64a()
	h.Write([]byte(p.text))
	r.TextHash = h.Sum64()
	if p.noindex {
		r.MetaRobots = robots.NoIndex
	}
	for _, l := range p.links {
		url := modelOrigin + l
		settled.Links = append(settled.Links, frontier.Link{Key: keyOf(url), URL: []byte(url), Flags: frontier.LinkA})
	}
	if r.Status/100 == 3 || p.refresh {
		settled.Location = 0
	}
	page := PageOf(frontier.Item{URL: modelOrigin + path, Via: frontier.NoID}, keyOf(modelOrigin+path), settled, []byte("<p>"+p.text))
	return &page
}

func keyOf(url string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(url))
	return h.Sum64()
}

// number reads the number at the end of a path, -1 if there is none.
func number(path, prefix string) int {
	rest, found := strings.CutPrefix(path, prefix)
	n := -1
	if _, err := fmt.Sscanf(rest, "%d", &n); !found || err != nil || fmt.Sprint(n) != rest {
		return -1
	}
	return n
}

// prose is a text of its own for each number, in letters.
func prose(n int) string {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	var b strings.Builder
	for range 30 {
		for range 2 + r.IntN(6) {
			b.WriteByte(byte('a' + r.IntN(26)))
		}
		b.WriteByte(' ')
	}
	return b.String()
}

func months(from, to int, path string) (links []string) {
	for m := from; m <= to; m++ {
		links = append(links, fmt.Sprintf(path, 2000+m/12, m%12+1))
	}
	return links
}

// withArticles adds a home page with 300 articles, which every good model has
// beside what is tested.
func withArticles(home []string, site model) model {
	for i := range 300 {
		home = append(home, fmt.Sprintf("/article/%d", i))
	}
	return func(path string) *modelPage {
		if path == "/" {
			return &modelPage{text: "home", links: home}
		}
		if n := number(path, "/article/"); n >= 0 && n < 300 {
			return &modelPage{text: prose(n)}
		}
		return site(path)
	}
}

var monthNames = []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}

// calendar is an endless one: each month leads to the next and the one
// before; event tells what happens in a month.
func calendar(event func(month int) (text string, links []string)) model {
	return func(path string) *modelPage {
		var y, m int
		if _, err := fmt.Sscanf(path, "/calendar?month=%d-%d", &y, &m); err != nil {
			return nil
		}
		month := (y-2000)*12 + m - 1
		text, links := event(month)
		return &modelPage{
			text:  fmt.Sprintf("%s %d %s", monthNames[m-1], y, text),
			links: append(links, months(month-1, month-1, "/calendar?month=%d-%02d")[0], months(month+1, month+1, "/calendar?month=%d-%02d")[0]),
		}
	}
}

var colors, sizes, brands = []string{"red", "blue", "green", "black", "white"}, []string{"s", "m", "l", "xl"}, []string{"acme", "bolt", "core", "dune"}

// facetLinks gives what one facet page links to: any facet set or dropped.
func facetLinks(path string, names []string, values map[string][]string) (links []string) {
	_, query, _ := strings.Cut(path, "?")
	for _, name := range names {
		for _, v := range values[name] {
			links = append(links, "/shop?"+strings.TrimPrefix(query+"&"+name+"="+v, "&"))
		}
	}
	return links
}

func TestTraps(t *testing.T) {
	empty := func(int) (string, []string) { return "no events", nil }
	facetValues := map[string][]string{"color": colors, "size": sizes, "brand": brands, "sort": {"price", "name"}}
	facetNames := []string{"color", "size", "brand", "sort"}
	tests := []struct {
		name string
		site model
		kind string
		most int // pages fetched, the 301 good ones included
	}{
		{"empty calendar without end", withArticles([]string{"/calendar?month=2026-11"}, calendar(empty)), kindDates, 301 + 210},
		{"calendar of months and days", withArticles([]string{"/calendar/2026/11/"}, func(path string) *modelPage {
			var y, m, d int
			if n, _ := fmt.Sscanf(path, "/calendar/%d/%d/%d/", &y, &m, &d); n == 3 {
				return &modelPage{text: fmt.Sprint("Day ", d, monthNames[m-1], y), links: []string{fmt.Sprintf("/calendar/%d/%02d/", y, m)}}
			} else if n < 2 {
				return nil
			}
			month := (y-2000)*12 + m - 1
			links := months(month+1, month+1, "/calendar/%d/%02d/")
			for d := range 28 {
				links = append(links, fmt.Sprintf("/calendar/%d/%02d/%02d/", y, m, d+1))
			}
			return &modelPage{text: monthNames[m-1], links: links}
		}), kindDates, 301 + 900},
		{"relative links that stack up", withArticles([]string{"/a/b"}, func(path string) *modelPage {
			if !strings.HasPrefix(path, "/a/") {
				return nil
			}
			return &modelPage{text: "same text", links: []string{path + "/a/b", path + "/b"}}
		}), kindLoop, 301 + 80},
		{"relative links in a menu, another text each", withArticles([]string{"/team/"}, func(path string) *modelPage {
			if !strings.HasPrefix(path, "/team/") && !strings.HasPrefix(path, "/jobs/") && !strings.HasPrefix(path, "/news/") {
				return nil
			}
			dir := path[:strings.LastIndexByte(path, '/')+1]
			return &modelPage{text: prose(len(path)) + path, links: []string{dir + "team/", dir + "jobs/", dir + "news/", dir + "terms.html"}}
		}), kindStack, 301 + 150},
		{"the same with short names", withArticles([]string{"/a/"}, func(path string) *modelPage {
			if !strings.HasPrefix(path, "/a/") {
				return nil
			}
			return &modelPage{text: prose(len(path)) + path, links: []string{path + "a/", path + "b/", path + "c/"}}
		}), kindStack, 301 + 800},
		{"page with a token in each link", withArticles([]string{"/list?token=1"}, func(path string) *modelPage {
			n := number(path, "/list?token=")
			if n < 0 {
				return nil
			}
			return &modelPage{text: "the list", links: []string{fmt.Sprint("/list?token=", 2*n), fmt.Sprint("/list?token=", 2*n+1)}}
		}), kindParams, 301 + 110},
		{"empty pages of a list without end", withArticles([]string{"/list?page=1"}, func(path string) *modelPage {
			n := number(path, "/list?page=")
			if n < 0 {
				return nil
			}
			text := "nothing here"
			var links []string
			if n < 30 {
				text, links = prose(1000+n), []string{fmt.Sprint("/item/", n)}
			}
			return &modelPage{text: fmt.Sprint("Page ", n, text), links: append(links, fmt.Sprint("/list?page=", n+1))}
		}), kindPages, 301 + 30 + 30 + 210},
		{"redirects that never arrive", withArticles([]string{"/go/1"}, func(path string) *modelPage {
			n := number(path, "/go/")
			if n < 0 {
				return nil
			}
			return &modelPage{status: 302, links: []string{fmt.Sprint("/go/", n+1)}}
		}), kindRedirects, 301 + 25},
		{"refreshes that never arrive", withArticles([]string{"/go/1"}, func(path string) *modelPage {
			n := number(path, "/go/")
			if n < 0 {
				return nil
			}
			return &modelPage{text: fmt.Sprint("one moment, ", prose(n)), refresh: true, links: []string{fmt.Sprint("/go/", n+1)}}
		}), kindRedirects, 301 + 25},
		{"redirects that add a parameter", withArticles([]string{"/go?lang=en"}, func(path string) *modelPage {
			if !strings.HasPrefix(path, "/go?") {
				return nil
			}
			return &modelPage{status: 302, links: []string{path + "&lang=en"}}
		}), kindRedirects, 301 + 25},
		{"broken links that breed", withArticles([]string{"/x/y"}, func(path string) *modelPage {
			if !strings.HasPrefix(path, "/x/") {
				return nil
			}
			return &modelPage{status: 404, text: "not found", links: []string{path + fmt.Sprint("/", len(path)%7)}}
		}), kindDirectory, 301 + 110},
		{"a diary without end that is noindex", withArticles([]string{"/entry-1.html"}, func(path string) *modelPage {
			n := number(strings.TrimSuffix(path, ".html"), "/entry-")
			if n < 0 {
				return nil
			}
			return &modelPage{text: prose(5000 + n), noindex: true, links: []string{fmt.Sprintf("/entry-%d.html", n+1), fmt.Sprintf("/entry-%d.html", n-1)}}
		}), kindChain, 301 + 1010},
		{"the same by words", withArticles([]string{"/next/aaa"}, func(path string) *modelPage {
			var name [3]byte
			if copy(name[:], strings.TrimPrefix(path, "/next/")); !strings.HasPrefix(path, "/next/") {
				return nil
			}
			text := prose(int(name[0])<<16 | int(name[1])<<8 | int(name[2]))
			for i := 2; i >= 0; i-- {
				if name[i]++; name[i] <= 'z' {
					break
				}
				name[i] = 'a'
			}
			return &modelPage{text: text, noindex: true, links: []string{"/next/" + string(name[:])}}
		}), kindChain, 301 + 1010},
		{"facets that are all the same", withArticles([]string{"/shop?color=red"}, func(path string) *modelPage {
			if !strings.HasPrefix(path, "/shop?") {
				return nil
			}
			return &modelPage{text: "all products", links: facetLinks(path, facetNames, facetValues)}
		}), kindParams, 301 + 250},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := walk(t, tt.site, 20_000)
			t.Logf("%d fetched, %d in quarantine by %d patterns", w.fetched, w.left, len(w.quarantine))
			if w.fetched > tt.most {
				t.Errorf("%d pages fetched, want at most %d", w.fetched, tt.most)
			}
			if w.byPrefix["article"] != 300 {
				t.Errorf("%d of 300 articles fetched", w.byPrefix["article"])
			}
			if len(w.quarantine) == 0 || w.quarantine[0].Kind != tt.kind {
				t.Fatalf("quarantine %+v, want one of kind %s", w.quarantine, tt.kind)
			}
			for _, q := range w.quarantine {
				t.Logf("%s %s  %s", q.Kind, q.Pattern, q.Expr)
				if len(q.Examples) < 2 && q.Pattern != q.Examples[0] { // one address is its only example
					t.Errorf("%d examples of %s", len(q.Examples), q.Pattern)
				}
				match, err := q.Match()
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range q.Examples {
					if !match.MatchString(e) {
						t.Errorf("%s does not match its example %s", q.Expr, e)
					}
				}
			}
		})
	}
}

// Big sites that are nothing but big are fetched whole.
func TestOrdinarySites(t *testing.T) {
	products := 100_000
	tests := []struct {
		name  string
		site  model
		pages map[string]int
	}{
		{"packages in folders of their own name, and files spread over folders", func(path string) *modelPage {
			level := strings.Count(path, "/")
			switch first, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/"); {
			case path == "/":
				page := &modelPage{text: "home", links: []string{"/f/"}}
				for n := range 50 {
					page.links = append(page.links, fmt.Sprintf("/package%c%c/", 'a'+n/7, 'a'+n%7))
				}
				return page
			case first == "f" && level < 6:
				page := &modelPage{text: "files in " + path}
				for c := 'a'; c < 'f'; c++ {
					page.links = append(page.links, path+string(c)+"/")
				}
				return page
			case strings.HasPrefix(first, "package") && level < 5:
				return &modelPage{text: "package " + path, links: []string{path + "source/", "/" + first + "/" + first + "/", path + "docs/"}}
			}
			return &modelPage{text: prose(len(path)) + path}
		}, map[string]int{"f": 1 + 5 + 25 + 125 + 625, "packageaa": 1 + 3 + 2*3 + 2*2*3}},
		{"100,000 products that differ in figures alone", func(path string) *modelPage {
			switch n := number(path, "/product/"); {
			case path == "/":
				return &modelPage{text: "home", links: []string{"/list?page=1"}}
			case n >= 0 && n < products:
				// Each links to the next and to some that are like it.
				return &modelPage{text: fmt.Sprint("Product ", n, " price ", n%97), links: []string{fmt.Sprint("/product/", (n+1)%products), fmt.Sprint("/product/", n*7%products)}}
			}
			n := number(path, "/list?page=")
			if n < 1 || n > products/50 {
				return nil
			}
			p := &modelPage{text: fmt.Sprint("Page ", n), links: []string{fmt.Sprint("/list?page=", n+1)}}
			for i := range 50 {
				p.links = append(p.links, fmt.Sprint("/product/", (n-1)*50+i))
			}
			return p
		}, map[string]int{"product": products, "list": products / 50}},
		{"an archive 5,000 pages deep, noindex", withArticles([]string{"/archive/page/1"}, func(path string) *modelPage {
			if n := number(path, "/post/"); n >= 0 && n < 50_000 {
				return &modelPage{text: prose(n)}
			}
			n := number(path, "/archive/page/")
			if n < 1 || n > 5000 {
				return nil
			}
			p := &modelPage{text: fmt.Sprint("Archive page ", n), noindex: n > 1, links: []string{fmt.Sprint("/archive/page/", n+1)}}
			for i := range 10 {
				p.links = append(p.links, fmt.Sprint("/post/", (n-1)*10+i))
			}
			return p
		}), map[string]int{"archive": 5000, "post": 50_000}},
		{"ten years of a calendar, an event in every other month", withArticles([]string{"/calendar?month=2020-01"}, func(path string) *modelPage {
			if n := number(path, "/event/"); n >= 0 {
				return &modelPage{text: prose(n)}
			}
			p := calendar(func(m int) (string, []string) {
				if m%2 == 0 {
					return "concert", []string{fmt.Sprint("/event/", m)}
				}
				return "no events", nil
			})(path)
			if p == nil {
				return nil
			}
			kept := p.links[:0]
			for _, l := range p.links {
				var y, m int
				if _, err := fmt.Sscanf(l, "/calendar?month=%d-%d", &y, &m); err != nil || y >= 2017 && y < 2027 {
					kept = append(kept, l)
				}
			}
			p.links = kept
			return p
		}), map[string]int{"calendar": 120, "event": 60}},
		{"a shop whose facets are pages of their own", withArticles([]string{"/shop?color=red"}, func(path string) *modelPage {
			var p modelPage
			_, query, found := strings.Cut(path, "?")
			if !found {
				return nil
			}
			parts := strings.Split(query, "&")
			if len(parts) > 3 {
				return nil
			}
			p.text = prose(int(keyOf(path) % 1e6))
			names := []string{"color", "size", "brand"}
			if len(parts) < 3 {
				for _, v := range map[int][]string{1: sizes, 2: brands}[len(parts)] {
					p.links = append(p.links, path+"&"+names[len(parts)]+"="+v)
				}
			}
			for _, c := range colors {
				p.links = append(p.links, "/shop?color="+c)
			}
			return &p
		}), map[string]int{"shop": 5 + 5*4 + 5*4*4}},
		{"2,000 old addresses that redirect to new ones", func() model {
			var home []string
			for i := range 2000 {
				home = append(home, fmt.Sprint("/old/", i))
			}
			return withArticles(home, func(path string) *modelPage {
				if n := number(path, "/old/"); n >= 0 {
					return &modelPage{status: 301, links: []string{fmt.Sprint("/old/new-", n)}}
				}
				if n := number(path, "/old/new-"); n >= 0 {
					return &modelPage{text: prose(n)}
				}
				return nil
			})
		}(), map[string]int{"old": 2000}},
		{"3,000 noindex tags that lead to posts", func() model {
			var home []string
			for i := range 3000 {
				home = append(home, fmt.Sprint("/tag/", i, "?lang=en"))
			}
			return withArticles(home, func(path string) *modelPage {
				var n int
				if c, _ := fmt.Sscanf(path, "/tag/%d?lang=en", &n); c == 1 {
					return &modelPage{text: fmt.Sprint("Tag ", n), noindex: true, links: []string{fmt.Sprint("/post/", n)}}
				}
				if n := number(path, "/post/"); n >= 0 {
					return &modelPage{text: prose(n)}
				}
				return nil
			})
		}(), map[string]int{"tag": 3000, "post": 3000}},
		{"3,000 photos without a word", withArticles([]string{"/photo/0"}, func(path string) *modelPage {
			n := number(path, "/photo/")
			if n < 0 || n >= 3000 {
				return nil
			}
			return &modelPage{text: fmt.Sprint("IMG ", n), links: []string{fmt.Sprint("/photo/", n+1)}}
		}), map[string]int{"photo": 3000}},
		{"a dead link on each page, before the next ones", func(path string) *modelPage {
			// The links of 500 pages to what does not exist stand at the same address with another number.
			if path == "/" {
				p := &modelPage{text: "home"}
				for n := range 500 {
					p.links = append(p.links, fmt.Sprint("/list?n=", n))
				}
				return p
			}
			if n := number(path, "/list?n="); n >= 0 && n < 500 {
				return &modelPage{text: prose(n), links: []string{fmt.Sprint("/show?of=", n+10_000), fmt.Sprint("/list?to=", n)}}
			}
			if n := number(path, "/list?to="); n >= 0 && n < 500 {
				return &modelPage{text: prose(n + 500), links: []string{fmt.Sprint("/show?of=", n)}}
			}
			if n := number(path, "/show?of="); n >= 0 && n < 500 {
				return &modelPage{text: prose(n + 1000)}
			}
			return nil
		}, map[string]int{"list": 1000, "show": 500}},
		{"a log of ten years of days, with something on each", withArticles([]string{"/2016/01/01/"}, func(path string) *modelPage {
			var y, m, d int
			if n, _ := fmt.Sscanf(path, "/%d/%d/%d/", &y, &m, &d); n != 3 {
				return nil
			}
			next := d + 1
			if next > 28 {
				next, m = 1, m+1
			}
			if m > 12 {
				m, y = 1, y+1
			}
			p := &modelPage{text: prose(y*1000 + m*50 + d)}
			if y < 2026 {
				p.links = []string{fmt.Sprintf("/%d/%02d/%02d/", y, m, next)}
			}
			return p
		}), map[string]int{"2016": 336, "2025": 336}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := walk(t, tt.site, 300_000)
			for _, q := range w.quarantine {
				t.Errorf("%s %s: %d fetched, %d new texts, %d indexable, %d opened of %d", q.Kind, q.Pattern, q.Fetched, q.NewTexts, q.Indexable, q.Opened, q.Window)
			}
			for prefix, want := range tt.pages {
				if got := w.byPrefix[prefix]; got != want {
					t.Errorf("%d pages of /%s/ fetched, want %d", got, prefix, want)
				}
			}
		})
	}
}

// A directory with pages of its own is not closed for a row of dead ones that
// lead on in it: the browser of a repository shows no folder line by line, and
// links its states all the same.
func TestMixedDirectory(t *testing.T) {
	w := walk(t, func(path string) *modelPage {
		if path == "/" {
			p := &modelPage{text: "home"}
			for n := range 200 {
				p.links = append(p.links, fmt.Sprint("/r/tree/", n))
			}
			return p
		}
		if n := number(path, "/r/tree/"); n >= 0 && n < 200 {
			return &modelPage{text: prose(n), links: []string{fmt.Sprint("/r/blame/", n)}}
		}
		if n := number(path, "/r/blame/"); n >= 0 && n < 200 {
			return &modelPage{status: 404, text: "none of folders", links: []string{fmt.Sprint("/r/commit/", n)}}
		}
		if n := number(path, "/r/commit/"); n >= 0 && n < 200 {
			return &modelPage{text: prose(n + 1000)}
		}
		return nil
	}, 10_000)
	if len(w.quarantine) > 0 || w.byPrefix["r"] != 400 {
		t.Errorf("held back are %v; %d pages fetched, want 400", w.quarantine, w.byPrefix["r"])
	}
}

// Pages that are under way when their pattern is found out do not make it one
// more.
func TestPatternIsFoundOnce(t *testing.T) {
	scope, err := canonical.ScopeOf(modelOrigin + "/")
	if err != nil {
		t.Fatal(err)
	}
	tr := New(scope, filter.List{}, nil)
	queue := []string{"/x/"}
	for range 1000 {
		path := queue[0]
		next := []string{path + "a/", path + "b/"}
		queue = append(queue[1:], next...)
		tr.Saw(pageOf(path, &modelPage{text: "always the same", links: next}))
	}
	found := map[string]int{}
	for _, q := range tr.list {
		if found[q.Expr]++; found[q.Expr] > 1 {
			t.Errorf("%s is in quarantine %d times", q.Pattern, found[q.Expr])
		}
	}
	if len(found) == 0 {
		t.Error("nothing is in quarantine")
	}
}

func BenchmarkTraps(b *testing.B) {
	scope, err := canonical.ScopeOf(modelOrigin + "/")
	if err != nil {
		b.Fatal(err)
	}
	tr := New(scope, filter.List{}, nil)
	p := &modelPage{text: "text"}
	for i := range 110 {
		p.links = append(p.links, fmt.Sprint("/product/", i))
	}
	o := pageOf("/product/1?color=red", p)
	o.Settled.Record.Outcome = record.Answered
	for n := range b.N {
		o.Settled.Links[0].Key = uint64(n) * 0x9e3779b97f4a7c15
		o.Settled.Record.TextHash++
		tr.Saw(o)
	}
}

// A chain of pages that say that there is no such page ends after a hundred, but not where what is not there answers 404:
// threads may be called so.
func TestChainOfWhatIsNotFound(t *testing.T) {
	scope, err := canonical.ScopeOf(modelOrigin + "/")
	if err != nil {
		t.Fatal(err)
	}
	for _, gone := range []bool{false, true} {
		tr := New(scope, filter.List{}, nil)
		if gone {
			tr.Saw(pageOf("/dead", &modelPage{status: 404, text: "gone"}))
		}
		for n := range 150 {
			p := pageOf("/"+letters(n), &modelPage{text: prose(n), links: []string{"/" + letters(n+1)}})
			p.ID, p.Via = frontier.ID(n+1), frontier.ID(n)
			p.Settled.Record.Title, p.Settled.Record.H1[0] = "Page not found", "Page not found"
			tr.Saw(p)
		}
		if (len(tr.list) == 0) != gone {
			t.Errorf("dead pages answer 404: %v; held back are %v", gone, tr.list)
		}
	}
}

// letters is a word for a number.
func letters(n int) string {
	return strings.NewReplacer("0", "ka", "1", "lo", "2", "mu", "3", "ne", "4", "pi", "5", "ra", "6", "so", "7", "tu", "8", "ve", "9", "wi").Replace(fmt.Sprint(n))
}
