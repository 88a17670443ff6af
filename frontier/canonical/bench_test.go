package canonical_test

import (
	"fmt"
	neturl "net/url"
	"testing"

	whatwg "github.com/nlnwa/whatwg-url/url"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

const benchBase = "https://www.example.com/shop/garden/tools/list.html?page=2"

// typical are references as pages are full of.
var typical = [][]byte{
	[]byte("/"), []byte("/about/"), []byte("/shop/garden/"), []byte("item-4711.html"), []byte("../kitchen/pans.html"),
	[]byte("/blog/2026/05/12/spring-is-here/"), []byte("/contact"), []byte("/shop/garden/tools/spade-with-long-handle-42.html"),
	[]byte("https://www.example.com/imprint"), []byte("/p.php?id=4711&sort=price"), []byte("/wiki/%D0%A0%D0%BE%D1%81%D1%81%D0%B8%D1%8F"),
	[]byte("/shop/cart#top"), []byte("list.html?page=3"), []byte("/news/rss.xml"), []byte("/search?q=garden+chair&color=green"),
	[]byte("/de/produkte/stuhl"), []byte("./faq.html#shipping"), []byte("/shop/garden/tools/list.html?page=2&utm_source=menu"),
}

// mixed adds what comes in between: other hosts, sessions, schemes, escapes.
var mixed = append([][]byte{
	[]byte("https://social.example/share?u=https%3A%2F%2Fwww.example.com%2F"), []byte("mailto:info@example.com"), []byte("#"),
	[]byte("?page=3"), []byte("http://www.example.com/old/link.html"), []byte("/a.do;jsessionid=999A9EF028317A82AC83F0FDFE59385A?x=1"),
	[]byte("/größe/übersicht.html"), []byte("/a b.pdf"), []byte("//cdn.example.net/file.pdf"), []byte("javascript:void(0)"),
}, typical...)

func benchRules(b *testing.B) *canonical.Rules {
	rules, err := canonical.New(canonical.Config{})
	if err != nil {
		b.Fatal(err)
	}
	return rules
}

func benchResolve(b *testing.B, refs [][]byte, remember bool) {
	r := benchRules(b).NewResolver()
	if !remember {
		canonical.Forgetful(r)
	}
	if err := r.SetBase(benchBase, ""); err != nil {
		b.Fatal(err)
	}
	for _, ref := range refs {
		r.Resolve(ref)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		r.Resolve(refs[i%len(refs)])
	}
}

func BenchmarkTypicalNew(b *testing.B)  { benchResolve(b, typical, false) }
func BenchmarkTypicalSeen(b *testing.B) { benchResolve(b, typical, true) }
func BenchmarkMixedNew(b *testing.B)    { benchResolve(b, mixed, false) }
func BenchmarkMixedSeen(b *testing.B)   { benchResolve(b, mixed, true) }

// BenchmarkPages is a crawl: 100 references a page, 80 of them the menu's.
func BenchmarkPages(b *testing.B) {
	r := benchRules(b).NewResolver()
	menu := make([][]byte, 80)
	for i := range menu {
		menu[i] = fmt.Appendf(nil, "/category-%d/", i)
	}
	own := make([][]byte, 20)
	for i := range own {
		own[i] = []byte("item-0000000.html")
	}
	bases := make([]string, 64)
	for i := range bases {
		bases[i] = fmt.Sprintf("https://www.example.com/category-%d/list.html", i)
	}
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		if err := r.SetBase(bases[n%len(bases)], ""); err != nil {
			b.Fatal(err)
		}
		for _, ref := range menu {
			r.Resolve(ref)
		}
		for i, ref := range own {
			for at, v := len("item-000000"), n*20+i; v > 0 && at > 4; at, v = at-1, v/10 {
				ref[at] = byte('0' + v%10)
			}
			r.Resolve(ref)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100, "ns/ref")
}

func BenchmarkNetURL(b *testing.B) {
	base, err := neturl.Parse(benchBase)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if u, err := base.Parse(string(typical[i%len(typical)])); err == nil {
			_ = u.String()
		}
	}
}

func BenchmarkWHATWG(b *testing.B) {
	base, err := whatwg.Parse(benchBase)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if u, err := base.Parse(string(typical[i%len(typical)])); err == nil {
			_ = u.Href(true)
		}
	}
}

func BenchmarkScopeCheck(b *testing.B) {
	scope, err := canonical.ScopeOf("https://www.example.com/shop/sitemap.xml")
	if err != nil {
		b.Fatal(err)
	}
	url := []byte("https://www.example.com/shop/garden/tools/spade-with-long-handle-42.html")
	b.ReportAllocs()
	for b.Loop() {
		scope.Check(url)
	}
}
