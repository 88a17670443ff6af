package crawler

import (
	"bytes"
	"net/http"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/sitemap"
)

// EarlierSitemaps is what an earlier crawl of the same site, one that came to
// its end, read of the site's sitemaps.
type EarlierSitemaps struct {
	Files []SitemapFile
	// Named iterates over the URLs that these files name, with the Source and
	// the Detail under which the earlier crawl noted each. It is called while nothing else
	// is at work, once or not at all.
	Named Mentions
}

// byURL gives the files that may be asked for on condition: those that were
// read to their end and whose state has a name. Indexes are small, and what
// they list is not kept apart: they are always read.
func (e *EarlierSitemaps) byURL() map[string]*SitemapFile {
	files := map[string]*SitemapFile{}
	if e.Named == nil {
		return files
	}
	for i := range e.Files {
		f := &e.Files[i]
		if f.Read && f.Hreflang && !f.Cut && f.Kind != sitemap.KindIndex && f.ETag+f.LastModified != "" {
			files[f.URL] = f
		}
	}
	return files
}

// sourceRequest asks for a sitemap: if the earlier crawl has read it, on
// condition that it has changed since (RFC 9110 13.1).
func sourceRequest(src *source) *fetch.Request {
	req := &fetch.Request{URL: src.file.URL, Accept: AcceptSitemap, MaxBody: discover.MaxBytes, KeepBody: func(int, http.Header) bool { return true }}
	if src.before != nil {
		req.ETag, req.LastModified = src.before.ETag, src.before.LastModified
	}
	return req
}

// unchangedSince fills in what is known of a sitemap that answered 304.
func (f *SitemapFile) unchangedSince(before *SitemapFile) {
	f.Kind, f.URLs, f.Errors, f.Problem = before.Kind, before.URLs, before.Errors, before.Problem
	f.Flaws, f.Dates, f.Bytes, f.Read, f.Unchanged = before.Flaws, before.Dates, before.Bytes, true, true
	f.Hreflang = before.Hreflang
	f.ETag, f.LastModified = before.ETag, before.LastModified // a 304 may leave them out
}

// isUnchanged reports the answer 304 to a conditional request.
func isUnchanged(src *source, status int) bool {
	return src.before != nil && status == http.StatusNotModified
}

// recall makes the URLs of all unchanged sitemaps known, in one pass
// over what the earlier crawl noted. Of a file of which nothing is found there,
// and after an error, the sitemap itself is asked for once more, without
// conditions.
func (q *sources) recall() {
	s := q.s
	found, err := s.c.recall(s.c.opts.Sitemaps.Before.Named, q.unchanged)
	if s.c.hasFailed() {
		return
	}
	if err != nil {
		s.c.opts.Log.Warn("what an earlier crawl knows of sitemaps cannot be read; they are asked for again", "cause", err)
	}
	kept := q.files[:0]
	for _, f := range q.files {
		if f.Unchanged && (err != nil || f.URLs > 0 && !found[f.URL]) {
			again := SitemapFile{URL: f.URL, Found: f.Found, From: f.From, Line: f.Line}
			q.queue = append(q.queue, source{file: again, depth: maxSitemapDepth})
			continue
		}
		kept = append(kept, f)
	}
	q.files, s.leased.drained = kept, false
	clear(q.unchanged)
}

// recall settles as seeds what an earlier crawl found in some sitemaps, and
// tells of which it found any. URLs take their canonical form by the rules
// known now.
func (c *crawl) recall(named Mentions, files map[string]int) (found map[string]bool, err error) {
	rules := c.rules.Load()
	forms := rules.NewResolver()
	found = map[string]bool{}
	batch := frontier.Batch{}
	for m, err := range named {
		if err != nil {
			return nil, err
		}
		file := discover.FileOf(m.Detail)
		if _, wanted := files[file]; !wanted {
			continue
		}
		found[file] = true
		form := forms.Resolve([]byte(m.URL))
		seed, ok := seedOf(&form, []byte(m.URL), rules)
		if !ok {
			continue
		}
		seed.URL, seed.Source, seed.Detail = bytes.Clone(seed.URL), m.Source, m.Detail
		batch.Seeds = append(batch.Seeds, seed)
		if len(batch.Seeds) == seedBatch {
			if err := c.settle(&batch); err != nil {
				c.fail(err)
				return nil, err
			}
			batch.Seeds = batch.Seeds[:0]
		}
	}
	if err := c.settle(&batch); err != nil {
		c.fail(err)
		return nil, err
	}
	return found, nil
}

// seedOf makes the seed of a URL that a sitemap names; ok is false if it is no
// URL of the web. The seed's URL is that of the form, or raw.
func seedOf(form *canonical.Result, raw []byte, rules *canonical.Rules) (seed frontier.Seed, ok bool) {
	seed = frontier.Seed{Key: form.Key, URL: form.URL, Depth: frontier.NoDepth, Source: frontier.FromSitemap}
	switch form.Reason {
	case canonical.OK:
		return seed, true
	case canonical.Scheme:
		return seed, false
	case canonical.TooLong:
		seed.Reason = frontier.TooLong
	default:
		seed.Reason = frontier.InvalidURL
	}
	seed.URL = bytes.ToValidUTF8(raw[:min(len(raw), maxRawURL)], []byte("\uFFFD"))
	seed.Key = rules.Key(seed.URL)
	return seed, true
}
