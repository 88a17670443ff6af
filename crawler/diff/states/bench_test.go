package states_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/diff"
	"github.com/portolan-seo/portolan/crawler/diff/states"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/sqlite"
	"github.com/portolan-seo/portolan/frontier/workload"
)

// BenchmarkDiff measures the comparison of two crawls of a made-up site of
// PORTOLAN_BENCH_URLS URLs (100,000), of which every hundredth page has changed
// in between. Each step is made in a process of its own; those that make the
// crawl files are none of what is measured.
//
//	PORTOLAN_BENCH_URLS=1000000 go test -run '^$' -bench Diff -benchtime 1x -timeout 0 ./crawler/diff/states
func BenchmarkDiff(b *testing.B) {
	workload.Bench(b, steps(workload.Number("PORTOLAN_BENCH_URLS", 100_000)))
}

// TestSteps makes the steps of the benchmark with a small site.
func TestSteps(t *testing.T) {
	dir := t.TempDir()
	for _, s := range steps(3000) {
		want := 3000
		if s.Name == "diff" {
			want = 30
		}
		if n, _, err := s.Run(dir); err != nil || n != want {
			t.Fatalf("%s: %d, want %d (%v)", s.Name, n, want, err)
		}
	}
}

func steps(urls int) []workload.Step {
	crawl := func(name string, every int) workload.Step {
		return workload.Step{Name: name, Run: func(dir string) (int, map[string]float64, error) {
			n, err := makeCrawl(filepath.Join(dir, name+".db"), urls, every)
			return n, nil, err
		}}
	}
	return []workload.Step{crawl("before", 0), crawl("now", 100), {Name: "diff", Run: func(dir string) (int, map[string]float64, error) {
		n, err := compare(filepath.Join(dir, "before.db"), filepath.Join(dir, "now.db"))
		return n, nil, err
	}}}
}

const origin = "https://www.example.com"

// edited changes every so manieth page.
type edited struct {
	*sqlite.Store
	every int
}

func (s *edited) Settle(b *frontier.Batch) error {
	for i := range b.Pages {
		p := &b.Pages[i]
		p.Record.Content = 1 + uint64(p.ID)
		if s.every > 0 && int(p.ID)%s.every == 0 {
			p.Record.Content++
		}
	}
	return s.Store.Settle(b)
}

// makeCrawl makes a judged crawl file.
func makeCrawl(file string, urls, every int) (int, error) {
	store, err := sqlite.Create(file, sqlite.Options{})
	if err != nil {
		return 0, err
	}
	m, err := workload.Crawl(&edited{store, every}, store.Key(), urls, urls)
	if err != nil {
		return 0, err
	}
	o := stored.Options{MapURL: origin + "/sitemap.xml", Crawl: crawler.Options{ListAgent: "googlebot"}}
	if o.Crawl.Scope, err = canonical.ScopeOf(o.MapURL); err != nil {
		return 0, err
	}
	meta := o.Lasting()
	meta[crawler.MetaEnd] = string(crawler.Complete)
	robots := []frontier.RobotsFile{{Origin: origin, Status: 404, FetchedAt: time.Now()}}
	if err := store.Settle(&frontier.Batch{Meta: meta, Robots: robots}); err != nil {
		return 0, err
	}
	crawl, err := stored.Read(store)
	if err != nil {
		return 0, err
	}
	rules, err := crawl.AuditOptions()
	if err != nil {
		return 0, err
	}
	if _, err := audit.JudgeAll(context.Background(), crawl, rules); err != nil {
		return 0, err
	}
	return m.Pages, store.Finish()
}

// compare does what portolan diff does.
func compare(before, now string) (changes int, err error) {
	var sides [2]*diff.State
	for i, name := range []string{before, now} {
		crawl, err := stored.OpenFile(name)
		if err != nil {
			return 0, err
		}
		defer crawl.Close()
		if sides[i], err = states.Crawl(context.Background(), crawl, states.Options{Name: name, Temp: filepath.Dir(name)}); err != nil {
			return 0, err
		}
		defer sides[i].Close()
	}
	c, err := diff.Compare(context.Background(), sides[0], sides[1], diff.Options{Temp: filepath.Dir(now)})
	if err != nil {
		return 0, err
	}
	defer c.Close()
	out, err := os.Create(now + ".changes")
	if err != nil {
		return 0, err
	}
	defer out.Close()
	for change, err := range c.Changes(context.Background()) {
		if err != nil {
			return 0, err
		}
		fmt.Fprintln(out, change.Kind, change.URL)
		changes++
	}
	return changes, nil
}
