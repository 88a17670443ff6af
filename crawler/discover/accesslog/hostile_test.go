package accesslog_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/discover/accesslog"
	"github.com/portolan-seo/portolan/crawler/discover/input"
)

// TestFiles reads rotated logs by a pattern, however they are packed.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	enc, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	write("access.log", []byte(line("203.0.113.7", "GET /a?n=1 HTTP/1.1", 200, "Mozilla/5.0")))
	write("access.log.1.gz", packed(t, []byte(line("203.0.113.8", "GET /a?n=1 HTTP/1.1", 200, "Mozilla/5.0"))))
	write("access.log.2.zst", enc.EncodeAll([]byte(line("203.0.113.9", "GET /a?n=1 HTTP/1.1", 200, "Mozilla/5.0")), nil))
	write("access.log.3", nil)
	if err := os.Link(filepath.Join(dir, "access.log"), filepath.Join(dir, "access.log.again")); err != nil {
		t.Skip(err)
	}
	r := read(t, accesslog.Options{Files: []string{filepath.Join(dir, "access.log*"), filepath.Join(dir, "access.log")}})
	if r.err != nil || len(r.seeds) != 1 || show(r.seeds[0]) != "/a?n=1 <"+filepath.Join(dir, "access.log")+":1 and 2 more 2xx=3 people=3" {
		t.Errorf("%s%v", showAll(r), r.err)
	}
	if len(r.files) != 4 || r.files[3].Cut != "it is empty" {
		t.Errorf("%+v", r.files)
	}
}

// TestUnusable names what gives nothing, and why.
func TestUnusable(t *testing.T) {
	dir := t.TempDir()
	good := line("203.0.113.7", "GET /a HTTP/1.1", 200, "x")
	tests := []struct {
		name  string
		files []string
		log   string
		want  string
	}{
		{"no such file", []string{filepath.Join(dir, "none.log")}, "", "none.log: no such file"},
		{"no match", []string{filepath.Join(dir, "*.log")}, "", "no file matches the pattern"},
		{"a folder", []string{dir}, "", "this is a folder; name its files"},
		{"empty", nil, "", "standard input: it is empty"},
		{"binary", nil, "\x00\x01\x02\x03\x7f" + strings.Repeat("\x00\x05", 500), "it is no access log but a binary file"},
		{"zip", nil, "PK\x03\x04" + strings.Repeat("x", 100), "it is no access log but a zip archive"},
		{"xz", nil, "\xfd7zXZ\x00" + strings.Repeat("x", 100), "xz -dc FILE"},
		{"a web page", nil, "<!DOCTYPE html><html>\n", "it is no access log but a web page"},
		{"an error log", nil, "2026/11/21 12:00:00 [error] 7#7: *1 open() failed\n", `no known format of access logs fits its first 1 lines, such as "2026/11/21 12:00:00 [error]`},
		{"JSON of something else", nil, "{\"a\":1}\n", "name them as log fields"},
		{"W3C without status", nil, "#Fields: date time cs-uri-stem\n2025-10-10 13:55:36 /a\n", "no status (sc-status)"},
		{"another site", nil, strings.ReplaceAll(good, "GET /a", "GET https://other.example/a"), "none of its 1 lines names a URL of the site (scope-host: 1, such as line 1: https://other.example/a)"},
		{"a site that is none", nil, good, ""},
	}
	for _, tt := range tests {
		o := text(tt.log)
		o.Files = tt.files
		r := read(t, o)
		if tt.want == "" {
			if r.err != nil {
				t.Errorf("%s: %v", tt.name, r.err)
			}
			continue
		}
		var unusable *discover.Unusable
		if !errors.As(r.err, &unusable) || !strings.Contains(r.err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, r.err, tt.want)
		}
	}
}

// repeated gives text n times, then the end.
type repeated struct {
	text []byte
	n    int
	at   int
}

func (r *repeated) Read(b []byte) (int, error) {
	if r.at == len(r.text) {
		r.n, r.at = r.n-1, 0
	}
	if r.n <= 0 {
		return 0, io.EOF
	}
	n := copy(b, r.text[r.at:])
	r.at += n
	return n, nil
}

// TestLongLine reads a line of 1 GB between two good ones.
func TestLongLine(t *testing.T) {
	size := 64
	if os.Getenv("PORTOLAN_TEST_ALL") != "" {
		size = 1024
	}
	good := line("203.0.113.7", "GET /a HTTP/1.1", 200, "x")
	in := io.MultiReader(strings.NewReader(good), &repeated{text: bytes.Repeat([]byte("long "), 1<<20/5), n: size}, strings.NewReader("\n"+good))
	before := heap()
	r := read(t, accesslog.Options{Input: input.Options{Stdin: in}})
	if r.err != nil || r.files[0].Broken.Count != 1 || r.files[0].Named != 2 || r.files[0].Broken.Examples[0].Line != 2 {
		t.Errorf("%s%v", showAll(r), r.err)
	}
	if grown := heap() - before; grown > 16<<20 {
		t.Errorf("memory grew by %d bytes", grown)
	}
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestBomb reads bombs: nothing but zeros behind a good line.
func TestBomb(t *testing.T) {
	good := line("203.0.113.7", "GET /a HTTP/1.1", 200, "x")
	for name, pack := range map[string]func(io.Writer) io.WriteCloser{
		"gzip": func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
		"zstd": func(w io.Writer) io.WriteCloser { z, _ := zstd.NewWriter(w); return z },
	} {
		if os.Getenv("PORTOLAN_TEST_ALL") == "" && name != "zstd" {
			continue
		}
		var bomb bytes.Buffer
		w := pack(&bomb)
		if _, err := io.WriteString(w, good); err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(w, &repeated{text: make([]byte, 1<<20), n: 300}); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		r := read(t, accesslog.Options{Input: input.Options{Stdin: &bomb}})
		if r.err != nil || len(r.seeds) != 1 || !strings.Contains(r.files[0].Cut, "taken for a bomb") {
			t.Errorf("%s: %s%v", name, showAll(r), r.err)
		}
	}
}

// TestBrokenOff reads a packed log that ends in the middle, as the newest one
// does.
func TestBrokenOff(t *testing.T) {
	whole := packed(t, traffic(5000, combinedLine))
	r := read(t, accesslog.Options{Input: input.Options{Stdin: bytes.NewReader(whole[:len(whole)/2])}})
	if r.err != nil || len(r.seeds) < 100 || r.files[0].Cut != "the packed data ends in the middle" {
		t.Errorf("%d seeds, %q, %v", len(r.seeds), r.files[0].Cut, r.err)
	}
}

// TestBroken counts broken lines and keeps five.
func TestBroken(t *testing.T) {
	r := read(t, text(line("203.0.113.7", "GET /a HTTP/1.1", 200, "x")+strings.Repeat("token=hunter2secret \x1b[2J\xff\n", 7)))
	m := r.files[0]
	if m.Broken.Count != 7 || len(m.Broken.Examples) != discover.MaxExamples || m.Broken.Examples[0].Text != `token=*** \u001b[2J\xff` {
		t.Errorf("%+v", m.Broken)
	}
}

// TestNowhereElse: no line leads to another host, in whatever words.
func TestNowhereElse(t *testing.T) {
	var log strings.Builder
	log.WriteString(line("203.0.113.7", "GET / HTTP/1.1", 200, "x"))
	for _, target := range []string{
		"//evil.example/", `/\evil.example/`, `\\evil.example/`, "@evil.example/", ".evil.example/", ":81/", "http://127.0.0.1/", "http://[::1]/admin",
		"https://shop.example@evil.example/", "https://evil.example\\@shop.example/", "http://evil.example:80\t/", "javascript:alert(1)", "/a\x00b", "*",
		"https://shop.example.evil.example/", "hTTp://169.254.169.254/latest/meta-data/", "https:///evil.example/", "https://shop.example:8443/",
	} {
		fmt.Fprintf(&log, "203.0.113.7 - - [10/Oct/2025:13:55:36 +0200] \"GET %s HTTP/1.1\" 200 23 \"-\" \"x\"\n", target)
		fmt.Fprintf(&log, "%s 203.0.113.7 - - [10/Oct/2025:13:55:36 +0200] \"GET / HTTP/1.1\" 200 23 \"-\" \"x\"\n", strings.ReplaceAll(target, " ", ""))
	}
	r := read(t, text(log.String()))
	if r.err != nil {
		t.Fatal(r.err)
	}
	for _, s := range r.seeds {
		if !strings.HasPrefix(s.URL, site+"/") {
			t.Errorf("%s", s.URL)
		}
	}
}

// TestSpill reads with little memory and with much: the seeds are the same.
func TestSpill(t *testing.T) {
	n := 30_000
	i := 0
	log := traffic(n, func(w io.Writer, ip string, at time.Time, target string, status int, agent string) {
		i++
		combinedLine(w, ip, at, fmt.Sprintf("/p/%d%s", i%28_000, target), status, agent)
	})
	much := read(t, accesslog.Options{Input: input.Options{Stdin: bytes.NewReader(log)}})
	temp := t.TempDir()
	little := read(t, accesslog.Options{Input: input.Options{Stdin: bytes.NewReader(log)}, Memory: 1, Temp: temp})
	if much.err != nil || little.err != nil {
		t.Fatal(much.err, little.err)
	}
	if len(much.seeds) < 25_000 {
		t.Fatalf("%d seeds", len(much.seeds))
	}
	if a, b := showAll(much), showAll(little); a != b {
		t.Error("the seeds differ")
	}
	if left, _ := os.ReadDir(temp); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestMemory holds the memory of a distinct URL, of 60 bytes on average.
func TestMemory(t *testing.T) {
	const n = 100_000
	i := 0
	log := traffic(n, func(w io.Writer, ip string, at time.Time, _ string, status int, agent string) {
		i++
		combinedLine(w, ip, at, fmt.Sprintf("/shop/category-%d/a-product-with-a-long-name-%d", i%100, i), status, agent)
	})
	o := accesslog.Options{Files: []string{"-"}, Input: input.Options{Stdin: bytes.NewReader(log)}, Site: site, Form: form(t), Memory: 1 << 30}
	before := heap()
	seen := 0
	for _, err := range accesslog.Seeds(context.Background(), o) {
		if err != nil {
			t.Fatal(err)
		}
		if seen++; seen == 1 {
			// The log is in memory before and now.
			if each := float64(heap()-before) / n; each > 200 {
				t.Errorf("%.0f bytes a URL, want 200 at most", each)
			} else {
				t.Logf("%.0f bytes a URL", each)
			}
		}
	}
	if seen != n {
		t.Errorf("%d URLs", seen)
	}
	runtime.KeepAlive(log)
}

// TestCancel ends with the context.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	good := []byte(line("203.0.113.7", "GET /a HTTP/1.1", 200, "x"))
	in := &repeated{text: good, n: 1 << 40}
	o := accesslog.Options{Files: []string{"-"}, Site: site, Form: form(t), Input: input.Options{Stdin: in, Progress: func(_ string, read, _ int64) {
		if read > 8<<20 {
			cancel()
		}
	}}}
	for _, err := range accesslog.Seeds(ctx, o) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
	}
}
