package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

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
// of [a-z0-9._-] alone, since hosts and paths come from outside, and begins
// with a letter or digit: no name is taken for an option, or hidden.
func folderName(s canonical.Scope) string {
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
