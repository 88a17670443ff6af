package notify

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/option"
	"github.com/portolan-seo/portolan/crawler/diff"
	"github.com/portolan-seo/portolan/crawler/diff/show"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// webhookFlag is --webhook: a URL that knows its receiver, and is a secret.
// Nothing that is printed, logged or stored holds it.
type webhookFlag struct{ typed, url string }

// check finds the URL. The error does not quote it.
func (w *webhookFlag) check() (err error) {
	if w.url, err = option.Secret(w.typed, "webhook", "PORTOLAN_WEBHOOK"); err != nil || w.url == "" {
		return err
	}
	u, err := url.Parse(w.url)
	if err != nil || !typedurl.IsURL(w.url) || u.Host == "" || u.User != nil {
		return exit.Usagef("--webhook wants a URL that begins with https:// or http:// and holds no login, @FILE with such a URL in it, or PORTOLAN_WEBHOOK")
	}
	return nil
}

// maxWebhookChanges is how many changes the webhook is told one by one.
const maxWebhookChanges = 1000

// WebhookBody is what the webhook is told of a run.
type WebhookBody struct {
	Type    string         `json:"type"` // "notify"
	Site    string         `json:"site"`
	Crawl   string         `json:"crawl"` // when it began
	Listed  int            `json:"listed"`
	Before  int            `json:"listed_before"`
	Counts  map[string]int `json:"counts"` // of all changes, by kind
	Changes []show.Change  `json:"changes"`
	More    int            `json:"more"` // changes that are not among them
	Told    []notifyLine   `json:"told"` // by endpoint
}

// gather notes what has changed, for the webhook.
func (b *WebhookBody) gather(c *diff.Comparison) {
	b.Listed, b.Before, b.Counts = c.Now, c.Before, map[string]int{}
	for i, kind := range diff.Kinds() {
		b.Counts[kind] = c.Counts[i]
	}
}

func (b *WebhookBody) add(c *diff.Change) {
	if len(b.Changes) == maxWebhookChanges {
		b.More++
		return
	}
	b.Changes = append(b.Changes, show.ChangeOf(c))
}

// callWebhook posts what has changed, if anything has. That it cannot is a
// warning.
func (n *notifier) callWebhook(ctx context.Context) {
	if n.f.webhook.url == "" || n.report == nil || len(n.report.Changes) == 0 {
		return
	}
	if err := n.postWebhook(ctx); err != nil {
		n.p.Log.Warn("the webhook was not told: " + err.Error())
	}
}

func (n *notifier) postWebhook(ctx context.Context) error {
	body, err := safe.JSON(n.report)
	if err != nil {
		return err
	}
	at := n.anon.Rules.Canonical(n.f.webhook.url)
	if at.Reason != canonical.OK {
		return fmt.Errorf("its URL is none of the web")
	}
	origin, _ := typedurl.Origin(n.anon.Rules, n.f.webhook.url)
	visit, err := n.anon.Visit(ctx, origin, origin, "")
	if err != nil {
		return fmt.Errorf("it cannot be asked")
	}
	var res fetch.Response
	visit.PoliteFetcher.Fetch(ctx, &fetch.Request{URL: string(at.URL), Accept: "*/*", Post: body, MaxBody: 4 << 10}, &res) // Fetcher's own log would tell the URL
	switch {
	case res.Outcome != record.Answered && res.Err == record.ErrPrivate:
		return fmt.Errorf("its address is private; to go there all the same: --allow-private")
	case res.Outcome != record.Answered:
		return fmt.Errorf("no answer came: %s", res.Err.Words())
	case res.Status >= 300 && res.Status < 400:
		return fmt.Errorf("it answered %d, and redirects are not followed", res.Status)
	case res.Status < 200 || res.Status >= 300:
		return fmt.Errorf("it answered %d %s", res.Status, http.StatusText(res.Status))
	}
	return nil
}
