package sitemap_test

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/sitemap"
)

var update = flag.Bool("update", false, "write the golden files again")

// sample are entries with everything that can be written, and values that must
// be left out.
var sample = []sitemap.Entry{
	{Loc: "https://example.com/?a=1&b='2'", LastMod: "2026-01-02", ChangeFreq: "daily", Priority: "0.8"},
	{Loc: "https://example.com/left-out", LastMod: "2026", ChangeFreq: "Daily", Priority: "0.5"},
	{Loc: "https://example.com/minutes", LastMod: "2026-01-02T03:04+01:00", Priority: "high"},
	{Loc: "https://example.com/fraction", LastMod: "2026-01-02T03:04:05.678Z", Priority: "1.1"},
	{Loc: "https://example.com/no-zone", LastMod: "2026-01-02T03:04:05"},
	{Loc: "https://example.com/x",
		Images: []string{"https://cdn.example/a.png?x=1&y=2", "not escaped \u00fc", "https://cdn.example/b.png"},
		Alternates: []sitemap.Alternate{
			{Lang: "de-CH", Href: "https://example.com/de"}, {Lang: "x-default", Href: "https://example.com/x"}, {Lang: "de_DE", Href: "https://example.com/bad"},
		},
		Videos: []sitemap.Video{
			{Thumbnail: "https://example.com/t.png", Title: "Rock & <Roll> \"live\" \x01" + strings.Repeat("\u00fc", 100), Description: "d",
				Content: "https://example.com/v.mp4", Player: "https://example.com/p", Duration: 600, Expires: "2027-01-01", Published: "2026-01-01T00:00:00Z",
				Rating: "4.5", Tags: []string{"a", "b&c"}},
			{Thumbnail: "https://example.com/t.png", Title: "neither content nor player", Description: "d"},
			{Thumbnail: "https://example.com/t.png", Title: "t", Description: "d", Player: "https://example.com/p", Duration: 30_000, Rating: "6"},
		},
		News: &sitemap.News{Name: "Ships & Tides", Lang: "zh-tw", Published: "2026-01-02T03:04+01:00", Title: "High <and> dry"}},
	{Loc: "https://example.com/y", News: &sitemap.News{Name: "Ships & Tides", Lang: "en-GB", Published: "2026-01-02", Title: "a language that is none of theirs"}},
}

const allExtensions = sitemap.ExtImage | sitemap.ExtVideo | sitemap.ExtXHTML | sitemap.ExtNews

// write gives the bytes of a file.
func write(t *testing.T, f sitemap.Format, ext sitemap.Extensions, list []sitemap.Entry) []byte {
	t.Helper()
	var out bytes.Buffer
	w := sitemap.NewWriter(&out, f, sitemap.Limits{}, ext)
	for i := range list {
		if err := w.Write(&list[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if w.Bytes() != int64(out.Len()) || w.Count() != len(list) {
		t.Errorf("Bytes %d, Count %d; it is %d bytes and %d entries", w.Bytes(), w.Count(), out.Len(), len(list))
	}
	return out.Bytes()
}

func writeIndex(t *testing.T, f sitemap.Format) []byte {
	t.Helper()
	var out bytes.Buffer
	w := sitemap.NewIndexWriter(&out, f, sitemap.Limits{})
	for _, e := range []sitemap.Entry{
		{Loc: "https://example.com/sitemap-00001.xml.gz", LastMod: "2026-01-02T03:04:05Z"},
		{Loc: "https://example.com/s?a&b"},
	} {
		if err := w.Write(&e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// golden are the files that the writer makes, with the schema for each.
func golden(t *testing.T) map[string]struct {
	data   []byte
	schema string
} {
	type file = struct {
		data   []byte
		schema string
	}
	v84 := sitemap.Format{Version: sitemap.V084}
	plain := sitemap.Format{NoSchemaLocation: true}
	return map[string]file{
		"urlset-0.9.xml":        {write(t, sitemap.Format{}, allExtensions, sample), "all-0.9.xsd"},
		"urlset-0.9-plain.xml":  {write(t, plain, 0, sample[:5]), "sitemap-0.9.xsd"},
		"urlset-0.9-2006.xml":   {write(t, sitemap.Format{}, 0, sample[:5]), "sitemap-0.9-2006.xsd"},
		"urlset-0.84.xml":       {write(t, v84, 0, sample), "sitemap-0.84.xsd"},
		"index-0.9.xml":         {writeIndex(t, sitemap.Format{}), "siteindex-0.9.xsd"},
		"index-0.84.xml":        {writeIndex(t, v84), "siteindex-0.84.xsd"},
		"index-0.9-plain.xml":   {writeIndex(t, plain), "siteindex-0.9.xsd"},
		"index-0.9-of-2006.xml": {writeIndex(t, sitemap.Format{}), "siteindex-0.9-2006.xsd"},
	}
}

func TestGolden(t *testing.T) {
	for name, f := range golden(t) {
		path := filepath.Join("testdata", "golden", name)
		if *update {
			if err := os.WriteFile(path, f.data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(f.data, want) {
			t.Errorf("%s differs from what is written now:\n%s", name, f.data)
		}
	}
}

// What is written passes the schemas of both versions and of the extensions.
// testdata/xsd says what they say, in short; PORTOLAN_XSD names a folder with
// the published ones, by the same names.
func TestSchemas(t *testing.T) {
	lint, err := exec.LookPath("xmllint")
	switch {
	case err != nil && os.Getenv("PORTOLAN_TEST_ALL") != "":
		t.Fatal("xmllint is not installed")
	case err != nil:
		t.Skip("xmllint is not installed")
	}
	dir := cmp.Or(os.Getenv("PORTOLAN_XSD"), filepath.Join("..", "testdata", "xsd"))
	holds := func(data []byte, schema string) (string, bool) {
		path := filepath.Join(t.TempDir(), "sitemap.xml")
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(lint, "--nonet", "--noout", "--schema", filepath.Join(dir, schema), path).CombinedOutput()
		return string(out), err == nil
	}
	for name, f := range golden(t) {
		if out, ok := holds(f.data, f.schema); !ok {
			t.Errorf("%s: %s", name, out)
		}
		// The schema does look: without its locs it holds for no file.
		if _, ok := holds(bytes.ReplaceAll(f.data, []byte("loc>"), []byte("lox>")), f.schema); ok {
			t.Errorf("%s passes without a loc", name)
		}
	}
}

// What is written is read back without a fault.
func TestWrittenIsSound(t *testing.T) {
	for name, f := range golden(t) {
		r, err := sitemap.Read(bytes.NewReader(f.data), sitemap.ReadOptions{At: "https://example.com/sitemap.xml", Now: now}, nil)
		if err != nil || !r.Valid() {
			t.Errorf("%s: %v %v", name, err, r.Problems)
		}
	}
}

func TestEntityTable(t *testing.T) {
	e := []sitemap.Entry{{Loc: `https://example.com/?a&b'c"d<e>f`}}
	got := string(write(t, sitemap.Format{}, 0, e))
	if want := "<loc>https://example.com/?a&amp;b&apos;c&quot;d&lt;e&gt;f</loc>"; !strings.Contains(got, want) {
		t.Errorf("%s has no %s", got, want)
	}
}

func TestWriterRefuses(t *testing.T) {
	w := sitemap.NewWriter(io.Discard, sitemap.Format{}, sitemap.Limits{}, 0)
	if err := w.Close(); !errors.Is(err, sitemap.ErrEmpty) {
		t.Errorf("an empty file: %v", err)
	}
	for _, loc := range []string{"", "https://example.com/\u00fc", "https://example.com/a b", "https://example.com/\n", long(2048)} {
		if err := w.Write(&sitemap.Entry{Loc: loc}); err == nil {
			t.Errorf("%.40q was written", loc)
		}
	}
	if err := w.Write(&sitemap.Entry{Loc: "https://example.com/", Images: []string{"https://example.com/i.png"}}); err == nil {
		t.Error("an image was written into a file that does not declare the extension")
	}
	boom := errors.New("disk full")
	w = sitemap.NewWriter(failing{boom}, sitemap.Format{}, sitemap.Limits{}, 0)
	var err error
	for i := 0; i < 10_000 && err == nil; i++ {
		err = w.Write(&sample[0])
	}
	if !errors.Is(err, boom) || !errors.Is(w.Close(), boom) {
		t.Errorf("a failing disk: %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// A file is full at the protocol's limits, to the byte, closing tag included.
func TestWriterLimits(t *testing.T) {
	for _, v := range []sitemap.Version{sitemap.V09, sitemap.V084} {
		w := sitemap.NewWriter(io.Discard, sitemap.Format{Version: v}, sitemap.Limits{URLs: 1 << 30, Bytes: 1 << 60}, 0)
		e := sitemap.Entry{Loc: long(2047)}
		for w.Write(&e) == nil {
		}
		if w.Bytes() > v.Limits().Bytes || w.Bytes() < v.Limits().Bytes-3000 {
			t.Errorf("%s: full at %d bytes", v, w.Bytes())
		}
		w = sitemap.NewWriter(io.Discard, sitemap.Format{Version: v}, sitemap.Limits{}, 0)
		for w.Write(&sample[0]) == nil {
		}
		if w.Count() != 50_000 {
			t.Errorf("%s: full at %d URLs", v, w.Count())
		}
		w = sitemap.NewIndexWriter(io.Discard, sitemap.Format{Version: v}, sitemap.Limits{})
		for w.Write(&sample[0]) == nil {
		}
		if w.Count() != v.Limits().Sitemaps {
			t.Errorf("%s: index full at %d", v, w.Count())
		}
	}
}

func TestLastMod(t *testing.T) {
	zone := time.FixedZone("", 3600)
	for _, c := range []struct {
		at   time.Time
		want string
	}{
		{time.Time{}, ""},
		{time.Date(2026, 1, 2, 3, 4, 5, 999, time.UTC), "2026-01-02T03:04:05Z"},
		{time.Date(2026, 1, 2, 3, 4, 5, 0, zone), "2026-01-02T03:04:05+01:00"},
	} {
		if got := sitemap.LastMod(c.at); got != c.want {
			t.Errorf("LastMod(%v) = %q, want %q", c.at, got, c.want)
		}
	}
	for in, want := range map[string]string{
		"2026-01-02":                       "2026-01-02",
		"2026-01-02T03:04:05Z":             "2026-01-02T03:04:05Z",
		"2026-01-02T03:04:05-08:00":        "2026-01-02T03:04:05-08:00",
		"2026-01-02T03:04-08:00":           "2026-01-02T03:04:00-08:00",
		"2026-01-02T03:04:05.123456+01:00": "2026-01-02T03:04:05+01:00",
		"2026-01-02T03:04:05":              "2026-01-02",
		"2026-01-02T03:04":                 "2026-01-02",
	} {
		if got, ok := sitemap.NormalizeLastMod(in); !ok || got != want {
			t.Errorf("NormalizeLastMod(%q) = %q %t, want %q", in, got, ok, want)
		}
	}
	for _, in := range []string{"", "2026", "2026-01", "2026-13-01", "2026-00-10", "2026-01-32", "0000-01-01", "2026-1-2", "2026-01-02T", "2026-01-02T03",
		"2026-01-02T25:00Z", "2026-01-02T03:60Z", "2026-01-02T03:04:60Z", "2026-01-02T03:04:05.Z", "2026-01-02T03:04:05z", "yesterday", "2026-01-02 "} {
		if got, ok := sitemap.NormalizeLastMod(in); ok {
			t.Errorf("NormalizeLastMod(%q) = %q", in, got)
		}
	}
}

func TestWriteAllocates(t *testing.T) {
	w := sitemap.NewWriter(io.Discard, sitemap.Format{}, sitemap.Limits{}, 0)
	if n := testing.AllocsPerRun(10_000, func() { _ = w.Write(&sample[0]) }); n != 0 {
		t.Errorf("%v allocations per URL", n)
	}
}

// The images of a page end at the extension's limit.
func TestManyImages(t *testing.T) {
	e := sitemap.Entry{Loc: "https://example.com/"}
	for i := range 1200 {
		e.Images = append(e.Images, fmt.Sprintf("https://example.com/%d.png", i))
	}
	got := write(t, sitemap.Format{}, sitemap.ExtImage, []sitemap.Entry{e})
	if n := bytes.Count(got, []byte("<image:loc>")); n != 1000 {
		t.Errorf("%d images", n)
	}
}

// FuzzWrite writes anything; it must be well-formed and come back as it was.
func FuzzWrite(f *testing.F) {
	f.Add("https://example.com/?a&b", "2026-01-02T03:04:05Z", "Title & <b>", "de")
	f.Fuzz(func(t *testing.T, loc, lastmod, title, lang string) {
		e := sitemap.Entry{Loc: loc, LastMod: lastmod, ChangeFreq: title, Priority: lang, Images: []string{loc},
			Alternates: []sitemap.Alternate{{Lang: lang, Href: loc}},
			Videos:     []sitemap.Video{{Thumbnail: loc, Title: title, Description: title, Content: loc, Rating: lastmod, Tags: []string{title}}}}
		var out bytes.Buffer
		w := sitemap.NewWriter(&out, sitemap.Format{}, sitemap.Limits{}, allExtensions)
		if w.Write(&e) != nil {
			return
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if err := xml.Unmarshal(out.Bytes(), new(struct{})); err != nil {
			t.Fatalf("%v in %s", err, out.Bytes())
		}
		got := ""
		r, err := sitemap.Read(&out, sitemap.ReadOptions{}, func(it sitemap.Item) error { got = it.Loc; return nil })
		if err != nil {
			t.Fatal(err)
		}
		if r.URLs == 1 && got != loc {
			t.Errorf("wrote %q, read %q", loc, got)
		}
	})
}
