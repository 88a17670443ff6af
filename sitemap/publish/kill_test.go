package publish_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/sitemap"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// The variables that make this test binary publish a set and be killed.
const (
	childDir  = "PORTOLAN_TEST_DIR"
	childURLs = "PORTOLAN_TEST_URLS"
	childStop = "PORTOLAN_TEST_STOP" // the step before which it is killed, from 0
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		os.Exit(child(dir))
	}
	os.Exit(m.Run())
}

// newer are the options of the second set of a crash test; the first is of
// the day before.
func newer(dir string) publish.Options {
	return publish.Options{Dir: dir, URL: siteURL, Limits: small, Now: day1.AddDate(0, 0, 1)}
}

// child publishes a set until it is killed: no deferred call runs, nothing is
// flushed.
func child(dir string) int {
	urls, _ := strconv.Atoi(os.Getenv(childURLs))
	stop, _ := strconv.Atoi(os.Getenv(childStop))
	n := 0
	o := publish.WithStep(newer(dir), func(step string) {
		if n == stop {
			fmt.Println(step)
			if self, err := os.FindProcess(os.Getpid()); err == nil {
				_ = self.Kill()
			}
			select {} // until the signal has come
		}
		n++
	})
	if _, err := publish.Publish(context.Background(), o, seq(pages(urls))); err != nil {
		fmt.Println(err)
		return 3
	}
	return 0
}

// killed runs a child and gives the step before which it was killed; "" if it
// came to its end.
func killed(t *testing.T, dir string, urls, stop int) string {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childDir+"="+dir, fmt.Sprintf("%s=%d", childURLs, urls), fmt.Sprintf("%s=%d", childStop, stop))
	out, err := cmd.Output()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return ""
	case !errors.As(err, &exit) || exit.ExitCode() == 3 || len(out) == 0:
		t.Fatalf("child: %v: %s", err, out)
	}
	return strings.TrimSpace(string(out))
}

// A process killed before any step leaves every file whole, and so does the
// next one, killed while it puts things right. Then Recover either finishes
// the set or forgets it.
func TestKilledAtEveryStep(t *testing.T) {
	for _, sizes := range [][2]int{{4, 35}, {35, 4}, {35, 60}} {
		t.Run(fmt.Sprintf("%d to %d", sizes[0], sizes[1]), func(t *testing.T) {
			t.Parallel()
			for stop := 0; ; stop++ {
				dir := t.TempDir()
				mustPublish(t, publish.Options{Dir: dir, Limits: small, Now: day1}, pages(sizes[0]))
				before := folder(t, dir)
				at := killed(t, dir, sizes[1], stop)
				if at == "" {
					if stop < 8 {
						t.Fatalf("only %d steps", stop)
					}
					return
				}
				checkWhole(t, at, dir)
				if again := killed(t, dir, sizes[1], stop%5); again != "" {
					at += ", then " + again
					checkWhole(t, at, dir)
				}
				checkRecovered(t, at, dir, before, sizes)
			}
		})
	}
}

// checkWhole wants every file that can be seen to be a sound sitemap.
func checkWhole(t *testing.T, at, dir string) {
	t.Helper()
	for name, data := range shown(t, dir) {
		if name == publish.ManifestName {
			continue
		}
		rep, err := sitemap.Read(strings.NewReader(data), sitemap.ReadOptions{Name: name}, nil)
		if err != nil || !rep.Valid() {
			t.Fatalf("killed before %q: %s is broken: %v", at, name, rep.Problems)
		}
	}
}

// checkRecovered wants the old set or the new one, and that the next run
// makes the new one of it and leaves nothing behind.
func checkRecovered(t *testing.T, at, dir string, before map[string]string, sizes [2]int) {
	t.Helper()
	if err := publish.Recover(dir); err != nil {
		t.Fatalf("killed before %q: %v", at, err)
	}
	cur, ok, err := publish.Current(dir)
	if !ok || err != nil {
		t.Fatalf("killed before %q: there is no set: %v", at, err)
	}
	if cur.URLs == sizes[1] {
		checkSet(t, dir, cur, pages(sizes[1]))
	} else if !maps.Equal(before, folder(t, dir)) {
		t.Errorf("killed before %q: neither the old set nor the new one", at)
	}
	r := mustPublish(t, newer(dir), pages(sizes[1]))
	checkSet(t, dir, r, pages(sizes[1]))
	want := len(r.Files) + len(r.Indexes) + 1
	if got := folder(t, dir); len(got) != want {
		t.Errorf("killed before %q: files left behind: %v", at, slices.Collect(maps.Keys(got)))
	}
}
