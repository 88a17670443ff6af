package publish_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/sitemap"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// Of a file of 50 MB, with entries of a kilobyte, no more than some megabytes
// are in memory at any step.
func TestMemoryIsBounded(t *testing.T) {
	const entries = 60_000
	picture := "https://cdn.example.com/" + strings.Repeat("p", 950)
	list := func(yield func(sitemap.Entry, error) bool) {
		for i := range entries {
			e := sitemap.Entry{Loc: fmt.Sprintf("https://example.com/p/%07d", i), Images: []string{fmt.Sprintf("%s/%d.png", picture, i)}}
			if !yield(e, nil) {
				return
			}
		}
	}
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before, most, at := heap(), int64(0), ""
	o := publish.WithStep(publish.Options{Dir: t.TempDir(), URL: siteURL, Now: day1}, func(step string) {
		if now := heap() - before; now > most {
			most, at = now, step
		}
	})
	r, err := publish.Publish(t.Context(), o, list)
	if err != nil {
		t.Fatal(err)
	}
	if r.URLs != entries || r.Files[0].Bytes < 40<<20 {
		t.Fatalf("%d URLs, %d bytes in the first file", r.URLs, r.Files[0].Bytes)
	}
	if most > 12<<20 {
		t.Errorf("%d bytes in memory at step %q", most, at)
	}
}

// With limits that a handful of entries fills, what is held goes through its
// file many times: the entries come out as they went in.
func TestHeldOnDisk(t *testing.T) {
	var list []sitemap.Entry
	for i := range 3_000 {
		e := sitemap.Entry{Loc: fmt.Sprintf("https://example.com/p/%07d", i)}
		for n := range i % 7 {
			e.Images = append(e.Images, fmt.Sprintf("https://cdn.example.com/%s/%d.png", strings.Repeat("p", 300*n), i))
		}
		list = append(list, e)
	}
	want := map[string]int{}
	for _, e := range list {
		want[e.Loc] = len(e.Images)
	}
	dir := t.TempDir()
	for day, n := range []int{1_500, 3_000, 2_000, 2_999} { // grows, is cut, shrinks, grows
		o := publish.Options{Dir: dir, Limits: sitemap.Limits{Bytes: 1 << 20}, Now: day1.AddDate(0, 0, day), Text: true}
		r := mustPublish(t, o, list[:n])
		checkSet(t, dir, r, list[:n])
		pictures := 0
		for _, f := range r.Files {
			if f.Bytes > 1<<20 {
				t.Errorf("%s has %d bytes", f.Name, f.Bytes)
			}
		}
		for _, e := range list[:n] {
			pictures += want[e.Loc]
		}
		if got := countPictures(t, dir, r); got != pictures {
			t.Errorf("%d URLs: %d pictures, want %d", n, got, pictures)
		}
	}
}

// countPictures counts the pictures in all files of a set.
func countPictures(t *testing.T, dir string, r *publish.Result) int {
	t.Helper()
	n := 0
	for _, f := range r.Files {
		file, err := os.Open(filepath.Join(dir, f.Name))
		if err != nil {
			t.Fatal(err)
		}
		unpacked, err := gzip.NewReader(file)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(unpacked)
		if err != nil {
			t.Fatal(err)
		}
		file.Close()
		n += strings.Count(string(data), "<image:loc>")
	}
	return n
}
