package main

import (
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
)

// TestFullDisk crawls into a file system that has no room for the crawl: the
// run says so, names the file, and goes on once there is room.
func TestFullDisk(t *testing.T) {
	inLongForm(t)
	dir, enlarge := smallFileSystem(t)
	c := newCrasher(t)
	whole := c.whole()
	c.begin(filepath.Join(dir, "site"))
	cmd := c.command()
	cmd.Args = append(cmd.Args, "--max-disk", "0")
	c.stopsHonestly(cmd, "no space left for the crawl file", "make room where")
	enlarge()
	c.runWhole()
	c.compare(whole, c.remains())
}

// TestNearlyFullDisk crawls into a file system that has little room: the crawl
// stops while there is some left, and goes on once there is more.
func TestNearlyFullDisk(t *testing.T) {
	inLongForm(t)
	dir, enlarge := smallFileSystem(t)
	c := newCrasher(t)
	c.begin(filepath.Join(dir, "site"))
	cmd := c.command()
	cmd.Args = append(cmd.Args, "--quiet")
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "at the limit --max-disk, which was not given") {
		t.Fatalf("%v: %s", err, out)
	}
	store := c.open()
	end := store.Meta("end")
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	var disk unix.Statfs_t
	err := unix.Statfs(dir, &disk)
	if free := int64(disk.Bavail) * int64(disk.Bsize); err != nil || end != "limit-disk" || free < 500<<10 {
		t.Fatalf("the crawl ended as %q, with %d bytes free (%v)", end, free, err)
	}
	c.check()
	enlarge()
	c.runWhole()
	if r := c.remains(); len(r.files) != 1 || len(r.verdicts) < crashPages {
		t.Errorf("it left %d files and %d verdicts", len(r.files), len(r.verdicts))
	}
}

// smallFileSystem gives a folder that has room for 1.5 MB, and a way to make
// it 64.
func smallFileSystem(t *testing.T) (dir string, enlarge func()) {
	dir = t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=1500k"); err != nil {
		t.Skip("mount a small file system: ", err) // only root may
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir, func() {
		if err := unix.Mount("tmpfs", dir, "tmpfs", unix.MS_REMOUNT, "size=64m"); err != nil {
			t.Fatal(err)
		}
	}
}

// TestFileSizeLimit crawls under a limit of the size of files (ulimit -f).
func TestFileSizeLimit(t *testing.T) {
	inLongForm(t)
	c := newCrasher(t)
	whole := c.whole()
	c.begin(filepath.Join(t.TempDir(), "limited"))
	cmd := c.command()
	limited := exec.Command("sh", append([]string{"-c", `ulimit -f 1000; exec "$@"`, "sh"}, cmd.Args...)...)
	c.stopsHonestly(limited, "settle batch in ", "can be written again")
	c.runWhole()
	c.compare(whole, c.remains())
}

// stopsHonestly runs a crawl whose file cannot be written from some point on.
func (c *crasher) stopsHonestly(cmd *exec.Cmd, says ...string) {
	c.t.Helper()
	out, err := cmd.CombinedOutput()
	var ended *exec.ExitError
	if !errors.As(err, &ended) || ended.ExitCode() != exit.Failed {
		c.t.Fatalf("%v, want exit code 3: %s", err, out)
	}
	for _, want := range append(says, c.dir, "run the same command again") {
		if !strings.Contains(string(out), want) {
			c.t.Errorf("it does not say %q: %s", want, out)
		}
	}
	c.check()
	store := c.open()
	defer store.Close()
	if end := store.Meta("end"); end != "" && end != "failed" {
		c.t.Errorf("the crawl file says that the crawl ended as %q", end)
	}
	if len(c.settled) == 0 || len(c.settled) >= c.urls {
		c.t.Errorf("%d of %d URLs are settled", len(c.settled), c.urls)
	}
	if files, err := filepath.Glob(filepath.Join(c.dir, "sitemap*")); err != nil || len(files) > 0 {
		c.t.Errorf("a sitemap was published: %s (%v)", files, err)
	}
}
