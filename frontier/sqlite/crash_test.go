package sqlite_test

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"database/sql"

	_ "github.com/portolan-seo/portolan/crawler/crawltest/lazygc"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
	"github.com/portolan-seo/portolan/frontier/workload"
)

// The tests below start the test binary again as a process that crawls
// crashURLs URLs of a made-up site, tells each commit on its output, and ends
// by a signal or a fault.

const (
	crashURLs = 12_000
	childEnv  = "PORTOLAN_TEST_CHILD"
)

func TestMain(m *testing.M) {
	if mode := os.Getenv(childEnv); mode != "" {
		if err := child(mode, os.Getenv("PORTOLAN_TEST_FILE")); err != nil {
			fmt.Println("error", err)
			os.Exit(3)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child goes on with the crawl at path, and prints the number of settled
// pages after each commit. Batches are of uneven size.
func child(mode, path string) error {
	if err := prepareChild(mode); err != nil {
		return err
	}
	s, err := openOrCreate(path, sqlite.Options{})
	if err != nil {
		return err
	}
	err = crawlOn(s, func(settled int) { fmt.Println(settled) })
	return errors.Join(err, s.Close())
}

func openOrCreate(path string, o sqlite.Options) (*sqlite.Store, error) {
	s, err := sqlite.Open(path, o)
	if errors.Is(err, fs.ErrNotExist) {
		s, err = sqlite.Create(path, o)
	}
	return s, err
}

// crawlOn settles what is pending until nothing is, and tells each commit.
func crawlOn(s *sqlite.Store, committed func(settled int)) error {
	w := workload.New(crashURLs, s.Key())
	if err := s.Settle(w.Start()); err != nil {
		return err
	}
	b := &frontier.Batch{}
	for size := 1; ; size = size%97 + 9 {
		items, _, err := s.Lease(size, frontier.LastRank, now)
		if err != nil || len(items) == 0 {
			return err
		}
		w.Fill(b, items)
		if err := s.Settle(b); err != nil {
			return err
		}
		committed(s.Counts().Settled)
	}
}

func childCommand(t *testing.T, mode, path string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	must(t, err)
	cmd := exec.CommandContext(t.Context(), exe)
	cmd.Env = append(os.Environ(), childEnv+"="+mode, "PORTOLAN_TEST_FILE="+path)
	return cmd
}

// verify opens the file as the next run does and compares it with the site.
func verify(t *testing.T, path string, acknowledged int) (settled int) {
	t.Helper()
	if acknowledged == 0 {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return 0
		}
	}
	s, err := sqlite.Open(path, quick)
	must(t, err)
	defer s.Close()
	if c := s.Counts(); c.Known > 0 {
		if settled, err = workload.Verify(s, crashURLs, acknowledged); err != nil {
			t.Fatal(err)
		}
		if c.Settled != settled || c.Known != settled+c.Pending {
			t.Fatalf("%d pages are settled, counts are %+v", settled, c)
		}
	} else if acknowledged > 0 {
		t.Fatalf("%d pages were acknowledged, nothing is known", acknowledged)
	}
	must(t, s.Close())
	checkIntegrity(t, path)
	return settled
}

func checkIntegrity(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	must(t, err)
	defer db.Close()
	var result string
	must(t, db.QueryRow("PRAGMA integrity_check").Scan(&result))
	if result != "ok" {
		t.Fatalf("integrity_check: %s", result)
	}
}

// TestKill kills the crawling process at random moments: nothing that it
// acknowledged is lost, and at most one batch is settled that it did not
// acknowledge. PORTOLAN_TEST_KILLS sets how often (default 5),
// PORTOLAN_TEST_SEED the moments.
func TestKill(t *testing.T) {
	kills := workload.Number("PORTOLAN_TEST_KILLS", 5)
	seed := uint64(workload.Number("PORTOLAN_TEST_SEED", int(time.Now().UnixNano()%1e9)))
	t.Logf("PORTOLAN_TEST_SEED=%d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	path := filepath.Join(t.TempDir(), "c.db")
	settled := 0
	for range kills {
		cmd := childCommand(t, "crawl", path)
		out, err := cmd.StdoutPipe()
		must(t, err)
		must(t, cmd.Start())
		// Reading so many lines is the clock; what the process does while
		// the signal is under way makes the moment.
		acknowledged, lines := settled, bufio.NewScanner(out)
		for n := r.IntN(40); n > 0 && lines.Scan(); n-- {
			acknowledged = number(t, lines.Text())
		}
		must(t, cmd.Process.Kill())
		for lines.Scan() {
			acknowledged = number(t, lines.Text())
		}
		cmd.Wait()
		now := verify(t, path, acknowledged)
		if now > acknowledged+106 {
			t.Fatalf("%d pages are settled, %d were acknowledged", now, acknowledged)
		}
		settled = now
	}
	s, err := openOrCreate(path, quick)
	must(t, err)
	must(t, crawlOn(s, func(int) {}))
	must(t, s.Finish())
	must(t, s.Close())
	if got := verify(t, path, crashURLs); got != crashURLs {
		t.Errorf("%d pages are settled at the end", got)
	}
}

func number(t *testing.T, line string) int {
	t.Helper()
	n, err := strconv.Atoi(line)
	if err != nil {
		t.Fatalf("the process says %q", line)
	}
	return n
}

// TestDiskFull lets the disk be full at many points: the batch at hand is
// refused in words, what was acknowledged stays, and the crawl goes on once
// there is room.
func TestDiskFull(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.db")
	acknowledged := 0
	for pages := 30; pages < 30+20*37; pages += 37 {
		s, err := openOrCreate(path, quick.MaxPages(pages))
		if err == nil {
			err = crawlOn(s, func(settled int) { acknowledged = settled })
			if again := s.Settle(&frontier.Batch{}); again == nil {
				t.Fatal("the store goes on after a batch was lost")
			}
			s.Close()
		}
		if !errors.Is(err, sqlite.ErrFull) || !strings.Contains(err.Error(), "no space left") {
			t.Fatalf("at %d pages: %v", pages, err)
		}
		if got := verify(t, path, acknowledged); got != acknowledged {
			t.Fatalf("%d pages are settled, %d were acknowledged", got, acknowledged)
		}
	}
	if acknowledged < 1000 {
		t.Fatalf("only %d pages were settled", acknowledged)
	}
}
