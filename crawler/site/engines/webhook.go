package engines

import (
	"context"
	"fmt"
	"net/http"

	"github.com/portolan-seo/portolan/crawler/diff"
	"github.com/portolan-seo/portolan/crawler/diff/show"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

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
	Told    []Told         `json:"told"` // by endpoint
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

// CallWebhook posts what has changed, if anything has. That it cannot is a
// warning.
func (n *Notifier) CallWebhook(ctx context.Context) {
	if n.o.DryRun || n.o.Webhook == "" || n.report == nil || len(n.report.Changes) == 0 {
		return
	}
	if err := n.postWebhook(ctx); err != nil {
		n.o.Voice.Logger().Warn("the webhook was not told: " + err.Error())
	}
}

func (n *Notifier) postWebhook(ctx context.Context) error {
	body, err := safe.JSON(n.report)
	if err != nil {
		return err
	}
	at := n.anon.Rules.Canonical(n.o.Webhook)
	if at.Reason != canonical.OK {
		return fmt.Errorf("its URL is none of the web")
	}
	origin, _ := typedurl.Origin(n.anon.Rules, n.o.Webhook)
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
