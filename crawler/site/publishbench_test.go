package site_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/last"
	"github.com/portolan-seo/portolan/crawler/site/listing"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/sqlite"
	"github.com/portolan-seo/portolan/frontier/workload"
	"github.com/portolan-seo/portolan/sitemap"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// BenchmarkPublish measures the way from a crawl file to published sitemap
// files, with a made-up site of PORTOLAN_BENCH_URLS URLs (100,000), all of which
// are settled and listed, each page with PORTOLAN_BENCH_IMAGES pictures (none).
// Each step is made in a process of its own:
//
//	crawl     makes the crawl file; it is none of what is measured
//	verdicts  gives every URL its verdict and stores them
//	judge     reads what explain needs of all URLs to tell of one
//	sorted    reads the listed URLs in their order
//	dated     the same, with the date of each page's last change
//	publish   all of it: sorted, dated, written, read back, put in place
//	findings  looks for all that is wrong with the site
//	causes    the same, grouped by causes
//	again     publishes once more, when nothing has changed
//	remember  keeps what was published, for later sets to be measured by
//	compare   compares the crawl, as if it were the next one, with the set that
//	          stands and with another reference
//	read      reads the published files as "portolan check" does
//
// Then come the steps of reportSteps.
//
// With PORTOLAN_BENCH_FOLDER the site folder stays there.
//
//	PORTOLAN_BENCH_URLS=10000000 go test -run '^$' -bench Publish -benchtime 1x -timeout 0 ./crawler/site
func BenchmarkPublish(b *testing.B) {
	p := publishBench{urls: workload.Number("PORTOLAN_BENCH_URLS", 100_000), pictures: workload.Number("PORTOLAN_BENCH_IMAGES", 0)}
	workload.Bench(b, append(p.steps(), p.reportSteps()...))
}

// TestPublishSteps makes the steps of the benchmark with a small site, and
// looks at what they leave.
func TestPublishSteps(t *testing.T) {
	dir := t.TempDir()
	p := publishBench{urls: 1000, pictures: 2}
	for _, s := range p.steps() {
		if counted, _, err := s.Run(dir); err != nil || counted != p.urls {
			t.Fatalf("%s: %d, want %d (%v)", s.Name, counted, p.urls, err)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "sitemap.xml"))
	if err != nil {
		t.Fatal(err)
	}
	for tag, want := range map[string]int{"<loc>": p.urls, "<lastmod>202": p.urls, "<image:loc>": 2 * p.urls} {
		if n := strings.Count(string(text), tag); n != want {
			t.Errorf("%d %s, want %d", n, tag, want)
		}
	}
}

type publishBench struct{ urls, pictures int }

func (p *publishBench) steps() []workload.Step {
	step := func(name string, run func(dir string) (int, error)) workload.Step {
		return workload.Step{Name: name, Run: func(dir string) (int, map[string]float64, error) {
			n, err := run(dir)
			return n, nil, err
		}}
	}
	reading := func(name string, do func(*benchSet) (int, error)) workload.Step {
		return step(name, func(dir string) (int, error) {
			w, err := p.open(dir, sqlite.OpenReadOnly)
			if err != nil {
				return 0, err
			}
			defer w.stored.Close()
			return do(w)
		})
	}
	return []workload.Step{
		step("crawl", p.crawl),
		step("verdicts", p.verdicts),
		reading("judge", (*benchSet).judge),
		reading("sorted", func(w *benchSet) (int, error) { return w.count(nil) }),
		reading("dated", (*benchSet).dated),
		reading("publish", (*benchSet).publish),
		reading("findings", (*benchSet).findings),
		reading("causes", (*benchSet).causes),
		reading("again", (*benchSet).publish),
		reading("remember", (*benchSet).remember),
		reading("compare", (*benchSet).compare),
		step("read", readPublished),
	}
}

// benchOrigin is that of the made-up site of package workload.
const benchOrigin = "https://www.example.com"

func crawlFile(dir string) string {
	return filepath.Join(dir, folder.CrawlsDir, "20261121T120000Z.db")
}

// crawl makes a crawl file of which a sitemap can be made.
func (p *publishBench) crawl(dir string) (int, error) {
	file := crawlFile(dir)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return 0, err
	}
	store, err := sqlite.Create(file, sqlite.Options{})
	if err != nil {
		return 0, err
	}
	m, err := workload.Crawl(&illustrated{store, p.pictures}, store.Key(), p.urls, p.urls)
	if err != nil {
		return 0, err
	}
	o := stored.Options{MapURL: benchOrigin + "/sitemap.xml", Crawl: crawler.Options{ListAgent: "googlebot"}}
	if o.Crawl.Scope, err = canonical.ScopeOf(o.MapURL); err != nil {
		return 0, err
	}
	meta := map[string]string{crawler.MetaEnd: string(crawler.Complete)}
	for _, more := range []map[string]string{o.Lasting(), o.Passing(), stored.Concluded(nil, nil, stored.Unpublished{})} {
		maps.Copy(meta, more)
	}
	err = store.Settle(&frontier.Batch{Meta: meta, Robots: []frontier.RobotsFile{{Origin: benchOrigin, Status: 200, FetchedAt: time.Now(),
		Body: []byte("User-agent: *\nDisallow: /search\nDisallow: /*?sort=\nDisallow: /cart/\nAllow: /cart/help\n")}}})
	if err != nil {
		return 0, err
	}
	return m.Pages, store.Finish()
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
func (p *publishBench) verdicts(dir string) (int, error) {
	w, err := p.open(dir, func(file string) (*sqlite.Store, error) { return sqlite.Open(file, sqlite.Options{}) })
	if err != nil {
		return 0, err
	}
	sum, err := audit.JudgeAll(context.Background(), w.stored, w.Rules)
	if err != nil {
		return 0, err
	}
	return sum.Of(audit.ListedInFile), w.stored.Finish()
}

// benchSet is the set as "portolan sitemap" makes it.
type benchSet struct {
	listing.Set
	stored *stored.Crawl
}

func (p *publishBench) open(dir string, open func(string) (*sqlite.Store, error)) (w *benchSet, err error) {
	store, err := open(crawlFile(dir))
	if err != nil {
		return nil, err
	}
	w = &benchSet{}
	if w.stored, err = stored.Read(store); err != nil {
		return nil, err
	}
	rules, err := w.stored.AuditOptions()
	w.Set = listing.Set{Options: &listing.Options{Images: p.pictures > 0}, Crawl: store, Dir: dir, URL: w.stored.MapURL, Scope: w.stored.Options.Scope, Rules: rules, Now: time.Now()}
	return w, err
}

func (w *benchSet) judge() (int, error) {
	_, err := audit.NewJudge(context.Background(), w.stored, w.Rules)
	return w.stored.Counts().Known, err
}

func (w *benchSet) causes() (int, error) {
	_, _, err := w.stored.Causes(context.Background(), stored.Asked{})
	return w.stored.Counts().Known, err
}

func (w *benchSet) findings() (int, error) {
	_, err := w.stored.Findings(context.Background(), stored.Asked{}, nil)
	return w.stored.Counts().Known, err
}

func (w *benchSet) dated() (int, error) {
	dates, err := stored.LastMods(context.Background(), w.stored)
	if err != nil {
		return 0, err
	}
	return w.count(dates)
}

// count reads the listed URLs and finds the dates of them, if asked to; then it
// counts the dated ones alone.
func (w *benchSet) count(dates *audit.LastMods) (n int, err error) {
	for row, err := range w.stored.Listed(context.Background(), audit.InState(audit.ListedInFile)) {
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

func (w *benchSet) publish() (int, error) {
	set, err := w.Write(context.Background())
	if err != nil {
		return 0, err
	}
	return set.URLs, nil
}

// remember keeps what the published set lists as the reference. That it is the
// set that stands is not noted, so that it is read once more to compare.
func (w *benchSet) remember() (int, error) {
	if err := publish.WriteReference(w.Dir, publish.Reference{Made: w.Now}, w.URLs(context.Background())); err != nil {
		return 0, err
	}
	r, err := publish.ReadReference(w.Dir)
	return r.URLs, err
}

// compare does what a crawl does at its end, but for reading the earlier one's
// texts.
func (w *benchSet) compare() (n int, err error) {
	s := &last.Set{Dir: w.Dir, Crawl: w.stored.Store}
	if s.Files, _, err = publish.Current(w.Dir); err != nil {
		return 0, err
	}
	if s.Reference, err = publish.ReadReference(w.Dir); err != nil {
		return 0, err
	}
	c, err := s.Compare(context.Background(), last.Judged{Crawl: w.stored, By: w.Rules}, &last.Notices{})
	if err != nil {
		return 0, err
	}
	return c.Reference.URLs, nil
}

// readPublished reads the published files.
func readPublished(dir string) (n int, err error) {
	set, stands, err := publish.Current(dir)
	if err != nil || !stands {
		return 0, fmt.Errorf("look for the published files: none stand (%w)", err)
	}
	for _, f := range slices.Concat(set.Indexes, set.Files) {
		file, err := os.Open(filepath.Join(dir, f.Name))
		if err != nil {
			return 0, err
		}
		report, err := sitemap.Read(file, sitemap.ReadOptions{At: f.URL, Name: f.Name}, nil)
		file.Close() // read only
		if err != nil || !report.Valid() {
			return 0, fmt.Errorf("read %s: %v %w", f.Name, report.Problems, err)
		}
		n += report.URLs
	}
	return n, nil
}
