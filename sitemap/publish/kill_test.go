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
	"time"

	"github.com/portolan-seo/portolan/sitemap"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// The variables that make this test binary publish a set and be killed.
const (
	childDir  = "PORTOLAN_TEST_DIR"
	childURLs = "PORTOLAN_TEST_URLS"
	childStop = "PORTOLAN_TEST_STOP" // the step before which it is killed, from 0
	childFull = "PORTOLAN_TEST_FULL" // the set has all that a set can have
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		os.Exit(child(dir))
	}
	os.Exit(m.Run())
}

// killOptions are the options of a set of a crash test: a plain one, or one of
// several series with text sitemaps and more than one index.
func killOptions(dir string, now time.Time, full bool) publish.Options {
	o := publish.Options{Dir: dir, URL: siteURL, Limits: small, Now: now}
	o.Remember = func(set *publish.Result, dir string) {
		if err := publish.WriteReference(dir, publish.Reference{Made: now, Set: set.Digest()}, urlsOf(make([]string, set.URLs)...)); err != nil {
			fmt.Println(err)
		}
	}
	if full {
		o.Text, o.Limits.Sitemaps = true, 4
		o.Series = func(e *sitemap.Entry) string { return "s" + e.Loc[len(e.Loc)-2:len(e.Loc)-1] }
	}
	return o
}

// newer are the options of the second set of a crash test; the first is of
// the day before.
func newer(dir string, full bool) publish.Options {
	return killOptions(dir, day1.AddDate(0, 0, 1), full)
}

// child publishes a set until it is killed: no deferred call runs, nothing is
// flushed.
func child(dir string) int {
	urls, _ := strconv.Atoi(os.Getenv(childURLs))
	stop, _ := strconv.Atoi(os.Getenv(childStop))
	n := 0
	o := publish.WithStep(newer(dir, os.Getenv(childFull) != ""), func(step string) {
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
func killed(t *testing.T, dir string, urls, stop int, full bool) string {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childDir+"="+dir, fmt.Sprintf("%s=%d", childURLs, urls), fmt.Sprintf("%s=%d", childStop, stop))
	if full {
		cmd.Env = append(cmd.Env, childFull+"=1")
	}
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
// next one, killed while it puts things right. Then Recover finishes the set,
// if it was marked, or else forgets it.
func TestKilledAtEveryStep(t *testing.T) {
	for n, c := range []struct {
		from, to int
		full     bool
		steps    string // the kinds that there must be
	}{
		{4, 35, false, "clean mark move remember stage verify write"},
		{35, 4, false, "clean delete mark move remember stage verify write"},
		{35, 60, false, "clean mark move remember stage verify write"},
		{60, 35, true, "clean delete mark move remember stage verify write"},
	} {
		t.Run(fmt.Sprintf("%d to %d", c.from, c.to), func(t *testing.T) {
			if n%2 == 0 && os.Getenv("PORTOLAN_TEST_ALL") == "" {
				t.Skip("sets that grow, where PORTOLAN_TEST_ALL is set")
			}
			t.Parallel()
			kinds := map[string]bool{}
			for stop := 0; ; stop++ {
				dir := t.TempDir()
				mustPublish(t, killOptions(dir, day1, c.full), pages(c.from))
				before := folder(t, dir)
				at := killed(t, dir, c.to, stop, c.full)
				if at == "" {
					break
				}
				kind, _, _ := strings.Cut(at, " ")
				kinds[kind] = true
				marked := afterMark(kind)
				checkWhole(t, at, dir)
				if again := killed(t, dir, c.to, stop%7, c.full); again != "" {
					at += ", then " + again
					checkWhole(t, at, dir)
					kind, _, _ = strings.Cut(again, " ")
					marked = marked || afterMark(kind)
				}
				checkRecovered(t, at, dir, before, c.to, marked, c.full)
			}
			if got := strings.Join(slices.Sorted(maps.Keys(kinds)), " "); got != c.steps {
				t.Errorf("killed before steps of the kinds %q, want %q", got, c.steps)
			}
		})
	}
}

// afterMark tells the steps that come when the set is marked.
func afterMark(kind string) bool { return kind == "move" || kind == "delete" || kind == "clean" }

// checkWhole wants every file that can be seen to be a sound sitemap.
func checkWhole(t *testing.T, at, dir string) {
	t.Helper()
	for name, data := range shown(t, dir) {
		if strings.HasPrefix(name, ".portolan-") {
			continue
		}
		rep, err := sitemap.Read(strings.NewReader(data), sitemap.ReadOptions{Name: name}, nil)
		if err != nil || !rep.Valid() {
			t.Fatalf("killed before %q: %s is broken: %v", at, name, rep.Problems)
		}
	}
}

// checkRecovered wants the new set if it was marked, and what is remembered of it, else the old one
// as it was, and that the next run makes the new one of either and leaves nothing
// behind.
func checkRecovered(t *testing.T, at, dir string, before map[string]string, urls int, marked, full bool) {
	t.Helper()
	if err := publish.Recover(dir); err != nil {
		t.Fatalf("killed before %q: %v", at, err)
	}
	cur, ok, err := publish.Current(dir)
	switch {
	case !ok || err != nil:
		t.Fatalf("killed before %q: there is no set: %v", at, err)
	case marked && cur.URLs != urls:
		t.Fatalf("killed before %q: the new set was marked, and the old one stands", at)
	case marked:
		checkURLs(t, dir, cur, urls)
		if r, err := publish.ReadReference(dir); err != nil || r.Set != cur.Digest() {
			t.Errorf("killed before %q: what is remembered is not the set that stands (%v)", at, err)
		}
	case !maps.Equal(before, folder(t, dir)):
		t.Errorf("killed before %q: the old set is not as it was", at)
	}
	r := mustPublish(t, newer(dir, full), pages(urls))
	if r.Changed == marked {
		t.Errorf("killed before %q: the next run changed files: %t", at, r.Changed)
	}
	checkURLs(t, dir, r, urls)
	want := len(r.Files) + len(r.Texts) + len(r.Indexes) + 3 // the manifest, the reference and its list
	if got := folder(t, dir); len(got) != want {
		t.Errorf("killed before %q: files left behind: %v", at, slices.Collect(maps.Keys(got)))
	}
}

// checkURLs wants the first pages, each once, in any order: series part them.
func checkURLs(t *testing.T, dir string, set *publish.Result, n int) {
	t.Helper()
	got := locs(t, dir, set)
	slices.Sort(got)
	if len(got) != n {
		t.Fatalf("%d URLs published, want %d", len(got), n)
	}
	for i, e := range pages(n) {
		if got[i] != e.Loc {
			t.Fatalf("URL %d is %s, want %s", i, got[i], e.Loc)
		}
	}
}
