package pathforms

import (
	"context"
	"fmt"
	"hash/maphash"

	"github.com/portolan-seo/portolan/frontier"
)

// Held are the pages that URLs which are not asked for are spellings of. It
// takes twelve bytes a page.
type Held struct {
	ledger *Ledger
	seed   maphash.Seed
	pages  map[uint64]frontier.ID // by URL; NoID where it was not read as a page
}

// Held finds them in two passes over what is known.
func (l *Ledger) Held(ctx context.Context, urls frontier.URLs) (*Held, error) {
	h := &Held{ledger: l, seed: maphash.MakeSeed(), pages: map[uint64]frontier.ID{}}
	if !l.Any() {
		return h, nil
	}
	see := func(row *frontier.Row) {
		if row.Page != nil || row.Reason != frontier.Undecided {
			return
		}
		if other, holds := l.Holds(row.URL); holds {
			h.pages[maphash.String(h.seed, other)] = frontier.NoID
		}
	}
	find := func(row *frontier.Row) {
		if row.Page == nil || !IsPage(row) {
			return
		}
		k := maphash.String(h.seed, row.URL)
		if _, wanted := h.pages[k]; wanted {
			h.pages[k] = row.ID
		}
	}
	for _, pass := range []func(*frontier.Row){see, find} {
		for row, err := range urls.Brief(ctx, 0) {
			if err != nil {
				return nil, fmt.Errorf("look for the pages of other spellings: %w", err)
			}
			pass(row)
		}
		if len(h.pages) == 0 {
			break
		}
	}
	return h, nil
}

// Of gives the page that a URL is a spelling of, false where there is none, so
// that the URL has to be asked for.
func (h *Held) Of(url string) (page frontier.ID, found bool) {
	other, holds := h.ledger.Holds(url)
	if !holds {
		return frontier.NoID, false
	}
	page, found = h.pages[maphash.String(h.seed, other)]
	return page, found && page != frontier.NoID
}
