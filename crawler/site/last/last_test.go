package last_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/last"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/sitemap"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

const mapURL = "https://a.example/sitemap.xml"

var listed = []string{"https://a.example/", "https://a.example/b", "https://a.example/c"}

// standing publishes a set into a new site folder.
func standing(t *testing.T) *folder.Folder {
	t.Helper()
	f, err := folder.Open(filepath.Join(t.TempDir(), "a.example"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	entries := func(yield func(sitemap.Entry, error) bool) {
		for _, url := range listed {
			if !yield(sitemap.Entry{Loc: url, LastMod: "2026-11-01"}, nil) {
				return
			}
		}
	}
	if _, err := publish.Publish(t.Context(), publish.Options{Dir: f.Dir, URL: mapURL, Now: time.Now()}, entries); err != nil {
		t.Fatal(err)
	}
	return f
}

// Without the crawl that it was made of, a set is read from its files: what a
// crawl knows nothing of is made known to it, with the date that was listed.
func TestUnreadOfFiles(t *testing.T) {
	f := standing(t)
	s, err := last.Open(f, filepath.Join(f.Dir, folder.CrawlsDir, "20261121T120000Z.db"), f.Dir, mapURL, &last.Notices{})
	if err != nil || s == nil || s.Crawl != nil {
		t.Fatalf("%+v, %v", s, err)
	}
	defer s.Close()
	if err := s.ReadKeys(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !s.Lists([]byte(listed[1])) || s.Lists([]byte("https://a.example/other")) {
		t.Error("it does not know its URLs")
	}
	var urls []string
	for m, err := range s.Unread(t.Context(), frontier.NewMemory()) {
		if err != nil {
			t.Fatal(err)
		}
		p, ok := audit.ParsePrevious(m.Detail)
		if !ok || p.LastMod != "2026-11-01" || m.Source != frontier.FromPrevious {
			t.Errorf("%s: %+v", m.URL, m)
		}
		urls = append(urls, m.URL)
	}
	if slices.Sort(urls); !slices.Equal(urls, listed) {
		t.Errorf("unread are %q, want %q", urls, listed)
	}
}

// Where nothing stands there is no set; a nil set can be closed.
func TestNothingStands(t *testing.T) {
	s, err := last.Open(folder.At(t.TempDir()), "", t.TempDir(), mapURL, &last.Notices{})
	if err != nil || s != nil {
		t.Errorf("%+v, %v", s, err)
	}
	s.Close()
}

// A reference that is damaged is told of, and done without.
func TestDamagedReference(t *testing.T) {
	f := standing(t)
	before, err := filepath.Glob(filepath.Join(f.Dir, ".*"))
	if err != nil {
		t.Fatal(err)
	}
	if err := publish.WriteReference(f.Dir, publish.Reference{Made: time.Now()}, func(yield func(string, error) bool) { yield(listed[0], nil) }); err != nil {
		t.Fatal(err)
	}
	after, err := filepath.Glob(filepath.Join(f.Dir, ".*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range after {
		if !slices.Contains(before, name) {
			if err := os.WriteFile(name, []byte("no reference"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	var told error
	s, err := last.Open(f, "", f.Dir, mapURL, &last.Notices{NoReference: func(_ string, why error) { told = why }})
	if err != nil || told == nil || s.Reference != nil {
		t.Errorf("told %v, reference %+v (%v)", told, s.Reference, err)
	}
	s.Close()
}
