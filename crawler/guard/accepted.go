package guard

import (
	"context"
	"iter"

	"github.com/portolan-seo/portolan/frontier"
)

// AcceptedURL is a URL of either set whose loss a person has accepted, and what has
// become of it.
type AcceptedURL struct {
	URL     string
	Stays   bool // it is listed
	Changed bool // it stays, and most of its text is another one than before
	Before  bool // it does not stay, and had left the set that stands before
}

// AcceptedURLs gives the URLs of both sets whose loss is accepted, without what moves or
// is left out by the user's own wish.
func (c *Comparison) AcceptedURLs() iter.Seq2[AcceptedURL, error] {
	return func(yield func(AcceptedURL, error) bool) {
		err := c.eachOld(func(url string, at int) bool {
			if !c.isLeave(at) {
				return true
			}
			u := AcceptedURL{URL: url, Stays: c.isListed(at), Changed: c.marks[at]&hasChanged != 0}
			u.Before = !u.Stays && c.book.keys[at]&inStanding == 0
			return yield(u, nil)
		})
		if err != nil {
			yield(AcceptedURL{}, err)
		}
	}
}

func (c *Comparison) isLeave(at int) bool {
	return c.book.keys[at]&isAccepted != 0 && c.fates[at] != Moved && c.fates[at] != Own
}

// markAccepted notes which pages whose loss is accepted show another text now.
func (c *Comparison) markAccepted(ctx context.Context, t *texts) error {
	if !c.book.hasAccepted() {
		return nil
	}
	for row, err := range c.crawl.Brief(ctx, 0, frontier.DetailLook, frontier.TextsPass) {
		if err != nil {
			return err
		}
		at, ok := c.book.find(row.URL)
		if !ok || c.book.keys[at]&isAccepted == 0 || c.fates[at] != Kept || row.Page == nil {
			continue
		}
		if otherText(row.Page.Sketch, t.was[at]) {
			c.marks[at] |= hasChanged
		}
	}
	return nil
}
