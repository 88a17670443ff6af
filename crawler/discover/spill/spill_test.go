package spill_test

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/portolan-seo/portolan/crawler/discover/spill"
)

// row is a spill.Row that can be kept.
type row struct {
	url, data string
	key       uint64
}

// TestSorted sorts rows through many runs, and compares with a stable sort.
func TestSorted(t *testing.T) {
	temp := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		urls := rapid.SliceOfN(rapid.StringMatching(`[ab]{0,3}`), 1, 300).Draw(t, "urls")
		fat := rapid.IntRange(0, 2000).Draw(t, "fat")
		var want []row
		s := spill.New(1, temp)
		defer s.Close()
		for i, url := range urls {
			r := row{url, fmt.Sprintf("%d %s", i, bytes.Repeat([]byte("x"), fat)), uint64(i % 3)}
			want = append(want, r)
			if err := s.Add(spill.Row{URL: []byte(r.url), Key: r.key, Data: []byte(r.data)}); err != nil {
				t.Fatal(err)
			}
		}
		slices.SortStableFunc(want, func(a, b row) int { return cmp.Or(cmp.Compare(a.url, b.url), cmp.Compare(a.key, b.key)) })
		var got []row
		for r, err := range s.Rows() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, row{string(r.URL), string(r.Data), r.Key})
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%d rows come back in another order, or others", len(got))
		}
	})
	if left, _ := os.ReadDir(temp); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestRuns(t *testing.T) {
	s := spill.New(1, t.TempDir())
	defer s.Close()
	for range 2 {
		err := s.AddRun(func(yield func(spill.Row) bool) {
			for _, url := range []string{"a", "b", "c"} {
				if !yield(spill.Row{URL: []byte(url)}) {
					return
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	var got []byte
	for r, err := range s.Rows() {
		if err != nil {
			t.Fatal(err)
		}
		if got = append(got, r.URL...); len(got) == 5 {
			break // and nothing hangs
		}
	}
	if string(got) != "aabbc" {
		t.Errorf("%s", got)
	}
}

// TestNoRoom names the folder that cannot be written.
func TestNoRoom(t *testing.T) {
	s := spill.New(1, "/nowhere/at/all")
	defer s.Close()
	var err error
	for i := 0; i < 1000 && err == nil; i++ {
		err = s.Add(spill.Row{URL: bytes.Repeat([]byte("x"), 1000)})
	}
	if err == nil {
		t.Error("rows went into a folder that is not there")
	}
	if err := s.Add(spill.Row{URL: make([]byte, spill.MaxURL+1)}); err == nil {
		t.Error("a URL over the limit is taken")
	}
}
