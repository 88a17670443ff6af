package engines

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/portolan-seo/portolan/crawler/diff"
	"github.com/portolan-seo/portolan/crawler/diff/show"
	"github.com/portolan-seo/portolan/crawler/discover/spill"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/last"
	"github.com/portolan-seo/portolan/crawler/site/sides"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/sitemap/indexnow"
)

// before opens the crawl that an endpoint was told of last: that, or if it is
// not there any more the newest earlier one of which a set was published; nil
// if there is none.
func (n *Notifier) before(told string) (*stored.Crawl, error) {
	if told != "" {
		file := filepath.Join(n.o.Dir, folder.CrawlsDir, told)
		crawl, err := stored.OpenFile(file)
		if err == nil {
			return crawl, nil
		}
		if _, gone := os.Stat(file); !errors.Is(gone, fs.ErrNotExist) {
			n.o.Notices.Skipped(file, err)
		}
		n.o.Voice.Logger().Warn("the crawl that was told of last is not there any more; what changed between it and the one before the last is not told of", "file", file)
	}
	return stored.OpenPublished(n.o.Dir, n.crawl.Path(), n.o.Notices.Skipped)
}

// changes gives what is to be told: what is pending, and what has changed since
// the endpoint was told last. first reports that there was nothing to compare
// with.
func (n *Notifier) changes(ctx context.Context, l *indexnow.Ledger) (all *spill.Sorter, first bool, err error) {
	all = spill.New(diff.DefaultMemory, "")
	defer func() {
		if err != nil {
			err = errors.Join(err, all.Close())
		}
	}()
	for e, err := range l.Pending() {
		if err == nil {
			err = all.Add(spill.Row{URL: []byte(e.URL), Key: 1, Data: []byte(e.Kind)})
		}
		if err != nil {
			return all, false, err
		}
	}
	if l.Told() == filepath.Base(n.crawl.Path()) {
		return all, false, nil
	}
	before, err := n.before(l.Told())
	if err != nil {
		return all, false, err
	}
	if before == nil {
		return all, true, nil
	}
	defer before.Close() // read only
	return all, false, n.compare(ctx, before, all)
}

// compare adds what has changed since an earlier crawl.
func (n *Notifier) compare(ctx context.Context, before *stored.Crawl, to *spill.Sorter) error {
	r := &sides.Reader{Voice: n.o.Voice, Skipped: n.o.Notices.Skipped, Listed: map[*stored.Crawl]func([]byte) bool{}}
	if n.again {
		set, err := last.Open(folder.At(n.o.Dir), "", n.o.Dir, n.crawl.MapURL, n.o.Notices)
		if err == nil {
			defer set.Close()
			err = set.ReadKeys(ctx)
		}
		if err != nil {
			return err
		}
		r.Listed[n.crawl] = set.Lists
	}
	a, err := r.Crawl(ctx, before)
	if err != nil {
		return err
	}
	defer a.Close()
	b, err := r.Crawl(ctx, n.crawl)
	if err != nil {
		return err
	}
	defer b.Close()
	c, err := diff.Compare(ctx, a, b, diff.Options{})
	if err != nil {
		return fmt.Errorf("compare: %w", err)
	}
	defer c.Close()
	first := n.report == nil
	if first {
		scope := n.crawl.Options.Scope
		n.report = &WebhookBody{Type: "notify", Site: scope.String(), Crawl: n.crawl.Began.UTC().Format(time.RFC3339), Changes: []show.Change{}, Told: []Told{}}
		n.report.gather(c)
	}
	for change, err := range c.Changes(ctx) {
		if err != nil {
			return fmt.Errorf("compare: %w", err)
		}
		if first {
			n.report.add(change)
		}
		if !toldOf(change) {
			continue
		}
		urls := []string{change.URL}
		if change.To != "" {
			urls = append(urls, change.To)
		}
		for _, url := range urls {
			if err := to.Add(spill.Row{URL: []byte(url), Data: []byte(change.Kind.String())}); err != nil {
				return err
			}
		}
	}
	return nil
}

// toldOf reports a change that engines are told of: what the user has left out
// of the sitemap is still on the site, and what was never in it is not theirs.
func toldOf(c *diff.Change) bool {
	switch c.Kind {
	case diff.Added, diff.Moved:
		return true
	case diff.Changed:
		return c.After == ""
	case diff.Removed:
		return !slices.Contains([]string{"filter-crawl", "filter-list"}, c.After)
	}
	return false
}

// entries gives sorted rows as a ledger has them, each URL once.
func entries(rows *spill.Sorter) iter.Seq2[indexnow.Entry, error] {
	return func(yield func(indexnow.Entry, error) bool) {
		var last []byte
		for r, err := range rows.Rows() {
			if err == nil && bytes.Equal(r.URL, last) {
				continue
			}
			last = append(last[:0], r.URL...)
			if !yield(indexnow.Entry{URL: string(r.URL), Kind: string(r.Data)}, err) {
				return
			}
		}
	}
}
