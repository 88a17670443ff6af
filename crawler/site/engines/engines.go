// Package engines tells search engines by IndexNow, and a webhook, of what has
// changed since they were told before. Nothing is sent twice, and nothing of a
// set that was not published.
package engines

import (
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/mistake"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/last"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/crawler/visiting"
	"github.com/portolan-seo/portolan/sitemap/indexnow"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// Options are those of a Notifier.
type Options struct {
	Dir         string        // the site folder
	Key         string        // that the site has already, "" for the one that is kept, or a new one
	KeyLocation string        // URL of the key's file, "" for KEY.txt at the root of the site
	Again       time.Duration // in which no URL is sent twice
	DryRun      bool          // nobody is asked, nothing written
	Webhook     string        // a URL that is a secret, "" for none

	Voice    visiting.Voice
	Notices  *last.Notices
	Listener Listener
	Visitor  func() (*visiting.Visitor, error) // makes what asks
}

// Listener hears what comes of each endpoint.
type Listener interface {
	// Told hears of what was sent.
	Told(*Told) error
	// Nothing hears that there was nothing to be sent.
	Nothing(*Nothing) error
	// Preview has what would be sent, but for what waits, in a dry run; first tells
	// that there was no earlier crawl to compare with.
	Preview(endpoint string, all iter.Seq2[indexnow.Entry, error], waits func(url string) bool, first bool) error
}

// Told is what was done, for programs.
type Told struct {
	Type     string         `json:"type"` // "notify"
	Endpoint string         `json:"endpoint"`
	Sent     int            `json:"sent"`
	Requests int            `json:"requests"`
	Kinds    map[string]int `json:"kinds"`
	Waiting  int            `json:"waiting"`
	Left     int            `json:"left"`
	Status   int            `json:"status"` // of the last answer, 0 for none
	Key      string         `json:"key_location"`
}

// Nothing is why nothing was sent.
type Nothing struct {
	Endpoint string
	KeyAt    string // where the site has to show the key
	KeyFile  string // the key's file on disk
	Waiting  int    // URLs that were told too lately
	First    bool   // there was no earlier crawl to compare with
}

// Notifier tells engines of one site.
type Notifier struct {
	o      Options
	site   *folder.Folder // its lock, nil in a dry run
	crawl  *stored.Crawl  // of which the published set was made
	again  bool           // the set was written again: its files say what it lists
	origin string         // of the site
	net    *visiting.Visitor
	anon   *visiting.Visitor // for endpoints: it has no credentials
	report *WebhookBody      // of the first comparison; nil if there was none
}

// Open opens a site folder. What is wrong with it is a mistake.Error.
func Open(o Options) (_ *Notifier, err error) {
	if info, err := os.Stat(filepath.Join(o.Dir, folder.CrawlsDir)); err != nil || !info.IsDir() {
		return nil, mistake.Errorf("%s is no site folder: no crawl is in it%s", o.Dir, cmdline.FoldersHere())
	}
	n := &Notifier{o: o}
	defer func() {
		if err != nil {
			err = errors.Join(err, n.Close())
		}
	}()
	if !o.DryRun {
		if n.site, err = folder.Open(o.Dir); err != nil {
			return nil, err
		}
		if err := publish.Recover(o.Dir); err != nil {
			return nil, fmt.Errorf("finish the sitemap that an earlier run left half moved in %s: %w", o.Dir, err)
		}
	}
	return n, n.open()
}

// Close gives back what it holds.
func (n *Notifier) Close() (err error) {
	if n.crawl != nil {
		n.crawl.Close() // read only
	}
	for _, v := range []*visiting.Visitor{n.net, n.anon} {
		if v != nil {
			v.Close()
		}
	}
	if n.site != nil {
		err = n.site.Close()
	}
	return err
}

// open finds the crawl that the published set was made of.
func (n *Notifier) open() error {
	set, stands, err := publish.Current(n.o.Dir)
	switch {
	case err != nil:
		return fmt.Errorf("read the sitemap in %s: %w", n.o.Dir, err)
	case !stands:
		return mistake.Errorf("no sitemap is published in %s: there is nothing to tell of", n.o.Dir)
	}
	if n.crawl, err = stored.OpenMadeOf(n.o.Dir, set, n.o.Notices.Skipped); err != nil {
		return err
	}
	if n.crawl != nil && !stored.MadeOf(n.crawl, set) {
		n.again = true
	}
	if n.crawl == nil {
		return fmt.Errorf("the crawl that the sitemap in %s was made of is not there: what has changed is told of after the next crawl", n.o.Dir)
	}
	if n.crawl.Option("as") != "" || n.crawl.Option("staging") == "true" {
		return mistake.Errorf("the crawl in %s was made of a staging copy: search engines are told of the live site alone", n.o.Dir)
	}
	scope := n.crawl.Options.Scope
	n.origin = scope.Scheme + "://" + scope.Host
	if at := n.o.KeyLocation; at != "" {
		if below := at[:strings.LastIndexByte(at, '/')+1]; !strings.HasPrefix(scope.String(), below) {
			return mistake.Errorf("--key-location %s: a key is for what lies below its folder, and the site's pages lie in %s", at, scope)
		}
	}
	if n.net, err = n.o.Visitor(); err != nil {
		return err
	}
	n.anon = n.net.Anonymous()
	return nil
}
