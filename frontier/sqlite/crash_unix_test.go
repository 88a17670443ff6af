//go:build unix

package sqlite_test

import (
	"fmt"
	"math/rand/v2"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// prepareChild limits the size of the files that the process may write, if
// its mode is a number.
func prepareChild(mode string) error {
	limit, err := strconv.ParseUint(mode, 10, 64)
	if err != nil {
		return nil
	}
	signal.Ignore(syscall.SIGXFSZ) // the write fails instead
	var l unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &l); err != nil {
		return err
	}
	l.Cur = limit
	return unix.Setrlimit(unix.RLIMIT_FSIZE, &l)
}

// TestWriteErrors lets the system refuse writes, to the journal or to the
// file, at many points.
func TestWriteErrors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.db")
	r := rand.New(rand.NewPCG(7, 7))
	settled, limit := 0, 10_000
	for range 12 {
		limit += r.IntN(100_000)
		out, err := childCommand(t, fmt.Sprint(limit), path).Output()
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		last := lines[len(lines)-1]
		if err == nil || !strings.HasPrefix(last, "error ") {
			t.Fatalf("with %d bytes: %v, it says %q", limit, err, last)
		}
		for _, line := range lines[:len(lines)-1] {
			settled = number(t, line)
		}
		if got := verify(t, path, settled); got != settled {
			t.Fatalf("%d pages are settled, %d were acknowledged, then %s", got, settled, last)
		}
	}
	if settled < 200 {
		t.Fatalf("only %d pages were settled", settled)
	}
}
