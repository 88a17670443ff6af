package sitemap_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/portolan-seo/portolan/sitemap"
)

// Text beyond ASCII that is longer than what the reader holds at a time does
// not hurt, wherever its characters are cut in two.
func TestLongText(t *testing.T) {
	text := strings.Repeat("長文", 60_000) // 360,000 bytes
	entry := "<url><loc>http://www.example.com/a</loc></url>"
	for name, c := range map[string]struct{ file, problems string }{
		"comment":     {urlset("<!--" + text + "-->" + entry), ""},
		"text":        {urlset(text + entry), "unexpected-element"},
		"section":     {urlset("<![CDATA[" + text + "]]>" + entry), "unexpected-element"},
		"instruction": {urlset("<?x " + text + "?>" + entry), ""},
		"declaration": {"<!DOCTYPE urlset [<!-- " + text + " -->]>" + open09 + entry + "</urlset>", "dtd"},
		"tag":         {urlset("<a b='" + text + "'/>" + entry), "malformed unexpected-element"},
		"value":       {urlset("<url><loc>http://www.example.com/" + text + "</loc></url>" + entry), "loc-too-long"},
		"line":        {"http://www.example.com/a\n" + text + "\n", "text-not-a-url"},
	} {
		for shift := range 4 {
			t.Run(fmt.Sprint(name, " ", shift), func(t *testing.T) {
				file := strings.Replace(c.file, text, strings.Repeat("x", shift)+text, 1)
				r, err := sitemap.Read(strings.NewReader(file), sitemap.ReadOptions{}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if got := names(r); r.URLs != 1 || strings.Join(got, " ") != c.problems {
					t.Errorf("%d URLs, problems %v", r.URLs, got)
				}
			})
		}
	}
}

// Where the file is cut on its way in makes no difference.
func TestReadInPieces(t *testing.T) {
	for _, c := range codeCases {
		if len(c.text) > 100_000 {
			continue
		}
		whole, err := sitemap.Read(strings.NewReader(c.text), sitemap.ReadOptions{At: c.at}, nil)
		if err != nil {
			t.Fatal(err)
		}
		pieces, err := sitemap.Read(iotest.OneByteReader(strings.NewReader(c.text)), sitemap.ReadOptions{At: c.at}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if whole.Kind != pieces.Kind || whole.URLs != pieces.URLs || !slices.Equal(whole.Problems, pieces.Problems) {
			t.Errorf("%s: whole %s %d %v, in pieces %s %d %v", c.name,
				whole.Kind, whole.URLs, whole.Problems, pieces.Kind, pieces.URLs, pieces.Problems)
		}
	}
}
