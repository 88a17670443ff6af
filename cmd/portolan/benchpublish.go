package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
	"github.com/portolan-seo/portolan/frontier/workload"
	"github.com/portolan-seo/portolan/sitemap"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// publishBench is one run of "bench publish".
type publishBench struct {
	urls     int
	pictures int    // of each page
	folder   string // of the site
}

// steps are the steps in their order. The first one makes the crawl file of
// the others; what it costs is what a crawl costs.
func (b *publishBench) steps() []namedStep {
	return []namedStep{
		{"crawl", b.crawl},
		{"verdicts", b.verdicts},
		{"sorted", b.sorted},
		{"dated", b.dated},
		{"publish", b.publish},
		{"again", b.publish},
		{"remember", b.remember},
		{"compare", b.compare},
		{"read", b.read},
	}
}

func (p *program) benchPublishCmd() *cobra.Command {
	var b publishBench
	var step string
	cmd := &cobra.Command{
		Use:   "publish",
		Short: "Measure the way from a crawl file to published sitemap files",
		Long: `Measure the way from a crawl file to published sitemap files, with a made-up
site all of whose URLs are settled and listed. Prints one JSON object of what
each step costs, each of them in a process of its own:

  crawl     makes the crawl file; it is none of what is measured
  verdicts  gives every URL its verdict and stores them
  sorted    reads the listed URLs in their order
  dated     the same, with the date of each page's last change
  publish   all of it: sorted, dated, written, read back, put in place
  again     the same once more, when nothing has changed
  remember  keeps what was published, for later sets to be measured by
  compare   compares the crawl, as if it were the next one, with the set that
            stands and with another reference
  read      reads the published files as "portolan check" does`,
		Example: `  portolan bench publish
  portolan bench publish --urls 10000000 --folder /data/bench`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 || b.urls < 1 || b.pictures < 0 || b.pictures > 1000 {
				return usagef("bench publish wants no argument, --urls of 1 or more and --images of 0 to 1,000")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if step != "" {
				return p.benchStep(b.steps(), step)
			}
			return p.benchPublish(cmd.Context(), &b)
		},
	}
	cmd.Flags().IntVar(&b.urls, "urls", 1_000_000, "URLs of the site, all of them listed")
	cmd.Flags().IntVar(&b.pictures, "images", 0, "pictures of each page, which are listed, too")
	cmd.Flags().StringVar(&b.folder, "folder", "", "make and keep the site folder here (default: a temporary one)")
	cmd.Flags().StringVar(&step, "step", "", "make this step alone, in this process")
	_ = cmd.Flags().MarkHidden("step") // it is there: declared above
	return cmd
}

// benchPublish runs the steps and prints what they cost.
func (p *program) benchPublish(ctx context.Context, b *publishBench) error {
	if b.folder == "" {
		dir, err := os.MkdirTemp("", "portolan-bench-")
		if err != nil {
			return failf("make folder: %w", err)
		}
		defer os.RemoveAll(dir)
		b.folder = dir
	}
	return p.runSteps(ctx, b.steps(), "publish", "--urls", strconv.Itoa(b.urls), "--images", strconv.Itoa(b.pictures), "--folder", b.folder)
}

// benchSite is the made-up site of package workload.
const benchSite = "https://www.example.com/"

// file is the crawl file.
func (b *publishBench) file() string {
	return filepath.Join(b.folder, crawlsDir, "20261121T120000Z.db")
}

// crawl settles every URL, and notes what a crawl notes of its options.
func (b *publishBench) crawl() (cost benchStep, err error) {
	if err := os.MkdirAll(filepath.Dir(b.file()), 0o777); err != nil {
		return cost, err
	}
	store, err := sqlite.Create(b.file(), sqlite.Options{})
	if err != nil {
		return cost, err
	}
	m, err := workload.Crawl(&illustrated{store, b.pictures}, store.Key(), b.urls, b.urls)
	if err != nil {
		return cost, err
	}
	err = store.Settle(&frontier.Batch{
		Meta: map[string]string{
			metaScope: benchSite, metaSitemap: benchSite + "sitemap.xml", metaOption + "list-agent": "googlebot",
			crawler.MetaEnd: string(crawler.Complete), metaConcluded: "yes",
		},
		Robots: []frontier.RobotsFile{{Origin: strings.TrimSuffix(benchSite, "/"), Status: 200, FetchedAt: time.Now(),
			Body: []byte("User-agent: *\nDisallow: /search\nDisallow: /*?sort=\nDisallow: /cart/\nAllow: /cart/help\n")}},
	})
	if err != nil {
		return cost, err
	}
	cost.Counted = m.Pages
	return cost, store.Finish()
}

// illustrated gives each page pictures of its own.
type illustrated struct {
	*sqlite.Store
	pictures int
}

func (s *illustrated) Settle(b *frontier.Batch) error {
	for i := range b.Pages {
		p := &b.Pages[i]
		var list []string
		for n := range s.pictures {
			list = append(list, fmt.Sprintf("https://cdn.example.com/pictures/%d/of-the-article-%d-800x600.jpg", p.ID, n))
		}
		p.Record.Images = strings.Join(list, "\n")
	}
	return s.Store.Settle(b)
}

// verdicts judges the crawl as the end of a crawl does, with all URLs in
// memory.
func (b *publishBench) verdicts() (cost benchStep, err error) {
	store, err := sqlite.Open(b.file(), sqlite.Options{})
	if err != nil {
		return cost, err
	}
	return stepWith(store, func(store *sqlite.Store) (int, error) {
		stored, err := readStored(b.file(), store)
		if err != nil {
			return 0, err
		}
		options, err := stored.auditOptions()
		if err != nil {
			return 0, err
		}
		sum, err := audit.Judged(context.Background(), store, options)
		if err != nil {
			return 0, err
		}
		return sum.Of(audit.ListedInFile), store.Finish()
	})
}

func (b *publishBench) sorted() (benchStep, error) {
	return b.reading(func(store *sqlite.Store) (int, error) { return countListed(store, nil) })
}

func (b *publishBench) dated() (benchStep, error) {
	return b.reading(func(store *sqlite.Store) (int, error) {
		dates, err := lastMods(context.Background(), store)
		if err != nil {
			return 0, err
		}
		return countListed(store, dates)
	})
}

// countListed reads the listed URLs and finds the dates of them, if asked to;
// then it counts the dated ones alone.
func countListed(store *sqlite.Store, dates *audit.LastMods) (n int, err error) {
	for row, err := range store.Listed(context.Background(), uint8(audit.ListedCarried)) {
		if err != nil {
			return n, err
		}
		if dates != nil {
			date, _, err := dates.Of(row)
			if err != nil {
				return n, err
			}
			if date == "" {
				continue
			}
		}
		n++
	}
	return n, nil
}

// publish does what "portolan sitemap" does.
func (b *publishBench) publish() (benchStep, error) {
	return b.reading(func(store *sqlite.Store) (int, error) {
		w, err := b.setOf(store)
		if err != nil {
			return 0, err
		}
		set, err := w.write(context.Background())
		if err != nil {
			return 0, err
		}
		return set.URLs, nil
	})
}

// remember keeps what the published set lists as the reference. That it is the
// set that stands is not noted, so that it is read once more to compare.
func (b *publishBench) remember() (benchStep, error) {
	return b.reading(func(store *sqlite.Store) (int, error) {
		w, err := b.setOf(store)
		if err != nil {
			return 0, err
		}
		if err := publish.WriteReference(b.folder, publish.Reference{Made: w.now}, w.justURLs(context.Background())); err != nil {
			return 0, err
		}
		r, err := publish.ReadReference(b.folder)
		return r.URLs, err
	})
}

// compare does what a crawl does at its end, but for reading the earlier one's
// texts.
func (b *publishBench) compare() (benchStep, error) {
	return b.reading(func(store *sqlite.Store) (n int, err error) {
		w, err := b.setOf(store)
		if err != nil {
			return 0, err
		}
		last := &lastSet{dir: b.folder, crawl: store, began: w.now}
		if last.files, _, err = publish.Current(b.folder); err != nil {
			return 0, err
		}
		if last.reference, err = publish.ReadReference(b.folder); err != nil {
			return 0, err
		}
		c, err := last.compare(context.Background(), judged{store, w.stored, w.rules})
		if err != nil {
			return 0, err
		}
		return c.Reference.URLs, nil
	})
}

// setOf gives the set as "portolan sitemap" makes it.
func (b *publishBench) setOf(store *sqlite.Store) (w *benchSet, err error) {
	w = &benchSet{}
	if w.stored, err = readStored(b.file(), store); err != nil {
		return nil, err
	}
	flags := publishFlags{protocol: "0.9", formats: []string{"xml"}, index: "auto", images: b.pictures > 0}
	options, err := flags.check()
	if err != nil {
		return nil, err
	}
	rules, err := w.stored.auditOptions()
	if err != nil {
		return nil, err
	}
	w.setWriter = setWriter{publishing: options, crawl: store, dir: b.folder, url: w.stored.mapURL, scope: w.stored.scope, rules: rules, now: time.Now()}
	return w, nil
}

type benchSet struct {
	setWriter
	stored *storedCrawl
}

// read reads the published files.
func (b *publishBench) read() (cost benchStep, err error) {
	set, stands, err := publish.Current(b.folder)
	if err != nil || !stands {
		return cost, fmt.Errorf("look for the published files: none stand (%w)", err)
	}
	for _, f := range slices.Concat(set.Indexes, set.Files) {
		file, err := os.Open(filepath.Join(b.folder, f.Name))
		if err != nil {
			return cost, err
		}
		report, err := sitemap.Read(file, sitemap.ReadOptions{At: f.URL, Name: f.Name}, nil)
		file.Close() // read only
		if err != nil || !report.Valid() {
			return cost, fmt.Errorf("read %s: %v %w", f.Name, report.Problems, err)
		}
		cost.Counted += report.URLs
	}
	return cost, nil
}

func (b *publishBench) reading(step func(*sqlite.Store) (int, error)) (cost benchStep, err error) {
	store, err := sqlite.OpenReadOnly(b.file())
	if err != nil {
		return cost, err
	}
	return stepWith(store, step)
}
