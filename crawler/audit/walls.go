package audit

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// walls finds the page that stands before a site: a login, a consent or a
// choice of country to which what one asks for redirects. What lies behind
// cannot be judged.
type walls struct {
	first    []firstURL // the first URLs of the site that were
	start    bool       // the start URL has come
	startTo  frontier.ID
	startURL string

	noted []frontier.Wall // found by what the last sitemap lists
	pages []string        // URLs of the walls without query
	shut  []string        // those of pages that let nobody on, or hardly
	known []uint64        // bit n: the URL with ID n is a wall, or a door
	doors []Door          // by URL

	look func(frontier.ID) (*frontier.Row, error)
	seek func() error // finds the doors; nil once that is done
	err  error        // of that
}

type firstURL struct {
	id  frontier.ID
	url string      // without query
	to  frontier.ID // that it redirects to, NoID if it does not
}

const (
	wallWithin = 50 // the first URLs that are looked at
	wallLeast  = 10 // fewer say nothing
	namedLeast = 5  // that redirect to a page which is named as a wall
)

// count takes a row of the first pass, in which rows come in order of ID.
func (w *walls) count(row *frontier.Row) {
	w.start = w.start || row.Sources&frontier.FromStart != 0
	if row.Page == nil || row.Page.Outcome != record.Answered {
		return
	}
	if row.Sources&frontier.FromStart != 0 {
		w.startURL, w.startTo = strings.Clone(row.URL), row.Location
	}
	if len(w.first) < wallWithin {
		w.first = append(w.first, firstURL{row.ID, withoutQuery(strings.Clone(row.URL)), row.Location})
	}
}

// enough tells whether no other row of the first pass counts.
func (w *walls) enough() bool { return w.start && len(w.first) == wallWithin }

// find draws the conclusion of the first pass.
func (w *walls) find() error {
	count, onWay, named := map[string]int{}, map[frontier.ID]bool{}, map[string]bool{}
	for _, a := range w.first {
		if a.to == frontier.NoID {
			continue
		}
		to, err := standsAt(a.to, w.look)
		switch {
		case err != nil:
			return err
		case to == nil:
		case to.Location == frontier.NoID && w.redirectedTo(a.id):
			onWay[a.id] = true // of another URL: what redirects on and on is one
		case withoutQuery(to.URL) == a.url: // a part of a list that leads to the list stands before nothing
		default:
			url := withoutQuery(to.URL)
			count[url]++
			named[url] = named[url] || page.IsWall(a.url, url) || to.Page != nil && page.NamesLogin(to.Page.Title)
		}
	}
	for url, n := range count {
		others := 0 // neither the wall's own pages nor those on the way count
		for _, a := range w.first {
			if a.url != url && !onWay[a.id] {
				others++
			}
		}
		if url == withoutQuery(w.startURL) || n*2 < others || others < wallLeast && !(named[url] && n >= namedLeast) {
			continue
		}
		w.pages = append(w.pages, url)
		if named[url] || n*10 >= others*9 {
			w.shut = append(w.shut, url)
		}
	}
	w.pages = slices.DeleteFunc(w.pages, func(url string) bool {
		return slices.ContainsFunc(w.noted, func(n frontier.Wall) bool { return n.Known && n.URL == url })
	})
	if err := w.findAtStart(w.look); err != nil {
		return err
	}
	for _, n := range w.noted {
		if !n.Known && !slices.Contains(w.pages, n.URL) {
			w.pages = append(w.pages, n.URL)
		}
	}
	return nil
}

// findAtStart takes the page to which the start page redirects for a wall, if
// its name says so.
func (w *walls) findAtStart(look func(frontier.ID) (*frontier.Row, error)) error {
	if w.startURL == "" || w.startTo == frontier.NoID {
		return nil
	}
	to, err := standsAt(w.startTo, look)
	if err != nil || to == nil {
		return err
	}
	url := withoutQuery(to.URL)
	if !page.IsWall(w.startURL, url) {
		return nil
	}
	if !slices.Contains(w.pages, url) {
		w.pages = append(w.pages, url)
	}
	leadsOn := slices.ContainsFunc(w.first, func(a firstURL) bool { return a.to == frontier.NoID && a.url != url })
	if page.IsLogin(url) || !leadsOn {
		w.shut = append(w.shut, url)
	}
	return nil
}

// redirectedTo tells whether one of the first URLs redirects to another.
func (w *walls) redirectedTo(id frontier.ID) bool {
	return slices.ContainsFunc(w.first, func(a firstURL) bool { return a.to == id })
}

// standsAt gives where redirects end that lead to a URL; the URL itself where
// they run in a circle, as they do for who takes no cookies.
func standsAt(id frontier.ID, look func(frontier.ID) (*frontier.Row, error)) (*frontier.Row, error) {
	first, err := look(id)
	at := first
	for hops := 0; err == nil && at != nil && at.Location != frontier.NoID; hops++ {
		if hops == maxHops {
			return first, nil
		}
		at, err = look(at.Location)
	}
	return at, err
}

// mark takes a row of the second pass, which is made only where there is a
// wall.
func (w *walls) mark(row *frontier.Row) {
	if !slices.Contains(w.pages, withoutQuery(row.URL)) && !slices.ContainsFunc(w.noted, func(n frontier.Wall) bool {
		return n.Host && strings.HasPrefix(row.URL, n.URL)
	}) {
		return
	}
	w.know(row.ID)
}

// know notes that a URL is a wall, or a door.
func (w *walls) know(id frontier.ID) {
	for int(id)/64 >= len(w.known) {
		w.known = append(w.known, 0)
	}
	w.known[id/64] |= 1 << (id % 64)
}

// before tells whether the redirects of a URL lead to a wall. next tells where
// a URL redirects, NoID for none.
func (w *walls) before(row *frontier.Row, next func(frontier.ID) frontier.ID) bool {
	if w.seek != nil && w.mayLeadToDoor(row.Location, next) {
		w.seekDoors()
	}
	if len(w.known) == 0 {
		return false
	}
	to := row.Location
	for hops := 0; to != frontier.NoID && hops < maxHops; hops++ {
		if int(to)/64 < len(w.known) && w.known[to/64]&(1<<(to%64)) != 0 {
			return true
		}
		to = next(to)
	}
	return false
}

// stands tells whether a page is itself a door, or a wall: one to which the URLs of the
// last sitemap redirect, or the first ones of a crawl. A page of the last
// sitemap is none by the latter, and a choice that leads on to other pages is
// judged like these.
func (w *walls) stands(row *frontier.Row) bool {
	if w.isDoor(row) {
		return true
	}
	if len(w.noted)+len(w.shut) == 0 {
		return false
	}
	url := withoutQuery(row.URL)
	return slices.ContainsFunc(w.noted, func(n frontier.Wall) bool { return !n.Known && n.URL == url }) ||
		row.Sources&frontier.FromPrevious == 0 && slices.Contains(w.shut, url) && slices.Contains(w.pages, url)
}

func withoutQuery(url string) string {
	url, _, _ = strings.Cut(url, "?")
	return url
}
