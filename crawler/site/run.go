package site

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/guard"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/last"
	"github.com/portolan-seo/portolan/crawler/site/listing"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// Run is one run over a site folder: one crawl, or the rest of one, and the set
// that is made of it. Its methods may not be called at the same time.
type Run struct {
	Options Options
	Folder  *folder.Folder
	Store   *sqlite.Store // the crawl file; it can be read until Close
	File    string        // its path
	Resumed time.Time     // when the crawl that goes on began, zero for a new one
	Last    *last.Set     // the set that stood in the folder, nil if none did

	Result   crawler.Result    // of Crawl
	Verdicts *audit.Summary    // of Judge
	Compared *guard.Comparison // of Judge, with the set that stands; nil if none does
	// OneText is what most pages show of Judge, where nothing tells what it is; nil for none.
	OneText   *frontier.OneAnswer
	Written   *listing.Set    // of Publish: what wrote the set, nil before
	Published *publish.Result // of Publish, nil if nothing was published
	// Accepted is what came of the losses that were accepted.
	Accepted []stored.Accepted
	// Behind are sets of parts of the site that list what an earlier crawl found.
	Behind []last.Part
	// Unpublished is why nothing was, so far as it is known.
	Unpublished stored.Unpublished
	Failed      bool // the set could not be written

	noted bool // the crawl file knows what the comparison has shown
}

// OtherScopeError is the error of Open for a folder that belongs to another
// scope.
type OtherScopeError struct{ Dir, Has, Wanted string }

func (e *OtherScopeError) Error() string {
	return fmt.Sprintf("%s holds crawls of %s, not of %s; choose another folder", e.Dir, e.Has, e.Wanted)
}

// Open opens the site folder, finishes what an earlier run left half done,
// opens the crawl file and the set that stands. What is wrong with the folder
// by its name is a mistake.Error; other errors are OtherScopeError,
// StoreError, and those of the system.
func Open(o Options) (*Run, error) {
	r := &Run{Options: o.withDefaults()}
	if err := r.open(); err != nil {
		if r.Store != nil && r.Resumed.IsZero() { // what knows nothing would be the newest crawl
			err = errors.Join(err, r.Store.Close(), r.Folder.Remove(r.File))
			r.Store = nil
		}
		r.Close()
		return nil, err
	}
	return r, nil
}

func (r *Run) open() (err error) {
	o := &r.Options
	if r.Folder, err = folder.Open(o.Dir); err != nil {
		return err
	}
	if o.FitDisk {
		o.Crawl.Limits.Disk = r.Folder.DiskLimit(o.Crawl.Limits.Disk)
	}
	if err := publish.Recover(o.Dir); err != nil {
		return fmt.Errorf("finish the sitemap that an earlier run left half moved in %s: %w", o.Dir, err)
	}
	if err := r.openCrawl(); err != nil {
		return err
	}
	if err := r.Folder.Begins(); err != nil {
		return err
	}
	if r.Last, err = last.Open(r.Folder, r.File, o.Dir, o.MapURL, o.notices()); err != nil {
		return err
	}
	return r.note(o.Passing())
}

// openCrawl goes on with the newest crawl of the folder if it is unfinished
// and the options still fit, else it begins a new one.
func (r *Run) openCrawl() error {
	names, err := r.Folder.Crawls()
	if err != nil {
		return err
	}
	newest := true
	for _, name := range slices.Backward(names) {
		r.Store, err = r.goOn(name, newest)
		if !unreadable(err) {
			break
		}
		if r.Options.Skipped != nil {
			r.Options.Skipped(name, err)
		}
		newest = false
	}
	if err != nil && !unreadable(err) || r.Store != nil {
		return err
	}
	if r.File, err = r.Folder.NewCrawl(time.Now()); err != nil {
		return err
	}
	if r.Store, err = sqlite.Create(r.File, sqlite.Options{Durable: r.Options.Durable, Meta: r.Options.Lasting()}); err != nil {
		return fmt.Errorf("begin crawl file %s: %w", r.File, err)
	}
	return nil
}

// unreadable reports a crawl file with which nothing can be done: a new crawl
// begins beside it.
func unreadable(err error) bool {
	return slices.ContainsFunc([]error{sqlite.ErrDamaged, sqlite.ErrNotCrawl, sqlite.ErrVersion, fs.ErrPermission},
		func(known error) bool { return errors.Is(err, known) })
}

// goOn opens a crawl file to go on with it, if it is the newest. It gives nil
// if a new crawl is to begin.
func (r *Run) goOn(name string, newest bool) (*sqlite.Store, error) {
	previous, err := sqlite.OpenReadOnly(name)
	if err != nil {
		return nil, err
	}
	other, end := r.Options.OtherScope(previous), crawler.End(previous.Meta(crawler.MetaEnd))
	why := r.Options.WhyNew(previous, r.Options.Anew)
	if !newest {
		why = "the last one cannot be read"
	}
	if err := previous.Close(); err != nil {
		return nil, fmt.Errorf("close crawl file %s: %w", name, err)
	}
	if other != "" {
		return nil, &OtherScopeError{r.Folder.Dir, other, r.Options.Crawl.Scope.String()}
	}
	if why != "" {
		if end != crawler.Complete && r.Options.BeginsAnew != nil {
			r.Options.BeginsAnew(why)
		}
		return nil, nil
	}
	store, err := sqlite.Open(name, sqlite.Options{Durable: r.Options.Durable})
	if err != nil {
		return nil, err
	}
	r.File, r.Resumed = name, folder.Began(name)
	if r.Options.GoesOn != nil {
		r.Options.GoesOn(r.Resumed, store.Counts())
	}
	return store, nil
}

// note adds to the crawl file's meta.
func (r *Run) note(meta map[string]string) error {
	if err := r.Store.Settle(&frontier.Batch{Meta: meta}); err != nil {
		return &StoreError{Op: "write crawl file", File: r.File, Err: err}
	}
	return nil
}

// Close gives back what the run holds. Finish comes before it where the crawl
// file is to be left in order: without it the file is as a kill leaves it.
func (r *Run) Close() {
	r.Last.Close()
	if r.Store != nil {
		r.Store.Close()
	}
	if r.Folder == nil {
		return
	}
	if err := r.Folder.Close(); err != nil {
		r.Options.Crawl.Log.Warn(err.Error())
	}
}
