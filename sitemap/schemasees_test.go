package sitemap_test

import (
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/sitemap"
)

// TestSchemaSees: the schema limits a loc to 2,048 characters, and knows nothing
// of places.
func TestSchemaSees(t *testing.T) {
	for loc, sees := range map[string]bool{
		"https://a.example/" + strings.Repeat("a", 3000): true,
		"https://b.example/":                             false,
	} {
		text := `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>` + loc + `</loc></url></urlset>`
		rep, err := sitemap.Read(strings.NewReader(text), sitemap.ReadOptions{At: "https://a.example/s.xml"}, nil)
		if err != nil || len(rep.Problems) != 1 || rep.Problems[0].Code.SchemaSees() != sees {
			t.Errorf("%.30s...: %+v, error %v; want one problem, seen by the schema: %t", loc, rep.Problems, err, sees)
		}
	}
}
