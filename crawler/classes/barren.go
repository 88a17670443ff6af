package classes

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Addresses without parameters may be of a class of which nothing may be listed, too: each post of a forum has one
// that redirects to the part of its thread (/threads/name.12/post-345), or is the thread with a canonical
// (/t/name/12/3), and one by which it is reported, for members alone (403). What varies in such a class of paths is
// taken for a parameter: then it is closed as those with parameters are, and opened again once one of those that are
// read to confirm it may be listed.

const (
	// barrenParam is the name of what varies in such paths.
	barrenParam = "(path)"
	// leastBarren answers of a class, none of which may be listed, make it one, if as many wait.
	leastBarren = 200
	// maxBarren are the classes that are counted.
	maxBarren = 20_000
	// barrenShare: what redirects leads to one page in so many that do, or fewer; redirects to a page each may be those
	// of pages that have moved, and every link to them is to be told, if such pages are to be listed. Pages that say
	// noindex show one text in so many, or as many are found on each other: others may say so by accident.
	barrenShare = 2
	// barrenPays: one URL waits of so many that are settled.
	barrenPays = 4
	// latest of a class are looked at: the first are found elsewhere.
	latest = 32
	// longestLast of a last segment that stands for a class.
	longestLast = 24
)

// barren counts the answers of a class of paths.
type barren struct {
	leads
	canonicals, noindex, denied, waiting int
	texts                                set
	vias                                 []frontier.ID // pages on which the latest of those with noindex were found
	open                                 bool          // something that may be listed
}

// findBarren finds such classes. It reports whether there is one that was not known. They are looked for
// once, where so much waits that it pays.
func (r *reader) findBarren(ctx context.Context) (found bool, err error) {
	if counts := r.crawl.Counts(); r.sought || counts.Pending < leastBarren || counts.Pending*barrenPays < counts.Settled {
		return false, nil
	}
	r.sought = true
	all := map[string]*barren{}
	start := frontier.NoID
	var buf []byte
	for row, err := range r.crawl.Brief(ctx, 0, frontier.DetailContent, frontier.TextsPass) {
		if err != nil {
			return false, err
		}
		if row.Sources&frontier.FromStart != 0 {
			start = row.ID
		}
		if ours(row) && !isNamed(row) && strings.IndexByte(row.URL, '?') < 0 {
			buf = seeBarren(all, row, buf)
		}
	}
	for _, class := range slices.Sorted(maps.Keys(all)) {
		b := all[class]
		if !b.mayClose() {
			continue
		}
		if b.texts.count()*barrenShare > b.noindex {
			if own, err := r.growsByItself(all, b.vias, start); err != nil {
				return false, err
			} else if !own {
				continue
			}
		}
		few, waits, err := r.toFew(&b.leads)
		if err != nil {
			return false, err
		}
		found = (few || waits) && note(r.addr.words.Barren, class) || found
	}
	return found, nil
}

// seeBarren takes a URL; buf is written to.
func seeBarren(all map[string]*barren, row *frontier.Row, buf []byte) []byte {
	origin := canonical.Origin(row.URL)
	for _, named := range [...]bool{true, false} {
		buf = append(buf[:0], origin...)
		if buf = appendBarren(buf, row.URL[len(origin):], named); len(buf) == len(origin) {
			continue
		}
		b := all[string(buf)]
		if b == nil {
			if len(all) >= maxBarren {
				continue
			}
			b = &barren{}
			all[string(buf)] = b
		}
		b.see(row)
	}
	return buf
}

func (b *barren) see(row *frontier.Row) {
	p := row.Page
	switch {
	case b.open:
	case p == nil:
		b.waiting++
	case row.Location != frontier.NoID:
		b.leads.add(row.Location)
	case isDenied(row):
		b.denied++
	case p.Outcome != record.Answered || !record.IsPage(p.Status):
	case !isPage(row):
		b.open = true // a document
	case p.Canonical == record.CanonicalOther:
		b.canonicals++
	case !p.MetaRobots.Indexable() || !p.HeaderRobots.Indexable():
		b.texts.add(uint32(mix(p.ContentOwn)))
		if at := b.noindex % latest; at < len(b.vias) {
			b.vias[at] = row.Via
		} else {
			b.vias = append(b.vias, row.Via)
		}
		b.noindex++
	default:
		b.open = true
	}
}

// mayClose tells whether nothing of a class seems to be listed, whatever its redirects lead to.
func (b *barren) mayClose() bool {
	n := b.redirects + b.canonicals + b.noindex + b.denied
	return !b.open && n >= leastBarren && b.waiting >= leastBarren
}

// growsByItself tells whether pages of a class with noindex are found on each other, or on pages of other classes of
// which none may be listed, where the start page may be: a copy of a site that is all noindex is to be seen whole.
func (r *reader) growsByItself(all map[string]*barren, vias []frontier.ID, start frontier.ID) (bool, error) {
	if start != frontier.NoID {
		if home, err := r.endOf(start); err != nil || !mayBeListed(home) {
			return false, err
		}
	}
	own := 0
	var buf []byte
	for _, id := range vias {
		if id == frontier.NoID {
			continue
		}
		via, err := r.crawl.Row(id)
		if err != nil {
			return false, err
		}
		origin := canonical.Origin(via.URL)
		for _, named := range [...]bool{true, false} {
			buf = appendBarren(append(buf[:0], origin...), via.URL[len(origin):], named)
			if b := all[string(buf)]; b != nil && b.mayClose() {
				own++
				break
			}
		}
	}
	return own*barrenShare >= len(vias), nil
}
