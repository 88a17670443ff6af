package crawler

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// translationAnswer is what came of asking for a page on another host.
type translationAnswer struct {
	found    frontier.Translation // without Names
	names    []translationName
	canceled bool
}

type translationName struct{ url, lang string }

// Bounds of what is kept of one page.
const (
	maxNamesAPage = 200
	maxDetail     = 300 // bytes
)

// translationTask asks for a page on another host.
type translationTask struct {
	translation
	answer translationAnswer
}

func (t *translationTask) url() string     { return t.translation.url }
func (t *translationTask) purpose() string { return "translation on another host" }

func (t *translationTask) ask(ctx context.Context, w *worker) (*outcome, pace.Exchange) {
	w.useRules()
	o, x := w.get(ctx, t.translation.url)
	a := &t.answer
	a.canceled = w.Res.Err == record.ErrCanceled
	found := &a.found
	found.Status = w.Res.Status
	if found.Fault, found.Detail = w.faultOfAnswer(&x); found.Fault == "" {
		a.names, found.Fault, found.Detail = w.translationsOf(t.translation.url, o)
	}
	a.canceled = a.canceled || w.stopped()
	found.Detail = strings.ToValidUTF8(found.Detail[:min(len(found.Detail), maxDetail)], "")
	return o, x
}

// faultOfAnswer tells why the answer at hand is no page that an engine could
// index, whatever it says; "" if it may be one.
func (w *worker) faultOfAnswer(x *pace.Exchange) (fault, detail string) {
	switch {
	case w.Res.Outcome != record.Answered:
		return "no answer", strings.TrimSpace(w.Res.Err.String() + ": " + w.Res.ErrText)
	case x.Vendor != "":
		return "firewall", x.Challenge()
	case w.Res.Status >= 300 && w.Res.Status < 400:
		return "redirect", fmt.Sprintf("status %d to %s", w.Res.Status, w.Res.Location)
	case w.Res.Status != http.StatusOK:
		return fmt.Sprintf("status %d", w.Res.Status), ""
	case w.Res.Err != record.ErrNone:
		return "broken answer", w.Res.Err.String()
	}
	return "", ""
}

// translationsOf gives the pages that the answer at hand names as its
// translations, or why it is itself none that may be listed: by its own word
// it is not to be indexed, or stands for another page. The outcome is a place
// to put its links.
func (w *worker) translationsOf(url string, o *outcome) (names []translationName, fault, detail string) {
	parsed := w.parser.Parse(page.Input{URL: url, Status: w.Res.Status, Header: w.Res.Header, Body: w.Res.Body, Truncated: w.Res.Truncated, Now: w.Res.FetchedAt})
	w.addLinks(o, frontier.Item{URL: url}, parsed)
	w.folds.take(nil) // they are of another site
	links := o.page.Links
	switch {
	case !parsed.HeaderRobots.Indexable():
		return nil, "noindex", "by X-Robots-Tag"
	case !parsed.MetaRobots.Indexable():
		return nil, "noindex", "by a robots meta"
	case o.page.Location >= 0:
		return nil, "redirect", "by refresh to " + string(links[o.page.Location].URL)
	case o.page.Record.Canonical == record.CanonicalOther:
		return nil, "canonical elsewhere", string(links[o.page.Canonical].URL)
	}
	for i := range links {
		l := &links[i]
		if l.Flags.Kind() == frontier.LinkAlternate && len(l.Anchor) > 0 && len(names) < maxNamesAPage {
			names = append(names, translationName{string(l.URL), string(l.Anchor)})
		}
	}
	return names, "", ""
}
