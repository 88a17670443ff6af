package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// What a crawl is about is in its file from the moment on that there is one:
// nothing was settled here, and nothing closed.
func TestCreateMeta(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.db")
	o := sqlite.Options{Meta: map[string]string{"scope": "https://a.example/", "option": "it's \x00 odd"}}.NoSync()
	s, err := sqlite.Create(path, o)
	must(t, err)
	defer s.Close()
	r, err := sqlite.OpenReadOnly(path)
	must(t, err)
	defer r.Close()
	for key, want := range o.Meta {
		if s.Meta(key) != want || r.Meta(key) != want {
			t.Errorf("meta %s: %q, a reader has %q, want %q", key, s.Meta(key), r.Meta(key), want)
		}
	}
}
