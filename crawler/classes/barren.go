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

// barrenForms gives the classes of a path: by the first segment, how many follow, and the last one, its number aside,
// or any last one. "" for none.
func barrenForms(path string) (named, any string) {
	path, slash := strings.CutSuffix(path, "/")
	end := strings.LastIndexByte(path, '/')
	if end <= 0 {
		return "", ""
	}
	first := 1 + strings.IndexByte(path[1:], '/')
	below := path[:first] + strings.Repeat("/"+anyName, strings.Count(path[first:end], "/"))
	last := path[end+1:]
	named, any = below+"/"+unnumbered(last), below+"/"+anyName
	if slash {
		named, any = named+"/", any+"/"
	}
	if len(last) > longestLast || end == first && named[len(below)+1:] == last {
		named = ""
	}
	return named, any
}

// unnumbered writes # for the number in a segment that has one.
func unnumbered(segment string) string {
	from := strings.IndexAny(segment, "0123456789")
	if from < 0 {
		return segment
	}
	to := from
	for to < len(segment) && '0' <= segment[to] && segment[to] <= '9' {
		to++
	}
	if strings.ContainsAny(segment[to:], "0123456789") {
		return segment
	}
	return segment[:from] + anyNumber + segment[to:]
}

// takeBarren takes what varies in a path of one of some classes, sorted, out of a family.
func (a *address) takeBarren(classes []string, origin int) {
	path := a.family[origin:]
	named, any := barrenForms(path)
	for _, form := range [...]string{named, any} {
		if _, is := slices.BinarySearch(classes, form); is && form != "" {
			a.family = a.family[:origin] + form
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
	for row, err := range r.crawl.Brief(ctx, 0, frontier.DetailContent) {
		if err != nil {
			return false, err
		}
		if ours(row) && row.Sources&^frontier.FromLink == 0 && strings.IndexByte(row.URL, '?') < 0 {
			seeBarren(all, row)
		}
	}
	for _, class := range slices.Sorted(maps.Keys(all)) {
		if !all[class].isClosed() {
			continue
		}
		origin := canonical.Origin(class)
		have := r.addr.words.Barren[origin]
		if at, known := slices.BinarySearch(have, class[len(origin):]); !known {
			r.addr.words.Barren[origin] = slices.Insert(slices.Clone(have), at, class[len(origin):])
			found = true
		}
	}
	return found, nil
}

func seeBarren(all map[string]*barren, row *frontier.Row) {
	origin := canonical.Origin(row.URL)
	named, any := barrenForms(row.URL[len(origin):])
	for _, form := range [...]string{named, any} {
		if form == "" {
			continue
		}
		b := all[origin+form]
		if b == nil {
			if len(all) >= maxBarren {
				continue
			}
			b = &barren{}
			all[origin+form] = b
		}
		b.see(row)
	}
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
