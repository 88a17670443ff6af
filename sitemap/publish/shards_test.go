package publish_test

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/sitemap"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// 120,000 URLs at the protocol's own limits: one page added, one removed, one
// changed. Exactly the files concerned differ, and the index tells which.
func TestStableShards(t *testing.T) {
	dir := t.TempDir()
	list := pages(120_000)
	o := publish.Options{Dir: dir, Now: day1}
	if raceEnabled {
		list, o.Limits.URLs = list[:12_000], 5_000
	}
	first := mustPublish(t, o, list)
	if len(first.Files) != 3 {
		t.Fatalf("%d files", len(first.Files))
	}
	steps := []struct {
		name   string
		change func([]sitemap.Entry) []sitemap.Entry
		file   int
	}{
		{"added", func(l []sitemap.Entry) []sitemap.Entry {
			return slices.Insert(l, 101, sitemap.Entry{Loc: l[100].Loc + "-new"})
		}, 0},
		{"removed", func(l []sitemap.Entry) []sitemap.Entry { return slices.Delete(l, len(l)/2, len(l)/2+1) }, 1},
		{"changed", func(l []sitemap.Entry) []sitemap.Entry { l[len(l)-1000].LastMod = "2026-11-20"; return l }, 2},
	}
	changed := map[string]time.Time{}
	for _, f := range first.Files {
		changed[f.URL] = day1
	}
	for i, s := range steps {
		o.Now = day1.AddDate(0, 0, i+1)
		list = s.change(list)
		before := folder(t, dir)
		age(t, dir)
		r := mustPublish(t, o, list)
		checkSet(t, dir, r, list)
		changed[r.Files[s.file].URL] = o.Now
		if got := indexDates(t, dir); !maps.EqualFunc(got, changed, time.Time.Equal) {
			t.Errorf("%s: the index says %v, want %v", s.name, got, changed)
		}
		for name, data := range folder(t, dir) {
			concerned := name == r.Files[s.file].Name || name == "sitemap.xml" || name == publish.ManifestName
			if (before[name] != data) != concerned || touched(t, dir, name) != concerned {
				t.Errorf("%s: %s differs: %t, touched: %t", s.name, name, before[name] != data, touched(t, dir, name))
			}
		}
		if len(r.Files) != 3 {
			t.Fatalf("%s: %d files", s.name, len(r.Files))
		}
		for j, f := range r.Files {
			if f.Changed != (j == s.file) {
				t.Errorf("%s: %s changed: %t", s.name, f.Name, f.Changed)
			}
			if f.Changed != f.LastMod.Equal(o.Now) {
				t.Errorf("%s: lastmod of %s is %v", s.name, f.Name, f.LastMod)
			}
		}
		if !r.Indexes[0].Changed {
			t.Errorf("%s: the index does not tell", s.name)
		}
	}
}

var longAgo = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

// age makes all files old.
func age(t *testing.T, dir string) {
	t.Helper()
	for name := range folder(t, dir) {
		if err := os.Chtimes(filepath.Join(dir, name), longAgo, longAgo); err != nil {
			t.Fatal(err)
		}
	}
}

// touched tells whether a file was written since it was made old.
func touched(t *testing.T, dir, name string) bool {
	t.Helper()
	info, err := os.Stat(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return !info.ModTime().Equal(longAgo)
}

// indexDates reads the index: the files that it lists, and when they changed.
func indexDates(t *testing.T, dir string) map[string]time.Time {
	t.Helper()
	dates := map[string]time.Time{}
	_, err := sitemap.Read(strings.NewReader(folder(t, dir)["sitemap.xml"]), sitemap.ReadOptions{}, func(it sitemap.Item) error {
		at, err := time.Parse(time.RFC3339, it.LastMod)
		dates[it.Loc] = at
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return dates
}

// A set that is not accepted leaves the old one as it was; one that would
// change nothing is not asked about.
func TestAccept(t *testing.T) {
	dir := t.TempDir()
	asked := []int{}
	var answer error
	o := publish.Options{Dir: dir, URL: siteURL, Limits: small, Now: day1, Accept: func(urls int) error {
		asked = append(asked, urls)
		return answer
	}}
	mustPublish(t, o, pages(25))
	mustPublish(t, o, pages(25))
	before := folder(t, dir)
	answer = errors.New("too few")
	if _, err := publish.Publish(t.Context(), o, seq(pages(7))); err != answer {
		t.Errorf("error %v", err)
	}
	if !maps.Equal(before, folder(t, dir)) {
		t.Error("the old set was touched")
	}
	if !slices.Equal(asked, []int{25, 7}) {
		t.Errorf("asked about sets of %v URLs", asked)
	}
}
