package classes

import (
	"context"

	"github.com/portolan-seo/portolan/frontier"
)

// fewRows is one of how many known URLs is few: these are read one by one, more
// in a pass over all.
const fewRows = 50

// eachOf gives the rows of some URLs, in order of their ids, without what a pass
// over all does not give.
func (r *reader) eachOf(ctx context.Context, ids []frontier.ID, f func(*frontier.Row)) error {
	if len(ids) == 0 {
		return nil
	}
	if len(ids)*fewRows <= r.crawl.Counts().Known {
		for _, id := range ids {
			row, err := r.crawl.Row(id)
			if err != nil {
				return err
			}
			f(row)
		}
		return nil
	}
	for row, err := range r.crawl.Brief(ctx, ids[0], frontier.TextsPass) {
		if err != nil {
			return err
		}
		if row.ID == ids[0] {
			f(row)
			if ids = ids[1:]; len(ids) == 0 {
				return nil
			}
		}
	}
	return nil
}
