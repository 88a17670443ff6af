// Package retold finds pages that say again what another page says, and nothing else: a thread to be printed, or in
// an archive without frames. It is pure over a crawl.
//
// The address of such a page carries the value of the one that leads to it (/printthread.php?tid=34,
// /showthread.php?tid=34), and differs from that in words alone: versions, and parts of lists, differ in numbers. At
// least twenty of one form say in their titles, within words that all of them have in common, what their pages say,
// and have fewer words than these, and none of their own; they lead to nothing that is not known otherwise. What
// has the same texts and stands for itself is told from them by what leads where: versions of documentation, regions
// and mirrors lead to each other, from value to value; a list of some of what another one has leads to some of a
// kind, not to all or none; to what is sold beside it, as an e-book beside a book, lists lead that lead to both. What
// names itself as canonical, or is named by a sitemap, is a page. All samples have to agree. Pages that must not be listed,
// as those that say noindex or name another one as canonical, are said again, too: what does so is left out with them.
package retold

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

const (
	samples     = 20
	mostSamples = 30
	maxAsked    = 4096    // pages that are asked about, those of lowest hash
	mostLeaders = 32      // pages that lead to one; to what lists show, there are more
	maxClasses  = 64      // that are looked at
	maxRetold   = 200_000 // pages of classes, with those that they say again
	longest     = 500     // bytes of a URL
)

// Crawl is what is read of one.
type Crawl interface {
	frontier.URLs
	frontier.Links
	Counts() frontier.Counts
}

// Site is a crawl with what is known of its URLs.
type Site struct {
	Crawl
	Listable func(*frontier.Row) bool // it is a page, and may be listed by its own word
	Read     func(*frontier.Row) bool // it is a page, whatever it says of that
	IsPage   func(*frontier.Row) bool // it is not known to be a view of one
	Kind     func(url string) uint64  // is the same for pages of one kind, as far as addresses tell
	Rows     func(ctx context.Context, ids []frontier.ID, f func(*frontier.Row)) error
}

// Class are pages of one form of addresses.
type Class struct {
	by, of       form // their addresses, and those of their pages
	Known        int
	Samples      int
	Sample, Page string // the first one, and its page

	list []*sample
}

// Pattern gives the form of addresses.
func (c *Class) Pattern() string { return c.by.String() }

// Has tells whether a URL is of the class, by its form.
func (c *Class) Has(url string) bool { _, is := c.by.value(url); return is }

// Again tells which page a page says again.
type Again struct {
	Page frontier.ID
	In   *Class
}

// sample is a page, and the one that leads to it.
type sample struct {
	rank       uint64
	view, page frontier.ID
	url, of    string
	says       [2]text // the page, and the other one
	leads      [2]int  // URLs that they lead to
}

// Find finds them. It passes over the URLs once, and over the links where addresses are alike; two and three times more
// where there are such pages.
func Find(ctx context.Context, s Site) (map[frontier.ID]Again, []*Class, error) {
	asked, err := s.ask(ctx)
	if err != nil || len(asked) < samples {
		return nil, nil, err
	}
	list, err := s.classes(ctx, asked)
	for _, keep := range []func(context.Context, []*Class) ([]*Class, error){s.withSameTexts, s.withSameLinks, s.withMoreLeaders} {
		if err != nil || len(list) == 0 {
			return nil, nil, err
		}
		list, err = keep(ctx, list)
	}
	if err != nil {
		return nil, nil, err
	}
	all := slices.Clone(list)
	list = slices.DeleteFunc(list, func(c *Class) bool {
		i := slices.IndexFunc(all, func(d *Class) bool { return c.by == d.by || c.by == d.of && c.of == d.by })
		return all[i] != c // there is one with more pages, or each says what the other one says
	})
	if len(list) == 0 {
		return nil, nil, nil
	}
	return s.fold(ctx, list)
}

// mayAsk tells of a page that nothing but links names, and the last set: what a sitemap names stays, and what names
// itself as canonical.
func (s *Site) mayAsk(row *frontier.Row) bool {
	return s.Listable(row) && row.Page.Canonical != record.CanonicalSelf && row.Sources&^(frontier.FromLink|frontier.FromPrevious) == 0 && len(row.URL) <= longest
}

// page is one that is asked about.
type page struct {
	rank uint64
	id   frontier.ID
	url  string
}

// ask gives pages that may be asked about, by hash; none where no addresses are like others.
func (s *Site) ask(ctx context.Context) (list []page, err error) {
	order := func(p page, rank uint64) int { return cmp.Compare(p.rank, rank) }
	values := newAlike()
	for row, err := range s.Brief(ctx, 0, frontier.TextsPass) {
		if err != nil {
			return nil, err
		}
		if s.Read(row) && len(row.URL) <= longest {
			values.add(row.URL)
		}
		if !s.mayAsk(row) {
			continue
		}
		rank := hash(9, row.URL)
		if len(list) == maxAsked && list[maxAsked-1].rank <= rank || !s.IsPage(row) {
			continue
		}
		at, _ := slices.BinarySearchFunc(list, rank, order)
		list = slices.Insert(list, at, page{rank, row.ID, strings.Clone(row.URL)})
		list = list[:min(len(list), maxAsked)]
	}
	if !values.some() {
		return nil, nil
	}
	return list, nil
}

// classes gives those of which enough pages are led to by one that has their value.
func (s *Site) classes(ctx context.Context, asked []page) ([]*Class, error) {
	leaders, err := s.leaders(ctx, asked)
	if err != nil {
		return nil, err
	}
	ids := map[frontier.ID]bool{}
	for _, list := range leaders {
		for _, id := range list {
			ids[id] = true
		}
	}
	urls, words, listable := map[frontier.ID]string{}, map[frontier.ID][]word{}, map[frontier.ID]bool{}
	if err := s.Rows(ctx, slices.Sorted(maps.Keys(ids)), func(row *frontier.Row) {
		if s.Read(row) {
			urls[row.ID], words[row.ID], listable[row.ID] = strings.Clone(row.URL), wordsOf(row.URL), s.Listable(row)
		}
	}); err != nil {
		return nil, err
	}
	turns := map[uint64][]*sample{}
	for _, p := range asked {
		own, origin := wordsOf(p.url), canonical.Origin(p.url)
		some := slices.ContainsFunc(leaders[p.id], func(id frontier.ID) bool { _, ok := turn(own, words[id]); return ok && listable[id] })
		for _, id := range leaders[p.id] {
			h, ok := turn(own, words[id])
			of := urls[id]
			if !ok || canonical.Origin(of) != origin || some && !listable[id] {
				continue
			}
			list, one := turns[h], &sample{rank: p.rank, view: p.id, page: id, url: p.url, of: of}
			switch last := len(list) - 1; {
			case last < 0 || list[last].view != p.id:
				turns[h] = append(list, one)
			case of < list[last].of:
				list[last] = one
			}
		}
	}
	return s.shape(turns), nil
}

// leaders gives the pages that lead to each that is asked about, where they are few.
func (s *Site) leaders(ctx context.Context, asked []page) (map[frontier.ID][]frontier.ID, error) {
	of := make(map[frontier.ID][]frontier.ID, len(asked))
	for _, p := range asked {
		of[p.id] = nil
	}
	for e, err := range s.Graph(ctx, anyone, func(to frontier.ID) bool { _, is := of[to]; return is }) {
		if err != nil {
			return nil, err
		}
		if list, is := of[e.To]; is && isLink(e) && len(list) <= mostLeaders && (len(list) == 0 || list[len(list)-1] != e.From) {
			of[e.To] = append(list, e.From)
		}
	}
	maps.DeleteFunc(of, func(_ frontier.ID, list []frontier.ID) bool { return len(list) == 0 || len(list) > mostLeaders })
	return of, nil
}

func anyone(frontier.ID) bool { return true }

func isLink(e *frontier.Edge) bool {
	return e.Flags.Kind() <= frontier.LinkIFrame && e.From != e.To
}

// shape gives the classes with enough pages of one form that carry the values of their pages, those with most first.
func (s *Site) shape(turns map[uint64][]*sample) (found []*Class) {
	for _, list := range turns {
		if len(list) >= samples {
			found = append(found, &Class{list: list})
		}
	}
	slices.SortFunc(found, func(a, b *Class) int {
		return cmp.Or(cmp.Compare(len(b.list), len(a.list)), cmp.Compare(a.list[0].rank, b.list[0].rank), cmp.Compare(a.list[0].of, b.list[0].of))
	})
	found = found[:min(len(found), maxClasses)]
	return slices.DeleteFunc(found, func(c *Class) bool {
		c.list = c.list[:min(len(c.list), mostSamples)]
		return len(c.list) < samples || !c.findForms()
	})
}

// findForms finds the forms of the addresses, and tells whether all have the values of their pages.
func (c *Class) findForms() bool {
	var urls, of []string
	for _, r := range c.list {
		urls, of = append(urls, r.url), append(of, r.of)
	}
	c.by, c.of = formOf(urls), formOf(of)
	values := map[string]bool{}
	for _, r := range c.list {
		value, ok := c.by.value(r.url)
		page, too := c.of.value(r.of)
		if !ok || !too || value != page {
			return false
		}
		values[value] = true
	}
	return len(values) == len(c.list)
}
