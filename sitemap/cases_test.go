package sitemap_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/sitemap"
)

// A readCase is a file and what the reader must find in it, written down from
// the protocol and the tables of codes. want reads
//
//	kind ok|bad pages[+sitemaps] first code...
//
// where first is what follows http://www.example.com, a whole URL, - for none,
// or ? where it does not matter, and the codes are all that may be reported.
type readCase struct {
	name string
	body string
	want string
	at   string // "" = http://www.example.com/ and the part of name after the last blank
}

const host = "http://www.example.com"

// cases are all of them.
var cases = joined(byteCases, xmlCases, nsCases, damageCases, locCases, textCases, valueCases, feedCases, robotsCases, indexCases, extensionCases, hostileCases)

func joined(lists ...[]readCase) []readCase { return slices.Concat(lists...) }

func (c readCase) options() sitemap.ReadOptions {
	at := c.at
	if at == "" {
		at = host + "/" + c.name[strings.LastIndexByte(c.name, ' ')+1:]
	}
	return sitemap.ReadOptions{At: at, Now: now, HasSession: session}
}

// session is a stand-in for the rules of the canonical form.
func session(url string) bool {
	return strings.Contains(url, ";jsessionid=") || strings.Contains(url, "PHPSESSID=")
}

func (c readCase) check(t *testing.T, in io.Reader) {
	t.Helper()
	r, err := sitemap.Read(in, c.options(), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Fields(c.want)
	slices.Sort(want[4:])
	verdict, count, first := "bad", fmt.Sprint(r.URLs), r.First
	if r.Valid() {
		verdict = "ok"
	}
	if r.Sitemaps > 0 {
		count += fmt.Sprint("+", r.Sitemaps)
	}
	if path := strings.TrimPrefix(first, host); path != "" {
		first = path
	}
	switch {
	case want[3] == "?":
		first = "?"
	case first == "":
		first = "-"
	}
	got := append([]string{string(r.Kind), verdict, count, first}, names(r)...)
	if !slices.Equal(got, want) {
		t.Errorf("\n got %s\nwant %s\n%v", strings.Join(got, " "), c.want, r.Problems)
	}
}

func TestCases(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range cases {
		if seen[c.name] {
			t.Errorf("two cases are called %s", c.name)
		}
		seen[c.name] = true
		t.Run(c.name, func(t *testing.T) { c.check(t, strings.NewReader(c.body)) })
	}
}

// urls is a urlset of pages with these paths.
func urls(paths ...string) string { return urlset(urlTags(paths...)) }

func urlTags(paths ...string) string {
	var b strings.Builder
	for _, p := range paths {
		b.WriteString("<url><loc>" + host + p + "</loc></url>")
	}
	return b.String()
}

// rooted is a urlset whose start tag has these attributes.
func rooted(attributes, inside string) string {
	return decl + "<urlset " + attributes + ">" + inside + "</urlset>"
}
