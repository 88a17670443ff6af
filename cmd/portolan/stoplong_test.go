package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// wideSite serves pages with so many links each to pages of their own.
func wideSite(t *testing.T, pages, links int) string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/robots") || strings.HasPrefix(r.URL.Path, "/sitemap") || strings.Contains(r.URL.Path, "portolan-") {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		b := bufio.NewWriter(w)
		defer b.Flush()
		fmt.Fprintf(b, "<title>%s</title>", r.URL.Path)
		n := links
		switch strings.Count(r.URL.Path, "/") {
		case 1:
			n = pages
		case 3:
			n = 0
		}
		for i := range n {
			fmt.Fprintf(b, "<a href='%s%d/'>%d</a>", r.URL.Path, i, i)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// TestStoppedWithALongQueue stops a crawl of which two million URLs are
// waiting, and the verdicts of as many: each time it is gone within eight
// seconds, after a second signal within one, and the crawl file is whole.
func TestStoppedWithALongQueue(t *testing.T) {
	inLongForm(t)
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be asked to stop")
	}
	const links = 10_000
	start, dir := wideSite(t, 200, links), filepath.Join(t.TempDir(), "wide")
	run := func(when func(known int, end string) bool, signals int) {
		t.Helper()
		cmd := exec.Command("portolan", start, "-o", dir, "--rate", "0", "--max-pages", "205", "--timeout", "10m")
		stderr, err := cmd.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		said := bufio.NewReader(stderr)
		if line, err := said.ReadString('\n'); err != nil { // it listens to signals by now
			t.Fatalf("the run ended by itself: %v: %s", err, line)
		}
		if before, _ := stateOfCrawl(dir); before > 0 {
			if line, err := said.ReadString('\n'); err != nil || !strings.Contains(line, "going on") {
				t.Fatalf("the run does not go on: %v: %s", err, line)
			}
		}
		rest, gone := make(chan string, 1), make(chan error, 1)
		go func() {
			line, _ := io.ReadAll(said)
			rest <- string(line)
			gone <- cmd.Wait() // the exit code tells
		}()
		for !when(stateOfCrawl(dir)) {
			select {
			case line := <-rest:
				if known, end := stateOfCrawl(dir); !when(known, end) {
					t.Fatalf("the run ended by itself: %v: %d known, end %q: %s", <-gone, known, end, line)
				}
			case <-time.After(time.Millisecond):
			}
		}
		var asked time.Time
		for range signals {
			asked = time.Now()
			_ = cmd.Process.Signal(syscall.SIGTERM) // it may be gone
			time.Sleep(10 * time.Millisecond)
		}
		<-gone
		took := time.Since(asked)
		if code := cmd.ProcessState.ExitCode(); code != exit.Interrupted {
			t.Fatalf("exit code %d", code)
		}
		if most := []time.Duration{1: 8 * time.Second, 2: time.Second}[signals]; took > most {
			t.Errorf("gone after %v, want %v", took, most)
		}
		known, _ := stateOfCrawl(dir)
		t.Logf("%d known, %d signals: gone after %v", known, signals, took.Round(time.Millisecond))
	}
	run(func(known int, _ string) bool { return known > 50*links }, 1)
	run(func(known int, _ string) bool { return known > 100*links }, 2)
	run(func(known int, _ string) bool { return known > 199*links }, 1)
	for _, signals := range []int{1, 2} {
		run(func(_ int, end string) bool { return end == "limit-pages" }, signals)
	}
	out, err := exec.Command("portolan", start, "-o", dir, "--rate", "0", "--max-pages", "205").Output()
	if want := fmt.Sprintf("Known URLs %9s = listed 205", prose.Thousands(200*links+201)); err != nil || !strings.Contains(string(out), want) {
		t.Errorf("the last run ended with %v, without %q:\n%s", err, want, out)
	}
}

// stateOfCrawl gives how many URLs the crawl file in a folder knows, and how
// the last run ended, "" while it runs.
func stateOfCrawl(dir string) (known int, end string) {
	names, err := folder.At(dir).Crawls()
	if err != nil || len(names) == 0 {
		return 0, ""
	}
	store, err := sqlite.OpenReadOnly(names[0])
	if err != nil {
		return 0, ""
	}
	defer store.Close()
	return store.Counts().Known, store.Meta("end")
}
