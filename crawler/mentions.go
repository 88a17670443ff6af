package crawler

import (
	"context"
	"fmt"
	"iter"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Mention is a URL that something else than a link names.
type Mention struct {
	URL    string // absolute
	Source frontier.Source
	Detail string // where in the source

	// Measured is what the source knows of the URL; its URL is filled in where
	// it is "". Nil for nothing. Held tells that it is all: the URL itself is
	// not made known.
	Measured *frontier.Measured
	Held     bool

	// Read: the crawl has read it. It is noted where it may be a view of a page,
	// for which this source vouches.
	Read bool
}

// MayBeView tells of a URL that may be a view of a page by its form: a Mention of one that was read need not be made of others.
func MayBeView(url string) bool { return classes.MayBeView(url) }

// AddMentions makes the URLs of opts.Mentions known to a frontier that no
// crawl is at work on, under the options of its crawl.
func AddMentions(opts Options, store frontier.Store) error {
	opts = opts.withDefaults()
	c, err := newCrawl(opts, store)
	if err != nil {
		return err
	}
	return c.addMentions(opts.Mentions)
}

// addMentions settles what is known from elsewhere as seeds, in their canonical
// form by the rules learned so far.
func (c *crawl) addMentions(mentions Mentions) error {
	forms := c.rules.Load().NewResolver()
	batch := frontier.Batch{}
	for m, err := range mentions {
		if err != nil {
			return fmt.Errorf("read URLs known from elsewhere: %w", err)
		}
		form := forms.Resolve([]byte(m.URL))
		if form.Reason != canonical.OK || m.Read && !c.seemsView(string(form.URL)) {
			continue
		}
		if !m.Held {
			batch.Seeds = append(batch.Seeds, frontier.Seed{
				Key: form.Key, URL: append([]byte(nil), form.URL...), Depth: frontier.NoDepth, Source: m.Source, Detail: m.Detail,
			})
		}
		if m.Measured != nil {
			measured := *m.Measured
			if measured.URL == "" {
				measured.URL = string(form.URL)
			}
			batch.Measures = append(batch.Measures, measured)
		}
		if max(len(batch.Seeds), len(batch.Measures)) == sweepBatch {
			if err := c.settle(&batch); err != nil {
				return err
			}
			batch.Seeds, batch.Measures = batch.Seeds[:0], batch.Measures[:0]
		}
	}
	return c.settle(&batch)
}

// seemsView tells of a URL that is held back until it is known what it is a view of.
func (c *crawl) seemsView(url string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.learns() && !c.plan.Free(url)
}

// mentions adds what is known from elsewhere, when nothing else is left to do.
type mentions struct {
	modest
	s    *scheduler
	done bool
}

func (m *mentions) begin(ctx context.Context) (more bool) {
	s := m.s
	if s.c.opts.Mentions == nil || m.done || s.outOfPages() {
		return false
	}
	m.done = true
	known := s.c.counts().Pending
	if err := s.c.addMentions(s.c.opts.Mentions); err != nil {
		if ctx.Err() == nil {
			s.c.fail(err)
		}
		return false
	}
	s.leased.drained = false
	return s.c.counts().Pending > known
}

// Mentions is a sequence of mentions; an error ends it.
type Mentions = iter.Seq2[Mention, error]
