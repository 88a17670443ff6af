package sqlite_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/frontiertest"
	"github.com/portolan-seo/portolan/frontier/sqlite"
	"github.com/portolan-seo/portolan/frontier/workload"
)

var quick = sqlite.Options{}.NoSync()

// crawlFile makes a crawl of some pages at path, and the model of it.
func crawlFile(t *testing.T, path string) (*sqlite.Store, *frontier.Memory) {
	t.Helper()
	s, err := sqlite.Create(path, quick)
	if err != nil {
		t.Fatal(err)
	}
	m := frontier.NewMemory()
	for _, f := range []frontier.Frontier{s, m} {
		if _, err := workload.Crawl(f, s.Key(), 300, 40); err != nil {
			t.Fatal(err)
		}
	}
	return s, m
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// files lists a folder's files with their sizes and times.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	list := map[string]string{}
	entries, err := os.ReadDir(dir)
	must(t, err)
	for _, e := range entries {
		info, err := e.Info()
		must(t, err)
		list[e.Name()] = info.ModTime().String() + " " + info.Mode().String()
	}
	return list
}

func names(t *testing.T, dir string) string {
	t.Helper()
	var all []string
	entries, err := os.ReadDir(dir)
	must(t, err)
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return strings.Join(all, " ")
}

func TestFinishLeavesOneFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "c.db")
	s, m := crawlFile(t, path)
	must(t, s.Finish())
	if got := names(t, dir); got != "c.db" {
		t.Errorf("the folder holds %s", got)
	}
	must(t, frontiertest.Same(m, s)) // it can be read on
	if _, _, err := s.Lease(1, frontier.LastRank, now); !errors.Is(err, sqlite.ErrReadOnly) {
		t.Errorf("lease from a finished crawl: %v", err)
	}
	must(t, s.Close())
	must(t, os.Chmod(path, 0o444))
	must(t, os.Chmod(dir, 0o555))
	defer os.Chmod(dir, 0o755)
	before := files(t, dir)
	r, err := sqlite.OpenReadOnly(path)
	must(t, err)
	must(t, frontiertest.Same(m, r))
	must(t, r.Close())
	if after := files(t, dir); len(after) != 1 || after["c.db"] != before["c.db"] {
		t.Errorf("reading changed %v to %v", before, after)
	}
}

// An unfinished crawl that was closed can be read without a trace, too.
func TestReadOnlyUnfinished(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "c.db")
	s, m := crawlFile(t, path)
	// While it is being written:
	live, err := sqlite.OpenReadOnly(path)
	must(t, err)
	must(t, frontiertest.Same(m, live))
	must(t, live.Close())
	must(t, s.Close())
	content, err := os.ReadFile(path)
	must(t, err)
	must(t, os.Chmod(dir, 0o555))
	defer os.Chmod(dir, 0o755)
	r, err := sqlite.OpenReadOnly(path)
	must(t, err)
	must(t, frontiertest.Same(m, r))
	if got := names(t, dir); got != "c.db" {
		t.Errorf("beside the file are %s", got)
	}
	must(t, r.Close())
	if again, err := os.ReadFile(path); err != nil || !bytes.Equal(content, again) {
		t.Errorf("reading changed the file: %v", err)
	}
}

func TestReadOnlyRefusesWrites(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.db")
	s, _ := crawlFile(t, path)
	must(t, s.Finish())
	must(t, s.Close())
	r, err := sqlite.OpenReadOnly(path)
	must(t, err)
	defer r.Close()
	for name, err := range map[string]error{
		"settle": r.Settle(&frontier.Batch{}),
		"finish": r.Finish(),
	} {
		if !errors.Is(err, sqlite.ErrReadOnly) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Verdicts put into a crawl that is open for reading are seen until it is
// closed, and leave the file's own alone.
func TestReadOnlyVerdicts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.db")
	s, _ := crawlFile(t, path)
	ctx := context.Background()
	put := func(s *sqlite.Store, code uint8, digest string) {
		t.Helper()
		known := s.Counts().Known
		must(t, s.PutVerdicts(ctx, digest, func(yield func(frontier.Verdict, error) bool) {
			for id := range known {
				if !yield(frontier.Verdict{ID: frontier.ID(id), Code: code + uint8(id%2), Target: frontier.NoID}, nil) {
					return
				}
			}
		}))
	}
	check := func(s *sqlite.Store, code uint8, digest string) {
		t.Helper()
		n := 0
		for _, err := range s.Listed(ctx, 1<<(code+1)) {
			must(t, err)
			n++
		}
		v, err := s.VerdictOf(1)
		must(t, err)
		if want := s.Counts().Known / 2; n != want || v.Code != code+1 || s.Meta(frontier.MetaVerdicts) != digest {
			t.Errorf("%d listed, want %d; code %d, want %d; digest %q", n, want, v.Code, code+1, s.Meta(frontier.MetaVerdicts))
		}
	}
	put(s, 10, "first")
	must(t, s.Finish())
	check(s, 10, "first")
	must(t, s.Close())
	for range 2 {
		r, err := sqlite.OpenReadOnly(path)
		must(t, err)
		check(r, 10, "first")
		put(r, 20, "second")
		check(r, 20, "second")
		put(r, 30, "third")
		check(r, 30, "third")
		must(t, r.Close())
	}
}

func TestLock(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "c.db")
	s, _ := crawlFile(t, path)
	for name, open := range map[string]func(string, sqlite.Options) (*sqlite.Store, error){"open": sqlite.Open, "create": sqlite.Create} {
		_, err := open(path, quick)
		if !errors.Is(err, sqlite.ErrLocked) || !strings.Contains(err.Error(), " since 20") || !strings.Contains(err.Error(), "process ") {
			t.Errorf("%s while another is at work: %v", name, err)
		}
	}
	must(t, s.Close())
	if got := names(t, dir); got != "c.db" {
		t.Errorf("after closing the folder holds %s", got)
	}
	// The file of a process that died does not lock.
	must(t, os.WriteFile(path+".lock", []byte("2026-11-21T12:00:00Z process 1\n"), 0o644))
	s, err := sqlite.Open(path, quick)
	must(t, err)
	must(t, s.Close())
}

func TestCreateKeepsWhatIsThere(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "c.db")
	must(t, os.WriteFile(path, []byte("mine"), 0o644))
	if _, err := sqlite.Create(path, quick); !errors.Is(err, fs.ErrExist) {
		t.Errorf("create over a file: %v", err)
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != "mine" || names(t, dir) != "c.db" {
		t.Errorf("the file is %q now, %v, beside %s", b, err, names(t, dir))
	}
	if _, err := sqlite.Create(filepath.Join(dir, "none", "c.db"), quick); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("create in no folder: %v", err)
	}
	if _, err := sqlite.Open(filepath.Join(dir, "none.db"), quick); !errors.Is(err, fs.ErrNotExist) || names(t, dir) != "c.db" {
		t.Errorf("open no file: %v, beside %s", err, names(t, dir))
	}
}

// Paths are no URIs: nothing in them has a meaning.
func TestPaths(t *testing.T) {
	for _, name := range []string{"a b", "a?mode=memory", "a#b", "a%20b", "ü&x=y", "a+b", ":memory:", "file:x"} {
		if strings.ContainsAny(name, "?:") && os.PathSeparator == '\\' {
			continue
		}
		dir := t.TempDir()
		path := filepath.Join(dir, name)
		s, m := crawlFile(t, path)
		must(t, s.Finish())
		must(t, s.Close())
		r, err := sqlite.OpenReadOnly(path)
		must(t, err)
		must(t, frontiertest.Same(m, r))
		must(t, r.Close())
		if got := names(t, dir); got != name {
			t.Errorf("%q: the folder holds %s", name, got)
		}
	}
}

func TestRefusedFiles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "c.db")
	s, _ := crawlFile(t, path)
	must(t, s.Finish())
	must(t, s.Close())
	good, err := os.ReadFile(path)
	must(t, err)
	edit := func(f func(b []byte) []byte) []byte { return f(bytes.Clone(good)) }
	for name, c := range map[string]struct {
		content []byte
		want    error
	}{
		"empty":            {nil, sqlite.ErrNotCrawl},
		"short":            {good[:50], sqlite.ErrNotCrawl},
		"text":             {bytes.Repeat([]byte("no database "), 99), sqlite.ErrNotCrawl},
		"another database": {edit(func(b []byte) []byte { clear(b[68:72]); return sqlite.PutSum(b) }), sqlite.ErrNotCrawl},
		"newer":            {edit(func(b []byte) []byte { b[63]++; return b }), sqlite.ErrVersion},
		"too old":          {edit(func(b []byte) []byte { b[63] = 2; return b }), sqlite.ErrVersion},
		"no checksums":     {edit(func(b []byte) []byte { b[20] = 0; return b }), sqlite.ErrDamaged},
		"one bit":          {edit(func(b []byte) []byte { b[7000] ^= 4; return b }), sqlite.ErrDamaged},
		"cut":              {good[:len(good)/2], sqlite.ErrDamaged},
		"header alone":     {good[:8192], sqlite.ErrDamaged},
		"overwritten":      {edit(func(b []byte) []byte { clear(b[8192:]); return b }), sqlite.ErrDamaged},
		"no schema":        {edit(func(b []byte) []byte { copy(b[100:8192], bytes.Repeat([]byte{0xaa}, 9000)); return b }), sqlite.ErrDamaged},
	} {
		must(t, os.WriteFile(path, c.content, 0o644))
		for how, open := range map[string]func(string, sqlite.Options) (*sqlite.Store, error){
			"open": sqlite.Open, "read": func(p string, _ sqlite.Options) (*sqlite.Store, error) { return sqlite.OpenReadOnly(p) },
		} {
			s, err := open(path, quick)
			if how == "read" && err == nil && c.want == sqlite.ErrDamaged {
				// Reading finds it where it gets to it.
				for _, rowErr := range s.Rows(context.Background()) {
					err = errors.Join(err, rowErr)
				}
				s.Close()
			}
			if !errors.Is(err, c.want) {
				t.Errorf("%s, %s: %v, want %v", name, how, err, c.want)
			}
			if how == "open" && c.want == sqlite.ErrDamaged && err != nil && !strings.Contains(err.Error(), ".recover") {
				t.Errorf("%s: the error does not say what can be done: %v", name, err)
			}
		}
		if now, err := os.ReadFile(path); err != nil || c.want != sqlite.ErrDamaged && !bytes.Equal(now, c.content) {
			t.Errorf("%s: the refused file was changed", name)
		}
		if _, err := os.Stat(path + ".lock"); err == nil {
			t.Errorf("%s: a lock stays behind", name)
		}
	}
}

// No damage makes it panic, or hides in what is read without an error.
func TestFlippedBytes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.db")
	s, _ := crawlFile(t, path)
	must(t, s.Finish())
	must(t, s.Close())
	good, err := os.ReadFile(path)
	must(t, err)
	for at := 16; at < len(good); at += 1 + len(good)/150 {
		bad := bytes.Clone(good)
		bad[at] ^= 0xff
		must(t, os.WriteFile(path, bad, 0o644))
		s, err := sqlite.Open(path, quick)
		if err != nil {
			continue
		}
		for _, err := range s.Rows(context.Background()) {
			if err != nil {
				break
			}
		}
		for _, err := range s.Brief(context.Background(), 0, frontier.DetailTime, frontier.DetailLook) {
			if err != nil {
				break
			}
		}
		for _, err := range s.Pointers(context.Background()) {
			if err != nil {
				break
			}
		}
		for _, err := range s.Edges(context.Background()) {
			if err != nil {
				break
			}
		}
		s.Close()
	}
}

func TestKey(t *testing.T) {
	dir := t.TempDir()
	key := [16]byte{1, 2, 3}
	s, err := sqlite.Create(filepath.Join(dir, "a.db"), sqlite.Options{Key: key}.NoSync())
	must(t, err)
	if s.Key() != key {
		t.Errorf("key %v", s.Key())
	}
	must(t, s.Close())
	a, err := sqlite.Open(filepath.Join(dir, "a.db"), quick)
	must(t, err)
	defer a.Close()
	b, err := sqlite.Create(filepath.Join(dir, "b.db"), quick)
	must(t, err)
	defer b.Close()
	if a.Key() != key || b.Key() == key || b.Key() == [16]byte{} {
		t.Errorf("keys: %v, %v", a.Key(), b.Key())
	}
}

// With Durable a crawl is the same.
func TestDurable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.db")
	s, err := sqlite.Create(path, sqlite.Options{Durable: true, CacheMB: 1})
	must(t, err)
	m := frontier.NewMemory()
	for _, f := range []frontier.Frontier{s, m} {
		_, err := workload.Crawl(f, s.Key(), 300, 40)
		must(t, err)
	}
	must(t, s.Close())
	s, err = sqlite.Open(path, sqlite.Options{Durable: true})
	must(t, err)
	must(t, frontiertest.Same(m, s))
	must(t, s.Close())
}

// A store that is closed leaves nothing behind that runs, an iteration that
// ends early neither.
func TestNothingRunsOn(t *testing.T) {
	before := goleak.IgnoreCurrent()
	path := filepath.Join(t.TempDir(), "c.db")
	s, _ := crawlFile(t, path)
	for range s.Rows(t.Context()) {
		for range s.Edges(t.Context()) {
			break
		}
		for range s.Brief(t.Context(), 0) {
			break
		}
		break
	}
	must(t, s.Finish())
	must(t, s.Close())
	goleak.VerifyNone(t, before)
}

// A crawl that someone reads is finished, too.
func TestFinishWhileRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.db")
	s, m := crawlFile(t, path)
	reader, err := sqlite.OpenReadOnly(path)
	must(t, err)
	for range reader.Rows(t.Context()) {
		must(t, s.Finish())
		must(t, frontiertest.Same(m, s))
		must(t, s.Close())
		break
	}
	must(t, frontiertest.Same(m, reader))
	must(t, reader.Close())
	again, err := sqlite.OpenReadOnly(path)
	must(t, err)
	must(t, frontiertest.Same(m, again))
	must(t, again.Close())
}
