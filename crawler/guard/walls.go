package guard

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// maxWalls are the pages that are looked at to which most URLs redirect.
const maxWalls = 20

// findWalls finds where many URLs of the set that stands are sent to.
func (c *Comparison) findWalls(ctx context.Context) error {
	if len(c.away) == 0 {
		return nil
	}
	var err error
	if c.ends, err = audit.ReadEnds(ctx, c.crawl); err != nil {
		return err
	}
	var sent []away
	of := 0
	for _, key := range c.book.keys {
		if key&(inStanding|isAccepted) == inStanding {
			of++
		}
	}
	for _, a := range c.away {
		if key := c.book.keys[a.at]; key&(inStanding|isAccepted) == inStanding && c.fates[a.at] != Own {
			sent = append(sent, a)
		}
	}
	if len(sent) < smallURLs {
		return nil
	}
	t := &targets{c: c}
	if err := t.read(ctx, sent); err != nil {
		return err
	}
	found, err := t.often(ctx, sent)
	if err != nil {
		return err
	}
	for _, w := range found {
		w.Of = of
		switch {
		case w.Known && w.From > movesToOne:
			c.Sent = append(c.Sent, w)
		case !w.Known && many(w.From, of):
			c.Walls = append(c.Walls, w)
		}
	}
	return nil
}

// standsAt gives where a visitor who is sent away comes to stand: at the end of
// the redirects, or where they first lead if they run in a circle, as they do
// for who takes no cookies.
func (c *Comparison) standsAt(a *away) frontier.ID {
	if end := c.ends.Of(a.id); end.ID != frontier.NoID {
		return end.ID
	}
	return a.to
}

// targets are the pages where visitors come to stand.
type targets struct {
	c    *Comparison
	list []target // by ID
}

type target struct {
	id   frontier.ID
	page uint64 // key of its URL without query
	host uint64 // key of its origin where that is another than the crawl's, else 0
}

// read finds the URLs of what is led to.
func (t *targets) read(ctx context.Context, sent []away) error {
	for i := range sent {
		t.list = append(t.list, target{id: t.c.standsAt(&sent[i])})
	}
	slices.SortFunc(t.list, func(a, b target) int { return cmp.Compare(a.id, b.id) })
	t.list = slices.CompactFunc(t.list, func(a, b target) bool { return a.id == b.id })
	next := 0
	for row, err := range t.c.crawl.Brief(ctx, 0) {
		switch {
		case err != nil:
			return err
		case next == len(t.list):
			return nil
		case row.ID != t.list[next].id:
			continue
		}
		t.list[next].page = t.c.book.key(withoutQuery(row.URL))
		if row.Reason == frontier.ScopeHost {
			t.list[next].host = t.c.book.key(originOf(row.URL))
		}
		next++
	}
	return nil
}

func (t *targets) of(id frontier.ID) target {
	at, found := slices.BinarySearchFunc(t.list, id, func(a target, id frontier.ID) int { return cmp.Compare(a.id, id) })
	if !found {
		return target{}
	}
	return t.list[at]
}

// often gives the pages and hosts that most are sent to, pages first. A host
// does not count to one of whose pages they are sent.
func (t *targets) often(ctx context.Context, sent []away) ([]frontier.Wall, error) {
	var pages, hosts []uint64
	for i := range sent {
		to := t.of(t.c.standsAt(&sent[i]))
		if to.page != 0 && to.page != sent[i].page {
			pages = append(pages, to.page)
		}
		if to.host != 0 {
			hosts = append(hosts, to.host)
		}
	}
	onPages, err := t.name(ctx, most(pages), withoutQuery)
	if err != nil {
		return nil, err
	}
	onHosts, err := t.name(ctx, most(hosts), originOf)
	if err != nil {
		return nil, err
	}
	for _, h := range onHosts {
		isOn := func(w frontier.Wall) bool { return strings.HasPrefix(w.URL, h.URL) && w.From*2 >= h.From }
		if h.Host = true; !slices.ContainsFunc(onPages, isOn) {
			onPages = append(onPages, h)
		}
	}
	return onPages, t.compare(ctx, onPages)
}

// most gives the keys that come most often, with their counts: maxWalls of
// them, more if several come equally often, none of which then is preferred.
func most(keys []uint64) map[uint64]int {
	slices.Sort(keys)
	counts, sorted := map[uint64]int{}, []int{}
	for i, n := 0, 0; i < len(keys); i += n {
		for n = 1; i+n < len(keys) && keys[i+n] == keys[i]; n++ {
		}
		if n >= smallURLs {
			counts[keys[i]] = n
			sorted = append(sorted, n)
		}
	}
	if len(sorted) > maxWalls {
		slices.Sort(sorted)
		least := sorted[len(sorted)-maxWalls]
		maps.DeleteFunc(counts, func(_ uint64, n int) bool { return n < least })
	}
	return counts
}

// name gives pages, or hosts, with their URLs, those with most first.
func (t *targets) name(ctx context.Context, counts map[uint64]int, part func(string) string) (walls []frontier.Wall, err error) {
	for row, err := range t.c.crawl.Brief(ctx, 0) {
		if err != nil {
			return nil, err
		}
		if len(counts) == 0 {
			break
		}
		url := part(row.URL)
		key := t.c.book.key(url)
		if n := counts[key]; n > 0 {
			walls = append(walls, frontier.Wall{URL: strings.Clone(url), From: n})
			delete(counts, key)
		}
	}
	slices.SortFunc(walls, func(a, b frontier.Wall) int { return cmp.Or(b.From-a.From, strings.Compare(a.URL, b.URL)) })
	return walls, nil
}

// compare finds out which pages the set that stands lists that show the same
// text now.
func (t *targets) compare(ctx context.Context, walls []frontier.Wall) error {
	listed := map[string]*frontier.Wall{}
	for i := range walls {
		if at, ok := t.c.book.find(walls[i].URL); ok && t.c.book.keys[at]&inStanding != 0 {
			listed[walls[i].URL] = &walls[i]
		}
	}
	if len(listed) == 0 || t.c.o.Earlier == nil {
		return nil
	}
	before, err := faces(ctx, t.c.o.Earlier, listed)
	if err != nil {
		return err
	}
	now, err := faces(ctx, t.c.crawl, listed)
	if err != nil {
		return err
	}
	for url, w := range listed {
		a, b := before[url], now[url]
		w.Known = a != nil && b != nil && sameText(a, b)
	}
	return nil
}

// faces gives the records of pages, as far as they tell what they show.
func faces(ctx context.Context, crawl frontier.Crawl, of map[string]*frontier.Wall) (map[string]*record.Page, error) {
	found := map[string]*record.Page{}
	for row, err := range crawl.Brief(ctx, 0, frontier.DetailLook) {
		if err != nil {
			return nil, err
		}
		if of[row.URL] == nil || row.Page == nil {
			continue
		}
		record := *row.Page
		record.Title = strings.Clone(record.Title)
		if found[strings.Clone(row.URL)] = &record; len(found) == len(of) {
			break
		}
	}
	return found, nil
}

// sameText tells whether two records are of the same page: its title, and
// three quarters of the words it begins with.
func sameText(a, b *record.Page) bool {
	return a.Status == 200 && b.Status == 200 && a.Title == b.Title && nearText(a, b)
}

// nearText tells whether two records have the same text, or begin with three
// quarters of the same words.
func nearText(a, b *record.Page) bool {
	differ, of := a.Sketch.Differ(b.Sketch)
	return a.TextHash == b.TextHash || of > 0 && differ*4 <= of
}

func withoutQuery(url string) string {
	url, _, _ = strings.Cut(url, "?")
	return url
}

// originOf gives scheme and host of a URL, with a slash.
func originOf(url string) string {
	scheme, host, _, _ := canonical.Split([]byte(url))
	return string(scheme) + "://" + string(host) + "/"
}
