package guard

import (
	"context"
	"hash/maphash"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
)

// Renamed are pages that answer 404 or the like under the addresses of the set that stands, and are listed
// under others that no set has: a site has renamed them, and does not redirect.
type Renamed struct {
	N        int
	From, To string // of the first that was found now
}

// findRenamed finds them by title and text, where much is lost. Of pages that showed the same none is told apart.
func (c *Comparison) findRenamed(ctx context.Context) error {
	if c.o.Earlier == nil || !heavy(c.gone(inStanding)) {
		return nil
	}
	showed := map[uint64]string{} // old address, "" for more than one
	details := []frontier.Detail{frontier.DetailLook, frontier.DetailText, frontier.TextsPass}
	face := func(row *frontier.Row) uint64 {
		if row.Page == nil || row.Page.TextHash == 0 {
			return 0
		}
		return row.Page.TextHash ^ maphash.String(c.book.seed, row.Page.Title)
	}
	for row, err := range c.o.Earlier.Brief(ctx, 0, details...) {
		if err != nil {
			return err
		}
		if at, ok := c.book.find(row.URL); ok && c.dead.has(frontier.ID(at)) && face(row) != 0 {
			url := strings.Clone(row.URL)
			if _, twice := showed[face(row)]; twice {
				url = ""
			}
			showed[face(row)] = url
		}
	}
	if len(showed) == 0 {
		return nil
	}
	for row, err := range c.crawl.Brief(ctx, 0, details...) {
		if err != nil {
			return err
		}
		from := showed[face(row)]
		if _, listed := c.book.find(row.URL); listed || from == "" || c.code(row.ID) != audit.Listed {
			continue
		}
		delete(showed, face(row))
		if c.Renamed.N++; c.Renamed.N == 1 {
			c.Renamed.From, c.Renamed.To = from, strings.Clone(row.URL)
		}
	}
	return nil
}
