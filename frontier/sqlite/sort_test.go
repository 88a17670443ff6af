package sqlite

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestSorter(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		s := newSorter(dir)
		s.limit = rapid.IntRange(1, 3000).Draw(t, "limit")
		keys := rapid.SliceOf(rapid.Custom(func(t *rapid.T) string {
			prefix := rapid.SampledFrom([]string{"", "http://h/", "http://h/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}).Draw(t, "prefix")
			return prefix + string(rapid.SliceOfN(rapid.SampledFrom([]byte("\x00\x01ab\xff")), 0, 20).Draw(t, "rest"))
		})).Draw(t, "keys")
		want := make([]string, 0, len(keys))
		for _, k := range keys {
			if err := s.add([]byte(k), []byte(k+"'s value")); err != nil {
				t.Fatal(err)
			}
			want = append(want, k)
		}
		slices.Sort(want)
		var got []string
		err := s.each(func(key, value []byte) error {
			if !bytes.Equal(value, append(bytes.Clone(key), "'s value"...)) {
				t.Fatalf("value of %q is %q", key, value)
			}
			got = append(got, string(key))
			return nil
		})
		if err = errors.Join(err, s.close()); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("sorted %q, want %q", got, want)
		}
	})
}

// Where the system has no folder for temporary files, that of the crawl
// serves; no file stays.
func TestSorterFolder(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", "/nonexistent")
	t.Setenv("TMP", `X:\nonexistent`)
	s := newSorter(dir)
	s.limit = 1
	for _, k := range []string{"b", "a", "c"} {
		if err := s.add([]byte(k), nil); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	if err := errors.Join(s.each(func(_, _ []byte) error { n++; return nil }), s.close()); err != nil || n != 3 {
		t.Fatalf("%d of 3 came, %v", n, err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v stay behind, %v", left, err)
	}
}
