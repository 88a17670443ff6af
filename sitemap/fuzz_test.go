package sitemap_test

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/portolan-seo/portolan/sitemap"
)

// FuzzRead reads anything. The reader must end, keep its report small, count
// what it gives, and not care in what pieces the bytes come.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("..", "testdata", "vectors", "sitemaps", "*"))
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	for _, c := range codeCases {
		if len(c.text) < 4096 {
			f.Add([]byte(c.text))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		o := sitemap.ReadOptions{At: "http://www.example.com/sitemap.xml", Now: now, MaxExamples: 5, MaxBytes: 1 << 20}
		n := 0
		r, err := sitemap.Read(bytes.NewReader(data), o, func(it sitemap.Item) error {
			n++
			if it.Line < 1 || !strings.HasPrefix(strings.ToLower(it.Loc), "http") {
				t.Errorf("item %+v", it)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if n != r.URLs+r.Sitemaps {
			t.Errorf("%d items, %d counted", n, r.URLs+r.Sitemaps)
		}
		if len(r.Problems) > 6*64 {
			t.Errorf("%d problems kept", len(r.Problems))
		}
		if len(data) > 4096 {
			return
		}
		again, err := sitemap.Read(iotest.OneByteReader(bytes.NewReader(data)), o, nil)
		if err != nil {
			t.Fatal(err)
		}
		if again.URLs != r.URLs || again.Sitemaps != r.Sitemaps || again.Kind != r.Kind || again.Valid() != r.Valid() {
			t.Errorf("byte by byte it is a %s with %d URLs, valid %t; at once a %s with %d, valid %t: %v %v",
				again.Kind, again.URLs, again.Valid(), r.Kind, r.URLs, r.Valid(), again.Problems, r.Problems)
		}
	})
}

// endless gives text for ever, and measures the heap while it is read.
type endless struct {
	head, body string
	given      int
	step       int // measure each time this many bytes were given
	next       int
	peak       uint64
}

func (e *endless) Read(b []byte) (int, error) {
	if e.head != "" {
		n := copy(b, e.head)
		e.head = e.head[n:]
		return n, nil
	}
	if e.given >= e.next {
		e.next += e.step
		e.peak = max(e.peak, heap())
	}
	n := 0
	for n+len(e.body) <= len(b) {
		n += copy(b[n:], e.body)
	}
	e.given += n
	return n, nil
}

// heap is what is in use, garbage not counted.
func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// Memory does not depend on the file: neither on its length nor on that of one
// comment, value, tag, DTD, line or nesting. PORTOLAN_TEST_ALL reads longer
// ones.
func TestMemory(t *testing.T) {
	size := 8 << 20
	if os.Getenv("PORTOLAN_TEST_ALL") != "" {
		size = 64 << 20
	}
	for name, e := range map[string]*endless{
		"entries":    {head: decl + open09, body: "<url><loc>http://www.example.com/a</loc></url>"},
		"comment":    {head: decl + open09 + "<!--", body: "a comment "},
		"value":      {head: decl + open09 + "<url><loc>http://www.example.com/", body: "aaaa"},
		"tag":        {head: decl + "<urlset a='", body: "aaaa"},
		"attributes": {head: decl + "<urlset ", body: "a='b' "},
		"namespaces": {head: decl + "<urlset", body: "><a xmlns:a='urn:a'"},
		"dtd":        {head: "<!DOCTYPE a [", body: "<!ENTITY a 'b'>"},
		"nesting":    {head: decl + open09, body: "<a>"},
		"line":       {head: "http://www.example.com/", body: "aaaa"},
		"robots":     {head: "User-agent: *\n", body: "Sitemap: /a.xml\n"},
		"locs":       {head: decl + open09 + "<url>", body: "<loc>http://www.example.com/a</loc>"},
		"problems":   {head: decl + open09, body: "<url><loc>/a</loc><lastmod>x</lastmod><priority>y</priority></url>"},
		"instruct":   {head: "<?a ", body: "aaaa"},
		"blanks":     {head: "", body: " \n"},
		"wrappers":   {head: decl + open09, body: "<a><url><loc>http://www.example.com/a</loc></url></a>"},
		"nested":     {head: decl + open09, body: "<url><loc>http://www.example.com/a</loc>"},
		"references": {head: decl + open09 + "<url><loc>http://www.example.com/", body: "&#65;&x;&"},
		"bases":      {head: decl + "<feed xmlns='http://www.w3.org/2005/Atom'>", body: "<entry xml:base='http://www.example.com/a/'><link href='../b'/>"},
		"hosts":      {head: decl + open09, body: "<url><loc>http://münchen.example:80/a</loc></url>"},
		"cdata":      {head: decl + open09 + "<url><loc><![CDATA[", body: "aaaa"},
	} {
		t.Run(name, func(t *testing.T) {
			e.step = size / 4
			before := heap()
			r, err := sitemap.Read(e, sitemap.ReadOptions{MaxBytes: int64(size)}, nil)
			if err != nil || !r.Cut {
				t.Errorf("cut %t, %v", r.Cut, err)
			}
			if e.peak > before+uint64(size/4) {
				t.Errorf("%d bytes in use", e.peak-before)
			}
		})
	}
}
