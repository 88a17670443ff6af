package main

import (
	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// openEnded opens the newest crawl of a site folder that has ended and whose
// URLs have their verdicts.
func (p *program) openEnded(dir string) (*storedCrawl, error) {
	newest, err := openStored(dir)
	if err != nil {
		return nil, err
	}
	if ended(newest) {
		return newest, nil
	}
	again := newest.command(dir)
	if err := newest.Close(); err != nil {
		return nil, failf("close crawl file %s: %w", newest.file, err)
	}
	store, err := (&siteFolder{dir: dir}).earlier(p, newest.file, func(crawl *sqlite.Store) bool { return ended(crawl) })
	if err != nil {
		return nil, err
	}
	if store != nil {
		return readStored(store.Path(), store)
	}
	return nil, usagef("no crawl in %s has come to an end; go on with it: %s", dir, again)
}

// ended reports a crawl that was neither interrupted nor killed.
func ended(crawl frontier.Crawl) bool {
	end := crawler.End(crawl.Meta(crawler.MetaEnd))
	judged := crawl.Meta(metaConcluded) != "" || crawl.Meta(metaCarried) != "" // published or not
	return judged && end != crawler.Interrupted && end != ""
}
