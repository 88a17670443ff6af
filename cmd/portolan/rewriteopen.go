package main

import (
	"slices"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// openEnded opens the newest crawl of a site folder that has ended and whose
// URLs have their verdicts.
func openEnded(dir string) (*storedCrawl, error) {
	newest, err := openStored(dir)
	if err != nil {
		return nil, err
	}
	if ended(newest) {
		return newest, nil
	}
	if err := newest.Close(); err != nil {
		return nil, failf("close crawl file %s: %w", newest.file, err)
	}
	names, err := (&siteFolder{dir: dir}).crawlFiles()
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Backward(names) {
		if name >= newest.file {
			continue
		}
		store, err := sqlite.OpenReadOnly(name)
		if err != nil {
			return nil, crawlFileError(name, err)
		}
		if ended(store) {
			return readStored(name, store)
		}
		if err := store.Close(); err != nil {
			return nil, failf("close crawl file %s: %w", name, err)
		}
	}
	return nil, usagef("no crawl in %s has come to an end; go on with it: portolan %s", dir, newest.scope)
}

// ended reports a crawl that was neither interrupted nor killed.
func ended(crawl frontier.Crawl) bool {
	end := crawler.End(crawl.Meta(crawler.MetaEnd))
	judged := crawl.Meta(metaConcluded) != "" || crawl.Meta(metaCarried) != "" // published or not
	return judged && end != crawler.Interrupted && end != ""
}
