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
// (/t/name/12/3). What varies in such a class of paths is taken for a parameter: then it is closed as those with
// parameters are, and opened again once one of those that are read to confirm it may be listed.

const (
	// barrenParam is the name of what varies in such paths.
	barrenParam = "(path)"
	// leastBarren answers of a class, none of which may be listed, make it one, if as many wait.
	leastBarren = 200
	// maxBarren are the classes that are counted.
	maxBarren = 20_000
	// barrenShare: what redirects leads to one page in so many that do, or fewer; redirects to a page each may be those
	// of pages that have moved, and every link to them is to be told. Pages that say noindex show one text in so many.
	barrenShare = 2
	// barrenPays: one URL waits of so many that are settled.
	barrenPays = 4
	// longestLast of a last segment that stands for a class.
	longestLast = 24
)

// barren counts the answers of a class of paths.
type barren struct {
	redirects, canonicals, noindex, waiting int
	targets, texts                          set
	open                                    bool // something that may be listed
}

// appendBarren appends the class of a path: by the first segment, how many follow, and the last one, its number aside,
// or any last one. It appends nothing where there is none.
func appendBarren(class []byte, path string, named bool) []byte {
	path, slash := strings.CutSuffix(path, "/")
	end := strings.LastIndexByte(path, '/')
	if end <= 0 {
		return class
	}
	first := 1 + strings.IndexByte(path[1:], '/')
	last := path[end+1:]
	from, to := numberIn(last)
	if named && (len(last) > longestLast || end == first && from == to) {
		return class // a page by itself
	}
	class = append(class, path[:first]...)
	for range strings.Count(path[first:end], "/") {
		class = append(class, "/"+anyName...)
	}
	class = append(class, '/')
	switch {
	case !named:
		class = append(class, anyName...)
	case from == to:
		class = append(class, last...)
	default:
		class = append(append(append(class, last[:from]...), anyNumber...), last[to:]...)
	}
	if slash {
		class = append(class, '/')
	}
	return class
}

// numberIn gives where the number stands in a segment that has one; from is to where it has none, or several.
func numberIn(segment string) (from, to int) {
	from = strings.IndexAny(segment, digits)
	if from < 0 {
		return 0, 0
	}
	for to = from; to < len(segment) && '0' <= segment[to] && segment[to] <= '9'; {
		to++
	}
	if strings.ContainsAny(segment[to:], digits) {
		return 0, 0
	}
	return from, to
}

const digits = "0123456789"

// takeBarren takes what varies in a path of one of some classes, sorted, out of a family.
func (a *address) takeBarren(classes []string, origin int) {
	var buf [128]byte
	path := a.family[origin:]
	for _, named := range [...]bool{true, false} {
		class := appendBarren(buf[:0], path, named)
		at, is := slices.BinarySearchFunc(classes, class, func(known string, class []byte) int { return strings.Compare(known, string(class)) })
		if is {
			a.family = a.family[:origin] + classes[at]
			a.params = append(a.params, param{barrenParam, path})
			return
		}
	}
}

// findBarren finds such classes. It reports whether there is one that was not known. They are looked for
// once, where so much waits that it pays.
func (r *reader) findBarren(ctx context.Context) (found bool, err error) {
	if counts := r.crawl.Counts(); r.sought || counts.Pending < leastBarren || counts.Pending*barrenPays < counts.Settled {
		return false, nil
	}
	r.sought = true
	all := map[string]*barren{}
	var buf []byte
	for row, err := range r.crawl.Brief(ctx, 0, frontier.DetailContent, frontier.TextsPass) {
		if err != nil {
			return false, err
		}
		if ours(row) && row.Sources&^frontier.FromLink == 0 && strings.IndexByte(row.URL, '?') < 0 {
			buf = seeBarren(all, row, buf)
		}
	}
	for _, class := range slices.Sorted(maps.Keys(all)) {
		if all[class].isClosed() {
			found = note(r.addr.words.Barren, class) || found
		}
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
		b.redirects++
		b.targets.add(uint32(mix(uint64(row.Location))))
	case p.Outcome != record.Answered || !record.IsPage(p.Status):
	case !isPage(row):
		b.open = true // a document
	case p.Canonical == record.CanonicalOther:
		b.canonicals++
	case !p.MetaRobots.Indexable() || !p.HeaderRobots.Indexable():
		b.noindex++
		b.texts.add(uint32(mix(p.ContentOwn)))
	default:
		b.open = true
	}
}

// isClosed tells whether nothing of a class seems to be listed.
func (b *barren) isClosed() bool {
	if b.open || b.targets.count()*barrenShare > b.redirects || b.texts.count()*barrenShare > b.noindex {
		return false
	}
	n := b.redirects + b.canonicals + b.noindex
	return n >= leastBarren && b.waiting >= leastBarren
}
