package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// siteFolder is what runs leave behind for one scope. Its lock keeps other
// runs away.
type siteFolder struct {
	dir  string
	lock *sqlite.FolderLock
}

const crawlsDir = "crawls"

// folderName gives the default name of a scope's folder: the host, the port
// where it is not the default, the path where it is not the root. It is made
// of [a-z0-9._-] alone, since hosts and paths come from outside.
func folderName(s canonical.Scope) string {
	name := strings.ReplaceAll(s.Host, ":", "_")
	if dir := strings.Trim(s.Dir, "/"); dir != "" {
		name += "_" + strings.ReplaceAll(dir, "/", "_")
	}
	clean := strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '.', r == '-', r == '_':
			return r
		}
		return '-'
	}, name)
	return strings.TrimLeft(clean[:min(len(clean), 100)], ".")
}

// openFolder makes the folder if need be and takes its lock, which also shows
// that it can be written.
func openFolder(dir string) (*siteFolder, error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, usagef("%s is a file; the site folder needs another name (-o DIR)", dir)
	}
	crawls := filepath.Join(dir, crawlsDir)
	if err := os.MkdirAll(crawls, 0o777); err != nil {
		if errors.Is(err, fs.ErrExist) || errors.Is(err, errNotDir) {
			return nil, usagef("make site folder %s: %w", dir, err)
		}
		return nil, failf("make site folder %s: %w", dir, err)
	}
	lock, err := sqlite.LockFolder(crawls)
	switch {
	case errors.Is(err, sqlite.ErrLocked):
		return nil, failf("%w", err)
	case err != nil:
		return nil, failf("write to site folder %s: %w", dir, err)
	}
	return &siteFolder{dir, lock}, nil
}

// close lets other runs in.
func (f *siteFolder) close() error { return f.lock.Release() }

// crawlFiles lists the crawl files, oldest first.
func (f *siteFolder) crawlFiles() ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(f.dir, crawlsDir))
	if err != nil {
		return nil, failf("read site folder: %w", err)
	}
	var names []string
	for _, e := range entries {
		if _, err := crawlTime(e.Name()); err == nil && e.Type().IsRegular() {
			names = append(names, filepath.Join(f.dir, crawlsDir, e.Name()))
		}
	}
	slices.Sort(names)
	return names, nil
}

const crawlName = "20060102T150405Z.db"

// crawlTime reads the time that a crawl file is named after.
func crawlTime(name string) (time.Time, error) { return time.Parse(crawlName, name) }

// newCrawlFile names the next crawl file: later than all that are there.
func (f *siteFolder) newCrawlFile(now time.Time) (string, error) {
	names, err := f.crawlFiles()
	if err != nil {
		return "", err
	}
	now = now.UTC().Truncate(time.Second)
	if len(names) > 0 {
		if last, err := crawlTime(filepath.Base(names[len(names)-1])); err == nil && !now.After(last) {
			now = last.Add(time.Second)
		}
	}
	return filepath.Join(f.dir, crawlsDir, now.Format(crawlName)), nil
}

// prune removes the oldest crawl files beyond keep, and those that a kill left
// half made.
func (f *siteFolder) prune(keep int) error {
	if err := f.pruneHalfMade(); err != nil {
		return err
	}
	names, err := f.crawlFiles()
	if err != nil {
		return err
	}
	for _, name := range names[:max(0, len(names)-keep)] {
		for _, suffix := range []string{"", "-wal", "-shm", ".lock"} {
			if err := os.Remove(name + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("remove old crawl: %w", err)
			}
		}
	}
	return nil
}

func (f *siteFolder) pruneHalfMade() error {
	entries, err := os.ReadDir(filepath.Join(f.dir, crawlsDir))
	if err != nil {
		return failf("read site folder: %w", err)
	}
	for _, e := range entries {
		name, half := strings.CutSuffix(e.Name(), sqlite.HalfMade)
		if _, err := crawlTime(name); !half || err != nil || !e.Type().IsRegular() {
			continue
		}
		if err := os.Remove(filepath.Join(f.dir, crawlsDir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove old crawl: %w", err)
		}
	}
	return nil
}
