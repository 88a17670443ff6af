package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/portolan-seo/portolan/crawler/mistake"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// Folder is the site folder of one scope. The lock of one that was opened
// keeps other runs away.
type Folder struct {
	Dir  string
	lock *sqlite.FolderLock
}

// CrawlsDir is the folder of the crawl files, in the site folder.
const CrawlsDir = "crawls"

// At gives a folder for reading, without its lock. It need not exist.
func At(dir string) *Folder { return &Folder{Dir: dir} }

// Name gives the default name of a scope's folder: the host, the port
// where it is not the default, the path where it is not the root. It is made
// of [a-z0-9._-] alone, since hosts and paths come from outside, and begins
// with a letter or digit: no name is taken for an option, or hidden.
func Name(s canonical.Scope) string {
	name := strings.NewReplacer("[", "", "]", "", ":", "_").Replace(s.Host) // of an IPv6 address, too
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
	name = strings.TrimLeft(clean[:min(len(clean), 100)], "._-")
	if name == "" {
		return "site"
	}
	return name
}

// Below makes a path below the site folder of a URL's: of [a-z0-9._-]
// alone, no part hidden, an option, or the place of the crawl files.
func Below(path string) string {
	var parts []string
	for part := range strings.SplitSeq(strings.Trim(path, "/"), "/") {
		if part == "" {
			continue
		}
		if part = Name(canonical.Scope{Host: part}); part == CrawlsDir {
			part += "-"
		}
		parts = append(parts, part)
	}
	return filepath.Join(parts...)
}

// Open makes the folder if need be and takes its lock, which also shows
// that it can be written. What is no folder, or cannot be one, is a
// mistake.Error.
func Open(dir string) (*Folder, error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, mistake.Errorf("%s is a file; the site folder needs another name", dir)
	}
	crawls := filepath.Join(dir, CrawlsDir)
	if err := os.MkdirAll(crawls, 0o777); err != nil {
		if errors.Is(err, fs.ErrExist) || errors.Is(err, errNotDir) {
			return nil, mistake.Errorf("make site folder %s: %w", dir, err)
		}
		return nil, fmt.Errorf("make site folder %s: %w", dir, err)
	}
	lock, err := sqlite.LockFolder(crawls)
	switch {
	case errors.Is(err, sqlite.ErrLocked):
		return nil, fmt.Errorf("%w", err)
	case err != nil:
		return nil, fmt.Errorf("write to site folder %s: %w", dir, err)
	}
	return &Folder{dir, lock}, nil
}

// Close lets other runs in.
func (f *Folder) Close() error { return f.lock.Release() }
