package classes

import (
	"context"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// A page that is the same at any address may be led to by pages that are not,
// each time by another address: an advertisement, an error. Where two hundred pages of
// a folder were read, and all are such a page, the others are.

// closeFolder pages of a folder, all with one text that comes at any address, close it.
const closeFolder = confirmMost

// echoFolder counts the pages of a folder, or of a path with parameters of the same names.
type echoFolder struct {
	text  uint64
	pages int
	mixed bool // not all have the text
}

// folderKey names the folder of a URL; 0 for the folder itself.
func folderKey(url string) uint64 {
	path, query, asked := strings.Cut(url, "?")
	if !asked {
		last := strings.LastIndexByte(path, '/') + 1
		if last == len(path) {
			return 0
		}
		return hashString(9, path[:last])
	}
	key := hashString(10, path)
	for part := range strings.FieldsFuncSeq(query, func(r rune) bool { return r == '&' || r == ';' }) {
		name, _, _ := strings.Cut(part, "=")
		key = hashString(key^'?', name)
	}
	return key
}

// seeFolder counts a page.
func (e *Echoes) seeFolder(row *frontier.Row) {
	key := folderKey(row.URL)
	f := e.folders[key]
	if key == 0 || f == nil && len(e.folders) >= maxEchoPatterns {
		return
	}
	own := TextOf(&row.Page.Facts)
	if f == nil {
		f = &echoFolder{text: own}
		e.folders[key] = f
	}
	f.pages++
	f.mixed = f.mixed || own == 0 || own != f.text || isShell(&row.Page.Facts)
}

// closes tells of a URL in a folder of which all pages that were read are one that comes at any address.
func (e *Echoes) closes(url string) bool {
	if len(e.folders) == 0 {
		return false
	}
	f := e.folders[folderKey(url)]
	return f != nil && !f.mixed && f.pages >= closeFolder && e.isProven(f.text)
}

// Free gives those of URLs that were held which a page links to that is not the
// same at any address, though another one was the first to; but of folders that such pages
// close only those of which few are left; and those of dates, held as part of a calendar, which a page links to that is part of none. They are held no more, and leave held and dates.
func (e *Echoes) Free(ctx context.Context, crawl Facts, held, dates map[frontier.ID]bool) (list []frontier.ID, err error) {
	real := func(from frontier.ID) bool {
		return !e.pages.has(uint32(from)) && !e.tokens.again.has(uint32(from))
	}
	closed, left := map[frontier.ID]uint64{}, map[uint64]int{}
	for id := range held {
		row, err := crawl.Row(id)
		if err != nil {
			return nil, err
		}
		if e.closes(row.URL) {
			closed[id] = folderKey(row.URL)
			left[closed[id]]++
		}
	}
	for edge, err := range crawl.Graph(ctx, real) {
		if err != nil {
			return nil, err
		}
		_, dated := e.dated[edge.From]
		if !(held[edge.To] || dates[edge.To] && !dated) || !isLink(edge.Flags) || edge.Flags&frontier.Unlinked != 0 || left[closed[edge.To]] > closeFolder {
			continue
		}
		e.freed.add(uint32(edge.To))
		delete(held, edge.To)
		delete(dates, edge.To)
		list = append(list, edge.To)
	}
	return list, nil
}

// IsFreed tells of what Free gave.
func (e *Echoes) IsFreed(id frontier.ID) bool { return e.freed.has(uint32(id)) }

// IsDate tells of a URL with a date.
func (e *Echoes) IsDate(url string) bool { return isDated(url[len(canonical.Origin(url)):]) }
