package catalog_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/catalog"
)

// crawlEnv makes the test binary a crawler of one application, to be killed:
// "short/NAME FILE RESOLVE...", "long/NAME FILE RESOLVE...".
const crawlEnv = "PORTOLAN_APPS_CRAWL"

// TestKilled crawls applications on which a crawl finds no end with 1, 8 and
// 32 connections, and with 8 in programs that are killed three times: the list
// is the same.
func TestKilled(t *testing.T) {
	if what := strings.Fields(os.Getenv(crawlEnv)); len(what) > 2 {
		crawlIn(t, named(t, what[0]), what[1], what[2:], 8)
		return
	}
	names := []string{"endless-views", "endless-404", "endless-ab", "endless-calendar", "endless-calendar-empty", "endless-search", "endless-maze"}
	if only := os.Getenv("PORTOLAN_APPS_KILL"); only != "" {
		names = strings.Fields(only)
	} else if os.Getenv("PORTOLAN_TEST_ALL") == "" {
		t.Skip("sites are crawled six times, where PORTOLAN_TEST_ALL is set")
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			name, isLong := strings.CutPrefix(name, "long ")
			size := "short/"
			if isLong {
				size = "long/"
			}
			app := named(t, size+name)
			_, resolve := serve(t, app)
			first := crawl(t, app, resolve, 8)
			t.Logf("8 connections: %s", first.row(app))
			for _, conns := range []int{1, 32} {
				_, resolve := serve(t, app)
				if r := crawl(t, app, resolve, conns); r.list != first.list {
					t.Errorf("with %d connections: %s\nwith 8:  %s\n%s", conns, r.row(app), first.row(app), differ(first.urls, r.urls))
				}
			}
			for _, at := range [][]int{{60, 200, 500}, {110, 350, 700}, {25, 75, 150}} {
				if r := killedCrawl(t, size+name, at); r.list != first.list {
					t.Errorf("killed after %d requests: %s\nat once: %s\n%s", at, r.row(app), first.row(app), differ(first.urls, r.urls))
				}
			}
		})
	}
}

func named(t *testing.T, what string) *apps.App {
	t.Helper()
	length, name, _ := strings.Cut(what, "/")
	size := catalog.Short
	if length == "long" {
		size = catalog.Long
	}
	app := catalog.New(name, size)
	if app == nil {
		t.Fatalf("there is no application %s", what)
	}
	return app
}

// killedCrawl crawls with a program that is killed with each of these requests,
// and goes on to the end.
func killedCrawl(t *testing.T, what string, at []int) result {
	t.Helper()
	app := named(t, what)
	run := app.Run()
	var crawling atomic.Pointer[os.Process]
	site := &crawltest.Site{}
	site.HandleFunc(app.Origin()+"/", func(w http.ResponseWriter, req *http.Request) {
		if p := crawling.Load(); p != nil && run.Requests() >= at[0] {
			_ = p.Kill() // it may have come to its end
		}
		run.ServeHTTP(w, req)
	})
	server, err := crawltest.Start(crawltest.Config{NoLog: true}, site)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	path := filepath.Join(t.TempDir(), "crawl.db")
	for ; len(at) > 0; at = at[1:] {
		cmd := exec.Command(os.Args[0], "-test.run=^TestKilled$")
		cmd.Env = append(os.Environ(), crawlEnv+"="+what+" "+path+" "+strings.Join(server.Resolve(), " "))
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		crawling.Store(cmd.Process)
		_ = cmd.Wait() // it was killed, or has come to its end
		crawling.Store(nil)
	}
	return crawlIn(t, app, path, server.Resolve(), 8)
}

// differ tells which URLs only one of two lists has.
func differ(one, other []string) string {
	var b strings.Builder
	only := func(sign string, list, without []string) {
		known := map[string]bool{}
		for _, u := range without {
			known[u] = true
		}
		n := 0
		for _, u := range list {
			if !known[u] {
				if n++; n <= 8 {
					b.WriteString(sign + " " + u + "\n")
				}
			}
		}
	}
	only("-", one, other)
	only("+", other, one)
	return b.String()
}
