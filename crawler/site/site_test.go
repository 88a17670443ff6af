package site_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/fetch/fetchtest"
	"github.com/portolan-seo/portolan/crawler/guard"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/frontier"
)

// runner makes runs over one folder.
type runner struct {
	t      *testing.T
	dir    string
	server *crawltest.Server // of the last run
}

// chain is a home page with so many pages behind it, of which those from gone
// on are answered with 404.
func chain(origin string, pages, gone int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "origin: %s\n-- / --\n<title>Home</title>\n", origin)
	for i := range pages {
		fmt.Fprintf(&b, "<a href=/p%d>page %d</a>\n", i, i)
	}
	for i := range min(pages, gone) {
		fmt.Fprintf(&b, "-- /p%d --\n<title>Page %d</title> number %d of its kind\n", i, i, i)
	}
	return b.String()
}

// make crawls a made-up site, whose home page it is, under options that change
// may set.
func (r *runner) make(archive string, change func(*site.Options)) (*site.Run, error) {
	r.t.Helper()
	made, err := crawltest.Parse([]byte(archive))
	if err != nil {
		r.t.Fatal(err)
	}
	server := crawltest.NewServer(r.t, made)
	r.server = server
	client := fetchtest.NewClient(r.t, server, fetch.Options{UserAgent: "test/1.0"})
	o := site.Options{Dir: r.dir}
	o.Crawl.NewFetcher = func() crawler.Fetcher { return client.NewFetcher() }
	if change != nil {
		change(&o)
	}
	origin, _, _ := strings.Cut(strings.TrimPrefix(archive, "origin: "), "\n")
	return site.Make(r.t.Context(), origin+"/", o)
}

func newRunner(t *testing.T) *runner { return &runner{t: t, dir: filepath.Join(t.TempDir(), "site")} }

func (r *runner) sitemap() string {
	r.t.Helper()
	text, err := os.ReadFile(filepath.Join(r.dir, "sitemap.xml"))
	if err != nil {
		r.t.Fatal(err)
	}
	return string(text)
}

// Each run is a crawl of its own; files that did not change stay, and old
// crawls go.
func TestMakeAgain(t *testing.T) {
	r := newRunner(t)
	keepTwo := func(o *site.Options) { o.Keep = 2 }
	for i := range 3 {
		run, err := r.make(chain("http://again.example", 5, 5), keepTwo)
		if err != nil {
			t.Fatal(err)
		}
		if run.Published.URLs != 6 || run.Published.Changed != (i == 0) || !run.Resumed.IsZero() {
			t.Errorf("run %d: %d URLs, changed %t, resumed %s", i, run.Published.URLs, run.Published.Changed, run.Resumed)
		}
	}
	if files, err := filepath.Glob(filepath.Join(r.dir, "crawls", "*.db")); err != nil || len(files) != 2 {
		t.Errorf("crawl files %q, want 2 (%v)", files, err)
	}
}

// A set that would lose most of the one that stands is refused, and published
// once a person wants it.
func TestRefusal(t *testing.T) {
	r := newRunner(t)
	if _, err := r.make(chain("http://loss.example", 60, 60), nil); err != nil {
		t.Fatal(err)
	}
	before := r.sitemap()
	run, err := r.make(chain("http://loss.example", 60, 3), nil)
	refusal, ok := errors.AsType[*site.Refusal](err)
	if !ok || refusal.Reason() == guard.None || len(refusal.Causes) == 0 || refusal.Last.Files.URLs != 61 {
		t.Fatalf("refused: %v (%+v)", err, refusal)
	}
	if run.Published != nil || r.sitemap() != before {
		t.Error("the set that stood was replaced")
	}
	run, err = r.make(chain("http://loss.example", 60, 3), func(o *site.Options) { o.Force = true })
	if err != nil || run.Published.URLs != 4 {
		t.Errorf("by force: %v", err)
	}
}

// A crawl that ended at a limit goes on with a higher one, and begins anew
// under other options.
func TestGoesOn(t *testing.T) {
	r := newRunner(t)
	var anew string
	var began time.Time
	options := func(pages int, exclude string) func(*site.Options) {
		return func(o *site.Options) {
			o.Crawl.Limits.Pages = pages
			if exclude != "" {
				if err := o.Crawl.Filter.Add(exclude, false); err != nil {
					t.Fatal(err)
				}
			}
			o.GoesOn = func(at time.Time, _ frontier.Counts) { began = at }
			o.BeginsAnew = func(why string) { anew = why }
		}
	}
	archive := chain("http://limit.example", 20, 20)
	first, err := r.make(archive, options(5, ""))
	if err != nil || first.Result.End != crawler.LimitPages {
		t.Fatalf("end %q, %v", first.Result.End, err)
	}
	second, err := r.make(archive, options(8, ""))
	if err != nil || second.File != first.File || began.IsZero() || !second.Resumed.Equal(began) {
		t.Errorf("it went on with %s, not with %s (%v)", second.File, first.File, err)
	}
	third, err := r.make(archive, options(12, "*/p1*"))
	if err != nil || third.File == first.File || !strings.Contains(anew, "include/--exclude differs") {
		t.Errorf("it begins anew in %s, because %q (%v)", third.File, anew, err)
	}
}

// A folder belongs to one scope.
func TestOtherScope(t *testing.T) {
	r := newRunner(t)
	if _, err := r.make(chain("http://one.example", 1, 1), nil); err != nil {
		t.Fatal(err)
	}
	_, err := r.make(chain("http://two.example", 1, 1), nil)
	if other, ok := errors.AsType[*site.OtherScopeError](err); !ok || other.Has != "http://one.example/" || other.Wanted != "http://two.example/" {
		t.Errorf("%v", err)
	}
}

// A crawl that was asked to stop publishes nothing, and the next run goes on
// with it.
func TestInterrupted(t *testing.T) {
	r := newRunner(t)
	archive := chain("http://stop.example", 5, 5)
	stop := make(chan struct{})
	close(stop)
	first, err := r.make(archive, func(o *site.Options) { o.Crawl.Drain = stop })
	if !errors.Is(err, site.ErrInterrupted) || first.Published != nil {
		t.Fatalf("interrupted: %v", err)
	}
	second, err := r.make(archive, nil)
	if err != nil || second.File != first.File || second.Published.URLs != 6 {
		t.Errorf("it went on with %s, not with %s (%v)", second.File, first.File, err)
	}
}
