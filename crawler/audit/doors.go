package audit

import (
	"context"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Door is a login, or a consent page, to which some of the site's addresses
// redirect, fewer than make it a wall.
type Door struct {
	URL  string // without the parameters that tell where to lead back
	From int    // addresses that redirect to it
}

// door is a page as findDoors counts it.
type door struct {
	ids  []frontier.ID // of its own addresses
	from int
	told bool // one of its addresses carries the one that redirects to it
}

const (
	doorLooks = 20_000 // redirects that are looked at
	doorLeast = 2      // that redirect to a login which is not told where to lead back
)

// findDoors finds the pages that say by name, title or heading that they are a
// login or a consent page, and to which a page redirects that they are told to
// lead back to; of logins also those to which several redirect for a while.
func (w *walls) findDoors(ctx context.Context, crawl frontier.Crawl) error {
	doors, looks := map[string]*door{}, 0
	for row, err := range crawl.Pointers(ctx) {
		if err != nil {
			return err
		}
		if mark, _ := markOf(row); mark&isRedirect == 0 {
			continue
		}
		if looks++; looks > doorLooks {
			break
		}
		to, err := crawl.Row(row.Location)
		if err != nil {
			return err
		}
		if to == nil || to.Sources&frontier.FromStart != 0 || !mayBeDoor(to) {
			continue
		}
		from, err := crawl.Row(row.ID)
		if err != nil {
			return err
		}
		w.countDoor(doors, from, to)
	}
	for url, d := range doors {
		if !d.told && d.from < doorLeast {
			continue
		}
		w.doors = append(w.doors, Door{url, d.from})
		for _, id := range d.ids {
			w.know(id)
		}
	}
	slices.SortFunc(w.doors, func(a, b Door) int { return strings.Compare(a.URL, b.URL) })
	return nil
}

// mayBeDoor tells whether a page says that it is a login or a consent page.
func mayBeDoor(to *frontier.Row) bool {
	if page.IsWall("", to.URL) || to.Page == nil || to.Page.Outcome != record.Answered {
		return page.IsWall("", to.URL)
	}
	gate := page.GateOf(to.Page.Title, to.Page.H1[0], "")
	return gate == page.GateLogin || gate == page.GateConsent
}

// countDoor takes a redirect to what may be a door. What is one itself is not
// counted, nor another spelling of it.
func (w *walls) countDoor(doors map[string]*door, from, to *frontier.Row) {
	url, told := page.WayBack(to.URL, from.URL)
	sent := Temporary(from.Page.Status) && page.IsLogin(to.URL)
	if own, _ := page.WayBack(from.URL, ""); own == url || page.IsLogin(from.URL) || !told && !sent {
		return
	}
	d := doors[url]
	if d == nil {
		d = &door{}
		doors[url] = d
	}
	d.from++
	d.told = d.told || told
	if len(d.ids) == 0 || d.ids[len(d.ids)-1] != to.ID {
		d.ids = append(d.ids, to.ID)
	}
}

// isDoor tells whether a page is one of the doors, whatever it is told.
func (w *walls) isDoor(row *frontier.Row) bool {
	if w.seek == nil && len(w.doors) == 0 || row.Sources&frontier.FromStart != 0 {
		return false
	}
	url, _ := page.WayBack(row.URL, "")
	if url == row.URL && !mayBeDoor(row) {
		return false
	}
	w.seekDoors()
	_, found := slices.BinarySearchFunc(w.doors, url, func(d Door, url string) int { return strings.Compare(d.URL, url) })
	return found
}

// seekDoors finds the doors, the first time: of most single URLs nothing depends on them.
func (w *walls) seekDoors() {
	if seek := w.seek; seek != nil {
		w.seek = nil
		w.err = seek()
	}
}

// mayLeadToDoor tells whether the redirects of a URL lead to what may be a door.
func (w *walls) mayLeadToDoor(to frontier.ID, next func(frontier.ID) frontier.ID) bool {
	for hops := 0; to != frontier.NoID && hops < maxHops; hops++ {
		row, err := w.look(to)
		if err != nil || row != nil && mayBeDoor(row) {
			return true
		}
		to = next(to)
	}
	return false
}

// ofParts gives the doors that are no walls.
func (w *walls) ofParts() []Door {
	return slices.DeleteFunc(slices.Clone(w.doors), func(d Door) bool { return slices.Contains(w.pages, withoutQuery(d.URL)) })
}
