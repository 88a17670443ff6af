package classes_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

var when = time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)

// site is made of pages by path and query, each with its content and its links.
type site map[string]sitePage

type sitePage struct {
	content uint64
	text    uint64 // that is visible, numbers included
	links   []string
	nothing bool          // it says that there is nothing in it
	denied  time.Duration // it is not shown to everybody, and was asked for so much later
}

const origin = "http://a.example"

// crawled settles a site's pages in an order by chance.
func crawled(t *testing.T, s site, seed uint64, source map[string]frontier.Source) *frontier.Memory {
	t.Helper()
	m := frontier.NewMemory()
	paths := make([]string, 0, len(s))
	for path := range s {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	rnd := rand.New(rand.NewPCG(seed, 1))
	rnd.Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
	key := func(path string) uint64 {
		h := uint64(14695981039346656037)
		for _, c := range []byte(path) {
			h = (h ^ uint64(c)) * 1099511628211
		}
		return h
	}
	b := &frontier.Batch{}
	for _, path := range paths {
		b.Seeds = append(b.Seeds, frontier.Seed{Key: key(path), URL: []byte(origin + path), Depth: frontier.NoDepth, Source: max(source[path], frontier.FromLink)})
	}
	if err := m.Settle(b); err != nil {
		t.Fatal(err)
	}
	b = &frontier.Batch{}
	items, _, err := m.Lease(len(paths), frontier.Rank(7), when)
	if err != nil || len(items) != len(paths) {
		t.Fatal(len(items), err)
	}
	for i, item := range items {
		p := s[strings.TrimPrefix(item.URL, origin)]
		settled := frontier.Settled{ID: item.ID, Location: -1, Canonical: -1}
		settled.Record.Status, settled.Record.HTML = 200, true
		settled.Record.Outcome = record.Answered
		settled.Record.FetchedAt = when.Add(time.Duration(i)*time.Second + p.denied)
		if p.denied > 0 {
			settled.Record.Status = 403
		}
		settled.Record.Content, settled.Record.ContentOwn = p.content, p.content
		settled.Record.TextHash = p.text
		if p.nothing {
			settled.Record.Problems.Add(record.NothingHere)
		}
		for _, to := range p.links {
			settled.Links = append(settled.Links, frontier.Link{Key: key(to), URL: []byte(origin + to)})
		}
		b.Pages = append(b.Pages, settled)
	}
	if err := m.Settle(b); err != nil {
		t.Fatal(err)
	}
	return m
}

// shop has lists of products with two facets, two sorts, parts and a parameter
// that does nothing.
func shop() site {
	s := site{"/": {content: 7, links: []string{"/c1", "/c2", "/c3", "/c4"}}}
	hash := func(items []int, more uint64) uint64 {
		h := more
		for _, i := range items {
			h += uint64(i+1) * 0x9E3779B97F4A7C15
		}
		return h | 1
	}
	colours, brands := []string{"", "red", "blue", "green", "grey"}, []string{"", "acme", "bolt", "dune", "elbe"}
	for c := 1; c <= 4; c++ {
		for _, colour := range colours {
			for _, brand := range brands {
				for _, sort := range []string{"", "price", "name"} {
					addList(s, c, colour, brand, sort, slices.Index(colours, colour), slices.Index(brands, brand), hash)
				}
			}
		}
		for i := range 64 {
			product := fmt.Sprintf("/p/%d-%d", c, i)
			s[product] = sitePage{content: hash([]int{i}, uint64(c)<<32), links: []string{"/", fmt.Sprintf("/c%d", c)}}
			s[product+"?from=list"] = s[product]
		}
	}
	return s
}

func addList(s site, c int, colour, brand, sort string, wantColour, wantBrand int, hash func([]int, uint64) uint64) {
	var items []int
	for i := range 64 {
		if (colour == "" || i%4 == wantColour-1) && (brand == "" || i/4%4 == wantBrand-1) {
			items = append(items, i)
		}
	}
	switch sort {
	case "price":
		slices.SortFunc(items, func(a, b int) int { return a*37%64 - b*37%64 })
	case "name":
		slices.Reverse(items)
	}
	url := func(part int) string {
		var params []string
		for _, p := range [][2]string{{"colour", colour}, {"brand", brand}, {"sort", sort}} {
			if p[1] != "" {
				params = append(params, p[0]+"="+p[1])
			}
		}
		if part > 1 {
			params = append(params, fmt.Sprintf("page=%d", part))
		}
		return strings.TrimSuffix(fmt.Sprintf("/c%d?%s", c, strings.Join(params, "&")), "?")
	}
	parts := (len(items) + 9) / 10
	for part := 1; part <= parts+1; part++ { // one past the end
		on := items[min((part-1)*10, len(items)):min(part*10, len(items))]
		p := sitePage{content: hash(on, 3), links: []string{"/", fmt.Sprintf("/c%d", c)}}
		for _, i := range on {
			p.links = append(p.links, fmt.Sprintf("/p/%d-%d", c, i))
		}
		for n := 1; n <= parts+1; n++ {
			p.links = append(p.links, url(n))
		}
		s[url(part)] = p
	}
}

func TestShop(t *testing.T) {
	source := map[string]frontier.Source{"/c2?colour=red&brand=acme": frontier.FromSitemap, "/c3?sort=name": frontier.FromSitemap}
	var first map[string]string
	for seed := range uint64(4) {
		m := crawled(t, shop(), seed, source)
		c, err := classes.Read(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		relations := map[string]classes.Relation{}
		for class := range c.All() {
			relations[class.Pattern+" "+class.Param] = class.Relation
		}
		for what, want := range map[string]classes.Relation{
			"/* colour": classes.Narrows, "/* brand": classes.Narrows, "/* sort": classes.Sorts, "/* page": classes.Paginates, "/p/* from": classes.NoEffect,
		} {
			if got := relations[origin+what]; got != want {
				t.Errorf("seed %d: %s: %s, want %s", seed, what, got, want)
			}
		}
		is := map[string]string{}
		for row, err := range m.Rows(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			v := c.Of(row)
			is[strings.TrimPrefix(row.URL, origin)] = fmt.Sprint(v.Kind)
			if v.Kind == classes.Variant {
				target, _ := m.Row(v.Target)
				is[strings.TrimPrefix(row.URL, origin)] += " " + strings.TrimPrefix(target.URL, origin)
			}
		}
		for url, want := range map[string]string{
			"/c1": "0", "/c1?page=3": "0", "/c1?colour=red": "0", "/c1?colour=red&page=2": "0", "/p/1-5": "0",
			"/c1?sort=price": "1 /c1", "/c1?colour=red&sort=name": "1 /c1?colour=red", "/p/1-5?from=list": "1 /p/1-5",
			"/c1?colour=red&brand=acme": "2", "/c1?colour=red&brand=acme&sort=price": "2",
			"/c2?colour=red&brand=acme": "0", "/c3?sort=name": "0", // vouched for
			"/c1?page=8": "3", "/c1?colour=red&page=3": "3",
		} {
			if is[url] != want {
				t.Errorf("seed %d: %s is %s, want %s", seed, url, is[url], want)
			}
		}
		if first == nil {
			first = is
		}
		for url, what := range is {
			if first[url] != what {
				t.Fatalf("seed %d: %s is %s, and was %s in another order", seed, url, what, first[url])
			}
		}
	}
}

// A site whose pages are told apart by parameters alone has no views.
func TestFrontController(t *testing.T) {
	s := site{}
	for cat := range 8 {
		list := fmt.Sprintf("/index.php?cat=%d", cat+2)
		page := sitePage{content: uint64(cat) + 1000}
		for id := range 12 {
			url := fmt.Sprintf("%s&id=%d", list, cat*100+id+2)
			page.links = append(page.links, url)
			s[url] = sitePage{content: uint64(cat*100 + id + 5000), links: []string{list, fmt.Sprintf("%s&id=%d", list, cat*100+(id+1)%12+2)}}
		}
		s[list] = page
	}
	s["/index.php"] = sitePage{content: 1, links: []string{"/index.php?cat=2"}}
	m := crawled(t, s, 1, nil)
	c, err := classes.Read(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	for row, err := range m.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if v := c.Of(row); v.Kind != classes.Page {
			t.Errorf("%s is %d", row.URL, v.Kind)
		}
	}
}

// One of three sizes is what a page shows without any; the others have prices of
// their own. No page has links but those of the menu and to its sizes.
func TestOneValueIsTheDefault(t *testing.T) {
	s := site{}
	menu := []string{"/", "/shirts", "/about"}
	for i := range 30 {
		shirt := fmt.Sprintf("/shirt?p=%d", i)
		links := slices.Concat(menu, []string{shirt + "&size=M", shirt + "&size=S", shirt + "&size=L"})
		for n, size := range []string{"", "&size=S", "&size=L"} {
			s[shirt+size] = sitePage{content: uint64(i)*8 + 9 + uint64(n), links: links}
		}
		s[shirt+"&size=M"] = s[shirt]
	}
	for _, at := range menu {
		s[at] = sitePage{content: uint64(len(at)) + 5000, links: menu}
	}
	m := crawled(t, s, 1, nil)
	c, err := classes.Read(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	for row, err := range m.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if v := c.Of(row); v.Kind != classes.Page {
			t.Errorf("%s is %d", row.URL, v.Kind)
		}
	}
}

// Lists in one part, with nothing to choose from, that a parameter shows in other words are the same ones where its name
// and values say how they look; any other parameter may translate.
func TestLooksOfLists(t *testing.T) {
	params := map[string]classes.Kind{"list_view=grid": classes.Variant, "product_list_limit=48": classes.Variant, "orderby=price": classes.Variant,
		"view=reviews": classes.Page, "limit=all": classes.Page, "lang=de": classes.Page, "tab=2": classes.Page}
	s := site{"/": {content: 7}}
	for l := range 30 {
		path := fmt.Sprintf("/list-%d", l)
		p := sitePage{content: uint64(l + 100)}
		for i := range 10 {
			product := fmt.Sprintf("/p/%d-%d", l, i)
			p.links = append(p.links, product)
			s[product] = sitePage{content: uint64(1000 + 10*l + i), links: []string{path}}
		}
		s[path] = p
		n := uint64(0)
		for param := range params {
			n++
			p.content = uint64(l+100) + n<<32
			s[path+"?"+param] = p
		}
	}
	for url, is := range kinds(t, s) {
		if _, param, asked := strings.Cut(url, "?"); asked && is != params[param] {
			t.Errorf("%s is %d, want %d", url, is, params[param])
		}
	}
}
