package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// metaFailure is the key of the crawl file's meta under which the last run
// says why its store failed, where it could still say so.
const metaFailure = "failure"

// storeFailed is the error of a run whose crawl file could not be written. It
// says what there is, and what to do to go on.
func (r *crawlRun) storeFailed(err error) error {
	name := r.crawlFile()
	r.noteFailure(name, err)
	if errors.Is(err, sqlite.ErrDamaged) {
		return failf("crawl of %s stopped: %w\nthe sitemap is as it was; to begin anew beside %s, run the same command again", r.scope, err, name)
	}
	return failf("crawl of %s stopped: %w\nwhat it had fetched is safe in %s, the sitemap is as it was; %s run the same command again to go on",
		r.scope, err, name, mendStore(name, err))
}

// mendStore says what to do about a crawl file that could not be written.
func mendStore(name string, err error) string {
	if errors.Is(err, sqlite.ErrFull) {
		return "make room where " + name + " lies, then"
	}
	return "once " + filepath.Dir(name) + " can be written again"
}

// noteFailure leaves in the crawl file why it ends here, where that is still
// possible: on a full disk it often is, since so little is to be written.
func (r *crawlRun) noteFailure(name string, why error) {
	if err := r.store.Close(); err != nil {
		r.p.log.Debug("close the crawl file that failed", "error", err)
	}
	store, err := sqlite.Open(name, sqlite.Options{})
	if err != nil {
		r.p.log.Debug("open the crawl file that failed", "error", err)
		return
	}
	r.store = store
	if err := r.note(map[string]string{crawler.MetaEnd: string(crawler.Failed), metaFailure: why.Error()}); err != nil {
		r.p.log.Debug("note the failure", "error", err)
	}
}

// required is the run's outcome under --require-complete: a failure, unless
// the crawl is complete.
func (r *crawlRun) required(verdict error) error {
	if !r.opts.requireComplete || r.result.End == crawler.Complete || exitCode(verdict) == exitFailed {
		return verdict
	}
	err := fmt.Errorf("the crawl of %s is not complete, as --require-complete wants: %s; %s", r.scope, r.result.End, r.toGoOn())
	if !silent(verdict) {
		err = fmt.Errorf("%w\n%w", verdict, err)
	}
	return &exitError{exitFailed, err}
}
