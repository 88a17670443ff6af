package crawler

import (
	"context"
	"net/http"
	"strings"

	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/crawler/recall"
	"github.com/portolan-seo/portolan/crawler/traps"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// earlier is what an earlier crawl knows of the page at hand.
type earlier struct {
	page      recall.Page
	known     bool
	unchanged bool // so says the server
}

// requestPage asks for a page, on the condition that it has changed where an
// earlier crawl has read it. An answer 304 is made the one that it stands for.
// again tells that it cannot be, or that the server does not understand the
// condition: the next try has none.
func (w *worker) requestPage(ctx context.Context, item *frontier.Item, url string) (x pace.Exchange, again bool) {
	e := &w.earlier
	e.unchanged, e.known = false, w.c.opts.Before.Find(item.URL, &e.page)
	req := &fetch.Request{URL: url}
	conditional := e.known && e.page.Conditional && item.Tries == 0 && item.URL != w.c.opts.Start && !traps.NeedsBody(item.URL)
	if conditional {
		req.ETag, req.LastModified = e.page.Record.ETag, e.page.Record.LastModified
	}
	x = w.request(ctx, req)
	if !conditional || w.Res.Outcome != record.Answered {
		return x, false
	}
	switch w.Res.Status {
	case http.StatusNotModified:
		if !w.confirms(item) {
			return x, true
		}
		e.unchanged = true
		w.Res.Status, x.Status = http.StatusOK, http.StatusOK
	case http.StatusBadRequest, http.StatusPreconditionFailed:
		return x, true
	}
	return x, false
}

// confirms reports an answer 304 whose header says nothing else than that of
// the page did: of another type, or with other links, it is no word on that
// page.
func (w *worker) confirms(item *frontier.Item) bool {
	h, was := w.Res.Header, &w.earlier.page.Record
	if t := h.Get("Content-Type"); t != "" && mediaType(t) != mediaType(was.ContentType) {
		return false
	}
	if h.Get("Link") == "" && h.Get("Refresh") == "" {
		return true
	}
	var kept frontier.Settled
	kept.Location, kept.Canonical = -1, -1
	if !w.c.opts.Before.Links(&w.earlier.page, &kept) || w.Resolver.SetBase(item.URL, was.Charset) != nil {
		return false
	}
	had := map[string]int{}
	for _, l := range kept.Links {
		if l.Flags&frontier.InHeader != 0 {
			had[string(l.URL)]++
		}
	}
	for _, l := range w.readHeader(item.URL).Links {
		r := w.Resolver.Resolve(l.Href)
		if had[string(r.URL)] == 0 {
			return false
		}
		had[string(r.URL)]--
	}
	for _, left := range had {
		if left > 0 {
			return false
		}
	}
	return true
}

// readHeader reads the header of the answer, without a body.
func (w *worker) readHeader(url string) *page.Page {
	return w.parser.Parse(page.Input{URL: url, Status: http.StatusOK, Header: w.Res.Header, Now: w.Res.FetchedAt})
}

func mediaType(value string) string {
	t, _, _ := strings.Cut(value, ";")
	return strings.ToLower(strings.TrimSpace(t))
}

// settleUnchanged gives the outcome of a page whose server says that it has not
// changed: record and links are the earlier ones, and what its header says
// stands in the place of what it said (RFC 9111 3.2). Nil if it does not say
// so.
func (w *worker) settleUnchanged(item frontier.Item, tries int) *outcome {
	if !w.earlier.unchanged {
		return nil
	}
	w.useRules()
	o := w.c.outcome(outcomePage)
	o.page.ID = item.ID
	if !w.c.opts.Before.Links(&w.earlier.page, &o.page) {
		o.kind, o.retry = outcomeRetry, frontier.Retry{ID: item.ID, Tries: tries, Due: w.Res.FetchedAt}
		return o
	}
	rec, now := &o.page.Record, &w.Res
	*rec = w.earlier.page.Record
	if rec.ReadAt.IsZero() {
		rec.ReadAt = rec.FetchedAt
	}
	rec.FetchedAt, rec.TTFB, rec.Total, rec.Tries = now.FetchedAt, now.TTFB, now.Total, tries
	replace(&rec.ETag, now.ETag)
	replace(&rec.LastModified, now.LastModified)
	replace(&rec.Date, now.Date)
	if now.RobotsHeader != "" {
		rec.RobotsHeader, rec.HeaderRobots = now.RobotsHeader, w.readHeader(item.URL).Facts.HeaderRobots
	}
	o.seen = traps.PageOf(item, w.rules.Key([]byte(item.URL)), &o.page, nil)
	o.seen.Sample = item.Rank == rankSample
	o.folds = recalledFolds(o.folds, item.URL, rec.Notes)
	w.suspects = w.suspectsOf(item.URL, o)
	return o
}

func replace(value *string, by string) {
	if by != "" {
		*value = by
	}
}

// compare notes what has become of a page that an earlier crawl knows.
func (w *worker) compare(url string, now *record.Page) {
	if w.earlier.known && w.c.opts.Before.Compare(url, &w.earlier.page, now) {
		w.c.opts.Log.Warn("a page has changed while its ETag or Last-Modified has not: pages of its host are read whole, in the next crawl, too", "url", url)
	}
}
