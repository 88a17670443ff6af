package input_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/discover/input"
)

// cut gives the lines of a text, "!" before those that are not whole.
func cut(t *testing.T, in io.Reader) (lines []string) {
	t.Helper()
	l := input.NewLines(in)
	for {
		line, n, whole, err := l.Next()
		if err == io.EOF {
			return lines
		} else if err != nil {
			t.Fatal(err)
		}
		if n != len(lines)+1 {
			t.Errorf("line %d is numbered %d", len(lines)+1, n)
		}
		if !whole {
			line = append([]byte("!"), line[:3]...)
		}
		lines = append(lines, string(line))
	}
}

func TestLines(t *testing.T) {
	long := strings.Repeat("x", input.MaxLine+300<<10)
	near := strings.Repeat("y", input.MaxLine-1)
	text := "a\r\n\nb\n" + near + "\n" + long + "\nc\n" + long
	want := []string{"a", "", "b", near, "!xxx", "c", "!xxx"}
	for name, in := range map[string]io.Reader{"at once": strings.NewReader(text), "in halves": iotest.HalfReader(strings.NewReader(text)), "end with data": iotest.DataErrReader(strings.NewReader(text))} {
		if got := cut(t, in); !slices.Equal(got, want) {
			t.Errorf("%s: %d lines, want %d", name, len(got), len(want))
		}
	}
	if got := cut(t, iotest.OneByteReader(strings.NewReader("a\r\nb"))); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("%q", got)
	}
	broken := errors.New("disk")
	l := input.NewLines(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)))
	if _, _, _, err := l.Next(); err != nil {
		t.Error(err)
	}
	if _, _, _, err := l.Next(); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

func TestNames(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.log", "a.log", "[x].log", "sub/c.log"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := input.Names([]string{"-", filepath.Join(dir, "*.log"), filepath.Join(dir, "a.log"), filepath.Join(dir, "[x].log"), "-"})
	for i := range got {
		got[i] = filepath.Base(got[i])
	}
	if want := []string{"-", "[x].log", "a.log", "b.log"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q %v, want %q", got, err, want)
	}
	for pattern, want := range map[string]string{"[": "not well formed", "s*": "only folders match", "*.txt": "no file matches", "none": "no such file", "sub": "name its files"} {
		_, err := input.Names([]string{filepath.Join(dir, pattern)})
		var unusable *discover.Unusable
		if !errors.As(err, &unusable) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", pattern, err, want)
		}
	}
}

// TestPacked reads what is packed once, twice, in parts, and with something
// behind it.
func TestPacked(t *testing.T) {
	pack := func(data []byte) []byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		if _, err := w.Write(data); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	one := pack([]byte("hello "))
	for name, tt := range map[string]struct {
		data           []byte
		want, cut, why string
	}{
		"plain":         {data: []byte("hello"), want: "hello"},
		"once":          {data: one, want: "hello "},
		"twice":         {data: pack(one), want: "hello "},
		"two parts":     {data: slices.Concat(one, one), want: "hello hello "},
		"more behind":   {data: append(slices.Clone(one), "garbage, more than a header has"...), want: "hello ", cut: "bytes that belong to nothing"},
		"broken off":    {data: one[:len(one)-6], want: "hello ", cut: "ends in the middle"},
		"damaged":       {data: append(slices.Clone(one[:len(one)-6]), 1, 2, 3, 4, 5, 6), want: "hello ", cut: "damaged"},
		"only a header": {data: one[:2], why: "begins like a file packed with gzip"},
	} {
		f, err := input.Open(context.Background(), input.Stdin, input.Options{Stdin: bytes.NewReader(tt.data)})
		if tt.why != "" {
			if err == nil || !strings.Contains(err.Error(), tt.why) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := io.ReadAll(f)
		if err != nil || string(got) != tt.want || !strings.Contains(f.Cut, tt.cut) || (f.Cut == "") != (tt.cut == "") {
			t.Errorf("%s: %q, cut %q, %v", name, got, f.Cut, err)
		}
		f.Close()
	}
}

// TestFails passes on the error of a file that cannot be read to its end.
func TestFails(t *testing.T) {
	broken := errors.New("disk")
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.Copy(w, io.LimitReader(bufio.NewReader(neverEnding('x')), 1<<20)); err != nil {
		t.Fatal(err)
	}
	w.Close()
	in := io.MultiReader(bytes.NewReader(b.Bytes()[:b.Len()/2]), iotest.ErrReader(broken))
	f, err := input.Open(context.Background(), input.Stdin, input.Options{Stdin: in})
	if err == nil {
		_, err = io.ReadAll(f)
	}
	if !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

type neverEnding byte

func (n neverEnding) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(n)
	}
	return len(b), nil
}

func TestWhat(t *testing.T) {
	for start, want := range map[string]string{
		"plain text\n": "", "\xef\xbb\xbf<!DOCTYPE HTML>": "a web page", "<?xml version='1.0'?><urlset>": "a sitemap", "<rss>": "XML", "%PDF-1.7": "a PDF document",
		"\x00\x01\x02\x03": "a binary file", "a\x00b\x00c\x00d\x00": "", "\x1b[1mcolour\x1b[0m": "", "": "", "PK\x03\x04": "a zip archive",
	} {
		if got := input.What([]byte(start)); got != want {
			t.Errorf("%q is %q, want %q", start, got, want)
		}
	}
}
