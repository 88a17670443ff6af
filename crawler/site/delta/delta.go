// Package delta makes a small sitemap of what has changed of late, beside the
// full one: of tens of millions of URLs an engine is told of the few that are
// worth its while. What has changed is told by comparing crawls, so that no date
// of the site is needed.
package delta

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/diff"
	"github.com/portolan-seo/portolan/crawler/diff/states"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/listing"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier/sqlite"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// Dir is the folder of the delta in the site folder. It is a set of its own: no
// index names it, and what it lists stands in the full one, too.
const Dir = "sitemap-delta"

// Result tells what was written.
type Result struct {
	Since     time.Time       // of the crawl with which this one was compared
	Published *publish.Result // nil where nothing is written
	Why       string          // why nothing is
	Unknown   string          // why it is not known which texts have changed, "" where it is
}

// URL gives where the delta of a sitemap is to be served: beside it.
func URL(full string) string {
	place, name := path.Split(full)
	bare, end, _ := strings.Cut(name, ".")
	if end != "" {
		end = "." + end
	}
	return place + bare + "-delta" + end
}

// Write publishes what has changed since the newest believable crawl that is as
// old as window, or where there is none that old, since the oldest one.
// full is the set that was just written of the crawl, whose URLs have their
// verdicts. Where nothing has changed, what stands is left as it is.
func Write(ctx context.Context, f *folder.Folder, now *stored.Crawl, full *listing.Set, window time.Duration, skipped func(string, error)) (*Result, error) {
	before, err := earlier(f, now, window, skipped)
	switch {
	case err != nil:
		return nil, err
	case before == nil:
		return &Result{Why: "there is no earlier complete crawl to compare with"}, nil
	}
	defer before.Close() // read only
	res := &Result{Since: before.Began}
	changed, err := changes(ctx, before, now)
	if err != nil {
		return nil, fmt.Errorf("find what has changed since %s: %w", before.Path(), err)
	}
	res.Unknown = changed.unknown
	if len(changed.keys) == 0 {
		res.Why = "nothing has changed since then"
		if res.Unknown != "" {
			res.Why = "no URL is new since then"
		}
		return res, nil
	}
	o := *full.Options
	o.MergeIndex = false
	set := &listing.Set{Options: &o, Crawl: now, Dir: filepath.Join(full.Dir, Dir), URL: URL(full.URL), Scope: full.Scope, Rules: full.Rules, Now: full.Now,
		Only: changed.has}
	if err := os.MkdirAll(set.Dir, 0o777); err != nil {
		return nil, fmt.Errorf("make the folder of the sitemap of changes: %w", err)
	}
	if err := publish.Recover(set.Dir); err != nil {
		return nil, fmt.Errorf("finish the sitemap that an earlier run left half moved in %s: %w", set.Dir, err)
	}
	res.Published, err = set.Write(ctx)
	if errors.Is(err, publish.ErrNothingToList) {
		res.Published, res.Why = nil, "nothing that is listed has changed since then"
		return res, nil
	}
	if err != nil {
		return nil, fmt.Errorf("write the sitemap of changes into %s: %w", set.Dir, err)
	}
	return res, nil
}

// earlier opens the crawl to compare with, nil if there is none.
func earlier(f *folder.Folder, now *stored.Crawl, window time.Duration, skipped func(string, error)) (*stored.Crawl, error) {
	cutoff := now.Began.Add(-window)
	oldest := ""
	believable := stored.Believable(f.Dir)
	store, err := f.Earlier(now.Path(), func(s *sqlite.Store) bool {
		if !believable(s) {
			return false
		}
		oldest = s.Path()
		return !folder.Began(s.Path()).After(cutoff)
	}, skipped)
	switch {
	case err != nil:
		return nil, err
	case store != nil:
		return stored.Read(store)
	case oldest == "":
		return nil, nil
	}
	return stored.OpenFile(oldest)
}

// urls are those that have changed, eight bytes each.
type urls struct {
	seed maphash.Seed
	keys map[uint64]struct{}

	unknown string // why it is not known which texts have changed
}

func (u *urls) has(url string) bool {
	_, found := u.keys[maphash.String(u.seed, url)]
	return found
}

// changes finds the URLs that were added, changed or moved to.
func changes(ctx context.Context, before, now *stored.Crawl) (*urls, error) {
	if _, err := before.Judge(ctx, stored.Instead{}); err != nil {
		return nil, err
	}
	a, err := state(ctx, before)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	b, err := state(ctx, now)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	c, err := diff.Compare(ctx, a, b, diff.Options{})
	if err != nil {
		return nil, err
	}
	defer c.Close()
	all := &urls{seed: maphash.MakeSeed(), keys: map[uint64]struct{}{}, unknown: c.Unknown[diff.Changed]}
	for change, err := range c.Changes(ctx) {
		if err != nil {
			return nil, err
		}
		url := change.URL
		switch change.Kind {
		case diff.Added, diff.Changed:
		case diff.Moved:
			url = change.To
		default:
			continue
		}
		all.keys[maphash.String(all.seed, url)] = struct{}{}
	}
	return all, nil
}

func state(ctx context.Context, crawl *stored.Crawl) (*diff.State, error) {
	s, err := states.Crawl(ctx, crawl, states.Options{Name: crawl.Path()})
	if err != nil {
		return nil, err
	}
	s.Incomplete = crawl.WhyIncomplete()
	if crawl.Older() {
		s.Fingerprints = "" // content was measured otherwise
	}
	return s, nil
}
