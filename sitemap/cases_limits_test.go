package sitemap_test

import (
	"compress/gzip"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/sitemap"
)

// repeated gives head, then body so often that all is size bytes long with
// tail, padded with blanks before it.
func repeated(head, body, tail string, size int) io.Reader {
	room := size - len(head) - len(tail)
	times := room / len(body)
	return io.MultiReader(strings.NewReader(head), &repeater{text: body, times: times},
		&repeater{text: " ", times: room - times*len(body)}, strings.NewReader(tail))
}

// repeater gives a text several times.
type repeater struct {
	text  string
	rest  string
	times int
}

func (r *repeater) Read(b []byte) (int, error) {
	n := 0
	for n < len(b) {
		if r.rest == "" {
			if r.times == 0 {
				break
			}
			r.times--
			r.rest = r.text
		}
		k := copy(b[n:], r.rest)
		n, r.rest = n+k, r.rest[k:]
	}
	if n == 0 && len(b) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// zipped packs what a reader gives.
func zipped(t *testing.T, in io.Reader) io.Reader {
	r, w := io.Pipe()
	t.Cleanup(func() { _ = r.Close() })
	go func() {
		z, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
		if err == nil {
			_, err = io.Copy(z, in)
		}
		if err == nil {
			err = z.Close()
		}
		_ = w.CloseWithError(err)
	}()
	return r
}

// The protocol's limits, each kept and passed by one; those of bytes where
// PORTOLAN_TEST_ALL is set.
func TestLimits(t *testing.T) {
	const (
		mb50  = 52_428_800
		mb10  = 10_485_760
		item  = "<item><link>" + host + "/a</link></item>"
		entry = "<url><loc>" + host + "/a</loc></url>"
		child = "<sitemap><loc>" + host + "/a.xml</loc></sitemap>"
	)
	index84 := strings.Replace(index9, "www.sitemaps.org/schemas/sitemap/0.9", "www.google.com/schemas/sitemap/0.84", 1)
	count := func(head, body, tail string, n int) io.Reader {
		return repeated(head, body, tail, len(head)+n*len(body)+len(tail))
	}
	head09, head84 := decl+open09+entry+"<!--", decl+open84+entry+"<!--"
	for _, c := range []struct {
		name string
		in   io.Reader
		want string
	}{
		{"50 MB s.xml", repeated(head09, "x", "--></urlset>", mb50), "urlset ok 1 /a"},
		{"50 MB and one s.xml", repeated(head09, "x", "--></urlset>", mb50+1), "urlset bad 1 /a too-large"},
		{"50 MB packed s.xml.gz", zipped(t, repeated(head09, "x", "--></urlset>", mb50)), "urlset ok 1 /a"},
		{"50 MB and one packed s.xml.gz", zipped(t, repeated(head09, "x", "--></urlset>", mb50+1)), "urlset bad 1 /a too-large"},
		{"50 MB of index s.xml", repeated(decl+index9+child+"<!--", "x", "--></sitemapindex>", mb50+1), "sitemapindex bad 0+1 /a.xml too-large"},
		{"10 MB and one of 0.9 s.xml", repeated(head09, "x", "--></urlset>", mb10+1), "urlset ok 1 /a"},
		{"10 MB of 0.84 s.xml", repeated(head84, "x", "--></urlset>", mb10), "urlset ok 1 /a ns-legacy"},
		{"10 MB and one of 0.84 s.xml", repeated(head84, "x", "--></urlset>", mb10+1), "urlset bad 1 /a ns-legacy too-large-084"},
		{"50 MB and one of 0.84 s.xml", repeated(head84, "x", "--></urlset>", mb50+1), "urlset bad 1 /a ns-legacy too-large too-large-084"},
		{"10 MB and one of 0.84 packed s.xml.gz", zipped(t, repeated(head84, "x", "--></urlset>", mb10+1)), "urlset bad 1 /a ns-legacy too-large-084"},
		{"50 MB of text s.txt", repeated("", host+"/"+strings.Repeat("x", 2000)+"\n", "", mb50+1), "text bad 25903 ? too-large loc-duplicate"},
		{"50,000 s.xml", count(decl+open09, entry, "</urlset>", 50_000), "urlset ok 50000 /a loc-duplicate"},
		{"50,001 s.xml", count(decl+open09, entry, "</urlset>", 50_001), "urlset bad 50001 /a too-many-urls loc-duplicate"},
		{"50,000 of 0.84 s.xml", count(decl+open84, entry, "</urlset>", 50_000), "urlset ok 50000 /a ns-legacy loc-duplicate"},
		{"50,001 of 0.84 s.xml", count(decl+open84, entry, "</urlset>", 50_001), "urlset bad 50001 /a ns-legacy too-many-urls loc-duplicate"},
		{"50,001 without loc s.xml", count(decl+open09+entry, "<url/>", "</urlset>", 50_001), "urlset bad 1 /a loc-missing"},
		{"50,000 lines s.txt", count("", host+"/a\n", "", 50_000), "text ok 50000 /a loc-duplicate"},
		{"50,001 lines s.txt", count("", host+"/a\n", "", 50_001), "text bad 50001 /a too-many-urls loc-duplicate"},
		{"50,001 items s.rss", count(`<rss version="2.0"><channel>`, item, "</channel></rss>", 50_001), "rss bad 50001 /a too-many-urls loc-duplicate"},
		{"1,001 sitemaps s.xml", count(decl+index9, child, "</sitemapindex>", 1_001), "sitemapindex ok 0+1001 /a.xml loc-duplicate"},
		{"50,000 sitemaps s.xml", count(decl+index9, child, "</sitemapindex>", 50_000), "sitemapindex ok 0+50000 /a.xml loc-duplicate"},
		{"50,001 sitemaps s.xml", count(decl+index9, child, "</sitemapindex>", 50_001), "sitemapindex bad 0+50001 /a.xml too-many-sitemaps loc-duplicate"},
		{"1,000 sitemaps of 0.84 s.xml", count(index84, child, "</sitemapindex>", 1_000), "sitemapindex ok 0+1000 /a.xml ns-legacy loc-duplicate"},
		{"1,001 sitemaps of 0.84 s.xml", count(index84, child, "</sitemapindex>", 1_001), "sitemapindex bad 0+1001 /a.xml ns-legacy too-many-sitemaps-084 loc-duplicate"},
		{"blanks before s.xml", repeated("", " ", two, 300_000), "urlset bad 2 /a xml-decl-not-first"},
		{"blanks before, no declaration s.xml", repeated("", "\n", noDecl, 300_000), "urlset ok 1 /a"},
		{"bomb of nothing s.xml.gz", zipped(t, repeated("", "\x00", "", mb50+1000)), "unknown bad 0 - not-a-sitemap too-large"},
		{"bomb of blanks s.xml.gz", zipped(t, repeated(decl+open09+entry, " ", "", 300<<20)), "urlset bad 1 /a too-large"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if os.Getenv("PORTOLAN_TEST_ALL") == "" && (strings.Contains(c.name, " MB") || strings.HasPrefix(c.name, "bomb")) {
				t.Skip("long files are read where PORTOLAN_TEST_ALL is set")
			}
			readCase{name: c.name, want: c.want}.check(t, c.in)
		})
	}
}

// A limit of the caller's own is no fault of the file.
func TestCallersLimit(t *testing.T) {
	r, err := sitemap.Read(strings.NewReader(urls("/a", "/b", "/c")), sitemap.ReadOptions{MaxEntries: 2}, nil)
	if err != nil || r.URLs != 2 || !r.Cut || !r.Valid() {
		t.Errorf("%d URLs, cut %t, %v, %v", r.URLs, r.Cut, r.Problems, err)
	}
	r, err = sitemap.Read(strings.NewReader(urls("/a", "/b", "/c")), sitemap.ReadOptions{MaxBytes: 200}, nil)
	if err != nil || r.URLs != 2 || !r.Cut || !r.Valid() || r.Bytes != 200 {
		t.Errorf("%d URLs of %d bytes, cut %t, %v, %v", r.URLs, r.Bytes, r.Cut, r.Problems, err)
	}
}
