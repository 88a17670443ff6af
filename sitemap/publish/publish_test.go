package publish_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/sitemap"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

const siteURL = "https://example.com/sitemap.xml"

var day1 = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// pages yields n sorted entries of the made-up site.
func pages(n int) []sitemap.Entry {
	list := make([]sitemap.Entry, n)
	for i := range list {
		list[i] = sitemap.Entry{Loc: fmt.Sprintf("https://example.com/p/%07d", i), LastMod: "2026-01-02"}
	}
	return list
}

func seq(list []sitemap.Entry) iter.Seq2[sitemap.Entry, error] {
	return func(yield func(sitemap.Entry, error) bool) {
		for _, e := range list {
			if !yield(e, nil) {
				return
			}
		}
	}
}

// mustPublish publishes list into dir and fails the test otherwise.
func mustPublish(t *testing.T, o publish.Options, list []sitemap.Entry) *publish.Result {
	t.Helper()
	if o.URL == "" {
		o.URL = siteURL
	}
	r, err := publish.Publish(context.Background(), o, seq(list))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// folder gives the files of dir and their bytes.
func folder(t *testing.T, dir string) map[string]string {
	t.Helper()
	found, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range found {
		data, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name()] = string(data)
	}
	return files
}

func TestOneUrlset(t *testing.T) {
	dir := t.TempDir()
	r := mustPublish(t, publish.Options{Dir: dir, Now: day1}, pages(2))
	if len(r.Files) != 1 || len(r.Indexes) != 0 || r.URLs != 2 || !r.Changed {
		t.Fatalf("result %+v", r)
	}
	const want = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.sitemaps.org/schemas/sitemap/0.9 http://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd">
<url><loc>https://example.com/p/0000000</loc><lastmod>2026-01-02</lastmod></url>
<url><loc>https://example.com/p/0000001</loc><lastmod>2026-01-02</lastmod></url>
</urlset>
`
	if got := folder(t, dir)["sitemap.xml"]; got != want {
		t.Errorf("sitemap.xml:\n%s", got)
	}
}

// small are limits under which a handful of URLs fills files.
var small = sitemap.Limits{URLs: 10}

// locs reads the URLs of all files of a set back, in order.
func locs(t *testing.T, dir string, r *publish.Result) []string {
	t.Helper()
	var list []string
	for _, f := range r.Files {
		file, err := os.Open(filepath.Join(dir, f.Name))
		if err != nil {
			t.Fatal(err)
		}
		rep, err := sitemap.Read(file, sitemap.ReadOptions{At: f.URL}, func(it sitemap.Item) error {
			list = append(list, it.Loc)
			return nil
		})
		file.Close()
		if err != nil || !rep.Valid() || len(rep.Problems) > 0 {
			t.Fatalf("%s: %v %v", f.Name, err, rep.Problems)
		}
	}
	return list
}

func checkSet(t *testing.T, dir string, r *publish.Result, want []sitemap.Entry) {
	t.Helper()
	got := locs(t, dir, r)
	if len(got) != len(want) {
		t.Fatalf("%d URLs published, want %d", len(got), len(want))
	}
	for i, e := range want {
		if got[i] != e.Loc {
			t.Fatalf("URL %d is %s, want %s", i, got[i], e.Loc)
		}
	}
}

func fileNames(files []publish.File) []string {
	list := []string{}
	for _, f := range files {
		list = append(list, f.Name)
	}
	return list
}

func TestIndexAndParts(t *testing.T) {
	dir := t.TempDir()
	list := pages(25)
	r := mustPublish(t, publish.Options{Dir: dir, Limits: small, Now: day1}, list)
	want := []string{"sitemap-00001.xml.gz", "sitemap-00002.xml.gz", "sitemap-00003.xml.gz"}
	if got := fileNames(r.Files); !slices.Equal(got, want) {
		t.Fatalf("files %v, want %v", got, want)
	}
	checkSet(t, dir, r, list)
	const index = `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.sitemaps.org/schemas/sitemap/0.9 http://www.sitemaps.org/schemas/sitemap/0.9/siteindex.xsd">
<sitemap><loc>https://example.com/sitemap-00001.xml.gz</loc><lastmod>2026-11-21T12:00:00Z</lastmod></sitemap>
<sitemap><loc>https://example.com/sitemap-00002.xml.gz</loc><lastmod>2026-11-21T12:00:00Z</lastmod></sitemap>
<sitemap><loc>https://example.com/sitemap-00003.xml.gz</loc><lastmod>2026-11-21T12:00:00Z</lastmod></sitemap>
</sitemapindex>
`
	if got := folder(t, dir)["sitemap.xml"]; got != index {
		t.Errorf("sitemap.xml:\n%s", got)
	}
	for _, f := range r.Files {
		data := folder(t, dir)[f.Name]
		if sum := fmt.Sprintf("%x", sha256.Sum256([]byte(data))); sum != f.SHA256 || int64(len(data)) != f.Size {
			t.Errorf("%s: the result's hash or size is not the file's", f.Name)
		}
		if data[3:8] != "\x00\x00\x00\x00\x00" { // flags and MTIME
			t.Errorf("%s: gzip header has a time or a name", f.Name)
		}
	}
}

// A set that fits into one file has no index; one that grows gets it, and one
// that shrinks loses it, with every part.
func TestOneFileToManyAndBack(t *testing.T) {
	dir := t.TempDir()
	o := publish.Options{Dir: dir, Limits: small, Now: day1}
	for _, n := range []int{5, 10, 11, 40, 10, 3, 21} {
		r := mustPublish(t, o, pages(n))
		checkSet(t, dir, r, pages(n))
		want := append(fileNames(r.Files), fileNames(r.Indexes)...)
		want = append(want, publish.ManifestName)
		got := slices.Collect(maps.Keys(folder(t, dir)))
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("%d URLs: the folder has %v, want %v", n, got, want)
		}
		if single := len(r.Indexes) == 0; single != (n <= 10) {
			t.Errorf("%d URLs: one file %t", n, single)
		}
	}
}

func TestUnchangedStays(t *testing.T) {
	dir := t.TempDir()
	o := publish.Options{Dir: dir, Limits: small, Now: day1}
	mustPublish(t, o, pages(25))
	before := folder(t, dir)
	old := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	for name := range before {
		if err := os.Chtimes(filepath.Join(dir, name), old, old); err != nil {
			t.Fatal(err)
		}
	}
	o.Now = day1.AddDate(0, 0, 1)
	if r := mustPublish(t, o, pages(25)); r.Changed {
		t.Errorf("nothing changed, but the result says so: %+v", r)
	}
	if after := folder(t, dir); !maps.Equal(before, after) {
		t.Error("bytes changed though no entry did")
	}
	for name := range before {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || !info.ModTime().Equal(old) {
			t.Errorf("%s was touched: %v %v", name, info.ModTime(), err)
		}
	}
}

// A file that overflows is cut in two; no other file changes.
func TestFullFileSplits(t *testing.T) {
	dir := t.TempDir()
	o := publish.Options{Dir: dir, Limits: sitemap.Limits{URLs: 100}, Now: day1}
	list := pages(300)
	before := mustPublish(t, o, list)
	for i := range 30 {
		list = slices.Insert(list, 50+i, sitemap.Entry{Loc: fmt.Sprintf("%s-%02d", list[49].Loc[:len("https://example.com/p/0000049")], i)})
	}
	r := mustPublish(t, o, list)
	checkSet(t, dir, r, list)
	if len(r.Files) != len(before.Files)+1 {
		t.Fatalf("%d files, before %d", len(r.Files), len(before.Files))
	}
	for i, f := range r.Files {
		isNew := i < 2
		if f.Changed != isNew {
			t.Errorf("%s changed: %t", f.Name, f.Changed)
		}
		if isNew && (f.URLs < 40 || f.URLs > 80) {
			t.Errorf("%s has %d URLs; the file was not halved", f.Name, f.URLs)
		}
	}
	if again := mustPublish(t, o, list); again.Changed {
		t.Error("the second run with the same entries changed files")
	}
}

// Random edits over many runs: the set is right every time, and few files
// change at a time.
func TestRandomEdits(t *testing.T) {
	dir := t.TempDir()
	random := rand.New(rand.NewPCG(1, 2))
	o := publish.Options{Dir: dir, Limits: sitemap.Limits{URLs: 50, Bytes: 6000, Sitemaps: 12}, Now: day1}
	have := map[string]bool{}
	for round := range 24 {
		for range random.IntN(60) {
			have[fmt.Sprintf("https://example.com/%05d", random.IntN(100_000))] = true
		}
		for loc := range have {
			if round > 12 && random.IntN(8) == 0 || random.IntN(50) == 0 {
				delete(have, loc)
			}
		}
		if len(have) == 0 {
			continue
		}
		var list []sitemap.Entry
		for _, loc := range slices.Sorted(maps.Keys(have)) {
			list = append(list, sitemap.Entry{Loc: loc, LastMod: "2026-01-01"})
		}
		r := mustPublish(t, o, list)
		checkSet(t, dir, r, list)
		for _, f := range append(r.Files, r.Indexes...) {
			if f.Bytes > 6000 {
				t.Fatalf("%s has %d bytes", f.Name, f.Bytes)
			}
		}
		if r := mustPublish(t, o, list); r.Changed {
			t.Fatalf("round %d: the same entries again changed files", round)
		}
	}
}

// Each limit is kept to the byte: one more entry makes another file.
func TestLimits(t *testing.T) {
	entry := int64(len("<url><loc>https://example.com/p/0000000</loc><lastmod>2026-01-02</lastmod></url>\n"))
	frame := int64(len(sitemap.Format{}.AppendHead(nil, 0)) + len(sitemap.Format{}.AppendTail(nil)))
	for _, c := range []struct {
		bytes int64
		files int
	}{{frame + 10*entry, 1}, {frame + 10*entry - 1, 2}} {
		dir := t.TempDir()
		r := mustPublish(t, publish.Options{Dir: dir, Limits: sitemap.Limits{Bytes: c.bytes}, Now: day1}, pages(10))
		if len(r.Files) != c.files {
			t.Errorf("%d bytes: %d files, want %d", c.bytes, len(r.Files), c.files)
		}
		for _, f := range r.Files {
			if f.Bytes > c.bytes {
				t.Errorf("%s has %d bytes, more than %d", f.Name, f.Bytes, c.bytes)
			}
		}
	}
	_, err := publish.Publish(context.Background(), publish.Options{Dir: t.TempDir(), URL: siteURL, Limits: sitemap.Limits{Bytes: 300}}, seq(pages(1)))
	if err == nil {
		t.Error("a limit without room for one URL was accepted")
	}
}

func TestSeveralIndexes(t *testing.T) {
	dir := t.TempDir()
	o := publish.Options{Dir: dir, Limits: sitemap.Limits{URLs: 1, Sitemaps: 4}, Now: day1}
	r := mustPublish(t, o, pages(10))
	want := []string{"sitemap.xml", "sitemap-index-00002.xml", "sitemap-index-00003.xml"}
	if got := fileNames(r.Indexes); !slices.Equal(got, want) {
		t.Errorf("indexes %v, want %v", got, want)
	}
	if r = mustPublish(t, o, pages(2)); len(r.Indexes) != 1 || len(r.Deleted) != 10 {
		t.Errorf("indexes %v, deleted %v", fileNames(r.Indexes), r.Deleted)
	}
}

func TestNamesFollowTheURL(t *testing.T) {
	for _, c := range []struct{ url, file, part, partURL string }{
		{"https://example.com/sitemap.xml.gz", "sitemap.xml.gz", "sitemap-00001.xml.gz", "https://example.com/sitemap-00001.xml.gz"},
		{"https://example.com/a/b/map", "map", "map-00001.xml.gz", "https://example.com/a/b/map-00001.xml.gz"},
		{"https://example.com/d%C3%A9j%C3%A0/site%20map.xml?x=1", "site map.xml", "site map-00001.xml.gz", "https://example.com/d%C3%A9j%C3%A0/site%20map-00001.xml.gz"},
	} {
		dir := t.TempDir()
		o := publish.Options{Dir: dir, URL: c.url, AlwaysIndex: true, Now: day1, InScope: func(string) bool { return true }}
		r := mustPublish(t, o, pages(1))
		if r.Sitemap().Name != c.file || r.Sitemap().URL != c.url || r.Files[0].Name != c.part || r.Files[0].URL != c.partURL {
			t.Errorf("%s: %+v", c.url, r)
		}
	}
	for _, bad := range []string{"https://example.com/", "https://example.com", "/sitemap.xml", "ftp://example.com/sitemap.xml",
		"https://example.com/..%2fsitemap.xml", "https://example.com/a%5Cb.xml", "https://example.com/.portolan-manifest.json"} {
		if _, err := publish.Publish(context.Background(), publish.Options{Dir: t.TempDir(), URL: bad}, seq(pages(1))); err == nil {
			t.Errorf("%s was accepted", bad)
		}
	}
}

func TestRefusals(t *testing.T) {
	boom := errors.New("the crawl file broke")
	broken := func(yield func(sitemap.Entry, error) bool) {
		if yield(pages(1)[0], nil) {
			yield(sitemap.Entry{}, boom)
		}
	}
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	twice := append(pages(1), pages(1)...)
	outside := []sitemap.Entry{{Loc: "https://other.test/a"}}
	never := func(string) bool { return false }
	always := func(string) bool { return true }
	for _, c := range []struct {
		name    string
		ctx     context.Context
		o       publish.Options
		entries iter.Seq2[sitemap.Entry, error]
		want    error
		says    string
	}{
		{name: "nothing", entries: seq(nil), want: publish.ErrNothingToList},
		{name: "broken sequence", entries: broken, want: boom},
		{name: "canceled", ctx: canceled, entries: seq(pages(5)), want: context.Canceled},
		{name: "twice", entries: seq(twice), says: "sorted and unique"},
		{name: "out of scope", entries: seq(outside), says: "loc-out-of-scope"},
		{name: "scope function", o: publish.Options{InScope: never}, entries: seq(pages(1)), says: "loc-out-of-scope"},
		{name: "robots", o: publish.Options{Allowed: never}, entries: seq(pages(1)), says: "robots.txt forbids"},
		{name: "session", o: publish.Options{HasSession: always}, entries: seq(pages(1)), says: "session-in-loc"},
		{name: "relative", entries: seq([]sitemap.Entry{{Loc: "/a"}}), says: "loc-relative"},
		{name: "not escaped", entries: seq([]sitemap.Entry{{Loc: "https://example.com/\u00fc"}}), says: "loc-not-escaped"},
		{name: "control", entries: seq([]sitemap.Entry{{Loc: "https://example.com/\x01"}}), says: "control-char"},
		{name: "too long", entries: seq([]sitemap.Entry{{Loc: "https://example.com/" + strings.Repeat("a", 2048)}}), says: "loc-too-long"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			mustPublish(t, publish.Options{Dir: dir, Now: day1}, pages(3))
			before := folder(t, dir)
			c.o.Dir, c.o.URL = dir, siteURL
			if c.ctx == nil {
				c.ctx = context.Background()
			}
			_, err := publish.Publish(c.ctx, c.o, c.entries)
			if err == nil || c.want != nil && !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %v, want %v %q", err, c.want, c.says)
			}
			if after := folder(t, dir); !maps.Equal(before, after) {
				t.Error("the old set was touched")
			}
		})
	}
}

func TestForeignFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "sitemap.xml")
	const foreign = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.com/hand-made</loc></url></urlset>`
	if err := os.WriteFile(path, []byte(foreign), 0o644); err != nil {
		t.Fatal(err)
	}
	o := publish.Options{Dir: dir, URL: siteURL, Now: day1}
	_, err := publish.Publish(context.Background(), o, seq(pages(3)))
	var refused *publish.ForeignFileError
	if !errors.As(err, &refused) || refused.Path != path {
		t.Fatalf("error %v", err)
	}
	if got := folder(t, dir); len(got) != 1 || got["sitemap.xml"] != foreign {
		t.Fatalf("the folder was touched: %v", got)
	}
	o.Force = true
	mustPublish(t, o, pages(3))
	if folder(t, dir)["sitemap.xml"] == foreign {
		t.Error("Force did not overwrite")
	}
}

// A link where a file of the set belongs is replaced, if at all, and never
// followed.
func TestSymlink(t *testing.T) {
	dir, outside := t.TempDir(), filepath.Join(t.TempDir(), "precious")
	if err := os.WriteFile(outside, []byte("precious"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "sitemap.xml")); err != nil {
		t.Skip(err)
	}
	o := publish.Options{Dir: dir, URL: siteURL, Now: day1}
	var refused *publish.ForeignFileError
	if _, err := publish.Publish(context.Background(), o, seq(pages(1))); !errors.As(err, &refused) {
		t.Fatalf("error %v", err)
	}
	o.Force = true
	mustPublish(t, o, pages(1))
	if data, err := os.ReadFile(outside); err != nil || string(data) != "precious" {
		t.Errorf("the link's target was written: %q %v", data, err)
	}
}

// Without its manifest, a set is known by its files; damaged files are
// replaced.
func TestManifestRebuilt(t *testing.T) {
	for _, damage := range []string{"", "{", `{"format":99}`} {
		for _, n := range []int{4, 35} {
			dir := t.TempDir()
			o := publish.Options{Dir: dir, Limits: small, Now: day1}
			mustPublish(t, o, pages(n))
			before := folder(t, dir)
			manifest := filepath.Join(dir, publish.ManifestName)
			if err := os.Remove(manifest); err != nil {
				t.Fatal(err)
			}
			if damage != "" {
				if err := os.WriteFile(manifest, []byte(damage), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if _, ok, err := publish.Current(dir); ok || err != nil {
				t.Errorf("a set without manifest is current: %v", err)
			}
			o.Now = day1.AddDate(0, 0, 1)
			r := mustPublish(t, o, pages(n))
			for _, f := range r.Files {
				if f.Changed {
					t.Errorf("%d URLs, manifest %q: %s was written again", n, damage, f.Name)
				}
			}
			after := folder(t, dir)
			delete(before, publish.ManifestName)
			delete(after, publish.ManifestName)
			if !maps.Equal(before, after) {
				t.Errorf("%d URLs, manifest %q: files changed", n, damage)
			}
			if now, ok, err := publish.Current(dir); !ok || err != nil || now.URLs != n {
				t.Errorf("current set: %+v %t %v", now, ok, err)
			}
		}
	}
}

func TestDamagedFileIsReplaced(t *testing.T) {
	dir := t.TempDir()
	o := publish.Options{Dir: dir, Limits: small, Now: day1}
	r := mustPublish(t, o, pages(25))
	before := folder(t, dir)
	if err := os.WriteFile(filepath.Join(dir, r.Files[1].Name), []byte("oops"), 0o644); err != nil {
		t.Fatal(err)
	}
	mustPublish(t, o, pages(25))
	if !maps.Equal(before, folder(t, dir)) {
		t.Error("the damaged file was not put right")
	}
}

func TestSeries(t *testing.T) {
	dir := t.TempDir()
	var list []sitemap.Entry
	for _, d := range []string{"blog", "index", "shop"} {
		for i := range 12 {
			list = append(list, sitemap.Entry{Loc: fmt.Sprintf("https://example.com/%s/%02d", d, i), LastMod: "2026-01-01",
				Images: []string{"https://example.com/i.png"}, Alternates: []sitemap.Alternate{{Lang: "de", Href: "https://example.com/de"}},
				Videos: []sitemap.Video{{Thumbnail: "https://example.com/t.png", Title: "a & b", Description: "d", Player: "https://example.com/p", Duration: 5, Tags: []string{"x"}}},
				News:   &sitemap.News{Name: "n", Lang: "de", Published: "2026-01-01", Title: "t"}})
		}
	}
	o := publish.Options{Dir: dir, Limits: small, Now: day1, Series: func(e *sitemap.Entry) string {
		return strings.Split(e.Loc, "/")[3]
	}}
	r := mustPublish(t, o, list)
	want := []string{"sitemap-blog-00001.xml.gz", "sitemap-blog-00002.xml.gz", "sitemap-series-index-00001.xml.gz",
		"sitemap-series-index-00002.xml.gz", "sitemap-shop-00001.xml.gz", "sitemap-shop-00002.xml.gz"}
	if got := fileNames(r.Files); !slices.Equal(got, want) {
		t.Errorf("files %v, want %v", got, want)
	}
	checkSet(t, dir, r, list)
	o.Now = day1.AddDate(0, 0, 1)
	list[0].LastMod = "2026-02-02"
	r = mustPublish(t, o, list)
	for i, f := range r.Files {
		if f.Changed != (i == 0) {
			t.Errorf("%s changed: %t", f.Name, f.Changed)
		}
	}
	os.Remove(filepath.Join(dir, publish.ManifestName))
	if r = mustPublish(t, o, list); r.Changed {
		t.Error("series were not rebuilt without the manifest")
	}
}

// Beside each urlset stands, if asked for, a text sitemap of the same URLs. It
// changes, stays, and goes with it.
func TestText(t *testing.T) {
	for _, n := range []int{3, 25} {
		dir := t.TempDir()
		o := publish.Options{Dir: dir, Limits: small, Now: day1, Text: true, PlainParts: true}
		r := mustPublish(t, o, pages(n))
		if len(r.Texts) != len(r.Files) {
			t.Fatalf("%d text sitemaps for %d", len(r.Texts), len(r.Files))
		}
		got := ""
		for i, f := range r.Texts {
			if want := strings.TrimSuffix(r.Files[i].Name, ".xml") + ".txt"; f.Name != want {
				t.Errorf("%s, want %s", f.Name, want)
			}
			got += folder(t, dir)[f.Name]
		}
		want := ""
		for _, e := range pages(n) {
			want += e.Loc + "\n"
		}
		if got != want {
			t.Errorf("text:\n%s", got)
		}
		if err := os.Remove(filepath.Join(dir, publish.ManifestName)); err != nil {
			t.Fatal(err)
		}
		if r := mustPublish(t, o, pages(n)); r.Changed {
			t.Error("text sitemaps were written again without the manifest")
		}
		o.Text = false
		if r := mustPublish(t, o, pages(n)); len(r.Deleted) != len(r.Files) || len(folder(t, dir)) != len(r.Files)+len(r.Indexes)+1 {
			t.Errorf("text sitemaps stay behind: deleted %v", r.Deleted)
		}
	}
}

// shown are the files that a web server would show: not the staging folder.
func shown(t *testing.T, dir string) map[string]string {
	t.Helper()
	found, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range found {
		if f.IsDir() {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name()] = string(data)
	}
	return files
}
