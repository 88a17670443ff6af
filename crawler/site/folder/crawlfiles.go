package folder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// crawlName is the name of a crawl file, as a layout of package time.
const crawlName = "20060102T150405Z.db"

// ahead is how far the clock may have been put back since a crawl file was
// named. One that is named later than that was not named by its crawl.
const ahead = 31 * 24 * time.Hour

// Began gives the time that a crawl file is named after, zero for another
// file.
func Began(file string) time.Time {
	at, _ := crawlTime(filepath.Base(file))
	return at
}

// ToCome tells of a crawl file that is named after a time which has not come:
// so late that no clock which was put back explains it.
func ToCome(file string) bool { return toCome(file, time.Now().Add(ahead)) == 1 }

func crawlTime(name string) (time.Time, error) { return time.Parse(crawlName, name) }

// Crawls lists the crawl files, oldest first. What is named after a time
// that has not come is taken for the oldest.
func (f *Folder) Crawls() ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(f.Dir, CrawlsDir))
	if err != nil {
		return nil, fmt.Errorf("read site folder: %w", err)
	}
	var names []string
	for _, e := range entries {
		if _, err := crawlTime(e.Name()); err == nil && e.Type().IsRegular() {
			names = append(names, filepath.Join(f.Dir, CrawlsDir, e.Name()))
		}
	}
	latest := time.Now().Add(ahead)
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(toCome(b, latest)-toCome(a, latest), strings.Compare(a, b))
	})
	return names, nil
}

// toCome is 1 for a crawl file that is named after a time later than latest,
// else 0.
func toCome(name string, latest time.Time) int {
	if named, _ := crawlTime(filepath.Base(name)); named.After(latest) {
		return 1
	}
	return 0
}

// NewCrawl names the next crawl file: later than all that are there, and
// unlike anything that is there.
func (f *Folder) NewCrawl(now time.Time) (string, error) {
	names, err := f.Crawls()
	if err != nil {
		return "", err
	}
	now = now.UTC().Truncate(time.Second)
	if len(names) > 0 && toCome(names[len(names)-1], now.Add(ahead)) == 0 {
		if last, err := crawlTime(filepath.Base(names[len(names)-1])); err == nil && !now.After(last) {
			now = last.Add(time.Second)
		}
	}
	for {
		name := filepath.Join(f.Dir, CrawlsDir, now.Format(crawlName))
		if !slices.ContainsFunc(besides[:], func(suffix string) bool { _, err := os.Lstat(name + suffix); return err == nil }) {
			return name, nil
		}
		now = now.Add(time.Second) // a folder of that name, or the log of a file that is gone
	}
}

// besides are what names of a crawl file and of those that belong to it end in.
var besides = [...]string{"", "-wal", "-shm", "-journal", ".lock"}

// Of gives the site folder in which a crawl file lies.
func Of(file string) string { return filepath.Join(filepath.Dir(file), "..") }

// Holding gives the site folder whose crawl files a folder holds, "" for another folder.
func Holding(dir string) string {
	if abs, err := filepath.Abs(dir); err != nil || filepath.Base(abs) != CrawlsDir {
		return ""
	}
	site := filepath.Join(dir, "..")
	if names, err := At(site).Crawls(); err != nil || len(names) == 0 {
		return ""
	}
	return site
}

// Before gives those of the crawl files of a folder, as Crawls lists them, that are
// older than one of them, however its path is written: all for "", none for a file
// that is none of them, such as a copy.
func Before(names []string, file string) []string {
	if file == "" {
		return names
	}
	return names[:max(0, indexOf(names, file))]
}

// After gives those that are newer, all for a file that is none of them.
func After(names []string, file string) []string { return names[indexOf(names, file)+1:] }

func indexOf(names []string, file string) int {
	return slices.IndexFunc(names, func(name string) bool { return filepath.Base(name) == filepath.Base(file) })
}

// Earlier opens, for reading, the newest crawl older than current that fits
// and is as it was written; nil if there is none. One that is not, or cannot be
// read, is passed over, and skipped is told; nil tells nobody.
func (f *Folder) Earlier(current string, fits func(*sqlite.Store) bool, skipped func(file string, err error)) (*sqlite.Store, error) {
	if skipped == nil {
		skipped = func(string, error) {}
	}
	names, err := f.Crawls()
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Backward(Before(names, current)) {
		store, err := sqlite.OpenReadOnly(name)
		if err != nil {
			skipped(name, err)
			continue
		}
		if fits(store) {
			if err = store.Verify(context.Background()); err == nil {
				return store, nil
			}
			skipped(name, err)
		}
		store.Close() // read only
	}
	return nil, nil
}

// Prune removes the oldest crawl files beyond keep, save those named, and
// those that a kill left half made.
func (f *Folder) Prune(keep int, save ...string) error {
	if err := f.pruneHalfMade(); err != nil {
		return err
	}
	names, err := f.Crawls()
	if err != nil {
		return err
	}
	for _, name := range names[:max(0, len(names)-keep)] {
		if slices.Contains(save, name) {
			continue
		}
		if err := f.Remove(name); err != nil {
			return fmt.Errorf("remove old crawl: %w", err)
		}
	}
	return nil
}

// Remove removes a crawl file, and what lies beside it.
func (f *Folder) Remove(file string) error {
	for _, suffix := range besides {
		if err := os.Remove(file + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func (f *Folder) pruneHalfMade() error {
	entries, err := os.ReadDir(filepath.Join(f.Dir, CrawlsDir))
	if err != nil {
		return fmt.Errorf("read site folder: %w", err)
	}
	for _, e := range entries {
		name, half := strings.CutSuffix(e.Name(), sqlite.HalfMade)
		if _, err := crawlTime(name); !half || err != nil || !e.Type().IsRegular() {
			continue
		}
		if err := os.Remove(filepath.Join(f.Dir, CrawlsDir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove old crawl: %w", err)
		}
	}
	return nil
}
