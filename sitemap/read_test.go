package sitemap_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/sitemap"
)

var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// vector is one line of testdata/vectors/sitemaps/expectations.jsonl.
type vector struct {
	File, Kind, At string
	Valid          bool
	URLs           int
	Sitemaps       int
	Problems       []string
	First          string
}

func vectors(t *testing.T) []vector {
	t.Helper()
	file, err := os.Open(filepath.Join("..", "testdata", "vectors", "sitemaps", "expectations.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var list []vector
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		list = append(list, v)
	}
	if len(list) == 0 {
		t.Fatal("no vectors")
	}
	return list
}

// names are the codes of the problems, sorted, each once.
func names(r *sitemap.Report) []string {
	list := []string{}
	for _, p := range r.Problems {
		list = append(list, p.Code.String())
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func TestVectors(t *testing.T) {
	for _, v := range vectors(t) {
		t.Run(v.File, func(t *testing.T) {
			file, err := os.Open(filepath.Join("..", "testdata", "vectors", "sitemaps", v.File))
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			r, err := sitemap.Read(file, sitemap.ReadOptions{At: v.At, Now: now}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if string(r.Kind) != v.Kind || r.Valid() != v.Valid || r.Sitemaps != v.Sitemaps {
				t.Errorf("kind %s valid %t sitemaps %d, want %s %t %d: %v", r.Kind, r.Valid(), r.Sitemaps, v.Kind, v.Valid, v.Sitemaps, r.Problems)
			}
			if v.URLs >= 0 && r.URLs != v.URLs {
				t.Errorf("%d URLs, want %d", r.URLs, v.URLs)
			}
			if v.First != "" && r.First != v.First {
				t.Errorf("first %q, want %q", r.First, v.First)
			}
			got := names(r)
			for _, p := range v.Problems {
				if !slices.Contains(got, p) {
					t.Errorf("problem %s not found in %v", p, got)
				}
			}
			if v.Valid && len(v.Problems) == 0 && len(got) > 0 {
				t.Errorf("a clean file has problems: %v", r.Problems)
			}
		})
	}
}
