package crawler_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

const (
	// hostileEnv makes TestHostileMemory crawl the site at the URL given, in
	// a process of its own.
	hostileEnv = "PORTOLAN_TEST_HOSTILE_SITE"
	// hostilePagesEnv sets how many pages a hostile site has.
	hostilePagesEnv = "PORTOLAN_TEST_HOSTILE_PAGES"

	mostMemory = 256 << 20 // resident bytes, whatever a site sends
)

// TestHostileMemory: a site whose every page is as large as it can be takes
// no more memory than one such page. Each site is crawled in a process of its
// own, as the command line does it: into a crawl file, with its settings of
// the garbage collector. PORTOLAN_TEST_HOSTILE_PAGES=60 crawls more sites, of
// so many pages each; PORTOLAN_TEST_ALL crawls them with the usual number.
func TestHostileMemory(t *testing.T) {
	if site := os.Getenv(hostileEnv); site != "" {
		crawlHostile(t, site)
		return
	}
	if raceEnabled {
		t.Skip("the race detector takes memory of its own")
	}
	pages := 8 // more than workers
	n, err := strconv.Atoi(os.Getenv(hostilePagesEnv))
	long := err == nil || os.Getenv("PORTOLAN_TEST_ALL") != ""
	if err == nil {
		pages = n
	}
	link := func(href, text string) func(page, i int) string {
		return func(page, i int) string {
			return fmt.Sprintf("<a href=\""+href+"\">"+text+"</a>\n", page, i)
		}
	}
	sites := []struct {
		name    string
		header  http.Header
		begin   string
		element func(page, i int) string
		size    int
		long    bool // of the long test alone
	}{
		{"five million links", nil, "", link("/n/%d-%d", "n"), 120 << 20, true},
		{"five million links, gzip", http.Header{"Content-Encoding": {"gzip"}}, "", link("/n/%d-%d", "n"), 12 << 20, true},
		{"links in another charset", http.Header{"Content-Type": {"text/html; charset=windows-1252"}}, "", link("/\x80-%d-%d", strings.Repeat("\x80", 60)), 12 << 20, true},
		{"text in another charset", http.Header{"Content-Type": {"text/html; charset=windows-1252"}}, "<p>", func(_, i int) string { return "\x80" }, 12 << 20, true},
		{"links that the base makes long", nil, "<base href=\"/" + strings.Repeat("d", 1900) + "/\">", link("%d-%d", "n"), 12 << 20, false},
		{"links of long texts", nil, "", link("/n/%d-%d", strings.Repeat("text ", 40)), 12 << 20, true},
		{"unclosed tags", nil, "", func(_, i int) string { return "<div><span><b>" }, 200 << 20, true},
		{"one text without end", nil, "<p>", func(_, i int) string { return "word " }, 200 << 20, true},
	}
	for _, s := range sites {
		t.Run(s.name, func(t *testing.T) {
			if s.long && !long {
				t.Skip("crawled where PORTOLAN_TEST_ALL or " + hostilePagesEnv + " is set")
			}
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				number, isPage := strings.CutPrefix(r.URL.Path, "/huge/")
				if r.URL.Path == "/" {
					for i := range pages {
						fmt.Fprintf(w, "<a href=\"/huge/%d\">x</a>\n", i)
					}
					return
				}
				page, err := strconv.Atoi(number)
				if !isPage || err != nil {
					http.NotFound(w, r)
					return
				}
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				for name, values := range s.header {
					w.Header()[name] = values
				}
				var out io.Writer = w
				if s.header.Get("Content-Encoding") == "gzip" {
					z := gzip.NewWriter(w)
					defer z.Close()
					out = z
				}
				writeHuge(out, s.begin, func(i int) string { return s.element(page, i) }, s.size)
			}))
			defer server.Close()
			peak := peakOfCrawl(t, server.URL, pages)
			t.Logf("%d MiB resident at most", peak>>20)
			if peak > mostMemory {
				t.Errorf("%d MiB resident, more than %d", peak>>20, mostMemory>>20)
			}
		})
	}
}

// writeHuge writes elements until size bytes are out or nobody reads them.
func writeHuge(w io.Writer, begin string, element func(i int) string, size int) {
	chunk := []byte(begin)
	for i := 0; size > 0; i++ {
		chunk = append(chunk, element(i)...)
		if len(chunk) < 64<<10 {
			continue
		}
		if _, err := w.Write(chunk); err != nil {
			return
		}
		size -= len(chunk)
		chunk = chunk[:0]
	}
}

// peakOfCrawl crawls a site in another process, and gives the most memory
// that was resident there.
func peakOfCrawl(t *testing.T, site string, pages int) int64 {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestHostileMemory$", "-test.v")
	cmd.Env = append(os.Environ(), hostileEnv+"="+site, hostilePagesEnv+"="+strconv.Itoa(pages))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("crawl: %v\n%s", err, out)
	}
	_, text, _ := bytes.Cut(out, []byte("peak memory: "))
	peak, err := strconv.ParseInt(string(text[:max(0, bytes.IndexByte(text, '\n'))]), 10, 64)
	if err != nil {
		t.Fatalf("no figure in %q", out)
	}
	return peak
}

// crawlHostile fetches the home page of a hostile site and the pages that it
// links to.
func crawlHostile(t *testing.T, site string) {
	pages, _ := strconv.Atoi(os.Getenv(hostilePagesEnv))
	debug.SetGCPercent(50)
	debug.SetMemoryLimit(448 << 20)
	client, err := fetch.NewClient(fetch.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	store, err := sqlite.Create(filepath.Join(t.TempDir(), "crawl.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	scope, err := canonical.ScopeOf(site + "/sitemap.xml")
	if err != nil {
		t.Fatal(err)
	}
	res, err := crawler.Run(t.Context(), crawler.Options{
		Start:      site + "/",
		Scope:      scope,
		Identity:   canonical.Config{Key: store.Key()},
		NewFetcher: func() crawler.Fetcher { return client.NewFetcher() },
		Limits:     crawler.Limits{Pages: pages + 1},
	}, store)
	if err != nil || res.Fetched < pages {
		t.Fatalf("%d pages fetched, ended as %s: %v", res.Fetched, res.End, err)
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	// Not getrusage, whose figure begins with that of the parent process.
	_, text, _ := bytes.Cut(status, []byte("VmHWM:"))
	kib, err := strconv.ParseInt(string(bytes.Fields(text)[0]), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("peak memory: %d\n", kib<<10)
}
