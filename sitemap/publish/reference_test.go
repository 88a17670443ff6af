package publish_test

import (
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/portolan-seo/portolan/sitemap/publish"
)

func urlsOf(urls ...string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, url := range urls {
			if !yield(url, nil) {
				return
			}
		}
	}
}

func readReference(t *testing.T, dir string) (r *publish.Reference, urls []string) {
	t.Helper()
	r, err := publish.ReadReference(dir)
	if err != nil {
		t.Fatal(err)
	}
	for url, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		urls = append(urls, url)
	}
	return r, urls
}

func TestReference(t *testing.T) {
	dir := t.TempDir()
	if r, err := publish.ReadReference(dir); r != nil || err != nil {
		t.Fatalf("of an empty folder: %v, %v", r, err)
	}
	first := []string{"https://example.com/", "https://example.com/a"}
	made := publish.Reference{Made: day1, Options: map[string]string{"exclude": "x"}, Set: "abc"}
	if err := publish.WriteReference(dir, made, urlsOf(first...)); err != nil {
		t.Fatal(err)
	}
	r, urls := readReference(t, dir)
	if !slices.Equal(urls, first) || r.URLs != 2 || !r.Made.Equal(day1) || r.Options["exclude"] != "x" || r.Set != "abc" {
		t.Errorf("%+v lists %q", r, urls)
	}
	r.Sets = 3
	if err := publish.WriteReference(dir, *r, nil); err != nil {
		t.Fatal(err)
	}
	if r, urls = readReference(t, dir); r.Sets != 3 || !slices.Equal(urls, first) {
		t.Errorf("noted again: %+v lists %q", r, urls)
	}
	// A list that cannot be had to its end leaves the old one.
	broken := errors.New("broken")
	err := publish.WriteReference(dir, *r, func(yield func(string, error) bool) {
		_ = yield("https://example.com/b", nil) && yield("", broken)
	})
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
	if _, urls = readReference(t, dir); !slices.Equal(urls, first) {
		t.Errorf("after an error it lists %q", urls)
	}
	// Another one takes its place and leaves nothing behind.
	if err := publish.WriteReference(dir, made, urlsOf("https://example.com/c")); err != nil {
		t.Fatal(err)
	}
	if _, urls = readReference(t, dir); !slices.Equal(urls, []string{"https://example.com/c"}) {
		t.Errorf("the next one lists %q", urls)
	}
	if files, _ := os.ReadDir(dir); len(files) != 2 {
		t.Errorf("%d files, want 2: %v", len(files), files)
	}
}

// What is damaged is told, never taken for a shorter list.
func TestReferenceDamaged(t *testing.T) {
	list := func(dir string) string {
		found, _ := filepath.Glob(filepath.Join(dir, ".portolan-reference-*.gz"))
		return found[0]
	}
	for name, harm := range map[string]func(dir string) error{
		"no JSON": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, ".portolan-reference.json"), []byte("{"), 0o644)
		},
		"other form": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, ".portolan-reference.json"), []byte(`{"format":9}`), 0o644)
		},
		"a way out": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, ".portolan-reference.json"), fmt.Appendf(nil, `{"format":1,"sha256":%q}`, "../../../../../../../../../../../../../../../../../../../etc/passwd"), 0o644)
		},
		"no list":  func(dir string) error { return os.Remove(list(dir)) },
		"cut list": func(dir string) error { return os.Truncate(list(dir), 40) },
		"emptied":  func(dir string) error { return os.WriteFile(list(dir), nil, 0o644) },
	} {
		dir := t.TempDir()
		var many []string
		for i := range 1000 {
			many = append(many, fmt.Sprintf("https://example.com/%d", i))
		}
		if err := publish.WriteReference(dir, publish.Reference{}, urlsOf(many...)); err != nil {
			t.Fatal(err)
		}
		if err := harm(dir); err != nil {
			t.Fatal(err)
		}
		r, err := publish.ReadReference(dir)
		if err == nil {
			for _, err = range r.All() {
				if err != nil {
					break
				}
			}
		}
		if !errors.Is(err, publish.ErrReference) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
