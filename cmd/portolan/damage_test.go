package main

import (
	"bytes"
	"compress/gzip"
	"database/sql"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// runHere runs a command line in this process.
func runHere(t *testing.T, args ...string) (code int, out, errOut string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = run(t.Context(), args, strings.NewReader(""), &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

// locs gives what the sitemap in a folder lists.
func locs(t *testing.T, dir string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "sitemap.xml"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(regexp.MustCompile("<loc>.*?</loc>").FindAllString(string(text), -1), "\n")
}

func copyFolder(t *testing.T, from, to string) {
	t.Helper()
	if err := os.RemoveAll(to); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

// damager flips one bit after the other in the crawl files of copies of a site
// folder, and tests what a command makes of it.
type damager struct {
	t      *testing.T
	folder string // as it was left
	random *rand.Rand
	found  int // how often something was said
}

// each calls do for a folder with one wrong bit in its crawl file or the log
// beside it. PORTOLAN_TEST_FLIPS says how often: 5 by default, 200 with
// PORTOLAN_TEST_ALL; PORTOLAN_TEST_SEED, where.
func (d *damager) each(do func(dir, file string)) {
	d.t.Helper()
	times := 5
	if os.Getenv("PORTOLAN_TEST_ALL") != "" {
		times = 200
	}
	seed := uint64(numberFrom("PORTOLAN_TEST_SEED", int(time.Now().UnixNano()>>10&0xffffff)))
	d.t.Logf("PORTOLAN_TEST_SEED=%d", seed)
	d.random = rand.New(rand.NewPCG(seed, seed))
	dir := filepath.Join(d.t.TempDir(), "copy")
	for range numberFrom("PORTOLAN_TEST_FLIPS", times) {
		copyFolder(d.t, d.folder, dir)
		names, err := folder.At(dir).Crawls()
		if err != nil || len(names) != 1 {
			d.t.Fatalf("crawl files %q, %v", names, err)
		}
		d.flip(names[0])
		do(dir, names[0])
		if d.t.Failed() {
			return
		}
	}
	d.t.Logf("%d were told of", d.found)
}

func (d *damager) flip(file string) {
	d.t.Helper()
	db, err := os.ReadFile(file)
	if err != nil {
		d.t.Fatal(err)
	}
	log, _ := os.ReadFile(file + "-wal")
	at, bit := d.random.IntN(len(db)+len(log)), byte(1)<<d.random.IntN(8)
	if at < len(db) {
		db[at] ^= bit
		err = os.WriteFile(file, db, 0o666)
	} else {
		log[at-len(db)] ^= bit
		err = os.WriteFile(file+"-wal", log, 0o666)
	}
	if err != nil {
		d.t.Fatal(err)
	}
}

// same runs a command: it makes the set that is wanted, or refuses the file
// by its name.
func (d *damager) same(want, dir, file string, args ...string) {
	d.t.Helper()
	code, _, said := runHere(d.t, args...)
	named := strings.Contains(said, filepath.Base(file))
	if named {
		d.found++
	}
	switch {
	case code == exit.Failed && named:
	case code != exit.Done:
		d.t.Errorf("portolan %s: exit code %d\n%s", strings.Join(args, " "), code, said)
	case locs(d.t, dir) != want:
		d.t.Errorf("portolan %s: another set\n%s", strings.Join(args, " "), said)
	}
}

func TestOneBitOfFinishedCrawl(t *testing.T) {
	home := filepath.Join(t.TempDir(), "demo")
	runQuietly(t, exit.Done, "demo", "-o", home, "-q")
	want := locs(t, home)
	d := &damager{t: t, folder: home}
	d.each(func(dir, file string) {
		d.same(want, dir, file, "sitemap", dir, "--protocol", "0.84")
		if locs(t, dir) != want {
			t.Error("the sitemap that stood is another one now")
		}
		d.same(want, dir, file, "demo", "-o", dir, "-q")
	})
}

func TestOneBitOfUnfinishedCrawl(t *testing.T) {
	inLongForm(t)
	site := crawltest.NewServer(t, damageSite(60))
	home := filepath.Join(t.TempDir(), "site")
	runQuietly(t, exit.Done, site.URL()+"/", "-o", home, "-q")
	want := locs(t, home)
	if err := os.RemoveAll(home); err != nil {
		t.Fatal(err)
	}
	runQuietly(t, exit.Done, site.URL()+"/", "-o", home, "-q", "--max-pages", "20")
	d := &damager{t: t, folder: home}
	d.each(func(dir, file string) { d.same(want, dir, file, site.URL()+"/", "-o", dir, "-q") })
}

func TestOneBitOfKilledCrawl(t *testing.T) {
	inLongForm(t)
	site := crawltest.NewServer(t, damageSite(300))
	home := filepath.Join(t.TempDir(), "site")
	runQuietly(t, exit.Done, site.URL()+"/", "-o", home, "-q")
	want := locs(t, home)
	if err := os.RemoveAll(home); err != nil {
		t.Fatal(err)
	}
	before := len(site.Log())
	cmd := exec.Command("portolan", site.URL()+"/", "-o", home, "-q", "--concurrency", "1")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for range time.Tick(time.Millisecond) {
		if len(site.Log()) >= before+150 {
			break
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	if logs, _ := filepath.Glob(filepath.Join(home, folder.CrawlsDir, "*.db-wal")); len(logs) != 1 {
		t.Fatalf("logs %q: the crawl was not killed on its way", logs)
	}
	d := &damager{t: t, folder: home}
	d.each(func(dir, file string) { d.same(want, dir, file, site.URL()+"/", "-o", dir, "-q") })
}

// damageSite is a small site that stays as it is.
func damageSite(pages int) *crawltest.Site {
	shape := crawltest.Typical(pages, 7)
	shape.Origin = ""
	return crawltest.Generate(shape).Site()
}

// The crawls of earlier versions are read for explanations, sitemaps, and as
// the crawl before; none is gone on with.
func TestCrawlsOfEarlierVersions(t *testing.T) {
	samples, err := filepath.Glob("../../testdata/crawlfiles/v*.db.gz")
	if err != nil || len(samples) < 3 {
		t.Fatalf("samples %q, %v", samples, err)
	}
	for n, packed := range samples {
		if !inShortForm(n) {
			continue
		}
		t.Run(filepath.Base(packed), func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "demo")
			file := unpackSample(t, packed, dir)
			runQuietly(t, exit.Done, "sitemap", dir)
			listed, err := os.ReadFile(strings.Replace(packed, ".db.gz", ".listed", 1))
			if err != nil {
				t.Fatal(err)
			}
			want := "<loc>" + strings.ReplaceAll(strings.TrimSpace(strings.ReplaceAll(string(listed), "&", "&amp;")), "\n", "</loc>\n<loc>") + "</loc>"
			if got := locs(t, dir); got != want {
				t.Errorf("the sitemap lists\n%s\nwant\n%s", got, want)
			}
			if out := runQuietly(t, exit.Done, "explain", dir, "https://demo.example/"); !strings.Contains(out, "listed") {
				t.Errorf("explain:\n%s", out)
			}
			if out := runQuietly(t, exit.Done, "report", dir, "--format", "md,csv", "-o", t.TempDir()); !strings.Contains(out, "findings.csv") {
				t.Errorf("report:\n%s", out)
			}
			crawl, err := folder.At(dir).Earlier("", func(crawl *sqlite.Store) bool { return crawl.Meta("published") == "41" }, nil)
			if err != nil || crawl == nil {
				t.Fatalf("it is not found as the crawl before: %v", err)
			}
			older := crawl.Older()
			if err := crawl.Close(); err != nil {
				t.Fatal(err)
			}
			unfinish(t, file)
			before, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			_, _, said := runHere(t, "demo", "-o", dir)
			if got := strings.Contains(said, "a new crawl begins: an earlier version of portolan made the last one"); got != older || strings.Contains(said, "passed over") {
				t.Errorf("older: %v, and it says\n%s", older, said)
			}
			if after, err := os.ReadFile(file); older && (err != nil || !bytes.Equal(before, after)) {
				t.Errorf("the crawl file was changed (%v)", err)
			}
		})
	}
}

// Texts that an earlier version has measured are not compared, which is no reason to
// say that none has changed.
func TestTextsOfEarlierVersion(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "demo")
	unpackSample(t, "../../testdata/crawlfiles/v16.db.gz", dir)
	code, out, said := runHere(t, "demo", "-o", dir)
	if code != exit.Done || !strings.Contains(out, "texts not compared with the last crawl: another version of") || strings.Contains(out, "texts changed") {
		t.Errorf("exit code %d, and it says\n%s%s", code, out, said)
	}
	if _, out, said = runHere(t, "demo", "-o", dir); !strings.Contains(out, "no text changed since the last crawl") {
		t.Errorf("after a crawl of this version it says\n%s%s", out, said)
	}
}

func unpackSample(t *testing.T, packed, dir string) (file string) {
	t.Helper()
	f, err := os.Open(packed)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	db, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(dir, folder.CrawlsDir, time.Now().UTC().Add(-time.Hour).Format("20060102T150405Z.db"))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, db, 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// unfinish makes a crawl one that was interrupted.
func unfinish(t *testing.T, file string) {
	t.Helper()
	db, err := sql.Open("sqlite", fmt.Sprintf("file:%s?vfs=portolan", filepath.ToSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("DELETE FROM meta WHERE key = 'concluded'; UPDATE meta SET value = 'interrupted' WHERE key = 'end'"); err != nil {
		t.Fatal(err)
	}
}
