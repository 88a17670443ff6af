package audit

import (
	"fmt"

	"github.com/portolan-seo/portolan/frontier"
)

// maxWalked is how many redirects FindEnd follows.
const maxWalked = 1000

// FindEnd is Ends.Of for one URL: it follows its redirects by themselves
// instead of resolving all there are. Of more than 1,000 it gives where the
// thousandth leads.
func FindEnd(crawl frontier.Crawl, row *frontier.Row) (End, error) {
	end := End{ID: row.ID}
	walked := map[frontier.ID]bool{row.ID: true}
	for next := row.Location; next != frontier.NoID && end.Hops < maxWalked; {
		at, err := crawl.Row(next)
		if err != nil {
			return End{}, fmt.Errorf("follow redirects of %s: %w", row.URL, err)
		}
		if at == nil {
			break
		}
		if walked[at.ID] {
			return End{ID: frontier.NoID, Loop: true}, nil
		}
		walked[at.ID] = true
		end, next = End{ID: at.ID, Hops: end.Hops + 1}, at.Location
	}
	return end, nil
}
