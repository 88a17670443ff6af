//go:build linux

package render_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/portolan-seo/portolan/crawler/render"
	"github.com/portolan-seo/portolan/crawler/render/chromium"
)

// BenchmarkRender compares the CPU time of a rendered page, the browser's
// included, with bare chromedp: a fresh browser context a page, the same types
// not loaded, the document taken as soon as it is there. Both render the same
// pages of the same site in the same run, in turns.
//
//	go test -run - -bench Render -benchtime 200x ./crawler/render
//
// BROWSER names another browser than the one that is found.
func BenchmarkRender(b *testing.B) {
	for _, scheme := range []string{"http", "https"} {
		b.Run(scheme, func(b *testing.B) {
			server := httptest.NewUnstartedServer(charts(b))
			if scheme == "https" {
				server.StartTLS()
			} else {
				server.Start()
			}
			defer server.Close()
			ours := newOurs(b, server, render.Options{Tabs: 2})
			bare := newBare(b)
			const lump = 20
			var cost [2]time.Duration
			for i := 0; i < b.N; i += lump {
				for side, page := range []func(url string){ours, bare} {
					before := cpuOf(b)
					inTabs(2, lump, func(n int) { page(fmt.Sprintf("%s/chart/%d", server.URL, (i+n)%40+1)) })
					cost[side] += cpuOf(b) - before
				}
			}
			pages := float64((b.N + lump - 1) / lump * lump)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(cost[0].Milliseconds())/pages, "ms-cpu/page")
			b.ReportMetric(float64(cost[1].Milliseconds())/pages, "bare-ms-cpu/page")
			b.ReportMetric(float64(cost[0])/float64(cost[1]), "x-bare")
		})
	}
}

// BenchmarkMemory renders pages in four tabs and tells the most memory that the
// browser had, before half of the pages and after, and this program. The
// browser is not started anew, so that growth shows; what is counted of its
// processes is what is theirs alone, and shared memory.
//
//	go test -run - -bench Memory -benchtime 1000x ./crawler/render
func BenchmarkMemory(b *testing.B) {
	dir := b.TempDir()
	b.Setenv("TMPDIR", dir)
	server := httptest.NewServer(charts(b))
	defer server.Close()
	ours := newOurs(b, server, render.Options{Tabs: 4, RecyclePages: 1 << 30, RecycleMemory: 1 << 40})
	var browser [2]int64
	var own int64
	const lump = 20
	for i := 0; i < b.N; i += lump {
		inTabs(4, lump, func(n int) {
			ours(fmt.Sprintf("%s/chart/%d", server.URL, (i+n)%40+1))
			if n == lump/2 {
				half := 2 * i / max(1, b.N)
				browser[half] = max(browser[half], memoryOf(b, theGroup(b, dir)))
				own = max(own, memoryOf(b, syscall.Getpgrp()))
			}
		})
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(browser[0]>>20), "MB-browser-first-half")
	b.ReportMetric(float64(browser[1]>>20), "MB-browser-second-half")
	b.ReportMetric(float64(own>>20), "MB-own")
}

// memoryOf is the memory of the processes of a group, in bytes.
func memoryOf(b *testing.B, group int) (sum int64) {
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		b.Fatal(err)
	}
	for _, stat := range stats {
		text, err := os.ReadFile(stat)
		if err != nil || strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))[2] != strconv.Itoa(group) {
			continue
		}
		status, _ := os.ReadFile(filepath.Join(filepath.Dir(stat), "status"))
		for line := range strings.Lines(string(status)) {
			name, value, _ := strings.Cut(line, ":")
			if name == "RssAnon" || name == "RssShmem" {
				kb, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
				sum += kb << 10
			}
		}
	}
	return sum
}

// client asks a real server.
type client struct{ http *http.Client }

func (c *client) Ask(ctx context.Context, r *render.Request) (*render.Response, error) {
	request, err := http.NewRequestWithContext(ctx, r.Method, r.URL, bytes.NewReader(r.Body))
	if err != nil {
		return nil, err
	}
	request.Header = r.Header
	answer, err := c.http.Transport.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	return &render.Response{Status: answer.StatusCode, Header: answer.Header, Body: body}, err
}

func newOurs(b *testing.B, server *httptest.Server, o render.Options) func(url string) {
	r := newRenderer(b, &client{http: server.Client()}, o)
	return func(url string) {
		if result := mustRender(b, r, url); !bytes.Contains(result.HTML, []byte("<h1>Chart")) {
			b.Errorf("%s: %+v", url, result)
		}
	}
}

func newBare(b *testing.B) func(url string) {
	path := os.Getenv("BROWSER")
	if path == "" {
		var err error
		if path, err = chromium.Find(); err != nil {
			b.Fatal(err)
		}
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.Flag("ignore-certificate-errors", true),
		chromedp.Flag("blink-settings", "imagesEnabled=false"), chromedp.Flag("disable-remote-fonts", true),
		chromedp.ModifyCmdFunc(func(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	b.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	b.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		b.Fatal(err)
	}
	return func(url string) {
		ctx, cancel := chromedp.NewContext(ctx, chromedp.WithNewBrowserContext())
		defer cancel()
		html, err := "", chromedp.Do(ctx, chromedp.Navigate(url), chromedp.WaitReady(chromedp.CSS("h1")))
		if err == nil {
			html, err = chromedp.Run(ctx, chromedp.OuterHTML(chromedp.CSS("html")))
		}
		if err != nil || !strings.Contains(html, "<h1>Chart") {
			b.Errorf("bare: %s: %v %s", url, err, html)
		}
	}
}

// cpuOf is the CPU time of this process and all that came of it: the
// processes that run, and those they waited for.
func cpuOf(b *testing.B) time.Duration {
	parent, ticks := map[int]int{}, map[int]int64{}
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		b.Fatal(err)
	}
	for _, stat := range stats {
		text, err := os.ReadFile(stat)
		if err != nil {
			continue
		}
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(stat)))
		parent[pid], _ = strconv.Atoi(fields[1])
		for _, field := range fields[11:15] { // utime, stime, and the children's
			n, _ := strconv.ParseInt(field, 10, 64)
			ticks[pid] += n
		}
	}
	var sum int64
	for pid := range ticks {
		for p := pid; p > 1; p = parent[p] {
			if p == os.Getpid() {
				sum += ticks[pid]
				break
			}
		}
	}
	const perSecond = 100 // USER_HZ, the same on all of Linux
	return time.Duration(sum) * time.Second / perSecond
}
