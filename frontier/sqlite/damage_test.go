package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/frontiertest"
	"github.com/portolan-seo/portolan/frontier/sqlite"
	"github.com/portolan-seo/portolan/frontier/workload"
)

// flips is how often a bit is flipped: PORTOLAN_TEST_FLIPS, 20 by default, 200
// with PORTOLAN_TEST_ALL.
func flips() int {
	if os.Getenv("PORTOLAN_TEST_ALL") != "" {
		return workload.Number("PORTOLAN_TEST_FLIPS", 200)
	}
	return workload.Number("PORTOLAN_TEST_FLIPS", 20)
}

// flipper flips bits anywhere in a set of files.
func flipper(t *testing.T) *rand.Rand {
	seed := uint64(workload.Number("PORTOLAN_TEST_SEED", int(time.Now().UnixNano()%1e9)))
	t.Logf("PORTOLAN_TEST_SEED=%d", seed)
	return rand.New(rand.NewPCG(seed, 1))
}

// refused tells an error by which a damaged file is refused.
func refused(err error, path string) bool {
	return (errors.Is(err, sqlite.ErrDamaged) || errors.Is(err, sqlite.ErrNotCrawl) || errors.Is(err, sqlite.ErrVersion)) &&
		strings.Contains(err.Error(), path)
}

// One wrong bit anywhere in a finished file is found: by Verify, by Open, and
// by whatever reads it.
func TestOneBitOfFinished(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.db")
	s, m := crawlFile(t, path)
	must(t, s.BuildInLinks(t.Context()))
	must(t, s.Finish())
	must(t, s.Close())
	good, err := os.ReadFile(path)
	must(t, err)
	r := flipper(t)
	for range flips() {
		at, bit := r.IntN(len(good)), byte(1)<<r.IntN(8)
		good[at] ^= bit
		must(t, os.WriteFile(path, good, 0o644))
		good[at] ^= bit
		if _, err := sqlite.Open(path, quick); err == nil || !refused(err, path) {
			t.Fatalf("bit %#x of byte %d: opened to go on: %v", bit, at, err)
		}
		s, err := sqlite.OpenReadOnly(path)
		if err == nil {
			if err = frontiertest.Same(m, s); err != nil && !refused(err, path) {
				t.Fatalf("bit %#x of byte %d: read otherwise: %v", bit, at, err)
			}
			err = s.Verify(t.Context())
			s.Close()
		}
		if !refused(err, path) {
			t.Fatalf("bit %#x of byte %d: verified: %v", bit, at, err)
		}
	}
	must(t, os.WriteFile(path, good, 0o644))
	s, err = sqlite.OpenReadOnly(path)
	must(t, err)
	defer s.Close()
	must(t, s.Verify(t.Context()))
	must(t, frontiertest.Same(m, s))
}

const killedURLs = 500

// killedFile is a crawl file with its log, as a kill at some moment leaves
// them.
type killedFile struct{ file, log []byte }

func (k *killedFile) write(t *testing.T, path string) {
	t.Helper()
	must(t, os.WriteFile(path, k.file, 0o644))
	must(t, os.WriteFile(path+"-wal", k.log, 0o644))
	os.Remove(path + "-shm")
}

// killedFiles makes crawl files of which the log was not brought into the
// file yet, all of it was, and a part of it was.
func killedFiles(t *testing.T) map[string]*killedFile {
	path := filepath.Join(t.TempDir(), "killed.db")
	s, err := sqlite.Create(path, quick)
	must(t, err)
	defer s.Close()
	db, err := sqlite.Edit(path)
	must(t, err)
	defer db.Close()
	w := workload.New(killedURLs, s.Key())
	must(t, s.Settle(w.Start()))
	b := &frontier.Batch{}
	settle := func(batches int) {
		for size := range batches {
			items, _, err := s.Lease(size%13+3, frontier.LastRank, now)
			must(t, err)
			w.Fill(b, items)
			must(t, s.Settle(b))
		}
	}
	checkpoint := func() {
		var busy, log, done int
		must(t, db.QueryRow("PRAGMA wal_checkpoint").Scan(&busy, &log, &done))
		if log <= 0 || done <= 0 {
			t.Fatalf("%d of %d frames were brought into the file", done, log)
		}
	}
	take := func() *killedFile {
		file, err := os.ReadFile(path)
		must(t, err)
		log, err := os.ReadFile(path + "-wal")
		must(t, err)
		return &killedFile{file, log}
	}
	files := map[string]*killedFile{}
	settle(8)
	checkpoint()
	settle(12) // begins the log anew
	files["not yet"] = take()
	checkpoint()
	files["all"] = take()
	settle(6)
	reader, err := db.BeginTx(t.Context(), &sql.TxOptions{ReadOnly: true})
	must(t, err)
	var n int
	must(t, reader.QueryRow("SELECT count(*) FROM url").Scan(&n))
	settle(6)
	checkpoint()
	settle(6)
	files["a part"] = take()
	must(t, reader.Rollback())
	return files
}

// goOn opens a killed crawl, and brings it to its end.
func goOn(t *testing.T, path string) error {
	t.Helper()
	s, err := sqlite.Open(path, quick)
	if err != nil {
		return err
	}
	defer s.Close()
	if _, err := workload.Verify(s, killedURLs, 0); err != nil {
		t.Fatal(err)
	}
	w, b := workload.New(killedURLs, s.Key()), &frontier.Batch{}
	must(t, s.Settle(w.Start()))
	for {
		items, _, err := s.Lease(500, frontier.LastRank, now)
		must(t, err)
		if len(items) == 0 {
			break
		}
		w.Fill(b, items)
		must(t, s.Settle(b))
	}
	if settled, err := workload.Verify(s, killedURLs, killedURLs); err != nil || settled != killedURLs {
		t.Fatalf("at its end %d pages are settled: %v", settled, err)
	}
	must(t, s.Finish())
	return s.Verify(t.Context())
}

// One wrong bit anywhere in what a kill leaves behind is found, or what it
// concerns is fetched again: no crawl comes to another end.
func TestOneBitOfKilled(t *testing.T) {
	r := flipper(t)
	path := filepath.Join(t.TempDir(), "c.db")
	for name, k := range killedFiles(t) {
		k.write(t, path)
		if err := goOn(t, path); err != nil {
			t.Fatalf("%s: a whole one: %v", name, err)
		}
		found, inLog := 0, 0
		for range flips() / 3 {
			at, bit := r.IntN(len(k.file)+len(k.log)), byte(1)<<r.IntN(8)
			bad := killedFile{slices.Clone(k.file), slices.Clone(k.log)}
			if at < len(k.file) {
				bad.file[at] ^= bit
			} else {
				bad.log[at-len(k.file)] ^= bit
				inLog++
			}
			bad.write(t, path)
			if s, err := sqlite.OpenReadOnly(path); err == nil {
				if _, err = workload.Verify(s, killedURLs, 0); err != nil && !refused(err, path) {
					t.Fatalf("%s, bit %#x of byte %d: read otherwise: %v", name, bit, at, err)
				}
				s.Close()
			}
			bad.write(t, path)
			if err := goOn(t, path); err != nil {
				found++
				if !refused(err, path) {
					t.Fatalf("%s, bit %#x of byte %d: %v", name, bit, at, err)
				}
			}
		}
		t.Logf("%s: %d bits were found, %d of all were in the log", name, found, inLog)
	}
}

// Pages that the kill cut off while the log was brought into the file are
// taken from the log.
func TestTornPages(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.db")
	k := killedFiles(t)["all"]
	k.write(t, path)
	pages, err := sqlite.LogPages(path)
	must(t, err)
	torn := 0
	for page := range pages {
		if end := 8192 * int(page+1); end <= len(k.file) {
			clear(k.file[end-4096 : end])
			torn++
		}
	}
	if torn < 3 || !pages[0] {
		t.Fatalf("the log has only %d pages of the file, or not the first", torn)
	}
	k.write(t, path)
	must(t, goOn(t, path))
}

// Any bytes may stand where the log should be.
func FuzzLog(f *testing.F) {
	path := filepath.Join(f.TempDir(), "c.db")
	if err := os.WriteFile(path, make([]byte, 8*8192), 0o644); err != nil {
		f.Fatal(err)
	}
	f.Add([]byte{})
	f.Add([]byte("\x37\x7f\x06\x82\x00\x2d\xe2\x18\x00\x00\x20\x00\x00\x00\x00\x01saltsaltsum sum "))
	f.Fuzz(func(t *testing.T, log []byte) {
		must(t, os.WriteFile(path+"-wal", log, 0o644))
		if pages, err := sqlite.LogPages(path); err != nil && (!errors.Is(err, sqlite.ErrDamaged) || pages != nil) {
			t.Errorf("%d pages, %v", len(pages), err)
		}
	})
}

// Another program that opens the file of a killed crawl brings the log into
// it, without checksums. It is read, and gone on with; from then on every page
// has one again.
func TestLogBroughtInByAnother(t *testing.T) {
	for name, k := range killedFiles(t) {
		path := filepath.Join(t.TempDir(), "c.db")
		k.write(t, path)
		db, err := sql.Open("sqlite", path)
		must(t, err)
		var known int
		must(t, db.QueryRow("SELECT count(*) FROM url").Scan(&known))
		must(t, db.Close())
		if _, err := os.Stat(path + "-wal"); err == nil {
			t.Fatalf("%s: the log is still there", name)
		}
		s, err := sqlite.OpenReadOnly(path)
		must(t, err)
		must(t, s.Verify(t.Context()))
		if s.Counts().Known != known {
			t.Errorf("%s: %d URLs are known, want %d", name, s.Counts().Known, known)
		}
		must(t, s.Close())
		before, err := os.ReadFile(path)
		must(t, err)
		s, err = sqlite.Open(path, quick)
		must(t, err)
		must(t, s.Close())
		file, err := os.ReadFile(path)
		must(t, err)
		filled := 0
		for at := 0; at < len(file); at += 8192 {
			end := at + 8192
			if string(before[end-4:end]) != "sum1" {
				filled++
			}
			if string(file[end-4:end]) != "sum1" {
				t.Errorf("%s: page %d has no checksum", name, at/8192)
			}
		}
		if filled == 0 {
			t.Errorf("%s: all pages have checksums before", name)
		}
		must(t, goOn(t, path))
	}
}

// What another program has changed is not taken for what the crawl found.
func TestChangedByAnother(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.db")
	s, _ := crawlFile(t, path)
	must(t, s.Finish())
	must(t, s.Close())
	db, err := sql.Open("sqlite", path)
	must(t, err)
	_, err = db.Exec("UPDATE url SET url = 'https://example.com/changed' WHERE id = 3")
	must(t, err)
	must(t, db.Close())
	if _, err := sqlite.Open(path, quick); !refused(err, path) || !strings.Contains(err.Error(), "another program has changed it") {
		t.Errorf("open: %v", err)
	}
	s, err = sqlite.OpenReadOnly(path)
	if err == nil {
		for _, rowErr := range s.Rows(context.Background()) {
			err = errors.Join(err, rowErr)
		}
		s.Close()
	}
	if !refused(err, path) {
		t.Errorf("read: %v", err)
	}
}

// A crawl whose writer was killed while it made the file one without a log is
// read as it was before.
func TestJournalLeftOver(t *testing.T) {
	dir := t.TempDir()
	path, killed := filepath.Join(dir, "c.db"), filepath.Join(dir, "killed.db")
	s, m := crawlFile(t, path)
	must(t, s.Finish())
	must(t, s.Close())
	db, err := sqlite.Edit(path)
	must(t, err)
	defer db.Close()
	conn, err := db.Conn(t.Context())
	must(t, err)
	defer conn.Close()
	_, err = conn.ExecContext(t.Context(), `PRAGMA cache_size = 2; BEGIN; UPDATE url SET url = url || 'x'; UPDATE anchor SET text = text || 'y';
		UPDATE link SET links = links || 'x'; CREATE TABLE big AS SELECT randomblob(2000) FROM url`)
	must(t, err)
	for _, suffix := range []string{"", "-journal"} {
		b, err := os.ReadFile(path + suffix)
		must(t, err)
		must(t, os.WriteFile(killed+suffix, b, 0o644))
	}
	r, err := sqlite.OpenReadOnly(killed)
	must(t, err)
	must(t, r.Verify(t.Context()))
	must(t, frontiertest.Same(m, r))
	must(t, r.Close())
	if got := names(t, dir); got != "c.db c.db-journal killed.db" {
		t.Errorf("the folder holds %s", got)
	}
}
