package main

import (
	"errors"
	"io/fs"

	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// openStored opens the newest crawl of a site folder, one that is still at
// work or was interrupted included.
func openStored(dir string) (*stored.Crawl, error) {
	crawl, err := stored.Open(dir)
	return crawl, storedHint(dir, err)
}

// storedHint says what to give instead of a folder without a crawl.
func storedHint(dir string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return usagef("there is no folder %s; give one that a crawl has made%s", dir, siteFoldersHere())
	case errors.Is(err, stored.ErrNoCrawl):
		return usagef("%s holds no crawl; begin one: portolan URL -o %s%s", dir, shellQuote(dir), siteFoldersHere())
	}
	return err
}

// openEnded opens the newest crawl of a site folder that has ended and whose
// URLs have their verdicts.
func (p *program) openEnded(dir string) (*stored.Crawl, error) {
	crawl, err := stored.OpenEnded(dir, p.skipped)
	if !errors.Is(err, stored.ErrNotEnded) {
		return crawl, storedHint(dir, err)
	}
	newest, err := openStored(dir)
	if err != nil {
		return nil, err
	}
	defer newest.Close() // read only
	again, hint := storedCommand(newest, dir)
	return nil, usagef("no crawl in %s has come to an end; go on with it: %s%s", dir, again, hint)
}
