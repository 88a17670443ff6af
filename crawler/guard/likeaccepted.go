package guard

import (
	"context"
	"strings"

	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/frontier"
)

// findLikeAccepted finds pages whose loss nobody has accepted and that have come to show
// what most of those show whose loss is accepted: too few for a refusal, they stay listed.
func (c *Comparison) findLikeAccepted(ctx context.Context, t *texts) error {
	look := looksOf[0]
	var vote lookalike.Majority[uint64]
	accepted, same := 0, 0
	each := func(do func(uint64)) error {
		for row, err := range c.crawl.Brief(ctx, 0, frontier.DetailLook, frontier.TextsPass) {
			if err != nil {
				return err
			}
			if at, ok := c.book.find(row.URL); ok && c.marks[at]&hasChanged != 0 {
				do(look(row))
			}
		}
		return nil
	}
	err := each(func(what uint64) {
		vote.Add(what)
		accepted++
	})
	if err == nil && accepted > 0 {
		err = each(func(what uint64) {
			if what == vote.Most {
				same++
			}
		})
	}
	if err != nil || !many(same, accepted) {
		return err
	}
	return c.eachShown(ctx, func(row *frontier.Row, at int) {
		if look(row) != vote.Most || !otherText(row.Page.Sketch, t.was[at]) {
			return
		}
		if c.LikeAccepted++; c.LikeAccepted == 1 || at == c.startAt && c.start != frontier.NoID {
			c.LikeAcceptedURL = strings.Clone(row.URL)
		}
	})
}
