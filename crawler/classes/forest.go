package classes

import (
	"context"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// forest has the URLs of a crawl in trees: a URL hangs on the page on which it
// was found if it lies in the directory of that page, or below the page, and has
// the same parameters.
type forest struct {
	dirs, names []uint16 // by id: hashes of the directory, and of the path; 0 where nothing hangs on it
	forms       []uint8  // a hash of the parameters
	depth       []uint8
	flags       []uint8
	region      []uint8 // the number of the region of the site that it belongs to, 0 for none
	place       place   // of the URL at hand
}

// Flags of a URL.
const (
	inner  = 1 << iota // it hangs on another one
	read               // it is a page that was read
	ended              // it was read, and is no page
	parent             // another one hangs on it
	shared             // two pages that are no farther from the start link to it
	named              // something else than a link names it
)

// grow takes the known URLs, in order of ID: pages come before what was found on them.
func (f *forest) grow(ctx context.Context, crawl Facts) error {
	for row, err := range crawl.Brief(ctx, 0, frontier.TextsPass) {
		if err != nil {
			return err
		}
		f.add(row)
	}
	return nil
}

func (f *forest) add(row *frontier.Row) {
	var dir, name uint16
	var form, flags uint8
	if ours(row) {
		p := &f.place
		p.read(row.URL)
		form = p.form
		if row.Depth > 0 && !p.top {
			dir, name = p.dir, p.name
		}
		switch {
		case isNamed(row):
			flags = named
		case row.Via != frontier.NoID && int(row.Via) < len(f.flags) && f.hangs(p, int(row.Via)):
			flags = inner
			f.flags[row.Via] |= parent
		}
		switch {
		case row.Page == nil:
		case isPage(row):
			flags |= read
		default:
			flags |= ended
		}
	}
	f.dirs, f.names, f.forms = append(f.dirs, dir), append(f.names, name), append(f.forms, form)
	f.depth, f.flags = append(f.depth, uint8(min(row.Depth, 255))), append(f.flags, flags)
}

// hangs tells whether a URL hangs on a page, if it was found there.
func (f *forest) hangs(p *place, via int) bool {
	return f.dirs[via] != 0 && p.form == f.forms[via] && (p.dir == f.dirs[via] || slices.Contains(p.above, f.names[via]))
}

// leadsOn tells whether enough URLs hang on others for a maze.
func (f *forest) leadsOn() bool {
	on, waits := 0, 0
	for _, flags := range f.flags {
		switch {
		case flags&inner == 0:
		case flags&(read|ended) == 0:
			waits++
		case flags&parent != 0:
			on++
		}
	}
	return on >= leastMaze-leastMaze/mazeShare && waits >= leastMaze
}

// mark finds the URLs of regions, and counts them.
func (f *forest) mark(ctx context.Context, crawl Facts, regions []*region, proven map[uint64]bool) error {
	for _, p := range regions {
		*p = region{pattern: p.pattern, closed: p.closed}
	}
	f.region = make([]uint8, len(f.flags))
	for row, err := range crawl.Brief(ctx, 0, frontier.DetailContent, frontier.DetailLook) {
		if err != nil {
			return err
		}
		if int(row.ID) >= len(f.flags) || !ours(row) {
			continue
		}
		place, flags := placeOf(row.URL), f.flags[row.ID]
		at := slices.IndexFunc(regions, func(p *region) bool { return p.has(&place) })
		if at >= 0 {
			f.region[row.ID] = uint8(at + 1)
			regions[at].count(row, flags)
		}
		if flags&(inner|read|named) == read && row.Via != frontier.NoID && f.region[row.Via] != 0 && f.flags[row.Via]&inner != 0 && !proven[row.Page.ContentOwn] && !proven[row.Page.Content] {
			regions[f.region[row.Via]-1].opened++
		}
	}
	return nil
}

// share finds the URLs of regions to which a second page leads that is no farther
// from the start.
func (f *forest) share(ctx context.Context, crawl Facts, regions []*region) error {
	first := map[frontier.ID]frontier.ID{} // page with a link to each
	for e, err := range crawl.Graph(ctx) {
		if err != nil {
			return err
		}
		to, from := int(e.To), int(e.From)
		if !isLink(e.Flags) || to == from || to >= len(f.region) || f.region[to] == 0 || f.flags[to]&shared != 0 || from < len(f.depth) && f.depth[from] > f.depth[to] {
			continue
		}
		if page, known := first[e.To]; !known {
			first[e.To] = e.From
		} else if page != e.From {
			f.flags[to] |= shared
			if f.flags[to]&inner != 0 {
				regions[f.region[to]-1].shared++
			}
		}
	}
	return nil
}

// place is where a URL lies.
type place struct {
	dir, name uint16   // hashes of the directory and of the path
	above     []uint16 // those of what lies above it
	ends      []int    // of these in the URL
	form      uint8    // a hash of the names of its parameters
	url       string
	top       bool // it is that of the host
}

func placeOf(url string) (p place) {
	p.read(url)
	return p
}

// read makes p the place of another URL, in the memory of the one before.
func (p *place) read(url string) {
	*p = place{above: p.above[:0], ends: p.ends[:0]}
	origin := len(canonical.Origin(url))
	path, query, _ := strings.Cut(url[origin:], "?")
	path = strings.TrimRight(path, "/")
	p.url, p.top = url, path == ""
	h := hashString(14695981039346656037, url[:origin])
	for at := 0; at < len(path); {
		p.dir = uint16(mix(h)) | 1
		p.above, p.ends = append(p.above, p.dir), append(p.ends, origin+at)
		next := strings.IndexByte(path[at+1:], '/') + at + 1
		if next == at {
			next = len(path)
		}
		h = hashString(h, path[at:next])
		at = next
	}
	p.name = uint16(mix(h)) | 1
	var names uint64
	for part := range strings.FieldsFuncSeq(query, func(r rune) bool { return r == '&' || r == ';' }) {
		name, _, _ := strings.Cut(part, "=")
		names += mix(hashString(7, name))
	}
	p.form = uint8(mix(names))
}

// params gives the names of a URL's parameters, sorted, & between them.
func (p *place) params() string {
	_, query, _ := strings.Cut(p.url, "?")
	var names []string
	for part := range strings.FieldsFuncSeq(query, func(r rune) bool { return r == '&' || r == ';' }) {
		name, _, _ := strings.Cut(part, "=")
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), "&")
}
