package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
	"github.com/portolan-seo/portolan/frontier/workload"
)

// storeBench is one run of "bench store".
type storeBench struct {
	urls, pages int
	durable     bool
	file        string
}

// benchStep is what one step cost, in a process of its own.
type benchStep struct {
	CPU     float64 `json:"cpu_s"`
	Wall    float64 `json:"wall_s"`
	PeakMB  float64 `json:"peak_rss_mb"` // 0 where the system does not tell
	Counted int     `json:"counted"`     // URLs, pages or links that it went through
	*crawlStep
}

// crawlStep is what the crawl itself measures besides.
type crawlStep struct {
	URLs        int     `json:"urls"`
	PerThousand float64 `json:"cpu_ms_per_1000_pages"`
	Last        float64 `json:"cpu_ms_per_1000_pages_last_tenth"`
	Slowest     int64   `json:"slowest_commit_ms"`
	PerURL      float64 `json:"disk_bytes_per_url"`
	PerPage     float64 `json:"disk_bytes_per_page"`
}

// namedStep is one step of a benchmark.
type namedStep struct {
	name string
	run  func() (benchStep, error)
}

// steps are the steps in their order: each is given the file that those
// before it have left.
func (b *storeBench) steps() []namedStep {
	return []namedStep{
		{"crawl", b.crawl},
		{"reopen", b.reopen},
		{"verdicts", b.verdicts},
		{"sorted", b.sorted},
		{"links", b.links},
		{"inlinks", b.inlinks},
		{"redirects", b.redirects},
		{"clicks", b.clicks},
	}
}

// benchCmd measures. It is hidden: its figures are for those who work on
// portolan, or choose a machine for a very large site.
func (p *program) benchCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:    "bench",
		Short:  "Measure portolan on this machine",
		Hidden: true,
	}
	cmd.AddCommand(p.benchStoreCmd(), p.benchPublishCmd())
	return cmd
}

func (p *program) benchStoreCmd() *cobra.Command {
	var b storeBench
	var step string
	cmd := &cobra.Command{
		Use:   "store",
		Short: "Measure the crawl file: a crawl without network and pages",
		Long: `Measure the crawl file with a made-up site of 70 links a page: 40 of a menu,
3.5 to new URLs, the rest to known ones. Prints one JSON object: CPU time for
1,000 pages, peak memory, bytes on disk, and what the steps after the crawl
cost, each of them in a process of its own. The process of the crawl ends
without closing its file, as if it were killed, so that "reopen" is what a run
after that waits for.`,
		Example: `  portolan bench store
  portolan bench store --urls 10000000
  portolan bench store --urls 1000000 --pages 1000000 --file /data/bench.db`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 || b.urls < 1 || b.pages < 0 {
				return usagef("bench store wants no argument, --urls of 1 or more and --pages of 0 or more")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if step != "" {
				return p.benchStep(b.steps(), step)
			}
			return p.benchStore(cmd.Context(), &b)
		},
	}
	cmd.Flags().IntVar(&b.urls, "urls", 1_000_000, "URLs of the site")
	cmd.Flags().IntVar(&b.pages, "pages", 0, "pages to settle (default: as many as it takes to know all URLs)")
	cmd.Flags().BoolVar(&b.durable, "durable", false, "as in crawl")
	cmd.Flags().StringVar(&b.file, "file", "", "make and keep the crawl file here (default: a temporary one)")
	cmd.Flags().StringVar(&step, "step", "", "make this step alone, in this process")
	_ = cmd.Flags().MarkHidden("step") // it is there: declared above
	return cmd
}

// benchStore runs the steps and prints what they cost.
func (p *program) benchStore(ctx context.Context, b *storeBench) error {
	if b.file == "" {
		dir, err := os.MkdirTemp("", "portolan-bench-")
		if err != nil {
			return failf("make folder: %w", err)
		}
		defer os.RemoveAll(dir)
		b.file = filepath.Join(dir, "crawl.db")
	}
	return p.runSteps(ctx, b.steps(), "store", "--file", b.file, "--durable="+strconv.FormatBool(b.durable),
		"--urls", strconv.Itoa(b.urls), "--pages", strconv.Itoa(b.pages))
}

// runSteps runs the steps of a benchmark, whose name and flags are given, and
// prints what they cost.
func (p *program) runSteps(ctx context.Context, steps []namedStep, args ...string) error {
	all := map[string]json.RawMessage{}
	for _, s := range steps {
		p.log.Info("measuring", "step", s.name)
		out, err := runStep(ctx, s.name, args)
		if err != nil {
			return err
		}
		all[s.name] = out
	}
	if err := p.printJSON(all); err != nil {
		return failf("print figures: %w", err)
	}
	return nil
}

// runStep runs a step in a process of its own: only so has it a peak of
// memory of its own.
func runStep(ctx context.Context, name string, args []string) (json.RawMessage, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, failf("find the program itself: %w", err)
	}
	cmd := exec.CommandContext(ctx, self, append(append([]string{"bench"}, args...), "--step", name, "--quiet")...)
	cmd.Args[0] = os.Args[0]
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return nil, failf("measure step %s: %w: %s", name, err, bytes.TrimSpace(said.Bytes()))
	}
	return bytes.TrimSpace(out), nil
}

// benchStep makes one step and prints what it cost.
func (p *program) benchStep(steps []namedStep, name string) error {
	setGCPercent()
	for _, s := range steps {
		if s.name != name {
			continue
		}
		cpu, began := workload.CPUTime(), time.Now()
		cost, err := s.run()
		if err != nil {
			return failf("%s: %w", name, err)
		}
		cost.CPU, cost.Wall = (workload.CPUTime() - cpu).Seconds(), time.Since(began).Seconds()
		cost.PeakMB = float64(workload.PeakRSS()) / 1e6
		return p.printJSON(cost)
	}
	return usagef("there is no step %q", name)
}

func (b *storeBench) crawl() (cost benchStep, err error) {
	store, err := sqlite.Create(b.file, sqlite.Options{Durable: b.durable})
	if err != nil {
		return cost, err
	}
	m, err := workload.Crawl(store, store.Key(), b.urls, b.pages)
	if err != nil {
		return cost, err
	}
	size := int64(0)
	for _, name := range []string{b.file, b.file + "-wal"} {
		if info, err := os.Stat(name); err == nil {
			size += info.Size()
		}
	}
	perPage := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	cost.Counted = m.Pages
	cost.crawlStep = &crawlStep{
		URLs: m.URLs, PerThousand: perPage(m.CPU * 1000 / time.Duration(m.Pages)), Last: perPage(m.PerThousand()),
		Slowest: m.Slowest.Milliseconds(), PerURL: float64(size) / float64(m.URLs), PerPage: float64(size) / float64(m.Pages),
	}
	return cost, nil // the store is not closed: the process ends as if it were killed
}

// reopen opens the file up to the first URL that it hands out.
func (b *storeBench) reopen() (cost benchStep, err error) {
	return b.with(func(store *sqlite.Store) (int, error) {
		_, _, err := store.Lease(1, frontier.LastRank, time.Now())
		return store.Counts().Known, err
	})
}

// verdicts lists every URL, as a site without faults has it.
func (b *storeBench) verdicts() (benchStep, error) {
	return b.with(func(store *sqlite.Store) (int, error) {
		known := store.Counts().Known
		return known, store.PutVerdicts(context.Background(), "", func(yield func(frontier.Verdict, error) bool) {
			for id := range known {
				if !yield(frontier.Verdict{ID: frontier.ID(id), Code: 1, Target: frontier.NoID}, nil) {
					return
				}
			}
		})
	})
}

func (b *storeBench) sorted() (benchStep, error) {
	return b.reading(func(store *sqlite.Store) (n int, err error) {
		for _, err := range store.Listed(context.Background(), 1) {
			if err != nil {
				return n, err
			}
			n++
		}
		return n, nil
	})
}

func (b *storeBench) links() (benchStep, error) {
	return b.reading(func(store *sqlite.Store) (n int, err error) {
		for _, err := range store.Graph(context.Background()) {
			if err != nil {
				return n, err
			}
			n++
		}
		return n, nil
	})
}

func (b *storeBench) inlinks() (benchStep, error) {
	return b.with(func(store *sqlite.Store) (int, error) {
		return store.Counts().Settled, store.BuildInLinks(context.Background())
	})
}

// redirects resolves redirects to their ends; the made-up site has none, so
// that it is the pass that is measured.
func (b *storeBench) redirects() (benchStep, error) {
	return b.reading(func(store *sqlite.Store) (int, error) {
		_, err := audit.ReadEnds(context.Background(), store)
		return store.Counts().Known, err
	})
}

// clicks finds the shortest ways from the start.
func (b *storeBench) clicks() (benchStep, error) {
	return b.reading(func(store *sqlite.Store) (int, error) {
		_, err := audit.ReadClicks(context.Background(), store)
		return store.Counts().Known, err
	})
}

// with makes a step with the file opened for writing.
func (b *storeBench) with(step func(*sqlite.Store) (int, error)) (cost benchStep, err error) {
	store, err := sqlite.Open(b.file, sqlite.Options{Durable: b.durable})
	if err != nil {
		return cost, err
	}
	return stepWith(store, step)
}

func (b *storeBench) reading(step func(*sqlite.Store) (int, error)) (cost benchStep, err error) {
	store, err := sqlite.OpenReadOnly(b.file)
	if err != nil {
		return cost, err
	}
	return stepWith(store, step)
}

func stepWith(store *sqlite.Store, step func(*sqlite.Store) (int, error)) (cost benchStep, err error) {
	if cost.Counted, err = step(store); err != nil {
		return cost, err
	}
	if err := store.Close(); err != nil {
		return cost, fmt.Errorf("close: %w", err)
	}
	return cost, nil
}
