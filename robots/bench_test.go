package robots_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/temoto/robotstxt"

	"github.com/portolan-seo/portolan/robots"
)

// file makes a robots.txt of rules for everybody, as long as may be.
func file(rule func(i int) string, rules int) []byte {
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for i := 0; i < rules; i++ {
		line := "Disallow: " + rule(i) + "\n"
		if b.Len()+len(line) > robots.MaxSize {
			break
		}
		b.WriteString(line)
	}
	return []byte(b.String())
}

var (
	typical = []byte("User-agent: *\nDisallow: /admin/\nDisallow: /cart\nDisallow: /checkout\nDisallow: /*?sort=\n" +
		"Disallow: /*?filter*&filter\nDisallow: /*.pdf$\nDisallow: /search\nDisallow: /tmp/\nDisallow: /*/print\n" +
		"Disallow: /account\nAllow: /account/help\nDisallow: /a/\nDisallow: /b/\nDisallow: /c/\nDisallow: /d/\n" +
		"Disallow: /*utm_\nDisallow: /e/\nDisallow: /f/\nDisallow: /g/\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n")
	plain5000 = file(func(i int) string { return fmt.Sprintf("/section/%d/page-%d", i%70, i) }, 5000)
	globs5000 = file(func(i int) string { return fmt.Sprintf("/*/section-%d/*page%d", i%70, i) }, 5000)
	stars450  = file(func(i int) string { return fmt.Sprintf("/%d", i%10) + strings.Repeat("*a", 450) + "b" }, 1<<20)
	stars450x = file(func(i int) string { return "/" + strings.Repeat("*a", 450) + fmt.Sprintf("%d", i) }, 1<<20)
	stars6    = file(func(i int) string { return fmt.Sprintf("/*a*a*a*a*a*%d", i) }, 18000)
	runs      = file(func(i int) string { return fmt.Sprintf("/*%db%s", i%10, strings.Repeat("a", 14)) }, 18000)
)

var longPath = "http://a.b/0b9" + strings.Repeat("a1a2a3a4a5a6", 165)

// BenchmarkTest measures one verdict, rules read and grouped.
func BenchmarkTest(b *testing.B) {
	const page = "https://example.com/shop/shoes/red-running-shoe-42.html"
	for _, c := range []struct {
		name string
		file []byte
		url  string
	}{
		{"typical-allowed", typical, page},
		{"typical-query", typical, page + "?color=red&size=42"},
		{"typical-blocked-prefix", typical, "https://example.com/cart/add"},
		{"typical-blocked-glob", typical, page + "?sort=price"},
		{"plain-5000", plain5000, "https://example.com/section/33/page-4933/x"},
		{"plain-5000-long", plain5000, longPath},
		{"globs-5000", globs5000, longPath},
		{"stars-16-hit", file(func(int) string { return "/" + strings.Repeat("*a", 16) }, 1), longPath},
		{"stars-6", stars6, longPath},
		{"runs", runs, longPath},
	} {
		b.Run(c.name+"/portolan", func(b *testing.B) {
			a := robots.Parse(c.file).Agent("portolan", robots.RFC9309)
			b.ReportAllocs()
			for b.Loop() {
				a.Test(c.url)
			}
		})
		b.Run(c.name+"/temoto", func(b *testing.B) {
			group := temoto(b, c.file)
			path := strings.TrimPrefix(strings.TrimPrefix(c.url, "https://example.com"), "http://a.b")
			b.ReportAllocs()
			for b.Loop() {
				group.Test(path)
			}
		})
	}
}

// BenchmarkParse measures reading a file and one verdict.
func BenchmarkParse(b *testing.B) {
	for _, c := range []struct {
		name string
		file []byte
	}{
		{"typical", typical}, {"plain-5000", plain5000}, {"stars-450", stars450}, {"stars-450x", stars450x},
		{"stars-6", stars6}, {"runs", runs},
		{"lines", []byte(strings.Repeat("allow:\n", robots.MaxSize/7))},
		{"short", []byte("user-agent:*\n" + strings.Repeat("allow:/\n", robots.MaxSize/8-4))},
		{"agents", []byte(strings.Repeat("user-agent:*\nallow:/\n", robots.MaxSize/22))},
	} {
		b.Run(c.name+"/portolan", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				robots.Parse(c.file).Agent("portolan", robots.RFC9309).Test(longPath)
			}
		})
		b.Run(c.name+"/temoto", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				temoto(b, c.file).Test(longPath)
			}
		})
	}
}

func temoto(b *testing.B, file []byte) *robotstxt.Group {
	data, err := robotstxt.FromBytes(file)
	if err != nil {
		b.Skip("robotstxt cannot read this file")
	}
	return data.FindGroup("portolan")
}
