package sitemap_test

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/portolan-seo/portolan/sitemap"
)

// cut1 is a file with all that XML has, for cutting.
const cut1 = `<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet type="text/xsl" href="/s.xsl"?>
<!-- made by hand > -->
<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:i='http://www.google.com/schemas/sitemap-image/1.1'>
<s:url><s:loc>http://www.example.com/a?b=1&amp;c=&#50;</s:loc><s:lastmod>2005-01-01</s:lastmod></s:url>
<s:url><s:loc><![CDATA[http://www.example.com/b?x=1&y=2]]></s:loc><i:image><i:loc>http://www.example.com/i.png</i:loc></i:image></s:url>
<!-- <s:url> --><s:url><s:loc>http://www.example.com/%C3%A9</s:loc></s:url>
</s:urlset>
`

// However a file is cut, the entries that are whole are read, no others, and
// it is told that it was cut.
func TestCutAnywhere(t *testing.T) {
	feed := atom(atomEntry(`<link href="`+host+`/a"/>`) + atomEntry(`<link rel="self" href="x"/><link href="`+host+`/b"/>`))
	for _, file := range []struct{ text, end string }{
		{cut1, "</s:url>"},
		{rss(rssItem + rssItemB), "</item>"},
		{feed, "</entry>"},
		{indexOf(host+"/a.xml", host+"/b.xml"), "</sitemap>"},
	} {
		whole := len(strings.TrimRight(file.text, "\n"))
		for n := 1; n < whole; n++ {
			r := mustRead(t, file.text[:n])
			want := strings.Count(file.text[:n], file.end)
			if r.URLs+r.Sitemaps != want || r.Valid() {
				t.Fatalf("cut at %d: %d entries, want %d, valid %t: %q", n, r.URLs+r.Sitemaps, want, r.Valid(), file.text[max(0, n-40):n])
			}
			if found := names(r); n > len(decl) && !slices.Contains(found, "truncated") && !slices.Contains(found, "empty") {
				t.Fatalf("cut at %d: %v: %q", n, found, file.text[max(0, n-40):n])
			}
		}
		if r := mustRead(t, file.text); !r.Valid() {
			t.Errorf("not valid: %v", r.Problems)
		}
	}
}

// A packed file that is cut says so, and never gives more than it has.
func TestGzipCutAnywhere(t *testing.T) {
	whole := packed(cut1)
	for n := 2; n < len(whole); n++ {
		if r := mustRead(t, whole[:n]); r.Valid() || r.URLs > 3 || !slices.Contains(names(r), "gzip-truncated") {
			t.Fatalf("cut at %d: valid %t, %d URLs, %v", n, r.Valid(), r.URLs, r.Problems)
		}
	}
}

// What a file is found to be does not depend on how its bytes arrive, nor on
// where the reader's buffers end.
func TestCasesInPieces(t *testing.T) {
	for _, c := range cases {
		if len(c.body) < 100_000 {
			whole := told(t, strings.NewReader(c.body), c.options())
			bytewise := told(t, iotest.OneByteReader(strings.NewReader(c.body)), c.options())
			if whole != bytewise {
				t.Errorf("%s:\n%s\nbyte by byte:\n%s", c.name, whole, bytewise)
			}
		}
	}
}

// TestAcrossBuffers moves each file to where its bytes cross the ends of the
// reader's buffers. PORTOLAN_TEST_ALL moves it by smaller steps.
func TestAcrossBuffers(t *testing.T) {
	step := 97
	if os.Getenv("PORTOLAN_TEST_ALL") != "" {
		step = 7
	}
	for _, c := range cases {
		rest, ok := strings.CutPrefix(c.body, decl)
		if !ok || len(rest) > 5000 || strings.HasPrefix(rest, "<?xml ") {
			continue
		}
		plain := told(t, strings.NewReader(c.body), c.options())
		for _, size := range []int{64 << 10, 128 << 10} {
			for back := 3; back < len(rest)+60; back += step {
				pad := strings.Repeat("x", size-len(decl)-len("<!---->")-back)
				moved := told(t, strings.NewReader(decl+"<!--"+pad+"-->"+rest), c.options())
				if plain != moved {
					t.Fatalf("%s at %d-%d:\n%s\nmoved:\n%s", c.name, size, back, plain, moved)
				}
			}
		}
	}
}

func mustRead(t *testing.T, text string) *sitemap.Report {
	t.Helper()
	r, err := sitemap.Read(strings.NewReader(text), sitemap.ReadOptions{Now: now}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// told is all that is said of a file, but for its size.
func told(t *testing.T, in io.Reader, o sitemap.ReadOptions) string {
	t.Helper()
	r, err := sitemap.Read(in, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(r.Kind, r.Version, r.URLs, r.Sitemaps, r.First, r.Valid(), r.Problems)
}
