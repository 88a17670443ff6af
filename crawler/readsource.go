package crawler

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// seedBatch is how many seeds of a sitemap are settled at once.
const seedBatch = 2000

// AcceptSitemap is an Accept header that prefers what a sitemap or feed can be.
const AcceptSitemap = "application/xml,text/xml,application/gzip,application/rss+xml,application/atom+xml,text/plain;q=0.8,*/*;q=0.5"

// sourceTask asks for a sitemap.
type sourceTask struct {
	source
	answer sourceAnswer
	asker  *sources
}

func (t *sourceTask) url() string     { return t.file.URL }
func (t *sourceTask) purpose() string { return "sitemap of the site" }

// ask makes the request and sends the URLs that the sitemap names to the
// committer.
func (t *sourceTask) ask(ctx context.Context, w *worker) (*outcome, pace.Exchange) {
	w.useRules()
	x := w.request(ctx, sourceRequest(&t.source))
	a := sourceAnswer{file: t.file, wait: x.RetryAfter}
	a.file.Status, a.file.FetchedAt = w.Res.Status, w.Res.FetchedAt
	a.file.ETag, a.file.LastModified = w.Res.ETag, w.Res.LastModified
	o := w.c.outcome(outcomeSeeds)
	target, redirected := w.RedirectTarget(t.file.URL)
	switch {
	case w.Res.Outcome != record.Answered:
		a.again = retryable(&w.Res.Exchange)
		a.file.Note = strings.TrimSpace(w.Res.Err.String() + ": " + w.Res.ErrText)
	case isUnchanged(&t.source, w.Res.Status):
		a.file.unchangedSince(t.before)
	case redirected:
		a.next, a.file.Note = target, "redirects to "+target
	case w.Res.Status != http.StatusOK:
		a.again = retryable(&w.Res.Exchange)
		a.file.Note = fmt.Sprintf("status %d", w.Res.Status)
	default:
		a.again = w.Res.Err.Again() // what came is used all the same
		o = w.readSitemap(o, &a, t.named)
	}
	t.answer = a
	return o, x
}

func (t *sourceTask) answered(_ *scheduler, _ *pace.Exchange, now time.Time) {
	t.asker.took(t.source, t.answer, now)
}

// readSitemap reads the answer at hand. All but the last seeds go to the
// committer at once: a file may name very many. namedBy is the robots.txt that
// leads to the file, "" if none does.
func (w *worker) readSitemap(o *outcome, a *sourceAnswer, namedBy string) *outcome {
	url := a.file.URL
	sets := map[uint64]int{}
	found, err := discover.Read(bytes.NewReader(w.Res.Body), url, namedBy, w.Resolver, func(u *discover.URL) error {
		if w.stopped() {
			return w.ctx.Err()
		}
		if len(o.seeds) == seedBatch {
			o.part = true
			w.c.outcomes <- o
			o = w.c.outcome(outcomeSeeds)
		}
		w.addSeed(o, u, url)
		w.addAlternates(o, u, url, sets)
		return nil
	})
	a.file.Kind, a.file.URLs, a.file.Sitemaps, a.file.Bytes = found.Kind, found.URLs, len(found.Children), found.Bytes
	a.file.Errors, a.file.Problem, a.file.Flaws = found.Errors, found.Problem, found.Flaws
	a.file.Dates = found.Dates
	a.file.Cut = found.Cut || w.Res.Truncated || w.Res.Err != record.ErrNone
	a.file.Read = err == nil && found.Sitemap()
	a.file.Hreflang = true
	if found.Broken && w.Res.Header.Get("Content-Length") == "" {
		a.again = true // it may have broken off on its way
	}
	a.children = found.Children
	if !a.file.Read {
		a.file.Note = "not a sitemap"
		o.seeds = o.seeds[:0] // of what looks like a list of URLs and is none
	}
	o.folds = w.folds.take(o.folds)
	return o
}

// addSeed records a URL that a sitemap names.
func (w *worker) addSeed(o *outcome, u *discover.URL, file string) {
	seed, ok := seedOf(&u.Result, []byte(u.Raw), w.rules)
	if !ok {
		return
	}
	if seed.Reason == frontier.Undecided && len(u.Removed) > 0 {
		w.folds.add(&u.Result, []byte(u.Raw))
	}
	seed.URL, seed.Detail = o.keep(seed.URL), discover.Detail(file, u)
	o.seeds = append(o.seeds, seed)
}
